import { expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { answerSince, stateSince } from '../../src/account/level-over-time.ts';
import type { Answer, Seen } from '../../src/account/outcome.ts';
import { accountWith, aged, DAY_MS, HOUR_MS, NEVER, NOW_MS, THRESHOLDS } from './accounts.ts';

const STALE = accountWith({ database: aged(3 * DAY_MS), folders: aged(3 * DAY_MS) });
const NEVER_RAN = accountWith({ database: NEVER, folders: NEVER });

const critical = (startedAtMs: number): Seen => ({ level: 'critical', startedAtMs });

test.each<[string, Account, Partial<Answer>, number?]>([
  ['the dates of the account, watched or not', STALE, {}, NOW_MS - DAY_MS],
  ['unknown, if no date says it', NEVER_RAN, {}],
  ['when its watch saw it, if no date says it', NEVER_RAN, { seen: critical(NOW_MS - 9) }, NOW_MS - 9],
  ['the later of both: the watch', STALE, { seen: critical(NOW_MS - HOUR_MS) }, NOW_MS - HOUR_MS],
  ['the later of both: the dates', STALE, { seen: critical(NOW_MS - 2 * DAY_MS) }, NOW_MS - DAY_MS],
  ['unknown, if its watch saw another level', NEVER_RAN, { seen: { level: 'attention', startedAtMs: 1 } }],
  ['unknown for a healthy account', accountWith({}), {}],
  ['unknown for an earlier answer', STALE, { source: 'last-known' }],
  ['unknown, if the dates meant another level at the read', STALE, { readAtMs: NOW_MS - 2 * DAY_MS }],
])('since when an answer has its level: %s', (_, account, about, since) => {
  const verdict = judge(account, NOW_MS, { thresholds: THRESHOLDS });
  expect(answerSince({ account, verdict, readAtMs: NOW_MS, source: 'live', ...about })).toBe(since);
});

test('since when a watched account has its level: by its dates, or as its watch saw it', () => {
  const since = (account: Account, isSeen: boolean) =>
    stateSince(
      { startedAtMs: NOW_MS - HOUR_MS, readAtMs: NOW_MS, account },
      { thresholds: THRESHOLDS },
      isSeen,
    );
  expect(since(STALE, false)).toBe(NOW_MS - HOUR_MS);
  expect(since(NEVER_RAN, true)).toBe(NOW_MS - HOUR_MS);
  expect(since(NEVER_RAN, false)).toBeUndefined();
});
