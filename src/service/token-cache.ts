import { createHash, hkdfSync, randomBytes, subtle } from 'node:crypto';
import { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createSingleFlight, startCountdown, within } from '../async.ts';
import type { Settings } from '../settings.ts';
import { factsOf, ServiceError } from './errors.ts';

/** A bearer token and what is known of it. Never logged, and kept only encrypted. */
const ACCESS_TOKEN = z.object({
  token: z.string(),
  /** By the local clock, so that the service's may be wrong. */
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  /** `+03:00`: the offset of the login's `expiresAt`. Absent when the login has no readable expiry. */
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
/** The same for a read or a write of the shared token. Tests change it. */
export const TOKEN_STORE = { withinMs: 1_000 };
/** As long as a token can live, so that a refusal after this one doubles the wait. */
const KEPT_MS = 24 * 3_600_000;

/** What tokens are got and kept with. */
export interface TokenDeps {
  readonly settings: Pick<Settings, Extract<keyof Settings, `BACKUP_SERVICE_${string}`>>;
  /** Shared with other replicas. Made with `throwOnErrors`: without it keyv 5 turns a failed `get` into a silent miss. */
  readonly tokenStore?: Keyv;
  /** Never rejects, whatever the database does (src/store/postgres.ts). Absent: there are no other replicas. */
  readonly loginLock?: { acquire(key: string, signal: AbortSignal): Promise<() => void> };
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * One login at a time, ahead of expiry and in the background: callers get the old token meanwhile, and wait only while
 * there is none. `logIn` sends one login, with its retries, and throws `ServiceError`.
 */
export function createTokenCache(deps: TokenDeps, logIn: () => Promise<AccessToken>) {
  const { loginLock, settings, now, log } = deps;
  const shared = openShared(deps);
  let cached: AccessToken | undefined;
  let noReplacementForMs = () => 0;

  /** Another replica's token, if it is good. Throws while no login may be sent. */
  function goodOf({ token, pause }: Shared): AccessToken | undefined {
    if (token && token.token !== cached?.token && now() < servedUntilMs(token)) return keep(token, 'shared');
    const retryAfterMs = (pause?.untilMs ?? 0) - now();
    // More than there can be is left when the clock was set back.
    if (pause === undefined || retryAfterMs <= 0 || retryAfterMs > LONGEST_BACK_OFF_MS) return undefined;
    const code = pause.refusals > 0 ? 'login-rejected' : 'rate-limited';
    throw new ServiceError(code, { operation: 'login', retryAfterMs });
  }

  async function obtain(): Promise<AccessToken> {
    const release = await loginLock?.acquire(shared.key, AbortSignal.timeout(LOCK_WITHIN_MS));
    try {
      const read = await shared.read();
      return goodOf(read) ?? (await logInAndShare(read));
    } finally {
      release?.();
    }
  }

  async function logInAndShare({ token: old, pause }: Shared): Promise<AccessToken> {
    try {
      const token = await logIn();
      await shared.write({ token });
      return keep(token, 'login');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn(factsOf(error), 'no new access token');
      const refusals = error.code === 'login-rejected' ? (pause?.refusals ?? 0) + 1 : 0;
      if (refusals === 0 && error.code !== 'rate-limited') throw error;
      const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (refusals - 1), LONGEST_BACK_OFF_MS);
      const retryAfterMs = refusals > 0 ? backOffMs : (error.retryAfterMs ?? 0);
      await shared.write({ token: old, pause: { refusals, untilMs: now() + retryAfterMs } });
      if (refusals > 0) log.error({ refusals, retryAfterMs }, LOGIN_REFUSED);
      throw new ServiceError(error.code, { ...error.facts, retryAfterMs });
    }
  }

  function keep(token: AccessToken, source: 'login' | 'shared'): AccessToken {
    const { expiresAtMs, lifetimeMs, utcOffset } = token;
    if (settings.BACKUP_SERVICE_TIME_ZONE === undefined && cached && cached.utcOffset !== utcOffset)
      log.warn({ reason: `UTC${cached.utcOffset} became UTC${utcOffset}` }, CLOCKS_CHANGED);
    cached = token;
    const expiresAt = new Date(expiresAtMs).toISOString();
    log.info({ source, expiresAt, lifetimeMs }, 'holding a new access token');
    return token;
  }

  /** Joins the renewal under way. */
  const renew = createSingleFlight(obtain);

  const ticking = setInterval(() => {
    // After a refused login the next one waits for a request: an idle process must not lock the account.
    if (shared.last().pause?.refusals || now() < (cached ? renewedFromMs(cached) : 0)) return;
    renew('token').result.catch(() => {}); // Logged, and tried again.
  }, TICK_MS).unref();

  const hasToken = () => cached !== undefined && now() < servedUntilMs(cached);
  /** At once while there is a good token; else waits for the one login under way. Throws `ServiceError`. */
  const get = async () => (cached && hasToken() ? cached : renew('token').result);

  return {
    get,
    /** The service refuses this token: the one to try instead. Undefined: there is none, and no login is sent for one. */
    async insteadOf({ token }: AccessToken): Promise<AccessToken | undefined> {
      if (cached?.token === token && cached.expiresAtMs > 0) {
        if (noReplacementForMs() > 0) return undefined;
        noReplacementForMs = startCountdown(now, REPLACE_EVERY_MS);
        cached = { ...cached, expiresAtMs: 0 };
      }
      return get();
    },
    /** Whether `get` would answer at once. */
    hasToken,
    close: () => clearInterval(ticking),
  };
}

const LOGIN_REFUSED =
  'LOGIN REFUSED: the service does not accept the user name or password of the service account';
const CLOCKS_CHANGED =
  'the service’s clocks were changed: set BACKUP_SERVICE_TIME_ZONE, or dates may be read an hour off';

/** From then on it is renewed, in the background. */
const renewedFromMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5);

/** From then on nobody gets it. */
const servedUntilMs = ({ expiresAtMs, lifetimeMs }: AccessToken): number =>
  expiresAtMs - Math.min(LONGEST_UNSERVED_MS, lifetimeMs / 10);

/**
 * Reads and writes what replicas share, encrypted under the password by AES-256-GCM with a fresh IV each time: the key comes
 * from HKDF-SHA-256 (RFC 5869) and is bound to address and user name. While the store fails, which is logged, it is what was
 * last read or written here.
 */
function openShared({ tokenStore: store = new Keyv({ throwOnErrors: true }), settings, log }: TokenDeps) {
  const context = `${settings.BACKUP_SERVICE_URL}\n${settings.BACKUP_SERVICE_USERNAME}`;
  const key = `service-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const secret = hkdfSync('sha256', settings.BACKUP_SERVICE_PASSWORD, context, PURPOSE, 32);
  const cryptoKey = subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
  let last: Shared = {};

  async function orLast(operation: 'get' | 'set', work: () => Promise<Shared>): Promise<Shared> {
    try {
      const done = await within(work(), TOKEN_STORE.withinMs);
      if (done === undefined) throw new DOMException('the store is slow', 'TimeoutError');
      last = done.value;
    } catch (error) {
      // Name and code alone: drivers put addresses and more into their messages.
      const { name, code } = error as NodeJS.ErrnoException;
      log.warn({ operation, error: name, code }, 'the shared token store failed; going on without it');
    }
    return last;
  }

  return {
    key,
    /** As it was last read or written here. */
    last: () => last,
    /** Empty when there is nothing. What an equal key has not encrypted, byte for byte, counts as a failure of the store. */
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

/** The same password elsewhere decrypts nothing. */
const PURPOSE = 'backup-status access token v3';
const IV_BYTES = 12;
