import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { FaultRow } from './fault-row.ts';
import {
  becomeStale,
  becomeTold,
  closeDatabase,
  DOWNTIME,
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
  reachCall,
  readIn,
  recover,
  settled,
  startToWatch,
  TOLD,
  untilNoticed,
} from './watching.ts';
import { eventually, type World, type WorldOptions } from './world.ts';

/** 1001 is watched in the channel, then this happens, and the channel reads exactly these lines. */
const watched = (
  fault: string,
  given: string,
  database: NonNullable<WorldOptions['database']>,
  {
    reads,
    act,
    isLong,
  }: Pick<FaultRow, 'isLong'> & {
    readonly reads: readonly string[];
    readonly act: (world: World) => Promise<unknown>;
  },
): FaultRow => ({
  fault,
  given,
  world: { database },
  setUp: (world) => startToWatch(world),
  act: (world) => lastRead(world, () => act(world)),
  reads: exactly(...reads),
  ...(isLong && { isLong }),
});

/** Slack has posted the alert and holds its answer. Resolves with a function that releases it. */
async function post(world: World): Promise<() => void> {
  await becomeStale(world);
  const answer = holdAnswer(world);
  await reachCall(world);
  return answer;
}

/** Blocks all other writers, as another program with the lock would. Resolves with a function that unblocks them. */
async function lockDatabase(world: World): Promise<() => Promise<void>> {
  const db = await databaseOf(world);
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection);
    if (world.databaseUrl.startsWith('sqlite:')) await run('begin immediate');
    else {
      await run('begin');
      const tables = ['watched_accounts', 'channels', 'incidents'].map((table) => `backup_status.${table}`);
      await run(`lock table ${tables} in exclusive mode`);
    }
    locked.resolve();
    await over.promise;
    await run('rollback');
  });
  done.catch(locked.reject);
  await locked.promise;
  return async () => {
    over.resolve();
    await done;
  };
}

/** The database is away for ten seconds right after Slack's answer to a post. `befall` resolves with what ends that. */
const unrecorded = (befall: (world: World) => Promise<() => Promise<unknown>>) => async (world: World) => {
  const answer = await post(world);
  const end = await befall(world);
  answer();
  await untilNoticed(world);
  world.clock.advance(10_000);
  await end();
  await pass(world, MINUTE_MS, MINUTE_MS);
  await recover(world);
};

async function startAgain(world: World): Promise<void> {
  await world.startBot();
  await pass(world, MINUTE_MS, MINUTE_MS, MINUTE_MS);
}

/** As an operator does: stops the bot, replaces the file, and starts the bot. */
async function restore(world: World, copy: string): Promise<void> {
  const file = world.databaseUrl.slice('sqlite:'.length);
  world.bot().kill('SIGTERM');
  await world.bot().ended;
  await closeDatabase(world);
  for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
  await rename(copy, file);
  await world.startBot();
}

const FROZEN_MS = 90_000;

/** What real processes and databases add to test/simulation, which covers every fault at every point. */
export const watchFaults: readonly FaultRow[] = [
  ...(['file', 'postgres'] as const).map((database) =>
    watched(
      'kill -9 after Slack’s answer, before it is recorded',
      `${database === 'file' ? 'SQLite' : 'PostgreSQL'}; then it starts again`,
      database,
      {
        reads: [TOLD, TOLD],
        async act(world) {
          const answer = await post(world);
          const unlock = await lockDatabase(world);
          answer();
          await kill(world);
          await unlock();
          await startAgain(world);
        },
      },
    ),
  ),
  watched('kill -9 after the commit, before the post', 'SQLite; then it starts again', 'file', {
    reads: [TOLD],
    async act(world) {
      await becomeStale(world);
      await kill(world);
      await startAgain(world);
    },
  }),
  watched(
    'one of two processes is frozen for 90 s (SIGSTOP) in the call: its answer is lost, so the post is doubled',
    'PostgreSQL; then it goes on',
    'postgres',
    {
      isLong: true,
      reads: [TOLD, TOLD],
      async act(world) {
        const answer = await post(world);
        const frozen = world.bot();
        frozen.kill('SIGSTOP');
        // What it waited for arrives meanwhile.
        answer();
        const startedAt = performance.now();
        world.atEnd(() => frozen.kill('SIGCONT'));
        await world.startBot();
        const isOver = () => performance.now() - startedAt > FROZEN_MS || undefined;
        await eventually(isOver, FROZEN_MS + MINUTE_MS);
        frozen.kill('SIGCONT');
        await settled(world);
        await pass(world, MINUTE_MS, MINUTE_MS);
      },
    },
  ),
  watched('PostgreSQL is away for 2 min', 'when it is time to tell', 'own-postgres', {
    reads: [FINE_AGAIN, IN_THREAD],
    async act(world) {
      await becomeStale(world);
      await world.postgres.stop('at-once');
      world.clock.advance(MINUTE_MS);
      await untilNoticed(world);
      world.clock.advance(MINUTE_MS);
      await world.postgres.start();
      await pass(world, MINUTE_MS);
      await recover(world);
    },
  }),
  watched(
    'PostgreSQL goes away at the commit after a post, for 10 s',
    'what Slack answered is recorded then',
    'own-postgres',
    {
      reads: [FINE_AGAIN, IN_THREAD],
      act: unrecorded(async ({ postgres }) => {
        await postgres.stop('at-once');
        return () => postgres.start();
      }),
    },
  ),
  watched(
    'another program holds the lock of the database after a post, for 10 s',
    'SQLite; what Slack answered is recorded then',
    'file',
    {
      reads: [FINE_AGAIN, IN_THREAD],
      act: unrecorded(lockDatabase),
    },
  ),
  watched(
    'the database is restored from last night’s copy',
    'SQLite; what was told since is told again',
    'file',
    {
      reads: [TOLD, DOWNTIME, TOLD],
      async act(world) {
        // So that the copy is made while somebody watches.
        await pass(world, MINUTE_MS);
        const copy = `${world.databaseUrl.slice('sqlite:'.length)}.copy`;
        await sql.raw(`vacuum into '${copy}'`).execute(await databaseOf(world));
        await pass(world, 8 * HOUR_MS);
        await becomeTold(world);
        await restore(world, copy);
        await eventually(() => readIn(world).split('\n').length > 1 || undefined);
        await settled(world);
        await pass(world, MINUTE_MS, MINUTE_MS);
      },
    },
  ),
  watched(
    'Slack revokes the bot token (token_revoked)',
    'for 2 h; then the app starts with a new one',
    'file',
    {
      reads: [TOLD],
      async act(world) {
        await becomeStale(world);
        world.slack.addFault({ kind: 'error', code: 'token_revoked' });
        await pass(world, MINUTE_MS, MINUTE_MS, 29 * MINUTE_MS, 90 * MINUTE_MS);
        world.bot().kill('SIGTERM');
        await world.bot().ended;
        world.slack.clearFaults();
        await world.startBot();
        await pass(world, MINUTE_MS);
      },
    },
  ),
];
