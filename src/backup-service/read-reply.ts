import type { Dispatcher } from 'undici';
import { BadResponseError, HttpError, isBackupServiceError, type Operation } from './errors.ts';
import { orAborted } from './or-aborted.ts';
import { parseRetryAfter } from './parse-retry-after.ts';
import { readBody } from './read-body.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const ERROR_BODY_LIMIT_BYTES = 65_536;
const ERROR_BODY_TIMEOUT_MS = 1_000;
/** Of the form of UNAUTHORIZED. Anything else might be an id, an e-mail or a token, and codes are logged. */
const SERVICE_CODE = /^[A-Z][A-Z0-9_]{0,40}$/;

export interface HttpReply {
  readonly status: number;
  /** The JSON object that came with a 2xx. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The service's clock by its Date header; absent when it sent none that can be read. */
  readonly dateMs?: number;
}

interface Context {
  readonly operation: Operation;
  readonly now: () => number;
}

/**
 * Judges an answer by its status before its body. Throws `HttpError` outside 2xx, whatever the body is, and
 * `BadResponseError` for a 2xx without a JSON object. Network errors of the body pass through unnamed.
 */
export async function readReply(response: Dispatcher.ResponseData, context: Context): Promise<HttpReply> {
  const { operation, now } = context;
  const { statusCode: status, headers } = response;
  const dateMs = Date.parse(textOf(headers.date) ?? '');
  const clock = Number.isNaN(dateMs) ? {} : { dateMs };
  if (status >= 200 && status < 300) {
    const encoding = textOf(headers['content-encoding']);
    const limitBytes = BODY_LIMIT_BYTES;
    const text = await readBody(response.body, { operation, status, encoding, limitBytes });
    return { status, body: parseObject(text, { operation, status }), ...clock };
  }
  const serviceCode = await readServiceCode(response, operation);
  const retryAfterMs = parseRetryAfter(textOf(headers['retry-after']), clock.dateMs ?? now());
  throw new HttpError({
    operation,
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(serviceCode !== undefined && { serviceCode }),
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

/** The error object's code is worth a moment, never the status: whatever keeps it from coming is as good as none. */
async function readServiceCode(
  { body, statusCode: status, headers }: Dispatcher.ResponseData,
  operation: Operation,
): Promise<string | undefined> {
  const facts = {
    operation,
    status,
    encoding: textOf(headers['content-encoding']),
    limitBytes: ERROR_BODY_LIMIT_BYTES,
  };
  const late = new BadResponseError({ operation, status, reason: 'too-large' });
  try {
    const reading = readBody(body, facts);
    const value = parseJson(await orAborted(reading, AbortSignal.timeout(ERROR_BODY_TIMEOUT_MS), () => late));
    const error = isObject(value) ? value.error : undefined;
    const code = isObject(error) ? error.code : undefined;
    return typeof code === 'string' && SERVICE_CODE.test(code) ? code : undefined;
  } catch (error) {
    body.destroy();
    if (isBackupServiceError(error) || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}
