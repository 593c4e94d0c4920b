import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { FaultRow } from './fault-row.ts';
import { lockDatabase, reachCall } from './watch-crash-faults.ts';
import {
  ABSENCE,
  becomeStale,
  becomeTold,
  closeDatabase,
  databaseOf,
  exactly,
  FINE_AGAIN,
  HOUR_MS,
  holdAnswer,
  IN_THREAD,
  kill,
  lastRead,
  MINUTE_MS,
  pass,
  readIn,
  recover,
  settled,
  startToWatch,
  TOLD,
} from './watching.ts';
import { eventually, type World } from './world.ts';

const setUp = (world: World) => startToWatch(world);

/** Resolves when a turn of the bot has met the database that is away. */
const untilNoticed = ({ bot }: World) =>
  eventually(() => bot().lastLines().includes('a turn of the watches failed') || undefined);

/** As an operator does it: the bot is stopped, the file put in place, and the bot started. */
async function restore(world: World, copy: string): Promise<void> {
  const file = world.databaseUrl.slice('sqlite:'.length);
  world.bot().kill('SIGTERM');
  await world.bot().ended;
  await closeDatabase(world);
  for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
  await rename(copy, file);
  await world.startBot();
}

export const watchDatabaseFaults: readonly FaultRow[] = [
  {
    fault: 'PostgreSQL is away for 2 min',
    given: 'when it is time to tell',
    world: { database: 'own-postgres' },
    setUp,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        await world.postgres.stop('at-once');
        world.clock.advance(MINUTE_MS);
        await untilNoticed(world);
        world.clock.advance(MINUTE_MS);
        await world.postgres.start();
        await pass(world, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
  {
    fault: 'PostgreSQL goes away at the commit after a post, for 10 s',
    given: 'what Slack answered is recorded then',
    world: { database: 'own-postgres' },
    setUp,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        const answer = holdAnswer(world);
        await reachCall(world);
        await world.postgres.stop('at-once');
        answer();
        await untilNoticed(world);
        world.clock.advance(10_000);
        await world.postgres.start();
        await pass(world, MINUTE_MS, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
  {
    fault: 'another program holds the lock of the database after a post, for 10 s',
    given: 'SQLite; what Slack answered is recorded then',
    world: { database: 'file' },
    setUp,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        const answer = holdAnswer(world);
        await reachCall(world);
        const unlock = await lockDatabase(world);
        answer();
        await untilNoticed(world);
        world.clock.advance(10_000);
        await unlock();
        await pass(world, MINUTE_MS, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
  {
    fault: 'PostgreSQL goes away at the commit after a post',
    given: 'doubled: the process is killed before PostgreSQL is back',
    world: { database: 'own-postgres' },
    setUp,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        const answer = holdAnswer(world);
        await reachCall(world);
        await world.postgres.stop('at-once');
        answer();
        await untilNoticed(world);
        await kill(world);
        await world.postgres.start();
        await world.startBot();
        await pass(world, MINUTE_MS, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(TOLD, FINE_AGAIN, IN_THREAD),
  },
  {
    fault: 'the database is restored from last night’s copy',
    given: 'SQLite; what was told since is told again',
    world: { database: 'file' },
    setUp,
    act: (world) =>
      lastRead(world, async () => {
        const copy = `${world.databaseUrl.slice('sqlite:'.length)}.copy`;
        await sql.raw(`vacuum into '${copy}'`).execute(await databaseOf(world));
        await pass(world, 8 * HOUR_MS);
        await becomeTold(world);
        await restore(world, copy);
        await eventually(() => readIn(world).split('\n').length > 1 || undefined);
        await settled(world);
        await pass(world, MINUTE_MS, MINUTE_MS);
      }),
    reads: exactly(TOLD, ABSENCE, TOLD),
  },
];
