import { readManifest } from '../../sandbox/read-manifest.ts';
import { unlessRefused } from '../../sandbox/slack/refused.ts';
import { readAnswer } from '../../sandbox/slack/server/answer-response-url.ts';
import type { Acknowledgement, TrafficRecord } from '../../sandbox/slack/server/delivery.ts';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { LOCALE } from '../support/reader.ts';

/** Refusals caused by the bot's own message or view, not by the ids it was given. */
const MALFORMED =
  /blocks|too_long|too_large|no_text|no_fallback|date_token|would_ping|invalid_payload|json-pointer:\/view[/\]]/;
const KEPT = 100;

export type RawSlack = Awaited<ReturnType<typeof startRawSlack>>;

/** A local Slack, with what it refused for its form, such as invalid blocks; at most a hundred. */
export async function startRawSlack(extraMembers: number) {
  const { scopes } = readManifest();
  const slack = await startLocalSlack({ scopes, extraMembers, locale: LOCALE });
  const refused: string[] = [];
  let last: TrafficRecord | undefined;
  slack.onChange(() => {
    const exchange = slack.traffic.at(-1);
    if (exchange === undefined || exchange === last || refused.length >= KEPT) return;
    last = exchange;
    const result = 'result' in exchange ? (JSON.stringify(exchange.result) ?? '') : '';
    if (result.includes('"ok":false') && MALFORMED.test(result))
      refused.push(`${exchange.kind}: ${result}: ${JSON.stringify(exchange).slice(0, 2_000)}`);
  });
  return { ...slack, refused };
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
