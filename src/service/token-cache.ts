import { createHash, hkdfSync, randomBytes, subtle } from 'node:crypto';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { createSingleFlight, createStopwatch, type Stopwatch, within } from '../async.ts';
import type { Instruments } from '../operations/events.ts';
import type { Settings } from '../settings.ts';
import { factsOf, ServiceError } from './errors.ts';

/** A bearer token with its expiry. Never logged, and stored only encrypted. */
const ACCESS_TOKEN = z.object({
  token: z.string(),
  /** By the local clock, in case that of the service is wrong. */
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  /** `+03:00`: the offset of the login's `expiresAt`. Absent when the login has no readable expiry. */
  utcOffset: z.string().optional(),
});
export type AccessToken = z.infer<typeof ACCESS_TOKEN>;

/** What replicas share. `pause`: no login before `untilMs`, after `refusals` in a row. 0: the service asked for a pause. */
const SHARED = z.object({
  token: ACCESS_TOKEN.optional(),
  pause: z.object({ refusals: z.number(), untilMs: z.number() }).optional(),
});
type Shared = z.infer<typeof SHARED>;

const LONGEST_RENEW_AHEAD_MS = 5 * 60_000;
const LONGEST_UNSERVED_MS = 5_000;
/** After a refused login; doubles each time, so that a wrong password locks nothing. Also after a 429 without Retry-After. */
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * 60_000;
/** The minimum time between logins because of refused tokens: a service that refuses every token must not be flooded. */
const REPLACE_EVERY_MS = 5_000;
/** How often the timer checks for renewal. Shorter than the time ahead at which a one-minute token is renewed. */
const TICK_MS = 10_000;
/** A login proceeds without the lock and the shared token after these. A look-up has more time than both. Tests change them. */
export const SHARED_LIMITS = { lockMs: 8_500, storeMs: 1_000 };
/** How long the shared value is stored: as long as a token can live, so that the count of refusals survives. */
const KEPT_MS = 24 * 3_600_000;

/** What the client needs. */
export interface ServiceDeps extends Instruments {
  readonly settings: Pick<Settings, Extract<keyof Settings, `BACKUP_SERVICE_${string}`>>;
  /** Shared with other replicas. Made with `throwOnErrors`: without it keyv 5 turns a failed `get` into a silent miss. */
  readonly tokenStore?: Keyv;
  /** Never rejects, even if the database fails (src/store/postgres.ts). Absent: there are no other replicas. */
  readonly loginLock?: { acquire(key: string, signal: AbortSignal): Promise<() => void> };
}

/**
 * Caches the access token and renews it in the background ahead of its expiry. Logins never overlap: a later one may
 * invalidate the token of an earlier one. Meanwhile callers get the old token, and wait only if there is none. `logIn` sends
 * one login with its retries, and throws `ServiceError`.
 */
export function createTokenCache(deps: ServiceDeps, logIn: () => Promise<AccessToken>) {
  const { loginLock, settings, now, log } = deps;
  const shared = openShared(deps);
  let cached: AccessToken | undefined;
  let sinceReplaced: Stopwatch | undefined;

  /** The token of another replica, if it is valid. Throws `ServiceError` while no login may be sent. */
  function validTokenOf({ token, pause }: Shared): AccessToken | undefined {
    // If the store is slow, it may have an older one.
    const isNewer = token && (cached === undefined || issuedAtMs(token) > issuedAtMs(cached));
    if (isNewer && token.token !== cached?.token && now() < servedUntilMs(token))
      return keep(token, 'shared');
    const retryAfterMs = (pause?.untilMs ?? 0) - now();
    // If more time is left than there can be, the clock was set back.
    if (pause === undefined || retryAfterMs <= 0 || retryAfterMs > LONGEST_BACK_OFF_MS) return undefined;
    const code = pause.refusals > 0 ? 'login-rejected' : 'rate-limited';
    throw new ServiceError(code, { operation: 'login', retryAfterMs });
  }

  async function obtain(): Promise<AccessToken> {
    const release = await loginLock?.acquire(shared.key, AbortSignal.timeout(SHARED_LIMITS.lockMs));
    try {
      const read = await shared.read();
      return validTokenOf(read) ?? (await logInAndShare(read));
    } finally {
      release?.();
    }
  }

  async function logInAndShare({ token: old, pause }: Shared): Promise<AccessToken> {
    try {
      const token = keep(await logIn(), 'login');
      await shared.write({ token });
      return token;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn(factsOf(error), 'could not get a new access token');
      const refusals = error.code === 'login-rejected' ? (pause?.refusals ?? 0) + 1 : 0;
      if (refusals === 0 && error.code !== 'rate-limited') throw error;
      const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (refusals - 1), LONGEST_BACK_OFF_MS);
      const retryAfterMs = refusals > 0 ? backOffMs : (error.facts.retryAfterMs ?? FIRST_BACK_OFF_MS);
      await shared.write({ token: old, pause: { refusals, untilMs: now() + retryAfterMs } });
      if (refusals > 0) log.error({ refusals, retryAfterMs }, LOGIN_REFUSED);
      throw new ServiceError(error.code, { ...error.facts, retryAfterMs });
    }
  }

  function keep(given: AccessToken, source: 'login' | 'shared'): AccessToken {
    const { expiresAtMs, lifetimeMs } = given;
    // A login without a readable expiry says nothing about the zone.
    const [before, utcOffset = before] = [cached?.utcOffset, given.utcOffset];
    if (settings.BACKUP_SERVICE_TIME_ZONE === undefined && before !== undefined && before !== utcOffset)
      log.warn({ reason: `UTC${before} became UTC${utcOffset}` }, CLOCKS_CHANGED);
    cached = { ...given, utcOffset };
    const expiresAt = new Date(expiresAtMs).toISOString();
    log.info({ source, expiresAt, lifetimeMs }, 'got a new access token');
    return cached;
  }

  /** Joins a renewal that is already running. */
  const renew = createSingleFlight(obtain);

  const ticking = setInterval(() => {
    // After a refused login the next one waits for a request: an idle process must not lock the account.
    if (shared.last().pause?.refusals || now() < (cached ? renewedFromMs(cached) : 0)) return;
    renew('token').result.catch(() => {}); // Logged, and tried again.
  }, TICK_MS).unref();

  const hasToken = () => cached !== undefined && now() < servedUntilMs(cached);
  /** Resolves at once while there is a valid token; otherwise waits for the login. Throws `ServiceError`. */
  const get = async () => (cached && hasToken() ? cached : renew('token').result);

  return {
    get,
    /** The token to use instead of a refused one. Undefined: there is none, and it is too early for another login. */
    async insteadOf({ token }: AccessToken): Promise<AccessToken | undefined> {
      if (cached?.token === token && cached.expiresAtMs > 0) {
        if (sinceReplaced && sinceReplaced.leftMs(REPLACE_EVERY_MS) > 0) return undefined;
        sinceReplaced = createStopwatch(now);
        cached = { ...cached, expiresAtMs: 0 };
      }
      return get();
    },
    /** Whether `get` would resolve at once. */
    hasToken,
    close: () => clearInterval(ticking),
  };
}

