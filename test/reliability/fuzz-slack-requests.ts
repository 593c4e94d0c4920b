import fc from 'fast-check';
import type { Outgoing } from '../../sandbox/slack/server/delivery.ts';
import type { JsonObject } from '../../sandbox/slack/server/json.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { payloadOf, SHAPES } from './fuzz-payloads.ts';
import { hostileText, hostileValue } from './fuzz-values.ts';
import { problemWithAck, type RawSlack } from './raw-slack.ts';

const ACTION_IDS = [
  ...Object.values(ACTIONS),
  ...Object.values(HOME_ACTIONS),
  'account_open_1',
  'nothing_of_ours',
];

/** One hostile request. */
export const slackRequest = fc.record({
  shape: fc.nat(SHAPES.length - 1),
  /** Changes of a payload: the part found by `at` becomes `value`, or is removed. */
  mutations: fc.array(
    fc.record({
      at: fc.nat(200),
      kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
      value: hostileValue,
    }),
    { maxLength: 4 },
  ),
  actionId: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ACTION_IDS) }, hostileText),
  blockId: fc.oneof(
    fc.constantFrom('account::1001', 'account:U0ADA000001:1002', 'pin::load-1', 'account::1001', '1001', ''),
    hostileText,
  ),
  chosen: fc.oneof(fc.constantFrom(...Object.values(MORE), '1001', '1'), hostileText),
});

type SlackRequest = typeof slackRequest extends fc.Arbitrary<infer Request> ? Request : never;

/** A copy with every mutation. URLs stay ours, so that nothing leaves this machine. */
function mutate(payload: JsonObject, mutations: SlackRequest['mutations']): JsonObject {
  const copy = structuredClone(payload);
  for (const { at, kind, value: shared } of mutations) {
    // Constants of the generator are shared objects; inserted twice, they would contain themselves.
    const value = structuredClone(shared);
    const places = placesIn(copy);
    const place = places[at % places.length];
    if (place === undefined) continue;
    const { parent, key } = place;
    if (kind === 'remove') delete parent[key];
    else if (kind === 'add') parent[typeof value === 'string' ? value : 'added'] = value;
    else parent[key] = value;
  }
  return copy;
}

/** Slack makes these itself, or sends back what it has accepted. The app sends them to Slack again. */
const TRUSTED = ['trigger_id', 'private_metadata'];

function placesIn(value: unknown): { readonly parent: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  const keys = Object.keys(parent).filter((key) => !TRUSTED.includes(key));
  return keys.flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

/** Sends the request as signed HTTP. Resolves with what is wrong with the answer. */
export async function sendOverHttp(
  request: SlackRequest,
  slack: RawSlack,
  requestUrl: string,
): Promise<string | undefined> {
  const { type, payload } = payloadOf(request, slack);
  const changed = mutate(payload, request.mutations);
  const body = type === 'events_api' ? JSON.stringify(changed) : toForm(type, changed);
  const response = await fetch(requestUrl, {
    method: 'POST',
    headers: {
      'content-type': type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded',
      connection: 'close',
      ...signedHeaders(body, { secret: slack.signingSecret }),
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const shown = await response.text();
  if (/\bat \S+ \(.*:\d+:\d+\)/.test(shown)) return `a stack trace: ${shown}`;
  return undefined;
}

function toForm(type: Outgoing['type'], payload: JsonObject): string {
  if (type === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = Object.entries(payload).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return new URLSearchParams(fields).toString();
}

/** Sends the request as a Socket Mode envelope. Resolves with what is wrong with the ack. */
export async function sendOverSocket(request: SlackRequest, slack: RawSlack): Promise<string | undefined> {
  const { type, payload } = payloadOf(request, slack);
  const result = await slack.send({ type, payload: mutate(payload, request.mutations) });
  if (result.ack === 'dispatch_failed') return 'no socket is open';
  return type === 'slash_commands' ? problemWithAck(result) : undefined;
}
