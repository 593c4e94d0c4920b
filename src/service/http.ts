import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { Observe, ServiceCallResult } from '../operations/events.ts';
import type { Settings } from '../settings.ts';
import { codeOf, factsOf, isAnswer, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';
import type { ReportDrift } from './parse-account.ts';

const CONNECT_WITHIN_MS = 3_000;
/** Of a body as it comes, and of what comes out of a compressed one: a small gzip may hold gigabytes. */
const MAX_BODY_BYTES = 1_048_576;
/** A mistake of the service must not lock out everybody for a day. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** After these a request is sent again. */
const RETRIED: readonly (number | ServiceErrorCode)[] = [429, 500, 502, 503, 504, 'network', 'timeout'];
/** Before the second attempt, the third and the fourth; less up to half at random. */
const RETRY_DELAYS_MS = [300, 900, 2_700];
/** A longer one is told to the person who waits. */
const LONGEST_RETRY_AFTER_MS = 3_000;

/** What 4xx mean that come with the interface's error object. Without it something in front of the service answers. */
const REFUSALS: Readonly<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>> = {
  login: { 401: 'login-rejected', 403: 'login-rejected' },
  'general-info': { 400: 'invalid-id', 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' },
};
const OBJECT = z.record(z.string(), z.unknown());
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Errors of signals, undici and zlib by name or code; all others are the network's. */
const THROWN: readonly (readonly [RegExp, ServiceErrorCode, string?])[] = [
  [/timeout|timedout/i, 'timeout'],
  [/^UND_ERR_(?:DESTROYED|CLOSED)$/, 'closed'],
  [/^HTTPParserError$|_HEADERS_OVERFLOW$/, 'bad-response', 'malformed-http'],
  [/_EXCEEDED_MAX_SIZE$|_TOO_LARGE$/, 'bad-response', 'too-large'],
  [/^Z_/, 'bad-response', 'undecodable'],
];

/** What the client is made with. */
export interface ServiceDeps {
  readonly settings: Pick<Settings, Extract<keyof Settings, `BACKUP_SERVICE_${string}`>>;
  /** Shared with other replicas. Made with `throwOnErrors`: without it keyv 5 turns a failed `get` into a silent miss. */
  readonly tokenStore?: Keyv;
  /** Never rejects, whatever the database does (src/store/login-lock.ts). Absent: there are no other replicas. */
  readonly loginLock?: { acquire(key: string, signal: AbortSignal): Promise<() => void> };
  readonly observe?: Observe;
  /** Told of each departure from the interface. Default: a log line, once for each field. */
  readonly reportDrift?: ReportDrift;
  readonly now: () => number;
  readonly log: Logger;
}

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'> & {
  readonly operation: Operation;
};

/** HTTP to one service: an answer or a ServiceError, after retries. */
export function createHttp({ settings, now, observe = () => {}, log }: ServiceDeps) {
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
    const sent = { accept: 'application/json', 'accept-encoding': 'gzip', ...headers };
    const reply = await request(base + path, { ...rest, headers: sent, dispatcher, signal })
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
export type ServiceReply = Awaited<ReturnType<typeof readReply>>;

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
  const value = await readJson(body);
  if (status >= 400) {
    if (!ERROR_BODY.safeParse(value).success) throw failure('bad-response', 'not-the-service');
    const code = REFUSALS[operation][status];
    throw code === undefined ? failure('bad-response', 'refused') : failure(code);
  }
  const { data } = OBJECT.safeParse(value);
  if (data === undefined) throw failure('bad-response', 'no-json-object');
  return { body: data, dateMs };
}

const decompress = promisify(gunzip);

/** Undefined for what is no JSON in UTF-8. Gzip is known by its first byte, with which no JSON begins. */
async function readJson(body: Dispatcher.ResponseData['body']): Promise<unknown> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const isGzip = bytes[0] === 0x1f;
  const plain = isGzip ? await decompress(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
  // Its SyntaxError would quote the text, which may hold a token.
  return new Response(plain).json().catch(() => undefined);
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
  const words = [error instanceof Error ? error.name : '', codeOf(error) ?? ''];
  const [, known, reason] = THROWN.find(([pattern]) => words.some((word) => pattern.test(word))) ?? [];
  if (known !== undefined) return new ServiceError(known, { operation, reason });
  const [, code] = words;
  if (!code || /^(?:UND_)?ERR_(?:INVALID|OUT_OF)/.test(code)) throw error;
  return new ServiceError('network', { operation, reason: code });
}
