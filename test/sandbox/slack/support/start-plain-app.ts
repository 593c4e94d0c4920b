import { text } from 'node:stream/consumers';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startServer } from '../../../support/start-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into, never passed on.
export type Payload = any;

/** A request from Slack: the fields of a command, the payload of an interaction, or the body of an event. */
interface SlackRequest {
  readonly payload: Payload;
}

/** The app's answer: an empty 200, or one with this body, text or JSON. */
export type AppAnswer = { readonly body?: unknown } | undefined;

/** An app without any SDK behind signed HTTP, so that the test decides every byte of its answers. */
export async function startPlainApp(
  slack: LocalSlack,
  answer: (request: SlackRequest) => AppAnswer | Promise<AppAnswer>,
): Promise<{ readonly requests: readonly SlackRequest[] }> {
  const requests: SlackRequest[] = [];
  const { url } = await startServer(async (request, response) => {
    const taken = { payload: toPayload(await text(request)) };
    requests.push(taken);
    const { body } = (await answer(taken)) ?? {};
    const isText = typeof body === 'string';
    response.writeHead(200, { 'content-type': isText ? 'text/plain' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
  });
  slack.deliverTo(`${url}/slack/events`);
  return { requests };
}

function toPayload(rawBody: string): Payload {
  if (rawBody.startsWith('{')) return JSON.parse(rawBody);
  const fields = Object.fromEntries(new URLSearchParams(rawBody));
  return fields.payload === undefined ? fields : JSON.parse(fields.payload);
}
