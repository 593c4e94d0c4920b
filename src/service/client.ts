// service/ is the client of the Backup Account Service: sign-in, token, HTTP, and what an account looks like on the wire.
// It must never know Slack, verdicts, caches of answers or the words people read.
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import PQueue from 'p-queue';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { Account, GeneralInfoField, ServiceZone } from '../account/account.ts';
import type { Observe, ServiceCallResult } from '../operations/events.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { factsOf, isAnswer, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';
import { parseAccount } from './parse-account.ts';
import { type AccessToken, createTokenCache, type TokenDeps } from './token-cache.ts';

/** The Backup Account Service as the other parts see it. */
export type BackupService = ReturnType<typeof createBackupService>;
export type ServiceHealth = ReturnType<BackupService['health']>;

/** What the client is made with. */
export type ServiceDeps = TokenDeps & { readonly observe?: Observe };

/** Eight at a time at a tenth of a second each make some 1,500 within a look-up's time: more would wait in vain. */
const MAX_WAITING = 2_000;
/** With the wait for other replicas it is less than a look-up has. Never two at a time: the later may kill the earlier's token. */
const LOGIN_WITHIN_MS = 8_000;

/** Sends nothing yet. */
export function createBackupService(deps: ServiceDeps) {
  const { settings, now, log } = deps;
  /** Fields that were not as the interface says, since the start. */
  const drifted = new Set<GeneralInfoField>();
  const http = createHttp(deps);
  const breaker = createCircuitBreaker({ now, log });
  const tokens = createTokenCache(deps, logIn);
  /** The account for which a token was refused, since the service last took one. */
  let refusedId: string | undefined;
  const queue = new PQueue({ concurrency: settings.BACKUP_SERVICE_MAX_CONCURRENT });
  const operation = 'general-info';

  function reportDrift(field: GeneralInfoField): void {
    // By name only: values may be personal.
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

  /** Answers a 401 with another token, as long as there is one. */
  async function read(id: string, endsAt: number, token: AccessToken): Promise<Account> {
    const path = `/v1/general-info?id=${encodeURIComponent(id.toWellFormed())}`;
    const headers = { authorization: `Bearer ${token.token}` };
    try {
      const { body } = await http.send({ operation, method: 'GET', path, headers }, endsAt);
      refusedId = undefined;
      return parseAccount(id, body, zoneOf(token), reportDrift);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (isAnswer(error)) refusedId = undefined;
      if (error.code !== 'unauthorized') throw error;
      const next = await tokens.insteadOf(token);
      if (next) return read(id, endsAt, next);
      // A token that fails for one account says nothing of the others; one that fails for two, with no answer in between, does.
      const isForAll = refusedId !== undefined && refusedId !== id;
      refusedId = id;
      throw new ServiceError(isForAll ? 'login-rejected' : 'forbidden', error.facts);
    }
  }

  /** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
  function zoneOf({ utcOffset }: AccessToken): ServiceZone {
    const { BACKUP_SERVICE_TIME_ZONE: set } = settings;
    return { id: set ?? utcOffset ?? 'UTC', assumedFrom: set ? 'setting' : utcOffset ? 'login' : 'nothing' };
  }

  return {
    /**
     * Reads one account. `budgetMs` covers everything: the queue, login, attempts, back-off, replays. Fails at once
     * while the service is known to be down or has asked for a pause, and when too many look-ups wait. Throws
     * `ServiceError` for what the service or the network does. `isBackground`: nobody waits for it, everybody else goes
     * first.
     */
    async readAccount(
      id: string,
      { budgetMs, isBackground = false }: { readonly budgetMs: number; readonly isBackground?: boolean },
    ): Promise<Account> {
      breaker.throwIfRefused();
      if (queue.size >= MAX_WAITING) throw new ServiceError('busy', { operation });
      const [signal, endsAt] = [AbortSignal.timeout(budgetMs), performance.now() + budgetMs];
      let lateAs: ServiceErrorCode = 'busy';
      const lookUp = () => {
        lateAs = 'timeout';
        return breaker.judge(id, async () => read(id, endsAt, await tokens.get()));
      };
      // The queue ends it with the signal's reason, waiting or not: a login that others wait for too may take longer.
      return queue.add(lookUp, { priority: isBackground ? 0 : 1, signal }).catch((error) => {
        throw error === signal.reason ? new ServiceError(lateAs, { operation }) : error;
      });
    },
    /** Logs in unless there is a token; returns it with the zone of the service's times. Throws `ServiceError`. */
    async signIn() {
      const token = await tokens.get();
      return { token, zone: zoneOf(token) };
    },
    /** What is known of the service without asking it; `drifted`: fields that were not as the interface says. */
    health: () => ({ hasToken: tokens.hasToken(), drifted, ...breaker.health() }),
    /** Ends what is under way, and everything that comes later, with `closed`. */
    async close() {
      tokens.close();
      await http.close();
    },
  };
}

/** Of a token that does not say: not for long, and not a login for every look-up. */
const CAUTIOUS_LIFETIME_MS = 60_000;
const LONGEST_LIFETIME_MS = 24 * 3_600_000;

