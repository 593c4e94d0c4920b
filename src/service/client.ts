// service/ is the client of the Backup Account Service: sign-in, token, HTTP, and the wire format of an account.
// It must never know Slack, verdicts, caches of answers or the words people read.
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import PQueue from 'p-queue';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { Account, GeneralInfoField, ServiceZone } from '../account/account.ts';
import type { ServiceCallResult } from '../operations/events.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { factsOf, isAnswer, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';
import { parseAccount } from './parse-account.ts';
import { type AccessToken, createTokenCache, type ServiceDeps } from './token-cache.ts';

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;

/** Eight requests at a time, 0.1 s each, are about 1,500 in the time of a look-up. More would only time out. */
const MAX_WAITING = 2_000;
/** People type many ids, and a service may refuse the token for each that it does not know. */
const MAX_REFUSED = 1_000;
/** Less than the time of a look-up, even after the wait for other replicas. */
const LOGIN_WITHIN_MS = 8_000;

/** Creates the client. Sends nothing yet. */
export function createBackupService(deps: ServiceDeps) {
  const { settings, now, log } = deps;
  /** Fields that have differed from the interface since the start. */
  const drifted = new Set<GeneralInfoField>();
  const http = createHttp(deps);
  const breaker = createCircuitBreaker({ now, log });
  const tokens = createTokenCache(deps, logIn);
  /** The account for which a token was refused, since the service last accepted a token. */
  let refusedId: string | undefined;
  /** Accounts for which a token was refused that others accepted. Refused again, they say nothing about the token. */
  const refusedAlone = new Set<string>();
  const queue = new PQueue({ concurrency: settings.BACKUP_SERVICE_MAX_CONCURRENT });
  const operation = 'general-info';

  function reportDrift(field: GeneralInfoField): void {
    // Only the name: values may be personal.
    if (!drifted.has(field)) log.warn({ field }, 'general info departs from the interface');
    drifted.add(field);
  }

  async function logIn(): Promise<AccessToken> {
    const askedAtMs = now();
    const { BACKUP_SERVICE_USERNAME: username, BACKUP_SERVICE_PASSWORD: password } = settings;
    const body = JSON.stringify({ username, password });
    const headers = { 'content-type': 'application/json' };
    const login = { operation: 'login', method: 'POST', path: '/login', headers, body } as const;
    return parseLogin(await http.send(login, performance.now() + LOGIN_WITHIN_MS), askedAtMs);
  }

  /** The service has accepted a token. */
  function accept(): void {
    if (refusedAlone.size > MAX_REFUSED) refusedAlone.clear();
    if (refusedId !== undefined) refusedAlone.add(refusedId);
    refusedId = undefined;
  }

  /** Reads an account. After a 401, tries again with another token as long as there is one. */
  async function read(id: string, endsAt: number, token: AccessToken): Promise<Account> {
    const path = `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`;
    const headers = { authorization: `Bearer ${token.token}` };
    try {
      const { body } = await http.send({ operation, method: 'GET', path, headers }, endsAt);
      accept();
      return parseAccount(id, body, zoneOf(token), reportDrift);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isAnswer(error)) accept();
      if (error.code !== 'unauthorized') throw error;
      const next = await tokens.insteadOf(token);
      if (next) return read(id, endsAt, next);
      // A token that fails for one account may work for others. One that fails for two with no answer in between is bad.
      if (refusedAlone.has(id)) throw new ServiceError('forbidden', error.facts);
      const isForAll = refusedId !== undefined && refusedId !== id;
      refusedId = id;
      throw new ServiceError(isForAll ? 'login-rejected' : 'forbidden', error.facts);
    }
  }

  /** The time zone of the service's dates: the setting, or the offset of the login, or UTC as a guess. */
  function zoneOf({ utcOffset }: AccessToken): ServiceZone {
    const { BACKUP_SERVICE_TIME_ZONE: set } = settings;
    return { id: set ?? utcOffset ?? 'UTC', assumedFrom: set ? 'setting' : utcOffset ? 'login' : 'nothing' };
  }

  return {
    /**
     * Reads one account. `budgetMs` covers everything: the queue, the login, and all attempts with their waits. Throws
     * `ServiceError` if the service or the network fails, and at once while the service is known to be down or has asked for
     * a pause, when too many look-ups wait, or if less than a second is left at its turn. `isBackground`: others go first.
     */
    async readAccount(
      id: string,
      { budgetMs, isBackground = false }: { readonly budgetMs: number; readonly isBackground?: boolean },
    ): Promise<Account> {
      breaker.throwIfRefused();
      let late = new ServiceError('busy', { operation });
      if (queue.size >= MAX_WAITING) throw late;
      const [signal, endsAt] = [AbortSignal.timeout(budgetMs), performance.now() + budgetMs];
      const lookUp = () => {
        // It would be cut short, which would count against the service.
        if (performance.now() > endsAt - Math.min(budgetMs / 4, 1_000)) throw late;
        late = new ServiceError('timeout', { operation });
        return breaker.judge(id, async () => read(id, endsAt, await tokens.get()));
      };
      // When the time is up, the queue rejects, whether the work has started or not: a shared login may take longer.
      return queue.add(lookUp, { priority: isBackground ? 0 : 1, signal }).catch((error) => {
        throw error === signal.reason ? late : error;
      });
    },
    /** Logs in unless there is a token. Resolves with it and the zone of the service's dates. Throws `ServiceError`. */
    async signIn() {
      const token = await tokens.get();
      return { token, zone: zoneOf(token) };
    },
    /** What is known about the service, without a request. `drifted`: fields that have differed from the interface. */
    health: () => ({ hasToken: tokens.hasToken(), drifted, ...breaker.health() }),
    /** Ends running requests with `closed`, and all later ones. */
    async close() {
      tokens.close();
      await http.close();
    },
  };
}

