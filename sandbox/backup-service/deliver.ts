import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';
import type { Delivery } from './spoil-answer.ts';

/** Sends an answer the way the delivery says. */
export function deliver(response: ServerResponse, delivery: Delivery): void {
  switch (delivery.kind) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'whole':
      writeHead(response, delivery.reply);
      response.end(delivery.reply.body);
      return;
    case 'half-then-reset':
      writeHead(response, delivery.reply);
      response.write(delivery.reply.body.subarray(0, Math.floor(delivery.reply.body.length / 2)), () => {
        response.socket?.resetAndDestroy();
      });
      return;
    case 'drip':
      drip(response, delivery);
      return;
    default:
      throw delivery satisfies never;
  }
}

function writeHead(response: ServerResponse, { status, headers, body, isChunked }: Reply): void {
  response.writeHead(status, isChunked ? headers : { ...headers, 'content-length': String(body.length) });
}

function drip(response: ServerResponse, { reply, intervalMs }: Extract<Delivery, { kind: 'drip' }>): void {
  writeHead(response, reply);
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent < reply.body.length) {
      response.write(reply.body.subarray(sent - 1, sent));
      return;
    }
    clearInterval(timer);
    response.end(reply.body.subarray(sent - 1));
  }, intervalMs);
  response.once('close', () => clearInterval(timer));
}
