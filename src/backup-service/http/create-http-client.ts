import type { Logger } from 'pino';
import { type Dispatcher, Pool } from 'undici';
import { type Observe, SERVICE_CALL_RESULTS, type ServiceCallResult } from '../../domain/events.ts';
import type { Pause } from '../create-pause.ts';
import {
  type AttemptError,
  BadResponseError,
  codeOf,
  factsOf,
  isAttemptError,
  NetworkError,
  type Operation,
  TimeoutError,
} from '../errors.ts';
import { orAborted } from './abort.ts';
import { createRequestSlots } from './create-request-slots.ts';
import { type HttpReply, readReply } from './read-reply.ts';

const LONGEST_CONNECT_MS = 3_000;
/** A caller that waited for the end of a pause may arrive a little early. */
const TIMERS_ARE_INEXACT_MS = 50;

export interface HttpRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Below the base address, encoded, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Checked when a slot is free, and told of the answer before the slot goes to the next. */
  readonly pause?: Pause;
  /** Ended with a TimeoutError after `slowAfterMs` under way. Otherwise it may take all the time of its deadline. */
  readonly endsWhenSlow?: boolean;
  /** Nobody waits for it: every other request gets a slot first. */
  readonly isBackground?: boolean;
  /** Of the whole deadline. */
  readonly signal: AbortSignal;
}

export type HttpClient = ReturnType<typeof createHttpClient>;

export interface HttpClientDeps {
  readonly url: string;
  readonly maxConcurrentRequests: number;
  /** When a request that `endsWhenSlow` ends, and how long opening a connection may take, 3 s at most. */
  readonly slowAfterMs: number;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** Keep-alive connections to one service. `send` throws `BackupServiceError`s for what the network or the service does. */
export function createHttpClient(deps: HttpClientDeps) {
  const { slowAfterMs, maxConcurrentRequests, now } = deps;
  const base = new URL(deps.url);
  const slots = createRequestSlots(maxConcurrentRequests);
  const pool = openPool(base.origin, maxConcurrentRequests, Math.min(slowAfterMs, LONGEST_CONNECT_MS));

  async function exchange(request: HttpRequest): Promise<HttpReply> {
    const { operation, endsWhenSlow = false } = request;
    const signal = endsWhenSlow
      ? AbortSignal.any([request.signal, AbortSignal.timeout(slowAfterMs)])
      : request.signal;
    const responding = pool.request(toOptions(base, request, signal));
    // undici tells a request that is still connecting only after it has connected.
    const response = await orAborted(responding, signal, { operation, waitingFor: 'response' });
    return readReply(response, operation, now);
  }

  return {
    /** One attempt, begun when a slot is free. Follows no redirect: it would carry the token elsewhere. */
    send(request: HttpRequest) {
      const { operation, isBackground = false, signal, pause } = request;
      return slots.run(isBackground ? 'background' : operation, signal, async () => {
        const pausing = pause?.failure(TIMERS_ARE_INEXACT_MS);
        if (pausing !== undefined) throw pausing;
        try {
          return await counted(request, deps, () => exchange(request));
        } catch (error) {
          throw isAttemptError(error) ? (pause?.learnFrom(error) ?? error) : error;
        }
      });
    },
    /** Ends idle connections and cuts the others. */
    close: () => pool.destroy(),
  };
}

/** Counts and logs one attempt. Rejects with an `AttemptError`. */
async function counted(
  { operation }: HttpRequest,
  { observe = () => {}, log }: HttpClientDeps,
  attempt: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const startedAt = performance.now();
  const report = (result: ServiceCallResult) => {
    const facts = { operation, durationMs: Math.round(performance.now() - startedAt) };
    observe({ kind: 'service-call', result, ...facts });
    return facts;
  };
  try {
    const reply = await attempt();
    log.debug({ ...report('ok'), status: reply.status }, 'the service answered');
    return reply;
  } catch (thrown) {
    const error = toServiceError(thrown, operation);
    const facts = report(callResult(error));
    log[isOrdinary(error) ? 'debug' : 'warn']({ ...facts, ...factsOf(error) }, 'the service failed');
    throw error;
  }
}

const openPool = (origin: string, connections: number, connectTimeoutMs: number) =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectTimeoutMs },
    // Each request has a signal.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

const toOptions = (base: URL, request: HttpRequest, signal: AbortSignal): Dispatcher.RequestOptions => ({
  method: request.method,
  path: base.pathname.replace(/(?<!\/)\/+$/, '') + request.path,
  headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...request.headers },
  body: request.body ?? null,
  signal,
});

/** How a failed attempt is counted. */
function callResult(error: AttemptError): ServiceCallResult {
  if (error.code === 'network') return error.reason === 'closed' ? 'closed' : 'network';
  if (error.code !== 'http') return error.code;
  const exact = SERVICE_CALL_RESULTS.find((result) => result === String(error.status));
  if (exact !== undefined) return exact;
  if (error.status >= 500) return '5xx';
  return error.status >= 400 ? '4xx' : '3xx';
}

/** An answer about the id or the token, which the callers deal with; nothing for operators. */
const isOrdinary = (error: AttemptError) =>
  error.code === 'http' &&
  error.operation === 'general-info' &&
  error.hasErrorObject &&
  [400, 401, 403, 404].includes(error.status);

const TIMEOUT_CODES = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];

/** Used when there is no code: not all of the parser's errors have one. */
const MALFORMED_HTTP = 'HPE';

/**
 * Names what undici, Node or an abort signal threw. Rethrows what neither the network nor the service can cause:
 * that is a defect of ours.
 */
export function toServiceError(error: unknown, operation: Operation): AttemptError {
  if (isAttemptError(error)) return error;
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return new TimeoutError({ operation, waitingFor: 'response' });
  const code = error.name === 'HTTPParserError' ? MALFORMED_HTTP : codeOf(error);
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') throw error;
  if (TIMEOUT_CODES.includes(code)) return new TimeoutError({ operation, waitingFor: 'response' });
  // The parser's errors carry the bytes they choked on, so they go no further.
  if (code === MALFORMED_HTTP || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new BadResponseError({ operation, reason: 'malformed-http' });
  }
  return new NetworkError({ operation, reason: code, cause: error });
}
