import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import type { Logger } from 'pino';
import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import { type Observe, SERVICE_CALL_RESULTS, type ServiceCallResult } from '../domain/events.ts';
import { factsOf, isAnswer, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';

const CONNECT_WITHIN_MS = 3_000;
/** A login that hangs is cut and sent again. Never two at a time: the later one may kill the token of the earlier. */
const LOGIN_ATTEMPT_MS = 8_000;
const BODY_LIMIT_BYTES = 1_048_576;
const RETRIED: readonly ServiceErrorCode[] = ['timeout', 'network', 'server-error', 'rate-limited'];
/** Before the second attempt, the third and the fourth; less up to half at random. */
const RETRY_DELAYS_MS = [300, 900, 2_700];
const SHORTEST_ATTEMPT_MS = 100;
/** A longer one is told to the person who waits. */
const LONGEST_RETRY_AFTER_MS = 3_000;
/** A mistake of the service must not lock out everybody for a day. */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** What 4xx mean that come with the interface's error object. Without it something in front of the service answers. */
const REFUSALS: Readonly<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>> = {
  login: { 401: 'login-rejected', 403: 'login-rejected' },
  'general-info': { 400: 'invalid-id', 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' },
};
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const UNDICI_CODES: Readonly<Record<string, readonly [ServiceErrorCode, string?]>> = {
  UND_ERR_CONNECT_TIMEOUT: ['timeout'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout'],
  UND_ERR_BODY_TIMEOUT: ['timeout'],
  ETIMEDOUT: ['timeout'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['bad-response', 'too-large'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-response', 'malformed-http'],
};

export interface ServiceRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Below the base address, encoded, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ServiceReply {
  /** The JSON object that came with a 2xx. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The service's clock by its Date header; absent when it sent none that can be read. */
  readonly dateMs?: number;
}

/** The time that one look-up or one login has. */
export interface Deadline {
  /** Aborts with a ServiceError: `timeout`, or `closed` when the app stops. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
}

/** HTTP to one service: deadlines, retries, and an answer or a ServiceError. */
export type Requests = ReturnType<typeof createRequests>;

export interface RequestsDeps {
  readonly url: string;
  readonly maxConcurrentRequests: number;
  /** Default 8,000. */
  readonly loginAttemptMs?: number;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

export function createRequests(deps: RequestsDeps) {
  const { loginAttemptMs = LOGIN_ATTEMPT_MS, now, observe = () => {}, log } = deps;
  const base = new URL(deps.url);
  const basePath = base.pathname.replace(/(?<!\/)\/+$/, '');
  const open = new Map<AbortController, Promise<unknown>>();
  let isAborted = false;
  const agent = new Agent({
    // The login comes besides: it must not wait for look-ups that hang.
    connections: deps.maxConcurrentRequests + 1,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_WITHIN_MS },
    // A general info has all the time of its look-up, which has a signal.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: BODY_LIMIT_BYTES,
  });

  async function exchange({ operation, path, headers, ...request }: ServiceRequest, signal: AbortSignal) {
    const response = await agent.request({
      ...request,
      origin: base.origin,
      path: basePath + path,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...headers },
      headersTimeout: operation === 'login' ? loginAttemptMs : 0,
      signal,
    });
    return readReply(response, operation, now);
  }

  /** One attempt, counted and logged. Follows no redirect: it would carry the token elsewhere. */
  async function attempt(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
    const { operation } = request;
    const startedAt = performance.now();
    const report = (result: ServiceCallResult) => {
      const facts = { operation, durationMs: Math.round(performance.now() - startedAt) };
      observe({ kind: 'service-call', result, ...facts });
      return facts;
    };
    try {
      const reply = await exchange(request, signal);
      log.debug(report('ok'), 'the service answered');
      return reply;
    } catch (thrown) {
      const error = toServiceError(thrown, operation, signal);
      const isOrdinary = isAnswer(error) || error.code === 'unauthorized';
      const facts = { ...report(resultOf(error)), ...factsOf(error) };
      log[isOrdinary ? 'debug' : 'warn'](facts, 'the service failed');
      throw error;
    }
  }

  return {
    /**
     * Sends it, again after what may pass, while the deadline allows: waits 0.3, 0.9, 2.7 s, or as long as Retry-After
     * says, 3 s at most. A wait that would leave no time for an attempt is not begun. Throws `ServiceError`.
     */
    async send(request: ServiceRequest, { signal, leftMs }: Deadline): Promise<ServiceReply> {
      for (let attempts = 0; ; attempts += 1) {
        try {
          return await attempt(request, signal);
        } catch (error) {
          const delayMs = RETRY_DELAYS_MS[attempts];
          const isRetried = error instanceof ServiceError && RETRIED.includes(error.code);
          if (!isRetried || delayMs === undefined || signal.aborted) throw error;
          const { retryAfterMs = 0 } = error;
          const waitMs = Math.max(delayMs * (1 - Math.random() / 2), retryAfterMs);
          if (retryAfterMs > LONGEST_RETRY_AFTER_MS) throw error;
          if (waitMs + SHORTEST_ATTEMPT_MS > leftMs()) throw error;
          // An abort ends the wait; the failure that led to it says more.
          await sleep(waitMs, undefined, { signal }).catch(() => {
            throw error;
          });
        }
      }
    },
    /** Runs `work`, which heeds the signal, for `budgetMs` at most. */
    async within<T>(budgetMs: number, operation: Operation, work: (deadline: Deadline) => Promise<T>) {
      // Own controllers: AbortSignal.any over a signal that lives as long as the process keeps a little of each call.
      const controller = new AbortController();
      const { signal } = controller;
      const endsAt = performance.now() + budgetMs;
      const timer = setTimeout(() => controller.abort(new ServiceError('timeout', { operation })), budgetMs);
      if (isAborted) controller.abort(new ServiceError('closed', { operation }));
      const working = work({ signal, leftMs: () => endsAt - performance.now() });
      open.set(controller, working);
      try {
        return await working;
      } finally {
        clearTimeout(timer);
        open.delete(controller);
      }
    },
    /** Resolves when all that is under way has ended, one way or the other. */
    ended: () => Promise.allSettled(open.values()),
    /** Ends everything that is under way, and everything that comes later, with `closed`. */
    abort() {
      isAborted = true;
      for (const controller of open.keys()) {
        controller.abort(new ServiceError('closed', { operation: 'general-info' }));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Settles like `work`, or rejects when the signal aborts; `work` goes on, for others. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Judges an answer by its status before its body. */
async function readReply(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  operation: Operation,
  now: () => number,
): Promise<ServiceReply> {
  const dateMs = Date.parse(firstOf(headers.date)) || undefined;
  const failure = (code: ServiceErrorCode, reason?: string, retryAfterMs?: number) =>
    new ServiceError(code, { operation, status, reason, retryAfterMs });
  if (status === 429 || status >= 500) {
    body.dump().catch(() => {});
    const retryAfterMs = parseRetryAfter(firstOf(headers['retry-after']), dateMs ?? now());
    throw failure(status === 429 ? 'rate-limited' : 'server-error', undefined, retryAfterMs);
  }
  if (status >= 300 && status < 400) {
    body.dump().catch(() => {});
    throw failure('bad-response', 'moved');
  }
  const text = await readText(body, firstOf(headers['content-encoding']));
  if (text.kind !== 'text') throw failure('bad-response', text.kind);
  const value = parseJson(text.text);
  if (status >= 400) {
    if (!ERROR_BODY.safeParse(value).success) throw failure('bad-response', 'not-the-service');
    const code = REFUSALS[operation][status];
    throw failure(code ?? 'bad-response', code === undefined ? 'refused' : undefined);
  }
  if (value === undefined) throw failure('bad-response', 'not-json');
  if (!isObject(value)) throw failure('bad-response', 'not-an-object');
  return { body: value, dateMs };
}

/** A header sent twice counts once, by its first line. */
const firstOf = (header: string | string[] | undefined) => [header].flat()[0] ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The SyntaxError quotes the text, which may hold a token.
  }
}

const decompress = promisify(unzip);

/** UTF-8, as JSON demands (RFC 8259, 8.1). A small gzip may hold gigabytes: the limit counts what comes out of it, too. */
async function readText(
  body: Dispatcher.ResponseData['body'],
  encoding: string,
): Promise<{ kind: 'text'; text: string } | { kind: 'too-large' | 'undecodable' }> {
  const bytes = await body.arrayBuffer();
  const decode = (plain: ArrayBuffer | Buffer) => new TextDecoder().decode(plain);
  if (['', 'identity'].includes(encoding.trim().toLowerCase())) return { kind: 'text', text: decode(bytes) };
  try {
    // Knows gzip and deflate by their first bytes.
    return { kind: 'text', text: decode(await decompress(bytes, { maxOutputLength: BODY_LIMIT_BYTES })) };
  } catch (error) {
    const isTooLarge = error instanceof RangeError && codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isTooLarge ? 'too-large' : 'undecodable' };
  }
}

/**
 * Retry-After (RFC 9110, 10.2.3), seconds or an HTTP date, as milliseconds from `nowMs`, the time of the answer by the
 * service's own clock; five minutes at most. Absent for what is neither.
 */
function parseRetryAfter(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  // Only a real HTTP date: Date.parse would also take "-5" or "soon 1" for some year.
  const isDate = /^[A-Z][a-z]+,? .*GMT$/.test(text);
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : isDate ? Date.parse(text) - nowMs : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_PAUSE_MS);
}

/** Names what undici, Node or an abort threw. Rethrows what neither network nor service can cause: a defect of ours. */
function toServiceError(error: unknown, operation: Operation, signal: AbortSignal): ServiceError {
  if (signal.aborted) return new ServiceError(signal.reason.code, { operation });
  if (error instanceof ServiceError) return error;
  if (!(error instanceof Error)) throw error;
  // The parser's errors carry the bytes they choked on, so they go no further. Not all of them have a code.
  if (error.name === 'HTTPParserError') {
    return new ServiceError('bad-response', { operation, reason: 'malformed-http' });
  }
  const systemCode = codeOf(error);
  if (systemCode === undefined || systemCode === 'UND_ERR_INVALID_ARG') throw error;
  const [code, reason] = UNDICI_CODES[systemCode] ?? ['network', systemCode];
  return new ServiceError(code, { operation, reason });
}

/** The code of an error of Node or undici; undefined when it has none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** How a failed attempt is counted: its status or the class of it, else its code. */
function resultOf({ code, facts: { status } }: ServiceError): ServiceCallResult {
  const known = (result: string) => SERVICE_CALL_RESULTS.find((one) => one === result);
  const byStatus = status !== undefined && status >= 300 ? `${Math.floor(status / 100)}xx` : undefined;
  return known(String(status)) ?? known(byStatus ?? code) ?? 'bad-response';
}
