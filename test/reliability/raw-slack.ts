import { createServer } from 'node:http';
import { listen } from '../../sandbox/net.ts';
import { readManifest } from '../../sandbox/read-manifest.ts';
import { createPerson } from '../../sandbox/slack/client/person.ts';
import { unlessRefused } from '../../sandbox/slack/refused.ts';
import { readAnswer } from '../../sandbox/slack/server/answer-response-url.ts';
import { createDeliver } from '../../sandbox/slack/server/deliver.ts';
import type { Acknowledgement } from '../../sandbox/slack/server/delivery.ts';
import { createHttpListener } from '../../sandbox/slack/server/http-server.ts';
import { createSocketMode } from '../../sandbox/slack/server/socket-mode.ts';
import { createState, type SlackState } from '../../sandbox/slack/state/state.ts';
import { LOCALE } from '../support/reader.ts';

/** Refusals caused by the bot's own message or view, not by the ids it was given. */
const MALFORMED =
  /blocks|too_long|too_large|no_text|no_fallback|date_token|would_ping|invalid_payload|json-pointer:\/view[/\]]/;
const KEPT = 100;

export type RawSlack = Awaited<ReturnType<typeof startRawSlack>>;

/** The local Slack with access to its internals: anything can be sent to the bot, not only what people do. */
export async function startRawSlack(members: number) {
  const server = createServer();
  const { origin, close } = await listen(server);
  const refused: string[] = [];
  const { scopes } = readManifest();
  const state = watched(createState(origin, { scopes, extraMembers: members, locale: LOCALE }), refused);
  const sockets = createSocketMode(state, 10_000);
  const deliver = createDeliver(state, sockets, 3_000);
  server.on('request', createHttpListener(state));
  server.on('upgrade', sockets.accept);
  return {
    ...state.credentials,
    apiUrl: `${origin}/api/`,
    state,
    /** Sends anything once, over sockets unless `deliverTo` was called. */
    send: deliver.once,
    /** Sends by signed HTTP from now on. */
    deliverTo: deliver.useHttp,
    /** What Slack refused for its form, such as invalid blocks. At most a hundred. */
    refused,
    people: state.workspace.users
      .filter(({ name }) => name.startsWith('member-'))
      .map((user) => createPerson(state, deliver, user)),
    waitForSockets: async (count: number) =>
      void (await state.changes.until(
        () => sockets.count() >= count || undefined,
        () => `${sockets.count()} sockets`,
      )),
    async close() {
      await sockets.close();
      state.changes.close();
      await close();
    },
  };
}

/** Reads all traffic but keeps none, because there is a lot here. */
function watched(state: SlackState, refused: string[]): SlackState {
  return {
    ...state,
    record(exchange) {
      state.changes.notify();
      if (exchange.kind === 'delivery' || refused.length >= KEPT) return;
      const result = JSON.stringify(exchange.result) ?? '';
      if (result.includes('"ok":false') && MALFORMED.test(result))
        refused.push(`${exchange.kind}: ${result}: ${JSON.stringify(exchange).slice(0, 2_000)}`);
    },
  };
}

/** What is wrong with the message in an ack, if it has one. */
export function problemWithAck(result: Acknowledgement): string | undefined {
  if (result.ack !== 'ok' || result.body === undefined) return undefined;
  const { body } = result;
  return unlessRefused(
    () => void readAnswer(typeof body === 'string' ? { text: body } : body),
    ({ message }) => message,
  );
}
