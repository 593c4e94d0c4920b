import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { codeOf, type Operation, ServiceError, type ServiceErrorCode } from './errors.ts';

/** Of a body as it comes, and of what comes out of a compressed one: a small gzip may hold gigabytes. */
export const MAX_BODY_BYTES = 1_048_576;
/** A mistake of the service must not lock out everybody for a day. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** What 4xx mean that come with the interface's error object. Without it something in front of the service answers. */
const REFUSALS: Readonly<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>> = {
  login: { 401: 'login-rejected', 403: 'login-rejected' },
  'general-info': { 400: 'invalid-id', 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' },
};
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Errors of signals, undici and zlib by name or code; all others are the network's. */
const CODES: Readonly<Record<string, readonly [ServiceErrorCode, string?]>> = {
  TimeoutError: ['timeout'],
  UND_ERR_DESTROYED: ['closed'],
  UND_ERR_CLOSED: ['closed'],
  HTTPParserError: ['bad-response', 'malformed-http'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout'],
  ETIMEDOUT: ['timeout'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['bad-response', 'too-large'],
  UND_ERR_HEADERS_OVERFLOW: ['bad-response', 'malformed-http'],
  ERR_BUFFER_TOO_LARGE: ['bad-response', 'too-large'],
  Z_DATA_ERROR: ['bad-response', 'undecodable'],
  Z_BUF_ERROR: ['bad-response', 'undecodable'],
};

export interface ServiceReply {
  /** The JSON object that came with a 2xx. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The service's clock by its Date header; absent when it sent none that can be read. */
  readonly dateMs?: number;
}

/** Judges an answer by its status before its body. Throws `ServiceError`, or what `toServiceError` makes one of. */
export async function readReply(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  operation: Operation,
  now: () => number,
): Promise<ServiceReply> {
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
  const value = parseJson(await readText(body));
  if (status >= 400) {
    if (!ERROR_BODY.safeParse(value).success) throw failure('bad-response', 'not-the-service');
    const code = REFUSALS[operation][status];
    throw code === undefined ? failure('bad-response', 'refused') : failure(code);
  }
  if (value === undefined) throw failure('bad-response', 'not-json');
  if (!isObject(value)) throw failure('bad-response', 'not-an-object');
  return { body: value, dateMs };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const decompress = promisify(gunzip);

/** UTF-8, as JSON demands (RFC 8259, 8.1). Gzip is known by its first byte, with which no JSON begins. */
async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const isGzip = bytes[0] === 0x1f;
  return new TextDecoder().decode(
    isGzip ? await decompress(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The SyntaxError quotes the text, which may hold a token.
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
export function toServiceError(error: unknown, operation: Operation): ServiceError {
  if (error instanceof ServiceError) return error;
  // The name alone: the parser's errors carry the bytes they choked on, and not all of them have a code.
  const name = error instanceof Error ? error.name : '';
  const systemCode = name in CODES ? name : codeOf(error);
  if (systemCode === undefined || /^(?:UND_)?ERR_(?:INVALID|OUT_OF)/.test(systemCode)) throw error;
  const [code, reason] = CODES[systemCode] ?? ['network', systemCode];
  return new ServiceError(code, { operation, reason });
}
