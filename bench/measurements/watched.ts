import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { HOUR_MS } from '../../src/account/time.ts';
import { createStore } from '../../src/store/create-store.ts';
import { WATCHED_HERE_AT_MOST } from '../../src/watch/watch-list.ts';
import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { HttpLoadResult } from '../load/http-load.ts';
import { type RunningBot, startBot } from '../processes/start-bot.ts';
import { milliseconds, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { summarise } from '../statistics.ts';
import type { World } from '../world.ts';
import { closing } from './closing.ts';
import { commandLoad, type HttpLoad, startHttpLoad } from './command-load.ts';

const NAMES = ['watching', 'alone'] as const;
type Name = (typeof NAMES)[number];
const WATCHED = 10_000;
/** So that every account that is right is read once in that time. */
const READ_EVERY_MS = 4 * HOUR_MS;
/** As many as the service is sent requests at a time. */
const CONNECTIONS = 8;
/** Fewer look-ups have no p99. */
const LOAD_AT_LEAST_MS = 1_000;
/** A p99 of some hundred look-ups swings by a third: the middle of fewer rounds would be chance. */
const TIMES_THE_ROUNDS = 3;
/** More than are answered in a round: each command asks for an account of its own. */
const REQUESTS = 1_000;

/** 10: cold look-ups of people, while the same process watches. */
export const watched = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const load = add(startHttpLoad());
    const databaseUrl = `sqlite:${join(world.folder, 'watching.db')}`;
    await seedWatches(databaseUrl, world.slack.teamId);
    const bots = {
      watching: add(await startBot('product', { world, settings: { DATABASE_URL: databaseUrl } })),
      alone: add(await startBot('product', { world })),
    };
    for (const bot of Object.values(bots)) {
      await bot.ready();
      await lookUp(world, load, bot, sizes.warmUpMs);
    }
    const subject = (name: Name) => () =>
      lookUp(world, load, bots[name], Math.max(LOAD_AT_LEAST_MS, sizes.loadMs));
    return toFinding(
      await alternate<Name, HttpLoadResult>(
        { watching: subject('watching'), alone: subject('alone') },
        TIMES_THE_ROUNDS * sizes.rounds,
      ),
    );
  });

let asked = 0;

/** Of accounts that nobody has asked for before. */
function lookUp(world: World, load: HttpLoad, bot: RunningBot, durationMs: number): Promise<HttpLoadResult> {
  const texts = Array.from({ length: REQUESTS }, (_, index) => `load-${asked + index + 1}`);
  asked += REQUESTS;
  const most = { connections: CONNECTIONS, durationMs, requests: REQUESTS };
  return load.run(commandLoad(world, bot, { ...most, texts }));
}

/** Accounts in as many channels as it takes, their reads spread evenly from now on. */
async function seedWatches(databaseUrl: string, teamId: string): Promise<void> {
  const nowMs = Date.now();
  const store = await createStore({ databaseUrl, now: () => nowMs, log: pino({ level: 'silent' }) });
  for (let first = 0; first < WATCHED; first += WATCHED_HERE_AT_MOST) {
    await store.watches.add({
      channelId: `C0WATCH${first}`,
      person: { teamId, userId: 'U0WATCHER01' },
      accountIds: Array.from(
        { length: WATCHED_HERE_AT_MOST },
        (_, index) => `load-9${first + index + 10_000}`,
      ),
      terms: { tellOf: 'critical', zone: 'UTC', createdAtMs: nowMs },
      baseline: new Map(),
    });
  }
  await store.close();
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
  database
    .prepare('update watched_accounts set due_at_ms = due_at_ms + rowid * ?')
    .run(READ_EVERY_MS / WATCHED);
  database.close();
}

function toFinding(results: Record<Name, HttpLoadResult[]>): Finding {
  const times = (name: Name, of: 'p50Ms' | 'p99Ms') => summarise(results[name].map((result) => result[of]));
  return {
    title: `10. Look-ups beside ${WATCHED.toLocaleString('en')} watched accounts`,
    about: `Commands by signed HTTP over ${CONNECTIONS} connections, each for an account nobody has asked for before, at a process that watches as many accounts as it reads in four hours, and at one that watches none.`,
    columns: ['', 'p50', 'p99'],
    rows: NAMES.map((name) => [
      LABELS[name],
      withSpread(milliseconds, times(name, 'p50Ms')),
      withSpread(milliseconds, times(name, 'p99Ms')),
    ]),
    goals: [
      {
        name: 'p99 while it watches beside p99 without watches',
        value: times('watching', 'p99Ms').median / times('alone', 'p99Ms').median,
        should: 'at most',
        limit: 1.1,
        unit: '×',
      },
    ],
  };
}

const LABELS: Readonly<Record<Name, string>> = {
  watching: `${WATCHED.toLocaleString('en')} accounts are watched`,
  alone: 'none is watched',
};
