import { type ServerResponse, STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';

/** One way for the service to fail. Everything else stays as in the ordinary answer. */
export type Fault =
  /** Any status from 200 to 599 with the interface's error object. `code` and `message` replace the usual ones. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An HTML page from a proxy, with status 502 by default. */
  | { readonly kind: 'html-page'; readonly status?: number }
  /** The ordinary status and half of the ordinary body, in valid HTTP. */
  | { readonly kind: 'truncated-json' }
  /** The ordinary answer with every field of a wrong type. */
  | { readonly kind: 'wrong-types' }
  /** 200 with JSON that is not an object: `value`, or an empty array by default. */
  | { readonly kind: 'not-an-object'; readonly value?: unknown }
  /** The connection is reset: before any answer, or after half of the ordinary body. */
  | { readonly kind: 'reset'; readonly when?: 'before-answer' | 'mid-body' }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** The ordinary headers at once, then one byte every 100 ms. */
  | { readonly kind: 'slow-drip' }
  /** The ordinary answer with `Content-Encoding: gzip`, whether the client asked for it or not. */
  | { readonly kind: 'gzip' }
  /** The ordinary answer, padded to more than 1 MiB; without `Content-Length` unless `isDeclared`. */
  | { readonly kind: 'huge'; readonly isDeclared?: boolean };

/** What is sent: a status, headers other than `Date` and `Content-Length`, and the bytes. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Sends no `Content-Length`, so a client learns the size only by counting the bytes. */
  readonly isChunked?: boolean;
  /** In one piece when absent. */
  readonly how?: 'half-then-reset' | 'drip';
}

/** An answer with any JSON value as its body. */
export const jsonReply = (status: number, value: unknown, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

/** The error object of the interface: `{ error: { code, message } }`. A 401 gets a challenge, as RFC 9110 requires. */
export function errorReply(
  status: number,
  code: string,
  message: string,
  headers: Reply['headers'] = {},
): Reply {
  const challenged = status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers;
  return jsonReply(status, { error: { code, message } }, challenged);
}

const OVER_ONE_MIB = 1.5 * 1024 * 1024;
const DRIP_MS = 100;

/**
 * What a fault makes of the ordinary answer; undefined when nothing is sent. Runs `answer` only for faults that need it. A
 * status, a page, a hang or an early reset stands for a request that never reached the service, so it issues and revokes no
 * token.
 */
export async function spoil(
  fault: Fault | undefined,
  answer: () => Promise<Reply>,
): Promise<Reply | undefined> {
  const changed = async (change: (body: Buffer) => Buffer, more: Partial<Reply> = {}) => {
    const reply = await answer();
    return { ...reply, ...more, headers: { ...reply.headers, ...more.headers }, body: change(reply.body) };
  };
  switch (fault?.kind) {
    case undefined:
      return answer();
    case 'status':
      return statusReply(fault);
    case 'html-page':
      return htmlPage(fault.status ?? 502);
    case 'not-an-object':
      return jsonReply(200, fault.value === undefined ? [] : fault.value);
    case 'truncated-json':
      return changed(half);
    case 'wrong-types':
      return changed(retyped);
    case 'gzip':
      return changed(gzipSync, { headers: { 'content-encoding': 'gzip' } });
    case 'huge':
      return changed(padded, { isChunked: fault.isDeclared !== true });
    case 'slow-drip':
      return changed((body) => body, { how: 'drip' });
    case 'reset':
      return fault.when === 'mid-body' ? changed((body) => body, { how: 'half-then-reset' }) : undefined;
    default:
      return undefined;
  }
}

/** Sends a reply in the way that `how` says. */
export function send(response: ServerResponse, { status, headers, body, isChunked, how }: Reply): void {
  response.writeHead(status, isChunked ? headers : { ...headers, 'content-length': String(body.length) });
  if (how === undefined) response.end(body);
  else if (how === 'half-then-reset') response.write(half(body), () => response.socket?.resetAndDestroy());
  else {
    response.flushHeaders();
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      if (sent < body.length) response.write(body.subarray(sent - 1, sent));
      else response.end(body.subarray(sent - 1));
    }, DRIP_MS);
    response.once('close', () => clearInterval(timer));
  }
}

const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
// Only this server's own answers come here, and all of them are JSON objects.
const parsed = (body: Buffer) => JSON.parse(body.toString()) as Record<string, unknown>;
/** No field of the interface is a list. */
const retyped = (body: Buffer) => {
  const fields = Object.entries(parsed(body)).map(([field, value]) => [field, [value]]);
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
};
const padded = (body: Buffer) =>
  Buffer.from(JSON.stringify({ ...parsed(body), padding: 'x'.repeat(OVER_ONE_MIB) }));

function statusReply({ status, code, message, headers = {} }: Extract<Fault, { kind: 'status' }>): Reply {
  const name = STATUS_CODES[status] ?? `Status ${status}`;
  // RFC 9110: these two statuses never have a body.
  if (status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0), isChunked: true };
  const usualCode = name.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
  return errorReply(status, code ?? usualCode, message ?? name, headers);
}

function htmlPage(status: number): Reply {
  const name = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const body = `<html>\r\n<head><title>${name}</title></head>\r\n<body>\r\n<h1>${name}</h1>\r\n<hr>nginx\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) };
}
