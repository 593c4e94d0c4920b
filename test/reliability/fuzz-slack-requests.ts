import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { JsonObject } from '../../sandbox/slack/json.ts';
import type { Outgoing } from '../../sandbox/slack/outgoing.ts';
import { ACTIONS, HOME_ACTIONS, MORE, PIN_NAME } from '../../src/formatters/action-ids.ts';
import { hostileText, hostileValue } from './fuzz-values.ts';
import { problemWithAck, type RawSlack } from './raw-slack.ts';

/** A change to a payload: something of it, found by `at`, becomes `value`, or goes away. */
interface Mutation {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'add';
  readonly value: unknown;
}

/** One hostile request. */
export interface SlackRequest {
  readonly shape: number;
  readonly mutations: readonly Mutation[];
  /** How the HTTP request is signed; of no use over sockets. */
  readonly signed: 'well' | 'wrong-secret' | 'not' | 'long-ago' | 'in-the-future' | 'no-number' | 'cut';
  readonly contentType: string;
  readonly actionId: string;
  readonly blockId: string;
  readonly chosen: string;
}

const ACTION_IDS = [
  ...Object.values(ACTIONS),
  ...Object.values(HOME_ACTIONS),
  'account_open_1',
  'home_open_3',
  'nothing_of_ours',
];

export const slackRequest: fc.Arbitrary<SlackRequest> = fc.record({
  shape: fc.nat(11),
  mutations: fc.array(
    fc.record({
      at: fc.nat(200),
      kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
      value: hostileValue,
    }),
    { maxLength: 4 },
  ),
  signed: fc.oneof(
    { weight: 8, arbitrary: fc.constant('well') },
    fc.constantFrom('wrong-secret', 'not', 'long-ago', 'in-the-future', 'no-number', 'cut'),
  ) as fc.Arbitrary<SlackRequest['signed']>,
  contentType: fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    fc.constantFrom('text/plain', 'application/json', 'multipart/form-data; boundary=x', 'application/xml'),
  ),
  actionId: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ACTION_IDS) }, hostileText),
  blockId: fc.oneof(
    fc.constantFrom('account::1001', 'looked-up::1001', 'pinned::load-1', '1001', ''),
    hostileText,
  ),
  chosen: fc.oneof(fc.constantFrom(...Object.values(MORE), '1001', '1'), hostileText),
});

/** What comes in whole before it is changed, as Slack sends it. */
function payloadOf({ shape, actionId, blockId, chosen }: SlackRequest, slack: RawSlack): Outgoing {
  const { state } = slack;
  const { users, team, appId } = state.workspace;
  const user = users[6 + (blockId.length % 20)] ?? users[0];
  const channelId = 'C0ONCALL001';
  const responseUrl = state.responseUrls.issue({ userId: user?.id ?? '', channelId });
  responseUrl.open();
  const common = {
    api_app_id: appId,
    team: { id: team.id, domain: team.domain },
    user: { id: user?.id, team_id: team.id, name: user?.name },
    trigger_id: state.triggers.issue({ userId: user?.id ?? '', fromViewId: undefined }),
    is_enterprise_install: false,
    enterprise: null,
    token: 'x',
  };
  const button = {
    type: 'button',
    action_id: actionId,
    block_id: blockId,
    value: chosen,
    text: text('Retry'),
  };
  const menu = {
    type: 'overflow',
    action_id: actionId,
    block_id: blockId,
    selected_option: { value: chosen, text: text('x') },
  };
  const field = { type: 'plain_text_input', action_id: actionId, block_id: blockId, value: chosen };
  const card = {
    ...common,
    type: 'block_actions',
    response_url: responseUrl.url,
    channel: { id: channelId, name: 'oncall' },
    container: { type: 'message', message_ts: '1.2', channel_id: channelId, is_ephemeral: shape % 2 === 0 },
    message: { ts: '1.2', text: 'x', blocks: [] },
  };
  const view = {
    id: 'V1',
    hash: '1.x',
    type: 'modal',
    callback_id: PIN_NAME.callbackId,
    private_metadata: chosen,
    blocks: [],
    state: {
      values: { [PIN_NAME.blockId]: { [PIN_NAME.actionId]: { type: 'plain_text_input', value: chosen } } },
    },
  };
  const home = { ...common, type: 'block_actions', container: { type: 'view', view_id: 'V2' } };
  const homeView = { ...view, id: 'V2', type: 'home', callback_id: '' };
  const interactive = (payload: JsonObject): Outgoing => ({
    type: 'interactive',
    payload,
    acceptsResponse: false,
  });
  switch (shape) {
    case 0:
    case 1:
      return {
        type: 'slash_commands',
        acceptsResponse: true,
        payload: {
          team_id: team.id,
          channel_id: channelId,
          user_id: user?.id,
          user_name: user?.name,
          command: '/backup-status',
          text: chosen,
          api_app_id: appId,
          response_url: responseUrl.url,
          trigger_id: common.trigger_id,
          token: 'x',
        },
      };
    case 2:
    case 3:
      return interactive({ ...card, actions: [button] });
    case 4:
    case 5:
      return interactive({ ...card, actions: [menu] });
    case 6:
      return interactive({ ...home, view: homeView, actions: [shape % 2 ? button : field] });
    case 7:
      return interactive({ ...home, view: homeView, actions: [menu] });
    case 8:
      return interactive({ ...common, type: 'view_submission', view, response_urls: [] });
    case 9:
      return interactive({ ...common, type: chosen || 'shortcut', callback_id: actionId, view });
    default:
      return {
        type: 'events_api',
        acceptsResponse: false,
        payload: {
          type: 'event_callback',
          team_id: team.id,
          api_app_id: appId,
          event_id: 'Ev1',
          authorizations: [{ team_id: team.id, user_id: state.workspace.botUserId, is_bot: true }],
          event: {
            type: shape === 10 ? 'app_home_opened' : chosen,
            user: user?.id,
            channel: channelId,
            tab: 'home',
            view: homeView,
          },
        },
      };
  }
}

