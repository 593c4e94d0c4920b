import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { startCountdown, within } from '../../async.ts';
import { codeOf } from '../errors.ts';
import type { AccessToken } from './access-token.ts';

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
export type SharedToken = ReturnType<typeof createSharedToken>;

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
}) {
  const { loginLock, url, username, password, now, log } = deps;
  const store = createGuardedStore(deps.store, now, log);
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
    /** Undefined when there is none, or none that this password decrypts. Never rejects. */
    read: () => read(key, TOKEN, () => log.warn({ operation: 'get' }, 'the shared token cannot be opened')),
    /** Kept until the token expires. Never rejects. */
    write: (token: AccessToken) =>
      write(key, TOKEN.parse(token), Math.max(1, Math.ceil(token.expiresAtMs - now()))),
    /** To be held during a login whose token will be written. Resolves with the function that releases it. */
    lockLogin: async (signal: AbortSignal) => (await loginLock?.acquire(key, signal)) ?? (() => {}),
    /** Those of this password: a replica with a corrected one need not wait. */
    refusals: {
      read: () => read(refusalsKey, REFUSALS),
      write: (refusals: Refusals) =>
        write(refusalsKey, refusals, Math.max(0, refusals.untilMs - now()) + REFUSALS_KEPT_MS),
      clear: () => store.delete(refusalsKey),
    },
  };
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a fresh IV each time, under a key derived from the password by HKDF-SHA-256 (RFC 5869). `context`
 * binds key and value to their purpose: the same password elsewhere decrypts nothing.
 */
export function createCipher(password: string, context: string) {
  const key = Buffer.from(hkdfSync('sha256', password, context, 'backup-status access token v1', 32));
  const associated = Buffer.from(context);
  return {
    encrypt(text: string) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** Undefined for everything that an equal cipher has not encrypted, byte for byte. */
    decrypt(encrypted: string) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const [iv, tag, body] = [
        bytes.subarray(0, IV_BYTES),
        bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
        bytes.subarray(IV_BYTES + TAG_BYTES),
      ];
      if (tag.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        // GCM only says "not authentic", and there is nothing to add.
        return undefined;
      }
    },
  };
}

const STORE_TIMEOUT_MS = 1_000;
/** A login asks the store several times; a store that hangs may cost it one time-out, not seven. */
const REST_AFTER_FAILURE_MS = 5_000;

/** Does not ask the store for 5 s after a failure. */
export function createGuardedStore(
  /** Made with `throwOnErrors`: without it keyv 5 turns a failed get into a silent miss. */
  store: Keyv,
  now: () => number,
  log: Logger,
) {
  let restsForMs = () => 0;

  async function guarded(operation: string, action: () => Promise<unknown>): Promise<unknown> {
    if (restsForMs() > 0) return undefined;
    const failed = (reason: string) => {
      restsForMs = startCountdown(now, REST_AFTER_FAILURE_MS);
      log.warn({ operation, reason }, 'the shared token store failed; going on without it');
    };
    try {
      const done = await within(action(), STORE_TIMEOUT_MS);
      if (done === undefined) failed('timeout');
      return done?.value;
    } catch (error) {
      // The code or name alone: drivers put addresses and more into their messages.
      failed(codeOf(error) ?? (error instanceof Error ? error.name : 'unknown'));
      return undefined;
    }
  }

  return {
    /** Undefined when there is nothing, or the store fails. */
    get: (key: string) => guarded('get', () => store.get<unknown>(key)),
    set: async (key: string, value: string, ttlMs: number) =>
      void (await guarded('set', () => store.set(key, value, ttlMs))),
    delete: async (key: string) => void (await guarded('delete', () => store.delete(key))),
  };
}
