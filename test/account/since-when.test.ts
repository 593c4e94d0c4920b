import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { answerSince, stateSince } from '../../src/account/level-over-time.ts';
import type { Answer, Seen } from '../../src/account/outcome.ts';
import { accountWith, aged, DAY_MS, HOUR_MS, NEVER, NOW_MS, THRESHOLDS } from './accounts.ts';

const TERMS = { thresholds: THRESHOLDS, exceptions: {} };
const STALE = accountWith({ database: aged(3 * DAY_MS), folders: aged(3 * DAY_MS) });
const NEVER_RAN = accountWith({ database: NEVER, folders: NEVER });

function sinceOf(account: Account, seen?: Seen, about: Partial<Answer> = {}): number | undefined {
  const verdict = judge(account, NOW_MS, { thresholds: THRESHOLDS });
  const answer: Answer = {
    account,
    verdict,
    readAtMs: NOW_MS,
    source: 'live',
    ...(seen && { seen }),
    ...about,
  };
  return answerSince(answer);
}
const critical = (startedAtMs: number): Seen => ({ level: 'critical', startedAtMs });

describe('since when an answer is as bad as it is', () => {
  test('follows from the dates of the account, watched or not', () => {
    expect(sinceOf(STALE)).toBe(NOW_MS - DAY_MS);
  });

  test('is what its watch has seen, where no date says so', () => {
    expect(sinceOf(NEVER_RAN)).toBeUndefined();
    expect(sinceOf(NEVER_RAN, critical(NOW_MS - HOUR_MS))).toBe(NOW_MS - HOUR_MS);
  });

  test('is the later of the two: before either it had another level', () => {
    expect(sinceOf(STALE, critical(NOW_MS - HOUR_MS))).toBe(NOW_MS - HOUR_MS);
    expect(sinceOf(STALE, critical(NOW_MS - 2 * DAY_MS))).toBe(NOW_MS - DAY_MS);
  });

  test('is not what its watch has seen of another level', () => {
    expect(sinceOf(NEVER_RAN, { level: 'attention', startedAtMs: NOW_MS })).toBeUndefined();
  });

  test('is said of nothing that is fine, and of no earlier answer', () => {
    expect(sinceOf(accountWith({}))).toBeUndefined();
    expect(sinceOf(STALE, undefined, { source: 'last-known' })).toBeUndefined();
  });

  test('is not said by the dates of a moment at which they meant something else', () => {
    const readAtMs = NOW_MS - 2 * DAY_MS;
    expect(sinceOf(STALE, undefined, { readAtMs })).toBeUndefined();
  });
});

describe('since when a watched account is as bad as it was read', () => {
  const state = (account: Account) =>
    ({ level: 'critical', startedAtMs: NOW_MS - HOUR_MS, readAtMs: NOW_MS, account }) as const;

  test('is known by its dates, or where it became so while it was watched', () => {
    expect(stateSince(state(STALE), TERMS, false)).toBe(NOW_MS - HOUR_MS);
    expect(stateSince(state(NEVER_RAN), TERMS, true)).toBe(NOW_MS - HOUR_MS);
  });

  test('is not known of one that was so when its watch began', () => {
    expect(stateSince(state(NEVER_RAN), TERMS, false)).toBeUndefined();
  });
});
