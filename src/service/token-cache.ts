import { AsyncResource } from 'node:async_hooks';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { startCountdown, within } from '../async.ts';
import type { Observe } from '../domain/events.ts';
import { factsOf, ServiceError } from './errors.ts';
import { codeOf, type Deadline, orAborted, type Requests, type ServiceReply } from './requests.ts';

/** A login, its retries and the wait for other replicas; less than a look-up has. */
const LOGIN_BUDGET_MS = 17_000;
/** After a refused login none is sent for so long, doubling: a wrong password must not lock the account. */
const FIRST_BACK_OFF_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * 60_000;
/** After any other failed renewal, doubling. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
const LONGEST_RENEW_AHEAD_MS = 5 * 60_000;
/** Before its end; from then on nobody gets it. */
const SERVED_UNTIL_MS = 5_000;
/** A token that lives for less is renewed only when somebody asks: anything else would mean logging in all night. */
const SHORTEST_LIFETIME_UNASKED_MS = 30_000;
/** Of a token that does not say: not for long, and not a login for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
const LONGEST_LIFETIME_MS = 24 * 3_600_000;
const STORE_TIMEOUT_MS = 1_000;

const TOKEN = z.object({
  token: z.string(),
  /** By the local clock, so that the service's may be wrong. */
  expiresAtMs: z.number(),
  lifetimeMs: z.number(),
  /** Expiry as the login said it. Absent when it did not, or not in a way that can be read. */
  serviceExpiresAtMs: z.number().optional(),
  /** `+03:00`: the offset of the login's `expiresAt`, the only evidence of the service's zone. */
  utcOffset: z.string().optional(),
  /** The service's clock less this machine's at the login; absent when the service sent no Date. */
  clockAheadMs: z.number().optional(),
});

/** A bearer token and what is known of it. Never logged, and kept only encrypted. */
export type AccessToken = z.infer<typeof TOKEN>;

/** What replicas share, under one key. `refusal`: so many refused logins in a row, and until when none is sent. */
const SHARED = z.object({
  token: TOKEN.optional(),
  refusal: z.object({ count: z.number(), untilMs: z.number() }).optional(),
});

/** Lets one replica log in at a time, on a service that may kill the older token at each login. */
export interface LoginLock {
  /**
   * Waits until no other replica holds the lock of `key`, and resolves with the function that releases it. Never rejects.
   * Without a lock when the signal aborts first, and when the database fails or is slow: then everybody may log in.
   */
  acquire(key: string, signal: AbortSignal): Promise<() => void>;
}

