import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';
import { errorReply, jsonReply, type Reply } from './reply.ts';

const OVER_ONE_MIB = 1.5 * 1024 * 1024;

/** How an answer leaves the server; `reset` and `hang` have none. */
export type Delivery =
  | { readonly kind: 'whole'; readonly reply: Reply }
  | { readonly kind: 'half-then-reset'; readonly reply: Reply }
  | { readonly kind: 'drip'; readonly reply: Reply; readonly intervalMs: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' };

/**
 * Turns the ordinary answer into what the fault, if any, makes of it. `answer` runs only for faults that need it: a request that
 * meets a status, a page, a hang or an early reset never reached the service, so no token is issued or killed by it.
 */
export async function spoilAnswer(
  fault: Fault | undefined,
  answer: () => Promise<Reply>,
  nowMs: number,
): Promise<Delivery> {
  if (fault === undefined) return whole(await answer());
  switch (fault.kind) {
    case 'status':
      return whole(statusReply(fault));
    case 'html-page':
      return whole(htmlPage(fault.status ?? 502));
    case 'rate-limited':
      return whole(rateLimited(fault, nowMs));
    case 'not-an-object':
      return whole(jsonReply(200, fault.value === undefined ? [] : fault.value));
    case 'truncated-json':
      return whole(withBody(await answer(), half));
    case 'wrong-types':
      return whole(withBody(await answer(), (body) => Buffer.from(JSON.stringify(retyped(parsed(body))))));
    case 'gzip':
      return whole(gzipped(await answer()));
    case 'huge':
      return whole({ ...withBody(await answer(), padded), isChunked: fault.isDeclared !== true });
    case 'slow-drip':
      return { kind: 'drip', reply: await answer(), intervalMs: fault.intervalMs ?? 100 };
    case 'reset':
      return fault.when === 'mid-body'
        ? { kind: 'half-then-reset', reply: await answer() }
        : { kind: 'reset' };
    case 'hang':
      return { kind: 'hang' };
    default:
      throw fault satisfies never;
  }
}

const whole = (reply: Reply): Delivery => ({ kind: 'whole', reply });
const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
const withBody = (reply: Reply, change: (body: Buffer) => Buffer): Reply => ({
  ...reply,
  body: change(reply.body),
});
// Only answers of this server come here, and all of them are JSON objects.
const parsed = (body: Buffer) => JSON.parse(body.toString()) as Record<string, unknown>;
const padded = (body: Buffer) =>
  Buffer.from(JSON.stringify({ ...parsed(body), padding: 'x'.repeat(OVER_ONE_MIB) }));

function statusReply({ status, code, message, headers = {} }: Extract<Fault, { kind: 'status' }>): Reply {
  const name = STATUS_CODES[status] ?? `Status ${status}`;
  // RFC 9110: these two never have a body.
  if (status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0), isChunked: true };
  const usualCode = name.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
  return errorReply(status, { code: code ?? usualCode, message: message ?? name }, headers);
}

function htmlPage(status: number): Reply {
  const name = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(
      `<html>\r\n<head><title>${name}</title></head>\r\n<body>\r\n<center><h1>${name}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
    ),
  };
}

function rateLimited(fault: Extract<Fault, { kind: 'rate-limited' }>, nowMs: number): Reply {
  const { retryAfterSeconds: seconds, format } = fault;
  const error = { code: 'RATE_LIMITED', message: 'Too many requests' };
  if (seconds === undefined) return errorReply(429, error);
  const retryAfter =
    format === 'http-date' ? new Date(nowMs + seconds * 1000).toUTCString() : String(seconds);
  return errorReply(429, error, { 'retry-after': retryAfter });
}

function gzipped(reply: Reply): Reply {
  return { ...withBody(reply, gzipSync), headers: { ...reply.headers, 'content-encoding': 'gzip' } };
}

function retyped(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, wrongTypeFor(value)]));
}

function wrongTypeFor(value: unknown): unknown {
  if (typeof value === 'string') return { text: value.length };
  if (typeof value === 'number') return [value];
  return value === null ? false : 'text';
}