/** For a token without a usable expiry: not long, but long enough to avoid a login for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
const LONGEST_LIFETIME_MS = 24 * 3_600_000;

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z
    .string()
    .trim()
    .transform((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/[+-]\d\d$/, '$&:00'))
    .pipe(z.iso.datetime({ offset: true }))
    .catch(''),
});

/**
 * Measures the lifetime of a token by the service's own clock, if its Date header can be read. If the token has expired on
 * arrival, a clock is wrong: it then counts as valid for one minute, as without an expiry. `expiresIn` has no unit and is
 * never read. The lifetime starts at `askedAtMs`, so that a slow answer does not extend it.
 */
function parseLogin({ body, dateMs }: ServiceReply, askedAtMs: number): AccessToken {
  const { data } = LOGIN_BODY.safeParse(body);
  if (data === undefined) throw new ServiceError('bad-response', { operation: 'login', reason: 'no-token' });
  const { token, expiresAt } = data;
  const statedMs = Date.parse(expiresAt) - (dateMs ?? askedAtMs);
  const lifetimeMs = statedMs > 0 ? Math.min(statedMs, LONGEST_LIFETIME_MS) : CAUTIOUS_LIFETIME_MS;
  return {
    token,
    expiresAtMs: askedAtMs + lifetimeMs,
    lifetimeMs,
    utcOffset: expiresAt.endsWith('Z') ? '+00:00' : expiresAt.slice(-6) || undefined,
  };
}

const CONNECT_WITHIN_MS = 3_000;
/** Limits a body both compressed and decompressed, since a small gzip may contain gigabytes. */
const MAX_BODY_BYTES = 65_536;
/** A mistake of the service must not block everybody for a day. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** The statuses and errors after which a request is retried. */
const RETRIED: readonly (number | ServiceErrorCode)[] = [429, 500, 502, 503, 504, 'network', 'timeout'];
/** The waits before the second, third and fourth attempt, each shortened by up to half at random. */
const RETRY_DELAYS_MS = [300, 900, 2_700];
/** After a longer Retry-After there is no retry: the person is told how long to wait. */
const LONGEST_RETRY_AFTER_MS = 3_000;

/** The meaning of a 4xx with the interface's error object. Without that object, a proxy has answered. */
const REFUSALS: Readonly<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>> = {
  login: { 401: 'login-rejected', 403: 'login-rejected' },
  'general-info': { 400: 'invalid-id', 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' },
};
const OBJECT = z.custom<Record<string, unknown>>((body) => Object(body) === body && !Array.isArray(body));
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Errors of signals and of undici, by name or code. All others are network errors. */
const THROWN: readonly (readonly [RegExp, ServiceErrorCode, string?])[] = [
  [/timeout|timedout/i, 'timeout'],
  [/^UND_ERR_(?:DESTROYED|CLOSED)$/, 'closed'],
  [/^HTTPParserError$|_HEADERS_OVERFLOW$/, 'bad-response', 'malformed-http'],
  [/_EXCEEDED_MAX_SIZE$/, 'bad-response', 'too-large'],
];

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'> & {
  readonly operation: Operation;
};

