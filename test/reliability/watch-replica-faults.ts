import type { FaultRow } from './fault-row.ts';
import { reachCall, reachRead } from './watch-crash-faults.ts';
import {
  becomeStale,
  becomeTold,
  CHANNEL,
  exactly,
  FINE_AGAIN,
  holdAnswer,
  IN_THREAD,
  lastRead,
  MINUTE_MS,
  pass,
  recover,
  settled,
  startToWatch,
  TOLD,
} from './watching.ts';
import { eventually, type World } from './world.ts';

const POSTGRES = { database: 'postgres' } as const;
const FROZEN_MS = 90_000;

/** The bot stands still for 90 s of real time, and another one is there; then it goes on from where it stood. */
async function freeze(world: World, free: () => unknown): Promise<void> {
  const frozen = world.bot();
  frozen.kill('SIGSTOP');
  // What it waited for comes meanwhile.
  free();
  const startedAt = performance.now();
  world.atEnd(() => frozen.kill('SIGCONT'));
  await world.startBot();
  await eventually(() => performance.now() - startedAt > FROZEN_MS || undefined, FROZEN_MS + MINUTE_MS);
  frozen.kill('SIGCONT');
}

const frozen = (
  where: string,
  reads: RegExp,
  reach: (world: World) => Promise<() => unknown>,
  channel = CHANNEL,
): FaultRow => ({
  fault: `one of two processes stands still for 90 s (SIGSTOP), ${where}`,
  given: 'PostgreSQL; then it goes on',
  isLong: true,
  world: POSTGRES,
  setUp: (world) => startToWatch(world, '1001', channel),
  act: (world) =>
    lastRead(
      world,
      async () => {
        await freeze(world, await reach(world));
        await settled(world);
        await pass(world, MINUTE_MS, MINUTE_MS);
        await recover(world);
      },
      channel,
    ),
  reads,
});

export const watchReplicaFaults: readonly FaultRow[] = [
  frozen('while it reads the account', exactly(FINE_AGAIN, IN_THREAD), reachRead),
  frozen(
    'marked as sending, before the call',
    exactly(FINE_AGAIN, IN_THREAD),
    async (world) => {
      await becomeStale(world);
      world.slack.addFault({ kind: 'hang' }, { method: 'users.info', next: 1 });
      await reachCall(world, 'users.info');
      return () => {};
    },
    'direct',
  ),
  frozen(
    'in the call: its answer is lost, so doubled',
    exactly(TOLD, FINE_AGAIN, IN_THREAD),
    async (world) => {
      await becomeStale(world);
      const answer = holdAnswer(world);
      await reachCall(world);
      return answer;
    },
  ),
  {
    fault: 'the clocks of two processes are 5 s apart',
    given: 'PostgreSQL',
    world: POSTGRES,
    async setUp(world) {
      await world.startBot({ BOT_CLOCK_ERROR_MS: '5000' });
      await startToWatch(world);
    },
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
];
