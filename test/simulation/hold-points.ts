import { StoreError } from '../../src/store/store-error.ts';
import { hashOf, type PointFault, type Scenario } from './scenario.ts';

/** A point before or after a call of a process to its ports: there it may crash or be held. */
export interface PassedPoint {
  /** Its number in the run, from 1. */
  readonly holdPoint: number;
  /** The method of the port, and whether the point is before or after it. */
  readonly name: string;
}

const TELLING = /store\.(claimChannels|planChannel|finishChannel)$/;

export type HoldPoints = ReturnType<typeof createHoldPoints>;

/** Hold points with a fault at one of them, or at random ones while faults are waiting. */
export function createHoldPoints({ seed, at }: Scenario, waiting: PointFault[]) {
  let passed = 0;
  const names = new Set<string>();
  const points = {
    names: names as ReadonlySet<string>,
    /** Those of the current tick. */
    ofTurn: [] as PassedPoint[],
    /** Passes a point, and decides what happens there. */
    pass(name: string): PointFault | undefined {
      passed += 1;
      points.ofTurn.push({ holdPoint: passed, name });
      names.add(name);
      if (passed === at?.holdPoint) return at.fault;
      const [next] = waiting;
      if (next === undefined || hashOf(seed, 'fate', passed) > 0.2) return undefined;
      // Simultaneous reads would continue without the tick that started them.
      if (next === 'database-away' && !TELLING.test(name)) return undefined;
      return waiting.shift();
    },
  };
  return points;
}

/** One process between its ports. `onStop`: it has crashed or is held. */
export function createHeldProcess(points: HoldPoints, onStop: (fault: 'crash' | 'hold') => void) {
  let resume: (() => void) | undefined;
  /** Holds all simultaneous reads of the process. */
  let stopped: Promise<void> | undefined;
  let working: Promise<unknown> = Promise.resolve();
  let still = Promise.withResolvers<void>();

  async function pass(name: string): Promise<void> {
    while (stopped !== undefined) await stopped;
    const fault = points.pass(name);
    if (fault === undefined) return;
    if (fault === 'database-away') throw new StoreError('unavailable', 'the database is away');
    const { promise, resolve } = Promise.withResolvers<void>();
    stopped = promise;
    if (fault === 'hold') resume = resolve;
    onStop(fault);
    still.resolve();
    await stopped;
  }

  return {
    wrap: <Port extends object>(port: Port, portName: string): Port =>
      new Proxy(port, {
        get(target, key) {
          const method = Reflect.get(target, key);
          if (typeof method !== 'function') return method;
          return async (...args: unknown[]) => {
            const name = `${portName}.${String(key)}`;
            await pass(`before ${name}`);
            const result: unknown = await method.apply(target, args);
            await pass(`after ${name}`);
            return result;
          };
        },
      }),
    /** Runs work until it ends, or until the process is held or has crashed. */
    async run(work: () => Promise<unknown>): Promise<void> {
      still = Promise.withResolvers();
      working = work();
      await Promise.race([working, still.promise]);
    },
    /** Lets the held process continue. */
    async release(): Promise<void> {
      still = Promise.withResolvers();
      stopped = undefined;
      resume?.();
      resume = undefined;
      await Promise.race([working, still.promise]);
    },
    isParked: () => resume !== undefined,
  };
}