export interface TokenCacheDeps {
  readonly requests: Requests;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Made with `throwOnErrors`: without it keyv 5 turns a failed `get` into a silent miss. */
  readonly store: Keyv;
  /** Absent: replicas may log in at the same time. */
  readonly loginLock?: LoginLock;
  readonly onLoginAnswered: () => void;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/**
 * One login at a time, ahead of expiry and in the background: callers get the old token meanwhile, and wait only while
 * there is none.
 */
export function createTokenCache(deps: TokenCacheDeps) {
  const { requests, now, observe = () => {}, log } = deps;
  const obtain = createObtain(deps);
  let held: HeldToken | undefined;
  /** The last one that the service has refused. */
  let refusedToken: string | undefined;
  let renewing: Promise<HeldToken> | undefined;
  let failures = 0;
  /** Since the latest failure. */
  let noRenewalForMs = () => 0;
  /** The latest failure, if the service asked for a pause by it. */
  let pausedBy: ServiceError | undefined;
  const timer = createTimer(() => {
    noRenewalForMs = () => 0;
    renewInBackground();
  });

  /** Whether another replica's token will serve longer than the one held. */
  const isUseful = (other: AccessToken) =>
    other.token !== refusedToken &&
    other.token !== held?.token &&
    isGood(other, now(), held === undefined ? 'to serve' : 'to keep');

  function hold(token: HeldToken): HeldToken {
    held = token;
    failures = 0;
    noRenewalForMs = () => 0;
    pausedBy = undefined;
    if (token.lifetimeMs < SHORTEST_LIFETIME_UNASKED_MS) timer.clear();
    else timer.set(token.expiresAtMs - renewAheadMs(token) - now());
    const { source, expiresAtMs, lifetimeMs } = token;
    if (source === 'login') observe({ kind: 'token-renewed' });
    const expiresAt = new Date(expiresAtMs).toISOString();
    log.info({ source, expiresAt, lifetimeMs }, 'holding a new access token');
    return token;
  }

  function renewalFailed(error: unknown): never {
    failures += 1;
    pausedBy = error instanceof ServiceError && error.retryAfterMs ? error : undefined;
    const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
    const retryInMs = pausedBy?.retryAfterMs ?? Math.round(backOffMs * (1 - Math.random() / 4));
    noRenewalForMs = startCountdown(now, retryInMs);
    // After refused credentials the next login waits for a request: an idle process must not lock the account.
    if (pausedBy?.code === 'login-rejected') timer.clear();
    else timer.set(retryInMs);
    observe({ kind: 'token-renewal-failed' });
    const facts = error instanceof ServiceError ? factsOf(error) : { err: error };
    log.warn({ ...facts, retryInMs }, 'no new access token');
    throw error;
  }

  async function renew(): Promise<HeldToken> {
    const leftMs = noRenewalForMs();
    if (pausedBy !== undefined && leftMs > 0) throw pausedBy.withRetryAfter(leftMs);
    renewing ??= requests
      .within(LOGIN_BUDGET_MS, 'login', (deadline) => obtain(isUseful, deadline))
      .then(hold, renewalFailed)
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  function renewInBackground(): void {
    if (noRenewalForMs() === 0) renew().catch(() => {}); // Logged, and tried again.
  }

  return {
    /** At once while there is a good token; else waits for the one login under way. Throws `ServiceError`. */
    async get(signal: AbortSignal): Promise<HeldToken> {
      if (held === undefined || !isGood(held, now(), 'to serve')) return orAborted(renew(), signal);
      if (!isGood(held, now(), 'to keep')) renewInBackground();
      return held;
    },
    /** The service refuses this token: the one to try instead. Undefined when there is none and `mayRenew` is false. */
    async insteadOf({ token }: AccessToken, mayRenew: boolean, signal: AbortSignal) {
      if (held?.token === token) {
        if (!mayRenew) return undefined;
        refusedToken = token;
        held = undefined;
      }
      return held ?? orAborted(renew(), signal);
    },
    /** Logs in before anybody asks. Never fails: errors are logged, and it is tried again. */
    warmUp(): void {
      if (held === undefined) renewInBackground();
    },
    /** Whether `get` would answer at once. */
    isHeld: () => held !== undefined && isGood(held, now(), 'to serve'),
    close: timer.close,
  };
}

/** A token and where it came from: our own login, or another replica's. */
export type HeldToken = AccessToken & { readonly source: 'login' | 'shared' };

/** How to get a token: another replica's if one is useful, else by a login, one replica at a time. */
function createObtain(deps: TokenCacheDeps) {
  const { loginLock, now, log } = deps;
  const shared = openShared(deps);

  /** Fails without a login while refused credentials are backed off from. */
  async function readShared(isUseful: (token: AccessToken) => boolean) {
    const { token, refusal } = await shared.read();
    if (token && isUseful(token)) return { ready: { ...token, source: 'shared' as const } };
    const { count = 0, untilMs = 0 } = refusal ?? {};
    const retryAfterMs = untilMs - now();
    // More than there can be is left when the clock was set back.
    if (retryAfterMs > 0 && retryAfterMs <= backOffMs(count)) {
      throw new ServiceError('login-rejected', { operation: 'login', retryAfterMs });
    }
    return { token, refusals: count };
  }

  async function refusedLogin(error: ServiceError, refusals: number, token: AccessToken | undefined) {
    const retryAfterMs = backOffMs(refusals + 1);
    await shared.write({ token, refusal: { count: refusals + 1, untilMs: now() + retryAfterMs } });
    log.error(
      { refusals: refusals + 1, retryAfterMs },
      'LOGIN REFUSED: the service does not accept the user name or password of the service account',
    );
    return error.withRetryAfter(retryAfterMs);
  }

  return async (isUseful: (token: AccessToken) => boolean, deadline: Deadline): Promise<HeldToken> => {
    const { ready } = await readShared(isUseful);
    if (ready) return ready;
    const release = await loginLock?.acquire(shared.key, deadline.signal);
    try {
      deadline.signal.throwIfAborted();
      // Another replica may have logged in while this one waited for the lock.
      const stored = await readShared(isUseful);
      if (stored.ready) return stored.ready;
      const token = await logIn(deps, deadline).catch(async (error: unknown) => {
        const isRefused = error instanceof ServiceError && error.code === 'login-rejected';
        throw isRefused ? await refusedLogin(error, stored.refusals, stored.token) : error;
      });
      deps.onLoginAnswered();
      await shared.write({ token });
      return { ...token, source: 'login' };
    } finally {
      release?.();
    }
  };
}

/** After so many refused logins in a row. */
const backOffMs = (refusals: number) =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** (refusals - 1), LONGEST_BACK_OFF_MS);

/** One timer that keeps no process alive. A look-up may set it: what it does is not logged as part of that look-up. */
function createTimer(onTime: () => void) {
  const bound = AsyncResource.bind(onTime);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    set(delayMs: number): void {
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(bound, Math.max(10, delayMs)).unref();
    },
    clear: () => clearTimeout(timer),
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const renewAheadMs = ({ lifetimeMs }: AccessToken) => Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5);

/** `to keep`: it need not be renewed yet. `to serve`: callers may still get it while it is renewed in the background. */
function isGood(token: AccessToken, nowMs: number, what: 'to keep' | 'to serve'): boolean {
  const aheadMs = what === 'to keep' ? renewAheadMs(token) : Math.min(SERVED_UNTIL_MS, token.lifetimeMs / 10);
  return nowMs < token.expiresAtMs - aheadMs;
}

/** Reads and writes what replicas share. A store that fails or is slow is a logged miss. */
function openShared({ store, url, username, password, now, log }: TokenCacheDeps) {
  const context = `${url.replace(/(?<!\/)\/+$/, '')}\n${username}`;
  const key = `service-token:${createHash('sha256').update(context).digest('hex').slice(0, 32)}`;
  const cipher = createCipher(password, context);

  async function orMiss(operation: 'get' | 'set', work: Promise<unknown>): Promise<unknown> {
    try {
      const done = await within(work, STORE_TIMEOUT_MS);
      if (done !== undefined) return done.value;
      log.warn({ operation, reason: 'timeout' }, 'the shared token store failed; going on without it');
    } catch (error) {
      // The code or name alone: drivers put addresses and more into their messages.
      const reason = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
      log.warn({ operation, reason }, 'the shared token store failed; going on without it');
    }
    return undefined;
  }

  return {
    key,
    /** Empty when there is nothing, or nothing that this password decrypts. */
    async read(): Promise<z.infer<typeof SHARED>> {
      const encrypted = await orMiss('get', store.get<unknown>(key));
      const text = typeof encrypted === 'string' ? cipher.decrypt(encrypted) : undefined;
      return (text !== undefined && SHARED.safeParse(JSON.parse(text)).data) || {};
    },
    /** Kept until the token expires, or for twice the longest back-off, so that the next refusal doubles it. */
    async write(value: z.infer<typeof SHARED>): Promise<void> {
      const keptMs = value.refusal ? 2 * LONGEST_BACK_OFF_MS : (value.token?.expiresAtMs ?? 0) - now();
      await orMiss(
        'set',
        store.set(key, cipher.encrypt(JSON.stringify(value)), Math.max(1, Math.ceil(keptMs))),
      );
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
function createCipher(password: string, context: string) {
  const key = Buffer.from(hkdfSync('sha256', password, context, 'backup-status access token v2', 32));
  const associated = Buffer.from(context);
  return {
    encrypt(text: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** Undefined for everything that an equal cipher has not encrypted, byte for byte. */
    decrypt(encrypted: string): string | undefined {
      const bytes = Buffer.from(encrypted, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(associated);
      decipher.setAuthTag(tag);
      try {
        const body = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return undefined; // GCM only says "not authentic", and there is nothing to add.
      }
    },
  };
}

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z.string().optional().catch(undefined),
});

/** The expiry is counted from the moment of asking: a slow answer must not make the token live longer here than there. */
async function logIn(
  { requests, username, password, now }: TokenCacheDeps,
  deadline: Deadline,
): Promise<AccessToken> {
  const askedAtMs = now();
  const reply = await requests.send(
    {
      operation: 'login',
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    },
    deadline,
  );
  const { data } = LOGIN_BODY.safeParse(reply.body);
  if (data === undefined) throw new ServiceError('bad-response', { operation: 'login', reason: 'no-token' });
  const expiry = parseExpiry(data, reply, askedAtMs);
  const clockAheadMs = reply.dateMs && reply.dateMs - now();
  return { token: data.token, expiresAtMs: askedAtMs + expiry.lifetimeMs, clockAheadMs, ...expiry };
}

const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|([+-]\d{2}):?(\d{2}))$/i;

/**
 * Takes `expiresAt` for the end of the token, then the JWT's `exp`, and measures the lifetime by the service's own clock
 * where it is known. A token said to be dead on arrival shows that a clock is wrong: that, and a login that says nothing,
 * is one cautious minute. `expiresIn` has no unit and is never read.
 */
function parseExpiry(
  { token, expiresAt }: z.infer<typeof LOGIN_BODY>,
  { dateMs }: ServiceReply,
  askedAtMs: number,
): Pick<AccessToken, 'lifetimeMs' | 'serviceExpiresAtMs' | 'utcOffset'> {
  const [iso, hours, minutes] = ISO_WITH_OFFSET.exec(expiresAt?.trim() ?? '') ?? [];
  const saidMs = Date.parse(iso?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? '');
  const endsAtMs = Number.isNaN(saidMs) ? jwtExpiryMs(token) : saidMs;
  const lifetimeMs = endsAtMs === undefined ? 0 : endsAtMs - (dateMs ?? askedAtMs);
  return {
    lifetimeMs: lifetimeMs > 0 ? Math.min(lifetimeMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS,
    ...(!Number.isNaN(saidMs) && {
      serviceExpiresAtMs: saidMs,
      utcOffset: hours === undefined ? '+00:00' : `${hours}:${minutes}`,
    }),
  };
}

const JWT_CLAIMS = z.object({ exp: z.number().positive() });

/** The `exp` of a JWT (RFC 7519, 4.1.4), unverified: it is evidence of when to renew, not of who is who. */
function jwtExpiryMs(token: string): number | undefined {
  try {
    const { data } = JWT_CLAIMS.safeParse(
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    );
    return data && data.exp * 1_000;
  } catch {
    return undefined; // Not every token is a JWT, and the interface only says "JWT-style".
  }
}
