import { expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { account, HOUR_MS } from '../messages/samples.ts';
import { UNHURRIED } from '../store/use-databases.ts';
import { limit } from '../support/limit.ts';
import { sees, textOf, watchIn } from '../support/people.ts';
import { words } from '../support/reader.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

/** Later than the end of a test, so that nothing becomes due in it. */
const LATER_MS = 24 * HOUR_MS;

/** 1008 has never had a backup, so only its watch knows since when it is critical. */
async function becomeBad({ ada, oncall, store }: StartedBot, startedAtMs: number): Promise<void> {
  await watchIn(store, ada, oncall, ['1008'], { sinceMs: startedAtMs - HOUR_MS });
  const nowMs = Date.now();
  const [claim] = await store.watchStore.claimAccounts(nowMs + LATER_MS, 1, UNHURRIED);
  if (claim === undefined) throw new Error('no account is due');
  const never = { kind: 'never' } as const;
  const read = account({ id: '1008', database: never, folders: never });
  const state = { level: 'critical', startedAtMs, readAtMs: nowMs, account: read } as const;
  // It was already not fine before.
  const began = { startedAtMs: startedAtMs - HOUR_MS, detectedAtMs: nowMs };
  const incident = { level: 'critical', ...began } as const;
  await store.watchStore.commitReading(nowMs, claim, () => ({
    state,
    dueAtMs: nowMs + LATER_MS,
    changes: [],
    incident,
  }));
}

const token = (atMs: number, since: string) => `<!date^${Math.floor(atMs / 1000)}^${since}|`;
const answerOf = async (person: Person, text: string) => textOf((await person.command(text)).message);

/** A level and since when, as every text says it. */
const SINCE = words.verdict.since('critical', '{date_short_pretty} {time}');

test('cards and lists take the beginning of a level from the account’s dates, watched or not, and show none for a healthy account', async () => {
  const { ada } = await startBot();
  expect(await answerOf(ada, '/backup-status 1004')).toContain(SINCE);
  const list = await answerOf(ada, '/backup-status 1004 1001 1008');
  expect(list.split(SINCE)).toHaveLength(2);
  expect(await answerOf(ada, '/backup-status 1001')).not.toContain(SINCE);
  expect(await answerOf(ada, '/backup-status 1008')).not.toContain(SINCE);
});

test('when no date tells, cards, lists, the list of watches and summaries take the beginning of a level from the watch', async () => {
  const bot = await startBot();
  const { ada } = bot;
  const startedAtMs = Date.now() - 5 * HOUR_MS;
  await becomeBad(bot, startedAtMs);
  const since = token(startedAtMs, SINCE);
  expect(await answerOf(ada, '/backup-status 1008')).toContain(since);
  expect(await answerOf(ada, '/backup-status 1001 1008')).toContain(since);
  expect(await answerOf(ada, '/backup-status summary')).toContain(since);
  await ada.command('/backup-status watches');
  const when = words.time.dateTime({ atMs: startedAtMs, zoneId: 'Europe/London', nowMs: Date.now() });
  expect(textOf(await sees(ada, '1008'))).toContain(words.verdict.since('critical', when));
});

test('the beginning of a level is left out when the database is slow, and the answer still arrives', async () => {
  limit({ seen: 1 });
  const seen = () => new Promise<never>(() => {});
  const { ada } = await startBot({ changeStore: ({ watches }) => ({ watches: { ...watches, seen } }) });
  expect(await answerOf(ada, '/backup-status 1008')).toContain('1008 · ');
});
