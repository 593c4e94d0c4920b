import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { startCountdown, within } from '../async.ts';
import { ACCESS_TOKEN, type AccessToken, renewedFromMs, servedUntilMs } from './access-token.ts';
import { codeOf, factsOf, ServiceError } from './errors.ts';

/** After a refused login none is sent for so long, doubling: a wrong password must not lock the account. */
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * 60_000;
/** Between logins in the background that fail in any other way. */
const RETRY_MS = 10_000;
const TICK_MS = 1_000;
/** Then it is done without. With a login it takes less time than a look-up has. */
const LOCK_WITHIN_MS = 6_000;
const STORE_WITHIN_MS = 1_000;
/** As long as a token can live, so that a refusal after this one doubles the wait. */
const KEPT_MS = 24 * 3_600_000;

/** What replicas share, under one key. `refusal`: so many refused logins in a row, and until when none is sent. */
const SHARED = z.object({
  token: ACCESS_TOKEN.optional(),
  refusal: z.object({ count: z.number(), untilMs: z.number() }).optional(),
});
type Shared = z.infer<typeof SHARED>;

/** A token and where it came from: our own login, or another replica's. */
export type HeldToken = AccessToken & { readonly source: 'login' | 'shared' };

export interface TokenCacheDeps {
  /** Sends one login, with its retries. Throws `ServiceError`. */
  readonly logIn: () => Promise<AccessToken>;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Shared with other replicas. Made with `throwOnErrors`: without it keyv 5 turns a failed `get` into a silent miss. */
  readonly tokenStore?: Keyv;
  /**
   * Lets one replica log in at a time, on a service that may kill the older token at each login. `acquire` waits until no
   * other replica holds the lock, resolves with the function that releases it, and never rejects: without a lock when the
   * signal aborts first, and when the database fails, everybody may log in. Absent: there are no other replicas.
   */
  readonly loginLock?: { acquire(key: string, signal: AbortSignal): Promise<() => void> };
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * One login at a time, ahead of expiry and in the background: callers get the old token meanwhile, and wait only while
 * there is none.
 */
export function createTokenCache(deps: TokenCacheDeps) {
  const { now, log } = deps;
  const obtain = createObtain(deps);
  let held: HeldToken | undefined;
  let renewing: Promise<HeldToken> | undefined;
  /** How the latest renewal failed, and for how long none is tried in the background. */
  let failure: ServiceError | undefined;
  let pauseLeftMs = () => 0;

  function hold(token: HeldToken): HeldToken {
    const { source, expiresAtMs, lifetimeMs } = token;
    held = token;
    failure = undefined;
    pauseLeftMs = () => 0;
    const expiresAt = new Date(expiresAtMs).toISOString();
    log.info({ source, expiresAt, lifetimeMs }, 'holding a new access token');
    return token;
  }

  function renewalFailed(error: unknown): never {
    failure = error instanceof ServiceError ? error : undefined;
    const retryInMs = failure?.retryAfterMs || RETRY_MS;
    pauseLeftMs = startCountdown(now, retryInMs);
    log.warn({ ...(failure ? factsOf(failure) : { err: error }), retryInMs }, 'no new access token');
    throw error;
  }

  /** Joins the renewal under way. Fails at once while the service has asked for a pause, or refuses the password. */
  async function renew(): Promise<HeldToken> {
    const leftMs = pauseLeftMs();
    if (failure?.retryAfterMs && leftMs > 0) throw failure.withRetryAfter(leftMs);
    renewing ??= obtain(held)
      .then(hold, renewalFailed)
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  function renewInBackground(): void {
    if (pauseLeftMs() === 0) renew().catch(() => {}); // Logged, and tried again.
  }

  /** Nobody has to ask: the first look-up of the morning finds a token. */
  function tick(): void {
    // After refused credentials the next login waits for a request: an idle process must not lock the account.
    if (failure?.code === 'login-rejected') return;
    if (held ? now() >= renewedFromMs(held) : failure) renewInBackground();
  }
  const ticking = setInterval(tick, TICK_MS).unref();

  /** At once while there is a good token; else waits for the one login under way. Throws `ServiceError`. */
  async function get(): Promise<HeldToken> {
    if (held === undefined || now() >= servedUntilMs(held)) return renew();
    if (now() >= renewedFromMs(held)) renewInBackground();
    return held;
  }

  return {
    get,
    /** The service refuses this token: the one to try instead. Undefined when there is none and `mayRenew` is false. */
    async insteadOf({ token }: AccessToken, mayRenew: boolean): Promise<HeldToken | undefined> {
      if (held?.token === token) {
        if (!mayRenew) return undefined;
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

/** How to get a token other than `held`: another replica's if one is good, else by a login, one replica at a time. */
function createObtain(deps: TokenCacheDeps) {
  const { logIn, loginLock, now, log } = deps;
  const shared = openShared(deps);

  /** Fails without a login while refused credentials are backed off from. */
  async function readGood(held: AccessToken | undefined): Promise<HeldToken | undefined> {
    const { token, refusal } = await shared.read();
    if (token && token.token !== held?.token && now() < servedUntilMs(token)) {
      return { ...token, source: 'shared' };
    }
    const retryAfterMs = (refusal?.untilMs ?? 0) - now();
    // More than there can be is left when the clock was set back.
    if (retryAfterMs > 0 && retryAfterMs <= LONGEST_BACK_OFF_MS) {
      throw new ServiceError('login-rejected', { operation: 'login', retryAfterMs });
    }
    return undefined;
  }

  async function logInAndShare(): Promise<HeldToken> {
    try {
      const token = await logIn();
      await shared.write({ token });
      return { ...token, source: 'login' };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'login-rejected') throw error;
      const { token, refusal } = await shared.read();
      const refusals = (refusal?.count ?? 0) + 1;
      const retryAfterMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (refusals - 1), LONGEST_BACK_OFF_MS);
      await shared.write({ token, refusal: { count: refusals, untilMs: now() + retryAfterMs } });
      log.error(
        { refusals, retryAfterMs },
        'LOGIN REFUSED: the service does not accept the user name or password of the service account',
      );
      throw error.withRetryAfter(retryAfterMs);
    }
  }

  return async (held: AccessToken | undefined): Promise<HeldToken> => {
    const good = await readGood(held);
    if (good) return good;
    const release = await loginLock?.acquire(shared.key, AbortSignal.timeout(LOCK_WITHIN_MS));
    try {
      // Another replica may have logged in while this one waited for the lock.
      return (await readGood(held)) ?? (await logInAndShare());
    } finally {
      release?.();
    }
  };
}

/** Reads and writes what replicas share. A store that fails or is slow is a logged miss. */
function openShared({ tokenStore, url, username, password, log }: TokenCacheDeps) {
  const store = tokenStore ?? new Keyv({ throwOnErrors: true });
  const context = `${url}\n${username}`;
  const key = `service-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const cipher = createCipher(password, context);

  async function orMiss<T>(operation: 'get' | 'set', work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await within(work(), STORE_WITHIN_MS);
      if (done === undefined) throw new DOMException('the store is slow', 'TimeoutError');
      return done.value;
    } catch (error) {
      // The code or name alone: drivers put addresses and more into their messages.
      const reason = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
      log.warn({ operation, reason }, 'the shared token store failed; going on without it');
      return undefined;
    }
  }

  return {
    key,
    /** Empty when there is nothing, or nothing that this password decrypts. */
    async read(): Promise<Shared> {
      const read = await orMiss('get', async () => {
        const encrypted = await store.get<string>(key);
        return encrypted === undefined ? {} : SHARED.parse(JSON.parse(cipher.decrypt(encrypted)));
      });
      return read ?? {};
    },
    write: (value: Shared) =>
      orMiss('set', () => store.set(key, cipher.encrypt(JSON.stringify(value)), KEPT_MS)),
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
