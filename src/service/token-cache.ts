import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { startCountdown, within } from '../async.ts';
import { codeOf, factsOf, ServiceError } from './errors.ts';
import type { ServiceDeps } from './http.ts';

/** A bearer token and what is known of it. Never logged, and kept only encrypted. */
const ACCESS_TOKEN = z.object({
  token: z.string(),
  /** By the local clock, so that the service's may be wrong. */
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  /** `+03:00`: the offset of the login's `expiresAt`. Absent when the login said no expiry that can be read. */
  utcOffset: z.string().optional(),
});
export type AccessToken = z.infer<typeof ACCESS_TOKEN>;

/** What replicas share. `pause`: until then no login is sent. `refusals` in a row led to it; 0: the service asked for it. */
const SHARED = z.object({
  token: ACCESS_TOKEN.optional(),
  pause: z.object({ refusals: z.number(), untilMs: z.number() }).optional(),
});
type Shared = z.infer<typeof SHARED>;

const LONGEST_RENEW_AHEAD_MS = 5 * 60_000;
const LONGEST_UNSERVED_MS = 5_000;
/** After a refused login none is sent for so long, doubling: a wrong password must not lock the account. */
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * 60_000;
/** Between logins for a token that was refused: a service that refuses every token must not be stormed with them. */
const REPLACE_EVERY_MS = 5_000;
/** Shorter than the time for which a token of a minute is renewed ahead. */
const TICK_MS = 10_000;
/** Then it is done without. With a login it takes less time than a look-up has. */
const LOCK_WITHIN_MS = 6_000;
const STORE_WITHIN_MS = 1_000;
/** As long as a token can live, so that a refusal after this one doubles the wait. */
const KEPT_MS = 24 * 3_600_000;

/**
 * One login at a time, ahead of expiry and in the background: callers get the old token meanwhile, and wait only while
 * there is none. `logIn` sends one login, with its retries, and throws `ServiceError`.
 */
export function createTokenCache(deps: ServiceDeps, logIn: () => Promise<AccessToken>) {
  const { loginLock, timeZone, now, log } = deps;
  const shared = openShared(deps);
  let held: AccessToken | undefined;
  let renewing: Promise<AccessToken> | undefined;
  /** Why there is no new token, since the last one. */
  let failure: unknown;
  let noReplacementForMs = () => 0;

  /** Another replica's token, if it is good. Throws while no login may be sent. */
  function goodOf({ token, pause }: Shared): AccessToken | undefined {
    if (token && token.token !== held?.token && now() < servedUntilMs(token)) return hold(token, 'shared');
    const retryAfterMs = (pause?.untilMs ?? 0) - now();
    // More than there can be is left when the clock was set back.
    if (pause && retryAfterMs > 0 && retryAfterMs <= LONGEST_BACK_OFF_MS) {
      const code = pause.refusals > 0 ? 'login-rejected' : 'rate-limited';
      throw new ServiceError(code, { operation: 'login', retryAfterMs });
    }
    return undefined;
  }

  async function obtain(): Promise<AccessToken> {
    let release: (() => void) | undefined;
    try {
      const good = goodOf(await shared.read());
      if (good) return good;
      release = await loginLock?.acquire(shared.key, AbortSignal.timeout(LOCK_WITHIN_MS));
      // Another replica may have logged in while this one waited for the lock.
      const read = await shared.read();
      return goodOf(read) ?? (await logInAndShare(read));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      release?.();
      renewing = undefined;
    }
  }

  async function logInAndShare(others: Shared): Promise<AccessToken> {
    try {
      const token = await logIn();
      await shared.write({ token });
      return hold(token, 'login');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn(factsOf(error), 'no new access token');
      const paused = pauseAfter(error, others.pause?.refusals);
      if (paused === undefined) throw error;
      const { refusals, retryAfterMs } = paused;
      await shared.write({ token: others.token, pause: { refusals, untilMs: now() + retryAfterMs } });
      if (refusals > 0) log.error({ refusals, retryAfterMs }, LOGIN_REFUSED);
      throw error.withRetryAfter(retryAfterMs);
    }
  }

  function hold(token: AccessToken, source: 'login' | 'shared'): AccessToken {
    const { expiresAtMs, lifetimeMs, utcOffset } = token;
    if (timeZone === undefined && held && held.utcOffset !== utcOffset)
      log.warn(
        { reason: `UTC${held.utcOffset} became UTC${utcOffset}` },
        'the service’s clocks were changed: set BACKUP_SERVICE_TIME_ZONE, or dates may be read an hour off',
      );
    held = token;
    failure = undefined;
    const expiresAt = new Date(expiresAtMs).toISOString();
    log.info({ source, expiresAt, lifetimeMs }, 'holding a new access token');
    return token;
  }

  /** Joins the renewal under way. */
  async function renew(): Promise<AccessToken> {
    renewing ??= obtain();
    return renewing;
  }

  function renewInBackground(): void {
    renew().catch(() => {}); // Logged, and tried again.
  }

  const ticking = setInterval(() => {
    // After refused credentials the next login waits for a request: an idle process must not lock the account.
    if (failure instanceof ServiceError && failure.code === 'login-rejected') return;
    if (held ? now() >= renewedFromMs(held) : failure !== undefined) renewInBackground();
  }, TICK_MS).unref();

  /** At once while there is a good token; else waits for the one login under way. Throws `ServiceError`. */
  const get = async (): Promise<AccessToken> => (held && now() < servedUntilMs(held) ? held : renew());

  return {
    get,
    /** The service refuses this token: the one to try instead. Undefined: there is none, and no login is sent for one. */
    async insteadOf({ token }: AccessToken): Promise<AccessToken | undefined> {
      if (held?.token === token && held.expiresAtMs > 0) {
        if (noReplacementForMs() > 0) return undefined;
        noReplacementForMs = startCountdown(now, REPLACE_EVERY_MS);
        held = { ...held, expiresAtMs: 0 };
      }
      return get();
    },
    /** Logs in before anybody asks. Never fails: errors are logged, and it is tried again. */
    warmUp: renewInBackground,
    /** Whether `get` would answer at once. */
    isHeld: () => held !== undefined && now() < servedUntilMs(held),
    close: () => clearInterval(ticking),
  };
}

