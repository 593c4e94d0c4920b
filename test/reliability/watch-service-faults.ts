import { words } from '../support/reader.ts';
import type { FaultRow } from './fault-row.ts';
import {
  becomeTold,
  DAY_MS,
  exactly,
  FINE_AGAIN,
  HOUR_MS,
  IN_THREAD,
  lastRead,
  MINUTE_MS,
  NO_DATA,
  NOTHING,
  OUTAGE_OVER,
  pass,
  recover,
  startToWatch,
  TOLD,
} from './watching.ts';
import type { World } from './world.ts';

const WATCHED = { world: { database: 'file' }, setUp: (world: World) => startToWatch(world) } as const;
/** With as many as it takes to tell a service that is out from accounts that fail. */
const SIX = {
  world: { database: 'file' },
  setUp: (world: World) => startToWatch(world, '1001 load-1 load-2 load-3 load-4 load-5'),
} as const;
const { alert } = words;

/** From the moment at which every account is read, the service does not answer. */
async function goOut(world: World): Promise<void> {
  world.service.addFault({ kind: 'reset' });
  await pass(world, 5 * HOUR_MS);
}

export const watchServiceFaults: readonly FaultRow[] = [
  {
    fault: 'none: the backups stop, and run again',
    given: 'one account',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
  {
    fault: 'the service is out for 10 min',
    given: 'six accounts',
    ...SIX,
    act: (world) =>
      lastRead(world, async () => {
        await goOut(world);
        await pass(world, 9 * MINUTE_MS);
        world.service.clearFaults();
        await pass(world, MINUTE_MS, MINUTE_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS);
      }),
    reads: exactly(NOTHING),
  },
  {
    fault: 'the service is out for 3 h',
    given: 'six accounts, and their backups have stopped',
    ...SIX,
    act: (world) =>
      lastRead(world, async () => {
        world.backUp();
        await pass(world, 42 * HOUR_MS);
        await goOut(world);
        await pass(world, 16 * MINUTE_MS, 2 * HOUR_MS, 43 * MINUTE_MS);
        world.service.clearFaults();
        await pass(world, MINUTE_MS, MINUTE_MS, MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS);
      }),
    reads: exactly(OUTAGE_OVER, `↳ ✅ .+`, `🚨 ${alert.bad({ critical: 6, attention: 0, unknown: 0 })}`),
  },
  {
    fault: 'one account fails for ever (500)',
    given: 'three accounts, for eight days',
    world: { database: 'file' },
    setUp: (world) => startToWatch(world, '1001 load-1 load-2'),
    act: (world) =>
      lastRead(world, async () => {
        world.service.addFault({ kind: 'status', status: 500 }, { account: '1001' });
        await pass(world, 5 * HOUR_MS, DAY_MS, 2 * MINUTE_MS, 7 * DAY_MS);
      }),
    reads: exactly(NO_DATA),
  },
  {
    fault: 'the service no longer knows an account (404)',
    given: 'after half a year: the second read confirms it, and it is told after a day',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await pass(world, 180 * DAY_MS);
        world.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
        await pass(world, 5 * HOUR_MS, 6 * MINUTE_MS, DAY_MS, DAY_MS);
      }),
    reads: exactly(NO_DATA),
  },
  {
    fault: 'the service does not know an account once (404)',
    given: 'the second read finds it',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        world.service.addFault({ kind: 'status', status: 404 }, { account: '1001', next: 1 });
        await pass(world, 5 * HOUR_MS, 6 * MINUTE_MS, 2 * DAY_MS);
      }),
    reads: exactly(NOTHING),
  },
  {
    fault: 'the time of the last backup goes back by two days',
    given: 'the second read confirms it',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        world.backUp(world.clock.now() - 45 * HOUR_MS);
        await pass(world, 5 * HOUR_MS, 6 * MINUTE_MS, 2 * MINUTE_MS);
      }),
    reads: exactly(TOLD),
  },
  {
    fault: 'the time of the last backup goes back by two days, once',
    given: 'the second read says the old time again',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        const ranAtMs = world.clock.now();
        world.backUp(ranAtMs - 45 * HOUR_MS);
        await pass(world, 5 * HOUR_MS);
        world.backUp(ranAtMs);
        await pass(world, 6 * MINUTE_MS, 2 * MINUTE_MS);
      }),
    reads: exactly(NOTHING),
  },
];
