import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into, never passed on.
export type Payload = any;

/** A request from Slack as it arrived. */
export interface SlackRequest {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** The fields of a command, the payload of an interaction, or the body of an event. */
  readonly payload: Payload;
}

/** The app's answer. Default: an empty 200. `never` leaves Slack waiting. */
export type AppAnswer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'never'
  | undefined;

/** An app without any SDK behind signed HTTP, so that the test decides every byte of its answers. */
export async function startPlainApp(
  slack: LocalSlack,
  answer: (request: SlackRequest) => AppAnswer | Promise<AppAnswer>,
): Promise<{ readonly requests: readonly SlackRequest[]; readonly url: string }> {
  const requests: SlackRequest[] = [];
  const server = createServer(async (request, response) => {
    let rawBody = '';
    for await (const chunk of request) rawBody += chunk;
    const taken = { headers: request.headers, rawBody, payload: toPayload(rawBody) };
    requests.push(taken);
    const answered = await answer(taken);
    if (answered === 'never') return;
    const { status = 200, headers = {}, body } = answered ?? {};
    const isText = typeof body === 'string';
    const type = isText ? 'text/plain' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
  slack.deliverTo(url);
  return { requests, url };
}

function toPayload(rawBody: string): Payload {
  if (rawBody.startsWith('{')) return JSON.parse(rawBody);
  const fields = Object.fromEntries(new URLSearchParams(rawBody));
  return fields.payload === undefined ? fields : JSON.parse(fields.payload);
}