const LOGIN_REFUSED =
  'LOGIN REFUSED: the service does not accept the user name or password of the service account';

/** For how long no login is sent after one that failed so; undefined: the next one may be sent at once. */
function pauseAfter({ code, retryAfterMs = 0 }: ServiceError, earlier = 0) {
  if (code === 'rate-limited') return { refusals: 0, retryAfterMs };
  const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** earlier, LONGEST_BACK_OFF_MS);
  return code === 'login-rejected' ? { refusals: earlier + 1, retryAfterMs: backOffMs } : undefined;
}

/** From then on it is renewed, in the background. */
const renewedFromMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5);

/** From then on nobody gets it. */
const servedUntilMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_UNSERVED_MS, lifetimeMs / 10);

/** Reads and writes what replicas share. While the store fails, which is logged, it is what was last read or written here. */
function openShared({ tokenStore, url, username, password, log }: ServiceDeps) {
  const store = tokenStore ?? new Keyv({ throwOnErrors: true });
  const context = `${url}\n${username}`;
  const key = `service-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const cipher = createCipher(password, context);
  let last: Shared = {};

  async function orLast(operation: 'get' | 'set', work: () => Promise<Shared>): Promise<Shared> {
    try {
      const done = await within(work(), STORE_WITHIN_MS);
      if (done === undefined) throw new DOMException('the store is slow', 'TimeoutError');
      last = done.value;
    } catch (error) {
      // The code or name alone: drivers put addresses and more into their messages.
      const reason = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
      log.warn({ operation, reason }, 'the shared token store failed; going on without it');
    }
    return last;
  }

  return {
    key,
    /** Empty when there is nothing, or nothing that this password decrypts. */
    read: () =>
      orLast('get', async () => {
        const encrypted = await store.get<string>(key);
        return encrypted === undefined ? {} : SHARED.parse(JSON.parse(cipher.decrypt(encrypted)));
      }),
    write(value: Shared) {
      last = value;
      return orLast('set', async () => {
        await store.set(key, cipher.encrypt(JSON.stringify(value)), KEPT_MS);
        return value;
      });
    },
  };
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a fresh IV each time, under a key derived from the password by HKDF-SHA-256 (RFC 5869). `context` binds
 * the key to its purpose: the same password elsewhere decrypts nothing. `decrypt` throws for everything that an equal cipher
 * has not encrypted, byte for byte.
 */
function createCipher(password: string, context: string) {
  const key = Buffer.from(hkdfSync('sha256', password, context, 'backup-status access token v3', 32));
  return {
    encrypt(text: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt(encrypted: string): string {
      const bytes = Buffer.from(encrypted, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString();
    },
  };
}