const LOGIN_BODY = z.object({
  /** Visible ASCII, as a header must be. */
  token: z.string().regex(/^[\x21-\x7e]+$/),
  expiresAt: z
    .string()
    .transform((text) => text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    .pipe(z.iso.datetime({ offset: true }))
    .catch(''),
});

/**
 * Measures the lifetime by the service's own clock where it is known. A token that is expired on arrival shows that a clock
 * is wrong: that, and a login that says nothing, is one cautious minute. `expiresIn` has no unit and is never read.
 * `askedAtMs`: a slow answer must not make the token live longer here than there.
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
/** Of a body as it comes, and of what comes out of a compressed one: a small gzip may hold gigabytes. */
const MAX_BODY_BYTES = 1_048_576;
/** A mistake of the service must not lock out everybody for a day. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** After these a request is sent again. */
const RETRIED: readonly (number | ServiceErrorCode)[] = [429, 500, 502, 503, 504, 'network', 'timeout'];
/** Before the second attempt, the third and the fourth; less up to half at random. */
const RETRY_DELAYS_MS = [300, 900, 2_700];
/** The person who waits reads a longer one, and nothing is sent again. */
const LONGEST_RETRY_AFTER_MS = 3_000;

/** What 4xx mean that come with the interface's error object. Without it something in front of the service answers. */
const REFUSALS: Readonly<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>> = {
  login: { 401: 'login-rejected', 403: 'login-rejected' },
  'general-info': { 400: 'invalid-id', 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' },
};
const OBJECT = z.record(z.string(), z.unknown());
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Errors of signals and undici by name or code; all others are the network's. */
const THROWN: readonly (readonly [RegExp, ServiceErrorCode, string?])[] = [
  [/timeout|timedout/i, 'timeout'],
  [/^UND_ERR_(?:DESTROYED|CLOSED)$/, 'closed'],
  [/^HTTPParserError$|_HEADERS_OVERFLOW$/, 'bad-response', 'malformed-http'],
  [/_EXCEEDED_MAX_SIZE$/, 'bad-response', 'too-large'],
];

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'> & {
  readonly operation: Operation;
};

/** HTTP to one service: an answer or a ServiceError, after retries. */
function createHttp({ settings, now, observe = () => {}, log }: ServiceDeps) {
  const base = settings.BACKUP_SERVICE_URL.replace(/(?<!\/)\/+$/, '');
  const dispatcher = new Agent({
    // The login comes besides: it must not wait for look-ups that hang.
    connections: settings.BACKUP_SERVICE_MAX_CONCURRENT + 1,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_WITHIN_MS },
    // Every request has a signal.
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
    // Safe: no other code comes of a request that was sent.
    observe({ kind: 'service-call', result: (error?.code ?? 'ok') as ServiceCallResult, ...facts });
    const isOrdinary = error === undefined || isAnswer(error) || error.code === 'unauthorized';
    const what = error ? 'the service failed' : 'the service answered';
    log[isOrdinary ? 'debug' : 'warn']({ ...facts, ...(error && factsOf(error)) }, what);
    return reply;
  }

  /**
   * Sends it, again after what may pass, until `endsAt`, a time of `performance.now()`: waits 0.3, 0.9, 2.7 s, or as long as
   * Retry-After says, 3 s at most. Throws `ServiceError`.
   */
  async function send(sent: Request, endsAt: number, delaysMs = RETRY_DELAYS_MS): Promise<ServiceReply> {
    const reply = await attempt(sent, endsAt);
    if (!(reply instanceof ServiceError)) return reply;
    const { code, facts, retryAfterMs = 0 } = reply;
    const [delayMs = Number.POSITIVE_INFINITY, ...laterMs] = delaysMs;
    const waitMs = Math.max(delayMs * (1 - Math.random() / 2), retryAfterMs);
    const isSoon = retryAfterMs <= LONGEST_RETRY_AFTER_MS && performance.now() + waitMs < endsAt;
    if (!isSoon || !RETRIED.includes(facts.status ?? code)) throw reply;
    await sleep(waitMs);
    return send(sent, endsAt, laterMs);
  }

  /** `close` ends what is under way, and what comes later, with `closed`. */
  return { send, close: () => dispatcher.destroy() };
}

/** The JSON object of a 2xx, and the service's clock by its Date header: absent when that cannot be read. */
type ServiceReply = Awaited<ReturnType<typeof readReply>>;

/** Judges an answer by its status before its body. */
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
    // Not followed: it would carry the token elsewhere.
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

/** Undefined for what is no JSON object in UTF-8, or too large without its gzip. */
async function readObject(body: Dispatcher.ResponseData['body']) {
  const bytes = new Uint8Array(await body.arrayBuffer());
  try {
    // Gzip is known by its first byte, whatever the headers say: no JSON begins with it.
    const isGzip = bytes[0] === 0x1f;
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
    return OBJECT.safeParse(JSON.parse(new TextDecoder().decode(plain))).data;
  } catch {
    // A SyntaxError would quote the text, which may hold a token.
    return undefined;
  }
}

/**
 * Retry-After (RFC 9110, 10.2.3), seconds or an HTTP date, as milliseconds from `nowMs`, the time of the answer by the
 * service's own clock. Absent for what is neither.
 */
function parseRetryAfter(header: string, nowMs: number): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** Names what undici, Node or a signal threw. Rethrows what neither network nor service can cause: a defect of ours. */
function toServiceError(error: unknown, operation: Operation): ServiceError {
  if (error instanceof ServiceError) return error;
  // The name and code alone: the parser's errors carry the bytes they choked on.
  const { name, code } = error as NodeJS.ErrnoException;
  const [, known, reason] = THROWN.find(([pattern]) => pattern.test(name) || pattern.test(`${code}`)) ?? [];
  if (known !== undefined) return new ServiceError(known, { operation, reason });
  if (typeof code !== 'string' || /^(?:UND_)?ERR_(?:INVALID|OUT_OF)/.test(code)) throw error;
  return new ServiceError('network', { operation, reason: code });
}
