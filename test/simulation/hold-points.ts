import { StoreError } from '../../src/store/store-error.ts';
import { hashOf, type PointFault } from './scenario.ts';

/** One process between its ports: each call is a hold point before and after it. */
export interface HeldProcess {
  wrap<Port extends object>(port: Port, name: string): Port;
  /** Runs some work until it ends or the process stands still or is gone. */
  run(work: () => Promise<unknown>): Promise<'ended' | 'parked'>;
  /** Lets it go on. */
  release(): Promise<'ended' | 'parked'>;
  readonly isParked: boolean;
}

export interface PassedPoint {
  /** Its number in the run. */
  readonly holdPoint: number;
  /** The port's method, and whether it is before or after it. */
  readonly name: string;
}

export interface HoldPoints {
  /** How many were passed. */
  passed: number;
  /** Those of the present turn. */
  ofTurn: PassedPoint[];
  /** Decides at each: the name of the port's method, and whether it is before or after it. */
  fate(point: string): PointFault | 'go';
  readonly seen: Map<string, number>;
}

export function createHeldProcess(points: HoldPoints, onCrash: () => void, onHold: () => void): HeldProcess {
  let go: (() => void) | undefined;
  /** Reads under way at once stand still together. */
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

  /** Begins or resumes something, which may stand still at once. */
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

/** Hold points with a fault at one of them, or at random while one waits for its moment. */
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
      // Reads that are under way at once would go on without the turn that began them.
      if (next === 'database-away' && !TELLING.test(point)) return 'go';
      waiting.shift();
      return next;
    },
  };
  return points;
}
