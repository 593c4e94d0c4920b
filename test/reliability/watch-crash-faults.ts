import { sql } from 'kysely';
import type { FaultRow } from './fault-row.ts';
import {
  advanceWatched,
  becomeStale,
  becomeTold,
  CHANNEL,
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
  startToWatch,
  TOLD,
  untilCalled,
} from './watching.ts';
import { eventually, type World } from './world.ts';

/** Where a process dies, and what is read once another one is there. */
interface CrashPoint {
  readonly name: string;
  /** Brings the bot to that point. Resolves with what sets free what was held, once the bot is dead. */
  readonly reach: (world: World) => Promise<() => unknown>;
  readonly channel?: string;
  readonly reads: RegExp;
}

/** Nobody else can write until the function is called that it returns, as while another program has the lock. */
export async function lockDatabase(world: World): Promise<() => Promise<void>> {
  const db = await databaseOf(world);
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db.connection().execute(async (connection) => {
    const run = (statement: string) => sql.raw(statement).execute(connection);
    if (world.databaseUrl.startsWith('sqlite:')) await run('begin immediate');
    else {
      await run('begin');
      const tables = ['watched_accounts', 'channels', 'messages'].map((table) => `backup_status.${table}`);
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

/** The bot asks the service about the account, which holds its answer. Resolves with what lets it answer. */
export async function reachRead(world: World): Promise<() => void> {
  const open = world.service.hold();
  world.backUp();
  await advanceWatched(world, 50 * HOUR_MS);
  const asked = world.service.counts.generalInfos;
  await eventually(() => (world.service.counts.generalInfos > asked ? true : undefined));
  return open;
}

/** The time has come to tell. Resolves when Slack has the call. */
export async function reachCall(world: World, method = 'chat.postMessage'): Promise<void> {
  const sinceMs = world.clock.now();
  world.clock.advance(MINUTE_MS + 1_000);
  await untilCalled(world, method, sinceMs);
}

const CRASH_POINTS: readonly CrashPoint[] = [
  {
    name: 'while it reads the account',
    reach: reachRead,
    reads: exactly(TOLD),
  },
  {
    name: 'after the read, before the commit',
    async reach(world) {
      const open = await reachRead(world);
      const unlock = await lockDatabase(world);
      open();
      await eventually(() => (world.service.counts.inFlight === 0 ? true : undefined));
      return unlock;
    },
    reads: exactly(TOLD),
  },
  {
    name: 'after the commit, before it is told',
    async reach(world) {
      await becomeStale(world);
      return () => {};
    },
    reads: exactly(TOLD),
  },
  {
    name: 'marked as sending, before the call',
    channel: 'direct',
    async reach(world) {
      await becomeStale(world);
      // Asked between the two: may this person still be told?
      world.slack.addFault({ kind: 'hang' }, { method: 'users.info' });
      await reachCall(world, 'users.info');
      return () => world.slack.clearFaults();
    },
    reads: exactly(TOLD),
  },
  {
    name: 'in the call, and Slack has not done it',
    async reach(world) {
      await becomeStale(world);
      world.slack.addFault({ kind: 'hang' }, { method: 'chat.postMessage' });
      await reachCall(world);
      return () => world.slack.clearFaults();
    },
    reads: exactly(TOLD),
  },
  {
    name: 'in the call, and Slack has done it: the answer is lost',
    async reach(world) {
      await becomeStale(world);
      const answer = holdAnswer(world);
      await reachCall(world);
      return answer;
    },
    reads: exactly(TOLD, TOLD),
  },
  {
    name: 'after Slack’s answer, before it is recorded',
    async reach(world) {
      await becomeStale(world);
      const answer = holdAnswer(world);
      await reachCall(world);
      const unlock = await lockDatabase(world);
      answer();
      return unlock;
    },
    reads: exactly(TOLD, TOLD),
  },
];

const DATABASES = [
  ['SQLite', 'file'],
  ['PostgreSQL', 'postgres'],
] as const;

const killed = DATABASES.flatMap(([database, kind]) =>
  CRASH_POINTS.map(
    ({ name, reach, channel = CHANNEL, reads }): FaultRow => ({
      fault: `kill -9 ${name}`,
      given: `${database}; then it starts again`,
      world: { database: kind },
      setUp: (world) => startToWatch(world, '1001', channel),
      act: (world) =>
        lastRead(
          world,
          async () => {
            const free = await reach(world);
            await kill(world);
            await free();
            await world.startBot();
            await pass(world, MINUTE_MS, MINUTE_MS, MINUTE_MS);
          },
          channel,
        ),
      reads,
    }),
  ),
);

/** The recovery: an edit can be made twice, and a line in the thread only doubled. */
const killedLater = (['chat.update', 'chat.postMessage'] as const).map(
  (method): FaultRow => ({
    fault: `kill -9 in the ${method === 'chat.update' ? 'edit' : 'line in the thread'}: the answer is lost`,
    given: 'SQLite; then it starts again',
    world: { database: 'file' },
    setUp: (world) => startToWatch(world),
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        const answer = holdAnswer(world, method);
        world.backUp();
        if (method === 'chat.postMessage') await pass(world, 31 * MINUTE_MS);
        else await advanceWatched(world, 30 * MINUTE_MS);
        await reachCall(world, method);
        await kill(world);
        answer();
        await world.startBot();
        await pass(world, MINUTE_MS, MINUTE_MS, MINUTE_MS);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD, ...(method === 'chat.update' ? [] : [IN_THREAD])),
  }),
);

export const watchCrashFaults: readonly FaultRow[] = [...killed, ...killedLater];
