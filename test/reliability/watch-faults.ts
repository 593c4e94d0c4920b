import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { FaultRow } from './fault-row.ts';
import {
  becomeStale,
  CHANNEL,
  closeDatabase,
  DOWNTIME,
  databaseOf,
  FINE_AGAIN,
  GROUP_MS,
  HOUR_MS,
  IN_THREAD,
  kill,
  MINUTE_MS,
  pass,
  post,
  recover,
  settled,
  TOLD,
  untilNoticed,
  untilTicked,
  watch,
} from './watching.ts';
import { eventually, type World, type WorldOptions } from './world.ts';

/** What happens while 1001 is watched in the channel, which then reads exactly these lines. */
interface Watched extends Pick<FaultRow, 'fault' | 'given' | 'isLong'> {
  readonly database: NonNullable<WorldOptions['database']>;
  readonly act: (world: World, lines: () => readonly string[]) => Promise<unknown>;
  readonly reads: readonly string[];
}

const watched = ({ database, act, reads, ...row }: Watched): FaultRow => ({
  ...row,
  world: { database },
  reads: new RegExp(`^${reads.join('\n')}$`, 'u'),
  async act(world) {
    await watch(world, ['1001']);
    const before = new Set(world.ada.messages().map(({ ts }) => ts));
    const lines = () => linesSince(world, before);
    await act(world, lines);
    return { text: lines().join('\n') || '(no message)', afterMs: performance.now() - world.movedAt() };
  },
});

/** What the channel has read since then: the first line of each message, replies marked with an arrow. */
const linesSince = ({ ada }: World, before: ReadonlySet<string>) =>
  ada
    .messages(CHANNEL)
    .filter(({ ts, isEphemeral }) => !isEphemeral && !before.has(ts))
    .map(({ text, threadTs }) => `${threadTs === undefined ? '' : '↳ '}${text.split('\n', 1)[0]}`);

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
    watched({
      fault: 'kill -9 after Slack’s answer, before it is recorded',
      given: `${database === 'file' ? 'SQLite' : 'PostgreSQL'}; then it starts again`,
      database,
      async act(world) {
        const answer = await post(world);
        const unlock = await lockDatabase(world);
        answer();
        await kill(world);
        await unlock();
        await startAgain(world);
      },
      reads: [TOLD, TOLD],
    }),
  ),
  watched({
    fault: 'kill -9 after the commit, before the post',
    given: 'SQLite; then it starts again',
    database: 'file',
    async act(world) {
      await becomeStale(world);
      await kill(world);
      await startAgain(world);
    },
    reads: [TOLD],
  }),
  watched({
    fault:
      'one of two processes is frozen for 90 s (SIGSTOP) in the call: its answer is lost, so the post is doubled',
    given: 'PostgreSQL; then it goes on',
    database: 'postgres',
    isLong: true,
    async act(world) {
      const answer = await post(world);
      const frozen = world.bot();
      frozen.kill('SIGSTOP');
      // What it waited for arrives meanwhile.
      answer();
      const startedAt = performance.now();
      world.atEnd(() => frozen.kill('SIGCONT'));
      await world.startBot();
      await eventually(() => performance.now() - startedAt > FROZEN_MS, FROZEN_MS + MINUTE_MS);
      frozen.kill('SIGCONT');
      await settled(world);
      await pass(world, MINUTE_MS, MINUTE_MS);
    },
    reads: [TOLD, TOLD],
  }),
  watched({
    fault: 'PostgreSQL is away for 2 min',
    given: 'when it is time to tell',
    database: 'own-postgres',
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
    reads: [FINE_AGAIN, IN_THREAD],
  }),
  watched({
    fault: 'PostgreSQL goes away at the commit after a post, for 10 s',
    given: 'what Slack answered is recorded then',
    database: 'own-postgres',
    act: unrecorded(async ({ postgres }) => {
      await postgres.stop('at-once');
      return postgres.start;
    }),
    reads: [FINE_AGAIN, IN_THREAD],
  }),
  watched({
    fault: 'another program holds the lock of the database after a post, for 10 s',
    given: 'SQLite; what Slack answered is recorded then',
    database: 'file',
    act: unrecorded(lockDatabase),
    reads: [FINE_AGAIN, IN_THREAD],
  }),
  watched({
    fault: 'the database is restored from last night’s copy',
    given: 'SQLite; what was told since is told again',
    database: 'file',
    async act(world, lines) {
      // So that the copy was made while the bot watched.
      await pass(world, MINUTE_MS);
      await untilTicked(world);
      const copy = `${world.databaseUrl.slice('sqlite:'.length)}.copy`;
      await sql.raw(`vacuum into '${copy}'`).execute(await databaseOf(world));
      await pass(world, 8 * HOUR_MS);
      await becomeStale(world);
      await pass(world, GROUP_MS);
      await restore(world, copy);
      await eventually(() => lines().length > 1);
      await settled(world);
      await pass(world, MINUTE_MS, MINUTE_MS);
    },
    reads: [TOLD, DOWNTIME, TOLD],
  }),
  watched({
    fault: 'Slack revokes the bot token (token_revoked)',
    given: 'for 2 h; then the app starts with a new one',
    database: 'file',
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
    reads: [TOLD],
  }),
];