const LOGIN_REFUSED =
  'LOGIN REFUSED: the service does not accept the user name or password of the service account';
const CLOCKS_CHANGED =
  'the service’s clocks were changed: set BACKUP_SERVICE_TIME_ZONE, or dates may be read wrong';

const issuedAtMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number => expiresAtMs - lifetimeMs;

/** The time from which a token is renewed in the background, epoch milliseconds. */
const renewedFromMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5);

/** The time from which a token is no longer used, epoch milliseconds. */
const servedUntilMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_UNSERVED_MS, lifetimeMs / 10);

/**
 * Reads and writes what replicas share, encrypted with AES-256-GCM and a fresh IV each time. The key is derived from the
 * password with HKDF-SHA-256 (RFC 5869), bound to address and user name. If the store fails, which is logged, the value that
 * this process last read or wrote is used.
 */
function openShared({ tokenStore: store = new Keyv({ throwOnErrors: true }), settings, log }: ServiceDeps) {
  const context = `${settings.BACKUP_SERVICE_URL}\n${settings.BACKUP_SERVICE_USERNAME}`;
  const key = `service-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const secret = hkdfSync('sha256', settings.BACKUP_SERVICE_PASSWORD, context, PURPOSE, 32);
  const cryptoKey = subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
  let last: Shared = {};

  async function orLast(operation: 'get' | 'set', work: () => Promise<Shared>): Promise<Shared> {
    try {
      const done = await within(work(), SHARED_LIMITS.storeMs);
      if (done === undefined) throw new DOMException('the store is slow', 'TimeoutError');
      last = done.value;
    } catch (error) {
      // Only the name and code: messages of drivers contain addresses and more.
      const { name, code } = error as NodeJS.ErrnoException;
      log.warn({ operation, error: name, code }, 'the shared token store failed; continuing without it');
    }
    return last;
  }

  return {
    key,
    /** The value that this process last read or wrote. */
    last: () => last,
    /** Empty if nothing is stored. A value that cannot be decrypted counts as a failure of the store. */
    read: () =>
      orLast('get', async () => {
        const bytes = Buffer.from((await store.get<string>(key)) ?? '', 'base64url');
        if (bytes.length === 0) return {};
        const [iv, body] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
        const plain = await subtle.decrypt({ name: 'AES-GCM', iv }, await cryptoKey, body);
        return SHARED.parse(JSON.parse(Buffer.from(plain).toString()));
      }),
    write(value: Shared) {
      last = value;
      return orLast('set', async () => {
        const [iv, plain] = [randomBytes(IV_BYTES), Buffer.from(JSON.stringify(value))];
        const body = await subtle.encrypt({ name: 'AES-GCM', iv }, await cryptoKey, plain);
        await store.set(key, Buffer.concat([iv, Buffer.from(body)]).toString('base64url'), KEPT_MS);
        return value;
      });
    },
  };
}

/** Binds the derived key to this use of the password. */
const PURPOSE = 'backup-status access token v3';
const IV_BYTES = 12;
