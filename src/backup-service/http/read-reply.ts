import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { within } from '../../async.ts';
import { BadResponseError, HttpError, isBackupServiceError, type Operation } from '../errors.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const ERROR_BODY_LIMIT_BYTES = 65_536;
/** From the headers to the end of the error object. */
const ERROR_BODY_TIMEOUT_MS = 5_000;
/** Of the form of UNAUTHORIZED. Anything else might be an id, an e-mail or a token, and codes are logged. */
const SERVICE_CODE = /^[A-Z][A-Z0-9_]{0,40}$/;

export interface HttpReply {
  readonly status: number;
  /** The JSON object that came with a 2xx. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The service's clock by its Date header; absent when it sent none that can be read. */
  readonly dateMs?: number;
}

/** The interface's error object. */
const ERROR_BODY = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * Judges an answer by its status before its body. Throws `HttpError` outside 2xx, which knows whether the body is the
 * interface's error object, and `BadResponseError` for a 2xx without a JSON object. Network errors of the body pass
 * through unnamed, unless the status says all by itself (5xx, 429, 3xx).
 */
export async function readReply(
  response: Dispatcher.ResponseData,
  operation: Operation,
  now: () => number,
): Promise<HttpReply> {
  const { statusCode: status, headers } = response;
  const dateMs = Date.parse(textOf(headers.date) ?? '') || undefined;
  if (status >= 200 && status < 300) {
    const encoding = textOf(headers['content-encoding']);
    const limitBytes = BODY_LIMIT_BYTES;
    const text = await readBody(response.body, { operation, status, encoding, limitBytes });
    return { status, body: parseObject(text, { operation, status }), dateMs };
  }
  const errorObject = await readErrorObject(response, operation);
  const retryAfterMs = parseRetryAfter(textOf(headers['retry-after']), dateMs ?? now());
  throw new HttpError({
    operation,
    status,
    retryAfterMs,
    ...errorObject,
  });
}

/** A header sent twice counts once, by its first line. */
const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

function parseObject(text: string, facts: { operation: Operation; status: number }) {
  const value = parseJson(text);
  if (value === undefined) throw new BadResponseError({ ...facts, reason: 'not-json' });
  if (!isObject(value)) throw new BadResponseError({ ...facts, reason: 'not-an-object' });
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The SyntaxError quotes the text, which may hold a token: the caller says what happened without it.
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body that is unreadable, too large or too slow counts as not being an error object. */
async function readErrorObject(
  { body, statusCode: status, headers }: Dispatcher.ResponseData,
  operation: Operation,
): Promise<Partial<Pick<HttpError, 'hasErrorObject' | 'serviceCode'>>> {
  const encoding = textOf(headers['content-encoding']);
  const facts = { operation, status, encoding, limitBytes: ERROR_BODY_LIMIT_BYTES };
  try {
    const text = await within(readBody(body, facts), ERROR_BODY_TIMEOUT_MS);
    if (text === undefined) body.destroy();
    const { data } = ERROR_BODY.safeParse(parseJson(text?.value ?? ''));
    if (data === undefined) return {};
    const { code } = data.error;
    return { hasErrorObject: true, serviceCode: SERVICE_CODE.test(code) ? code : undefined };
  } catch (error) {
    body.destroy();
    const isBroken = error instanceof Error && 'code' in error;
    if (isBackupServiceError(error) || (isBroken && !needsErrorObject(status))) return {};
    throw error;
  }
}

/** Without the object these statuses do not say who refuses what. */
const needsErrorObject = (status: number) => status >= 400 && status < 500 && status !== 429;

/**
 * Reads Retry-After (RFC 9110, 10.2.3): seconds or an HTTP date, as milliseconds from `nowMs`, the moment of the answer
 * by the service's own clock. Absent for what is neither; never negative.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Only a real HTTP date: Date.parse would also take "-5" or "soon 1" for some year.
  const atMs = /^[A-Z][a-z]+,? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads a body to its end, at most `limitBytes` of it as sent and once more as decompressed: a small gzip may hold
 * gigabytes. Throws `BadResponseError` past the limit and for an encoding that cannot be undone; leaves network errors
 * to the caller. Not undici's decompress interceptor: it is experimental and prints a warning at every start.
 */
export async function readBody(
  body: AsyncIterable<Buffer>,
  facts: { operation: Operation; status: number; encoding: string | undefined; limitBytes: number },
): Promise<string> {
  const { operation, status, limitBytes } = facts;
  const bytes = await collect(body, limitBytes, { operation, status });
  const encoding = facts.encoding?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return decodeText(bytes);
  const decode = DECODERS.get(encoding);
  if (decode === undefined) throw new BadResponseError({ operation, status, reason: 'undecodable' });
  try {
    return decodeText(await decode(bytes, { maxOutputLength: limitBytes }));
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new BadResponseError({ operation, status, reason: isTooLarge ? 'too-large' : 'undecodable' });
  }
}

async function collect(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  facts: { operation: Operation; status: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > limitBytes) throw new BadResponseError({ ...facts, reason: 'too-large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** UTF-8 as JSON demands (RFC 8259, 8.1), without a byte order mark; a broken letter spoils itself alone. */
const decodeText = (bytes: Buffer) => new TextDecoder().decode(bytes);