/** HTTP to one service, with retries. Fails with a ServiceError. */
function createHttp({ settings, now, observe = () => {}, log }: ServiceDeps) {
  const base = settings.BACKUP_SERVICE_URL.replace(/(?<!\/)\/+$/, '');
  const dispatcher = new Agent({
    // One more for the login, which must not wait for look-ups that hang.
    connections: settings.BACKUP_SERVICE_MAX_CONCURRENT + 1,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_WITHIN_MS },
    // Every request has a signal with its time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MAX_BODY_BYTES,
  });

  /** One attempt, counted and logged. */
  async function attempt({ operation, path, headers, ...rest }: Request, endsAt: number) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(Math.max(0, Math.ceil(endsAt - startedAt)));
    const sent = { ...rest, headers: { accept: 'application/json', ...headers }, dispatcher, signal };
    const reply = await request(base + path, sent)
      .then((response) => readReply(response, operation, now))
      .catch((error: unknown) => toServiceError(error, operation));
    const error = reply instanceof ServiceError ? reply : undefined;
    const facts = { operation, durationMs: Math.round(performance.now() - startedAt) };
    // Safe: a request that was sent gives no other codes.
    observe({ kind: 'service-call', result: (error?.code ?? 'ok') as ServiceCallResult, ...facts });
    const isOrdinary = error === undefined || isAnswer(error) || error.code === 'unauthorized';
    const what = error ? 'the service failed' : 'the service answered';
    log[isOrdinary ? 'debug' : 'warn']({ ...facts, ...(error && factsOf(error)) }, what);
    return reply;
  }

  /**
   * Sends a request and retries after temporary failures, until `endsAt`, a time of `performance.now()`. Waits 0.3, 0.9 and
   * 2.7 s, or as long as Retry-After says, if that is at most 3 s. Throws `ServiceError`.
   */
  async function send(sent: Request, endsAt: number, delaysMs = RETRY_DELAYS_MS): Promise<ServiceReply> {
    const reply = await attempt(sent, endsAt);
    if (!(reply instanceof ServiceError)) return reply;
    const { status, retryAfterMs = 0 } = reply.facts;
    const [delayMs = Number.POSITIVE_INFINITY, ...laterMs] = delaysMs;
    const waitMs = Math.max(delayMs * (1 - Math.random() / 2), retryAfterMs);
    const isSoon = retryAfterMs <= LONGEST_RETRY_AFTER_MS && performance.now() + waitMs < endsAt;
    if (!isSoon || !RETRIED.includes(status ?? reply.code)) throw reply;
    await sleep(waitMs);
    return send(sent, endsAt, laterMs);
  }

  /** `close` ends running requests with `closed`, and all later ones. */
  return { send, close: () => dispatcher.destroy() };
}

/** The JSON object of a 2xx, and the time of the Date header in epoch milliseconds; undefined if that cannot be read. */
type ServiceReply = Awaited<ReturnType<typeof readReply>>;

/** Reads an answer: its status first, then its body. Throws `ServiceError`. */
async function readReply(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  operation: Operation,
  now: () => number,
) {
  const dateMs = Date.parse(String(headers.date)) || undefined;
  const failure = (code: ServiceErrorCode, reason?: string, retryAfterMs?: number) =>
    new ServiceError(code, { operation, status, reason, retryAfterMs });
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    body.dump().catch(() => {});
    // Redirects are not followed: they would send the token elsewhere.
    if (status < 400) throw failure('bad-response', 'moved');
    const retryAfterMs = parseRetryAfter(String(headers['retry-after']), dateMs ?? now());
    throw failure(status === 429 ? 'rate-limited' : 'server-error', undefined, retryAfterMs);
  }
  const object = await readObject(body);
  if (status >= 400) {
    if (!ERROR_BODY.safeParse(object).success) throw failure('bad-response', 'not-the-service');
    const code = REFUSALS[operation][status];
    throw code === undefined ? failure('bad-response', 'refused') : failure(code);
  }
  if (object === undefined) throw failure('bad-response', 'no-json-object');
  return { body: object, dateMs };
}

/** The JSON object in a body. Undefined if there is none in UTF-8, or if it is too large when decompressed. */
async function readObject(body: Dispatcher.ResponseData['body']) {
  const bytes = new Uint8Array(await body.arrayBuffer());
  try {
    // Gzip is recognized by its first byte, whatever the headers say. No JSON begins with that byte.
    const isGzip = bytes[0] === 0x1f;
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
    return OBJECT.safeParse(JSON.parse(new TextDecoder().decode(plain))).data;
  } catch {
    // A SyntaxError would quote the text, which may contain a token.
    return undefined;
  }
}

/**
 * Converts Retry-After (RFC 9110, 10.2.3), in seconds or as an HTTP date, to milliseconds from `nowMs`, the time of the
 * answer by the service's own clock. Undefined if the header is neither.
 */
function parseRetryAfter(header: string, nowMs: number): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** Converts an error of undici, Node or a signal. Rethrows errors that no network and no service can cause: our defects. */
function toServiceError(error: unknown, operation: Operation): ServiceError {
  if (error instanceof ServiceError) return error;
  // Only the name and code: errors of the parser contain the bytes that it could not read.
  const { name, code } = error as NodeJS.ErrnoException;
  const [, known, reason] = THROWN.find(([pattern]) => pattern.test(name) || pattern.test(`${code}`)) ?? [];
  if (known !== undefined) return new ServiceError(known, { operation, reason });
  if (typeof code !== 'string' || /^(?:UND_)?ERR_(?:INVALID|OUT_OF)/.test(code)) throw error;
  return new ServiceError('network', { operation, reason: code });
}
