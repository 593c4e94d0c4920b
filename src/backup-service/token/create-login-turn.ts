import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orAborted } from '../http/or-aborted.ts';
import { abortedWait } from '../http/to-service-error.ts';
import type { GuardedStore } from './create-guarded-store.ts';

/** Longer than a login takes, and the longest that a replica which died in the middle of one holds up the others. */
const TURN_MS = 6_000;
/** Longer than a write takes to be seen by others. */
const LOOK_AGAIN_MS = 50;
const POLL_MS = 100;

/** Lets one replica log in at a time, on a service that may kill the older token at each login. */
export interface LoginTurn {
  /** False after a moment's wait when another replica is logging in. Rejects when the signal aborts. */
  take(signal: AbortSignal): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Fischer's algorithm, since keyv has no "set if absent": write your name, wait, and see whose name stayed. Not a lock
 * to build on: a slow store or a slow login lets a second replica in, which costs one more login and nothing else.
 * Without a working store it is everybody's turn.
 */
export function createLoginTurn(store: GuardedStore, key: string): LoginTurn {
  const ourName = randomUUID();

  const wait = (ms: number, signal: AbortSignal) =>
    orAborted(sleep(ms, undefined, { ref: false }), signal, () =>
      abortedWait(signal, { operation: 'login', waitingFor: 'token' }),
    );

  const isOthers = (name: unknown) => typeof name === 'string' && name !== ourName;

  return {
    async take(signal) {
      if (isOthers(await store.get(key))) {
        await wait(POLL_MS, signal);
        return false;
      }
      if (!(await store.set(key, ourName, TURN_MS))) return true;
      await wait(LOOK_AGAIN_MS, signal);
      return !isOthers(await store.get(key));
    },
    async end() {
      if ((await store.get(key)) === ourName) await store.delete(key);
    },
  };
}
