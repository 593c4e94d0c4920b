import type { ServerResponse } from 'node:http';
import type { ReceiverEvent } from '@slack/bolt';
import { TIME_LIMITS } from '../../time-limits.ts';

/** An acknowledgement that reached nobody: Slack had given up, or the connection was gone. */
export class AckError extends Error {
  readonly code = 'ack_not_sent';

  constructor() {
    super('Slack no longer waited for the acknowledgement');
    this.name = 'AckError';
  }
}

/** Answers a request with what is acknowledged, and with 404 when nothing is in time. Rejects with AckError after that. */
export function createHttpAck(response: ServerResponse): ReceiverEvent['ack'] {
  const tooLate = setTimeout(() => response.writeHead(404).end(), TIME_LIMITS.ack + 1);
  response.on('close', () => clearTimeout(tooLate));
  return async (content) => {
    clearTimeout(tooLate);
    if (response.headersSent || response.destroyed) throw new AckError();
    sendContent(response, content);
  };
}

/** 200 with nothing, a plain text or JSON. The content length is set, so that Node sends it in one piece. */
export function sendContent(response: ServerResponse, content: unknown): void {
  const isText = typeof content === 'string';
  const text = isText ? content : content === undefined ? '' : JSON.stringify(content);
  response
    .writeHead(200, {
      'content-length': Buffer.byteLength(text),
      ...(text !== '' && !isText && { 'content-type': 'application/json' }),
    })
    .end(text);
}
