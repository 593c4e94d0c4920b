import { createHash } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AccessToken } from './access-token.ts';
import { createCipher } from './create-cipher.ts';
import { createGuardedStore } from './create-guarded-store.ts';

const TOKEN = z.object({
  token: z.string(),
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  serviceExpiresAtMs: z.number().optional(),
  utcOffset: z.string().optional(),
});

const REFUSALS = z.object({ count: z.number(), untilMs: z.number() });

/** That the service refused the credentials: so many times in a row, and when a login may be sent again. */
type Refusals = z.infer<typeof REFUSALS>;

/** Refused logins, shared among replicas. Never rejects. */
export interface SharedRefusals {
  /** Undefined when there are none, or none of these credentials. */
  read(): Promise<Refusals | undefined>;
  write(refusals: Refusals): Promise<void>;
  clear(): Promise<void>;
}

/** Lets one replica log in at a time, on a service that may kill the older token at each login. */
export interface LoginLock {
  /**
   * Waits until no other replica holds the lock of `key`, and resolves with the function that releases it. Never rejects.
   * Without a lock when the signal aborts first, and when the database fails or is slow: then everybody may log in.
   * A holder that dies, or holds it for more than seconds, loses it: that costs one more login and nothing else.
   */
  acquire(key: string, signal: AbortSignal): Promise<() => void>;
}

/** The token that all replicas of one service account share. A store that fails or is slow is a logged miss. */
export interface SharedToken {
  /** Undefined when there is none, or none that this password decrypts. Never rejects. */
  read(): Promise<AccessToken | undefined>;
  /** Kept until the token expires. Never rejects. */
  write(token: AccessToken): Promise<void>;
  /** To be held during a login whose token will be written. Resolves with the function that releases it. */
  lockLogin(signal: AbortSignal): Promise<() => void>;
  /** Those of this password: a replica with a corrected one need not wait. */
  readonly refusals: SharedRefusals;
}

/** How long refusals still count after their pause, so that the next refusal doubles it. */
const REFUSALS_KEPT_MS = 30 * 60_000;

/** Replicas that share it must agree on the time: the expiry is kept by their own clocks. */
export function createSharedToken(deps: {
  /** Made with `throwOnErrors`. */
  readonly store: Keyv;
  /** Absent: replicas may log in at the same time. */
  readonly loginLock?: LoginLock;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly now: () => number;
  readonly log: Logger;
}): SharedToken {
  const { loginLock, url, username, password, now, log } = deps;
  const store = createGuardedStore({ store: deps.store, now, log });
  const context = `${url.replace(/(?<!\/)\/+$/, '')}\n${username}`;
  const key = `access-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const refusalsKey = `${key}:refused`;
  const cipher = createCipher(password, context);

  const read = async <T>(key: string, schema: z.ZodType<T>, onUnreadable = () => {}) => {
    const encrypted = await store.get(key);
    if (encrypted === undefined) return undefined;
    const text = typeof encrypted === 'string' ? cipher.decrypt(encrypted) : undefined;
    // Only our own JSON gets this far: an equal cipher must have encrypted it.
    const value = text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
    if (value === undefined) onUnreadable();
    return value;
  };
  const write = (key: string, value: object, ttlMs: number) =>
    store.set(key, cipher.encrypt(JSON.stringify(value)), ttlMs);

  return {
    read: () => read(key, TOKEN, () => log.warn({ operation: 'get' }, 'the shared token cannot be opened')),
    write: (token) => write(key, TOKEN.parse(token), Math.max(1, Math.ceil(token.expiresAtMs - now()))),
    lockLogin: async (signal) => (await loginLock?.acquire(key, signal)) ?? (() => {}),
    refusals: {
      read: () => read(refusalsKey, REFUSALS),
      write: (refusals) =>
        write(refusalsKey, refusals, Math.max(0, refusals.untilMs - now()) + REFUSALS_KEPT_MS),
      clear: () => store.delete(refusalsKey),
    },
  };
}
