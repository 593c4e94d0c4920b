import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ReceiverEvent } from '@slack/bolt';
import type { Reject } from '../../pipeline/count-rejections.ts';
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
  readonly reject: Reject;
  readonly now: () => number;
  /** Must not reject. */
  readonly processEvent: (event: ReceiverEvent) => Promise<void>;
}

/** What is done with a request: refused, answered here, or handed on. */
type Judged =
  | { readonly kind: 'rejected'; readonly status: number; readonly reason: string }
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
const readSslCheck = createReadRequestBody(1_000);

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
        return sendRefusal(request, response, judged.status);
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
  const readRequestBody = createReadRequestBody(BODY_LIMIT_BYTES, ORDINARY_BYTES, LARGE_AT_MOST);

  function judgeSigned(bytes: Buffer, stamped: Stamped, kind: BodyKind): Judged {
    if (!isSignedBy(signingSecret, stamped, bytes)) return rejected(401, 'signature');
    const body = parseRequestBody(kind, bytes);
    if (body === undefined) return rejected(400, 'malformed');
    // Unlike an unsigned one, this is known to be Slack's.
    if (isSslCheck(body)) return { kind: 'answered' };
    if (body.type === 'url_verification') return { kind: 'answered', content: { challenge: body.challenge } };
    return { kind: 'taken', body };
  }

  return async (request: IncomingMessage): Promise<Judged> => {
    const kind = judgeHeaders(request);
    if (typeof kind === 'object') return kind;
    const stamped = readStamp(request, now());
    if (stamped === 'stamp') return rejected(401, 'stamp');
    if (stamped === 'unsigned') return judgeUnsigned(request, kind);
    const bytes = await readRequestBody(request);
    if (bytes === 'broken-off') return { kind: 'gone' };
    return bytes === 'too-large' ? rejected(413, bytes) : judgeSigned(bytes, stamped, kind);
  };
}

const rejected = (status: number, reason: string): Judged => ({ kind: 'rejected', status, reason });

function judgeHeaders(request: IncomingMessage): BodyKind | Judged {
  if (request.url?.split('?', 1)[0] !== PATH) return rejected(404, 'path');
  if (request.method !== 'POST') return rejected(405, 'method');
  if ((request.headersDistinct['content-encoding']?.join() ?? 'identity') !== 'identity')
    return rejected(415, 'encoding');
  return bodyKindOf(onlyHeader(request, 'content-type')) ?? rejected(415, 'content-type');
}

/**
 * Slack looks at certificates with an unsigned `ssl_check=1`, which is all that is read of it. Anybody can send that, so
 * it is answered with 200 and otherwise treated as every stranger's request: counted, and its connection closed.
 */
async function judgeUnsigned(request: IncomingMessage, kind: BodyKind): Promise<Judged> {
  if (kind !== 'form' || request.headersDistinct['x-slack-signature'] !== undefined)
    return rejected(401, 'unsigned');
  const bytes = await readSslCheck(request);
  if (bytes === 'broken-off') return { kind: 'gone' };
  if (bytes === 'too-large') return rejected(401, 'unsigned');
  const body = parseRequestBody(kind, bytes);
  return body !== undefined && isSslCheck(body) ? rejected(200, 'ssl-check') : rejected(401, 'unsigned');
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
