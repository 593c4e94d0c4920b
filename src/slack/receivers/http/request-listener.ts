import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ReceiverEvent } from '@slack/bolt';
import type { RejectionReason } from '../../pipeline/count-rejections.ts';
import { createHttpAck, sendContent } from './http-ack.ts';
import {
  type BodyKind,
  bodyKindOf,
  createReadRequestBody,
  parseRequestBody,
  type RequestBody,
} from './request-body.ts';
import { isSignedBy, onlyHeader, readStamp, type Stamped } from './verify-signature.ts';

interface RequestListenerDeps {
  readonly signingSecret: string;
  readonly reject: (reason: RejectionReason) => void;
  readonly now: () => number;
  /** Must not reject. */
  readonly processEvent: (event: ReceiverEvent) => Promise<void>;
}

/** What is done with a request: refused, answered here, or handed on. */
type Judged =
  | { readonly kind: 'rejected'; readonly reason: RejectionReason }
  /** By 200, with what is said: Slack's check of a URL or certificate. */
  | { readonly kind: 'answered'; readonly content?: object }
  /** The client is gone. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'taken'; readonly body: RequestBody };

const PATH = '/slack/events';
/** The shortcut sends the message it is used on: 40,000 characters, as many bytes percent-encoded as they take. */
const BODY_LIMIT_BYTES = 1_000_000;
/** Everything else that Slack sends is smaller. */
const ORDINARY_BYTES = 100_000;
/** Only the complete body shows whether Slack signed it: this bounds the memory that strangers can take. */
const LARGE_AT_MOST = 20;
/** The one thing that Slack sends unsigned is a few words long. */
const readSslCheck = createReadRequestBody({ maxBytes: 1_000 });

const STATUS: Readonly<Record<RejectionReason, number>> = {
  path: 404,
  method: 405,
  'content-type': 415,
  encoding: 415,
  'too-large': 413,
  'too-slow': 408,
  'ssl-check': 200,
  'not-http': 400,
  unsigned: 401,
  stamp: 401,
  signature: 401,
  malformed: 400,
  'other-app': 403,
  'other-team': 403,
};

/**
 * Lets through what Slack has signed and refuses the rest with a bare status: what can be told from the headers
 * before the body is read, what can be told from the signature before it is parsed.
 */
export function createRequestListener(deps: RequestListenerDeps): RequestListener {
  const judge = createJudge(deps);
  return async (request, response) => {
    const judged = await judge(request);
    switch (judged.kind) {
      case 'rejected':
        deps.reject(judged.reason);
        return sendRefusal(request, response, STATUS[judged.reason]);
      case 'answered':
        return sendContent(response, judged.content);
      case 'gone':
        return undefined;
      case 'taken':
        await deps.processEvent({ body: judged.body, ack: createHttpAck(response) });
        return undefined;
      default:
        throw judged satisfies never;
    }
  };
}

function createJudge({ signingSecret, now }: RequestListenerDeps) {
  const readRequestBody = createReadRequestBody({
    maxBytes: BODY_LIMIT_BYTES,
    ordinaryBytes: ORDINARY_BYTES,
    largeAtMost: LARGE_AT_MOST,
  });

  function judgeSigned(bytes: Buffer, stamped: Stamped, kind: BodyKind): Judged {
    if (!isSignedBy(signingSecret, stamped, bytes)) return rejected('signature');
    const body = parseRequestBody(kind, bytes);
    if (body === undefined) return rejected('malformed');
    // Unlike an unsigned one, this is known to be Slack's.
    if (isSslCheck(body)) return { kind: 'answered' };
    if (body.type === 'url_verification') return { kind: 'answered', content: { challenge: body.challenge } };
    return { kind: 'taken', body };
  }

  return async (request: IncomingMessage): Promise<Judged> => {
    const kind = judgeHeaders(request);
    if (typeof kind === 'object') return kind;
    const stamped = readStamp(request, now());
    if (stamped === 'stamp') return rejected('stamp');
    if (stamped === 'unsigned') return judgeUnsigned(request, kind);
    const bytes = await readRequestBody(request);
    if (bytes === 'broken-off') return { kind: 'gone' };
    return bytes === 'too-large' ? rejected(bytes) : judgeSigned(bytes, stamped, kind);
  };
}

const rejected = (reason: RejectionReason): Judged => ({ kind: 'rejected', reason });

function judgeHeaders(request: IncomingMessage): BodyKind | Judged {
  if (request.url?.split('?', 1)[0] !== PATH) return rejected('path');
  if (request.method !== 'POST') return rejected('method');
  if ((request.headersDistinct['content-encoding']?.join() ?? 'identity') !== 'identity')
    return rejected('encoding');
  return bodyKindOf(onlyHeader(request, 'content-type')) ?? rejected('content-type');
}

/**
 * Slack looks at certificates with an unsigned `ssl_check=1`, which is all that is read of it. Anybody can send that, so
 * it is answered with 200 and otherwise treated as every stranger's request: counted, and its connection closed.
 */
async function judgeUnsigned(request: IncomingMessage, kind: BodyKind): Promise<Judged> {
  if (kind !== 'form' || request.headersDistinct['x-slack-signature'] !== undefined)
    return rejected('unsigned');
  const bytes = await readSslCheck(request);
  if (bytes === 'broken-off') return { kind: 'gone' };
  if (bytes === 'too-large') return rejected('unsigned');
  const body = parseRequestBody(kind, bytes);
  return rejected(body !== undefined && isSslCheck(body) ? 'ssl-check' : 'unsigned');
}

const isSslCheck = (body: RequestBody) => body.ssl_check === '1';

/** Long enough for the answer to be read before the connection goes, with the rest of the request unread. */
const LINGER_MS = 250;

function sendRefusal(request: IncomingMessage, response: ServerResponse, status: number): void {
  const text = STATUS_CODES[status] ?? '';
  response.writeHead(status, {
    connection: 'close',
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(text),
    ...(status === 405 && { allow: 'POST' }),
  });
  if (request.complete) {
    response.end(text);
    return;
  }
  // Ending now would reset the connection under a sender who is still sending, and take the answer away.
  response.write(text);
  const linger = setTimeout(() => response.end(), LINGER_MS);
  response.on('close', () => clearTimeout(linger));
}
