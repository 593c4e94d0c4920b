import { StoreError } from '../../src/store/store-error.ts';
import { hashOf, type PointFault } from './scenario.ts';

/** One process between its ports. Before and after each call is a hold point. */
export interface HeldProcess {
  wrap<Port extends object>(port: Port, name: string): Port;
  /** Runs work until it ends, or until the process is held or has crashed. */
  run(work: () => Promise<unknown>): Promise<'ended' | 'parked'>;
  /** Lets the held process continue. */
  release(): Promise<'ended' | 'parked'>;
  readonly isParked: boolean;
}

export interface PassedPoint {
  /** Its number in the run, from 1. */
  readonly holdPoint: number;
  /** The method of the port, and whether the point is before or after it. */
  readonly name: string;
}

export interface HoldPoints {
  /** How many points were passed. */
  passed: number;
  /** Those of the current tick. */
  ofTurn: PassedPoint[];
  /** Decides what happens at a point, by its name. */
  fate(point: string): PointFault | 'go';
  readonly seen: Map<string, number>;
}

export function createHeldProcess(points: HoldPoints, onCrash: () => void, onHold: () => void): HeldProcess {
  let go: (() => void) | undefined;
  /** Holds all simultaneous reads of the process. */
  let stopped: Promise<void> | undefined;
  let parked: (() => void) | undefined;
  let working: Promise<unknown> = Promise.resolve();

  async function pass(point: string): Promise<void> {
    while (stopped !== undefined) await stopped;
    points.passed += 1;
    points.ofTurn.push({ holdPoint: points.passed, name: point });
    const fate = points.fate(point);
    points.seen.set(point, (points.seen.get(point) ?? 0) + 1);
    if (fate === 'go') return;
    if (fate === 'database-away') throw new StoreError('unavailable', 'the database is away');
    stopped = new Promise<void>((resolve) => {
      if (fate === 'hold') go = resolve;
    });
    if (fate === 'crash') onCrash();
    else onHold();
    parked?.();
    await stopped;
  }

  /** Starts or continues work, which may be held at once. */
  async function untilStill(begin: () => void): Promise<'ended' | 'parked'> {
    const still = new Promise<'parked'>((resolve) => {
      parked = () => resolve('parked');
    });
    begin();
    return await Promise.race([working.then(() => 'ended' as const), still]);
  }

  return {
    wrap: (port, name) =>
      new Proxy(port, {
        get(target, key) {
          const method = Reflect.get(target, key);
          if (typeof method !== 'function') return method;
          return async (...args: unknown[]) => {
            const point = `${name}.${String(key)}`;
            await pass(`before ${point}`);
            const result: unknown = await method.apply(target, args);
            await pass(`after ${point}`);
            return result;
          };
        },
      }),
    run: (work) =>
      untilStill(() => {
        working = work();
      }),
    release() {
      const resume = go;
      go = undefined;
      stopped = undefined;
      return untilStill(() => resume?.());
    },
    get isParked() {
      return go !== undefined;
    },
  };
}

const TELLING = /store\.(claimChannel|beginPost|finishChannel)$/;

/** Hold points with a fault at one of them, or at random ones while faults are waiting. */
export function createHoldPoints(
  seed: number,
  at: { readonly holdPoint: number; readonly fault: PointFault } | undefined,
  waiting: PointFault[],
): HoldPoints {
  const points: HoldPoints = {
    passed: 0,
    ofTurn: [],
    seen: new Map(),
    fate(point) {
      if (at !== undefined && points.passed === at.holdPoint) return at.fault;
      const [next] = waiting;
      if (next === undefined || hashOf(seed, 'fate', points.passed) > 0.2) return 'go';
      // Simultaneous reads would continue without the tick that started them.
      if (next === 'database-away' && !TELLING.test(point)) return 'go';
      waiting.shift();
      return next;
    },
  };
  return points;
}
