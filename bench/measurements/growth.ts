import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../test/support/start-postgres.ts';
import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { StoreJob, StoreResult } from '../load/store-load.ts';
import { startBot } from '../processes/start-bot.ts';
import { startWorker } from '../processes/start-worker.ts';
import { milliseconds, ratio } from '../report/figures.ts';
import { type Pinner, seed } from '../seed.ts';
import type { Sizes } from '../sizes.ts';
import { median } from '../statistics.ts';
import { MEMBERS, memberId, type World } from '../world.ts';
import { type Closing, closing } from './closing.ts';
import { commandLoad, startHttpLoad } from './command-load.ts';
import { isCompleteWith } from './home.ts';
import { timeHome } from './time-home.ts';

/** Of those whose commands and Homes are measured. Everybody else pinned one. */
const PINS = 5;
const ASKERS = 40;

const FIGURES = ['command', 'Home', 'pins read', 'look-up noted', 'pinned and unpinned'] as const;
type Times = Readonly<Record<(typeof FIGURES)[number], number>>;

/** 8: the same with more and more people and pins in the database. */
export const growth = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async (closing) => {
    const postgres = await startPostgres();
    closing.add({ stop: () => postgres.remove() });
    const found = new Map<string, Record<string, Times[]>>();
    for (const database of sizes.databases) {
      found.set(database, await growthOf({ database, world, sizes, postgres, closing }));
    }
    return toFinding(found, sizes);
  });

interface Setup {
  readonly database: Sizes['databases'][number];
  readonly world: World;
  readonly sizes: Sizes;
  readonly postgres: Postgres;
  readonly closing: Closing;
}

async function growthOf(setup: Setup): Promise<Record<string, Times[]>> {
  const { growth, growthRounds } = setup.sizes;
  const prepared = await Promise.all(growth.map((count) => prepare(setup, count)));
  const subjects = growth.map((count, index) => [String(count), prepared[index]]);
  for (const measure of prepared) await measure();
  return alternate<string, Times>(Object.fromEntries(subjects), growthRounds);
}

/** A database with so many people and pins, and a bot at it. */
async function prepare(setup: Setup, count: number): Promise<() => Promise<Times>> {
  const { database, world, sizes, postgres, closing } = setup;
  const databaseUrl =
    database === 'SQLite'
      ? `sqlite:${join(world.folder, `growth-${count}.db`)}`
      : await postgres.createDatabase();
  await seed(databaseUrl, pinnersOf(world, count));
  const bot = closing.add(await startBot('product', { world, settings: { DATABASE_URL: databaseUrl } }));
  await bot.ready();
  const load = closing.add(startHttpLoad());
  const store = closing.add(startWorker<StoreJob, StoreResult>('load/store-load.ts'));
  const people = pinnersOf(world, ASKERS);
  const commands = commandLoad(world, bot, {
    connections: 1,
    durationMs: 10_000,
    requests: 10 * sizes.growthCalls,
    userIds: people.map(({ userId }) => userId),
  });
  let homes = 0;
  const timeHomes = async () => {
    const times: number[] = [];
    for (let opened = 0; opened < 3; opened += 1) {
      homes += 1;
      const name = `member-${(homes % MEMBERS) + 1}` as const;
      const { completeMs } = await timeHome(world.slack, bot.requestUrl, {
        name,
        isComplete: isCompleteWith(PINS),
      });
      times.push(completeMs);
    }
    return median(times);
  };
  return async () => {
    const { listMs, recordMs, pinMs } = await store.run({ databaseUrl, people, calls: sizes.growthCalls });
    const { p50Ms } = await load.run(commands);
    return {
      command: p50Ms,
      Home: await timeHomes(),
      'pins read': listMs,
      'look-up noted': recordMs,
      'pinned and unpinned': pinMs,
    };
  };
}

/** The members of the local Slack first, then people nobody ever sees. */
const pinnersOf = ({ slack }: World, count: number): Pinner[] =>
  Array.from({ length: count }, (_, index) => ({
    teamId: slack.teamId,
    userId: index < MEMBERS ? memberId(slack, index) : `U0SEED${String(index).padStart(6, '0')}`,
    pins: index < MEMBERS ? PINS : 1,
  }));

function toFinding(found: ReadonlyMap<string, Record<string, Times[]>>, { growth }: Sizes): Finding {
  const at = (database: string, count: number, figure: keyof Times) =>
    median((found.get(database)?.[String(count)] ?? []).map((times) => times[figure]));
  const [fewest = 0, most = 0] = [growth.at(0), growth.at(-1)];
  const grown = (database: string, figure: keyof Times) =>
    at(database, most, figure) / at(database, fewest, figure);
  const databases = [...found.keys()];
  return {
    title: '8. Growth',
    about:
      'The same commands, Homes and store calls while the database holds more and more people and pins, one at a time.',
    columns: ['Database', 'What', ...growth.map((count) => count.toLocaleString('en-US')), 'last ÷ first'],
    rows: databases.flatMap((database) =>
      FIGURES.map((figure) => [
        database,
        figure,
        ...growth.map((count) => milliseconds(at(database, count, figure))),
        ratio(grown(database, figure)),
      ]),
    ),
    goals: databases.flatMap((database) =>
      FIGURES.map((figure) => ({
        name: `${database}: ${figure}, ${most.toLocaleString('en-US')} beside ${fewest}`,
        value: grown(database, figure),
        should: 'at most' as const,
        limit: 1.5,
        unit: '×' as const,
      })),
    ),
  };
}