const text = (words: string) => ({ type: 'plain_text', text: words });

/** A copy with every mutation done. Addresses stay ours: nothing may leave this machine. */
function mutate(payload: JsonObject, mutations: readonly Mutation[]): JsonObject {
  const copy = structuredClone(payload);
  for (const { at, kind, value: shared } of mutations) {
    // Constants of the generator are one object everywhere; put in twice, they would contain themselves.
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

interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

/** Sends it as signed HTTP. What is wrong with the answer, if anything. */
export async function sendOverHttp(
  request: SlackRequest,
  slack: RawSlack,
  requestUrl: string,
): Promise<string | undefined> {
  const { type, payload } = payloadOf(request, slack);
  const changed = mutate(payload, request.mutations);
  const body = type === 'events_api' ? JSON.stringify(changed) : toForm(type, changed);
  const usual = type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(requestUrl, {
    method: 'POST',
    headers: {
      'content-type': request.contentType || usual,
      connection: 'close',
      ...signature(request.signed, body, slack.signingSecret),
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const said = await response.text();
  if (request.signed !== 'well' && response.ok)
    return `${response.status} for a request signed ${request.signed}`;
  if (/\bat \S+ \(.*:\d+:\d+\)/.test(said)) return `a stack trace: ${said}`;
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

function signature(how: SlackRequest['signed'], body: string, secret: string): Record<string, string> {
  if (how === 'not') return {};
  const seconds = Math.floor(Date.now() / 1000);
  const stamps = { 'long-ago': seconds - 3_600, 'in-the-future': seconds + 3_600, 'no-number': 'soon' };
  const stamp = String(how in stamps ? stamps[how as keyof typeof stamps] : seconds);
  const key = how === 'wrong-secret' ? `${secret}x` : secret;
  const signed = createHmac('sha256', key).update(`v0:${stamp}:${body}`).digest('hex');
  return {
    'x-slack-request-timestamp': stamp,
    'x-slack-signature': `v0=${how === 'cut' ? signed.slice(0, 20) : signed}`,
  };
}

/** Sends it as a Socket Mode envelope. What is wrong with the acknowledgement, if anything. */
export async function sendOverSocket(request: SlackRequest, slack: RawSlack): Promise<string | undefined> {
  const { type, payload, acceptsResponse } = payloadOf(request, slack);
  const result = await slack.send({
    type,
    acceptsResponse,
    payload: mutate(payload, request.mutations),
  });
  if (result.kind === 'unreachable') return 'no socket is open';
  return type === 'slash_commands' ? problemWithAck(result) : undefined;
}
