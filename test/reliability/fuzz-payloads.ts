import type { Outgoing } from '../../sandbox/slack/server/delivery.ts';
import type { JsonObject } from '../../sandbox/slack/server/json.ts';
import { PIN_NAME, STATUS_VIEW } from '../../src/slack/kit/ids.ts';
import type { RawSlack } from './raw-slack.ts';

/** What a payload is made of. */
export interface Parts {
  /** Which of `SHAPES`. */
  readonly shape: number;
  readonly actionId: string;
  readonly blockId: string;
  /** Value of a button, chosen option, typed text: whatever the person decides. */
  readonly chosen: string;
}

/** The parts, and what Slack adds to every payload. */
interface Setting extends Parts {
  readonly common: JsonObject;
  readonly userId: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly responseUrl: string;
}

const CHANNEL_ID = 'C0ONCALL001';
/** The first members after the people with names. */
const FIRST_MEMBER = 6;
const MEMBERS = 20;

const interactive = (payload: JsonObject): Outgoing => ({ type: 'interactive', payload });
const event = (payload: JsonObject): Outgoing => ({ type: 'events_api', payload });

const text = (words: string) => ({ type: 'plain_text', text: words });
const button = ({ actionId, blockId, chosen }: Parts) => ({
  type: 'button',
  action_id: actionId,
  block_id: blockId,
  value: chosen,
  text: text('Retry'),
});
const menu = ({ actionId, blockId, chosen }: Parts) => ({
  type: 'overflow',
  action_id: actionId,
  block_id: blockId,
  selected_option: { value: chosen, text: text('x') },
});
const field = ({ actionId, blockId, chosen }: Parts) => ({
  type: 'plain_text_input',
  action_id: actionId,
  block_id: blockId,
  value: chosen,
});

const modal = ({ chosen }: Parts) => ({
  id: 'V1',
  hash: '1.x',
  type: 'modal',
  callback_id: PIN_NAME.callbackId,
  private_metadata: chosen,
  blocks: [],
  state: {
    values: { [PIN_NAME.blockId]: { [PIN_NAME.actionId]: { type: 'plain_text_input', value: chosen } } },
  },
});
const statusModal = (parts: Parts) => ({
  ...modal(parts),
  callback_id: STATUS_VIEW.callbackId,
  private_metadata: CHANNEL_ID,
  state: {
    values: {
      [STATUS_VIEW.blockId]: { [STATUS_VIEW.actionId]: { type: 'plain_text_input', value: parts.chosen } },
    },
  },
});
const homeView = (parts: Parts) => ({ ...modal(parts), id: 'V2', type: 'home', callback_id: '' });

const onCard = (setting: Setting, action: JsonObject, isEphemeral: boolean) =>
  interactive({
    ...setting.common,
    type: 'block_actions',
    response_url: setting.responseUrl,
    channel: { id: CHANNEL_ID, name: 'oncall' },
    container: { type: 'message', message_ts: '1.2', channel_id: CHANNEL_ID, is_ephemeral: isEphemeral },
    message: { ts: '1.2', text: 'x', blocks: [] },
    actions: [action],
  });
const inHome = (setting: Setting, action: JsonObject) =>
  interactive({
    ...setting.common,
    type: 'block_actions',
    container: { type: 'view', view_id: 'V2' },
    view: homeView(setting),
    actions: [action],
  });

export const command = ({ common, userId, teamId, responseUrl, chosen }: Setting): Outgoing => ({
  type: 'slash_commands',
  payload: {
    team_id: teamId,
    channel_id: CHANNEL_ID,
    user_id: userId,
    user_name: 'member',
    command: '/backup-status',
    text: chosen,
    api_app_id: common.api_app_id,
    response_url: responseUrl,
    trigger_id: common.trigger_id,
    token: 'x',
  },
});

export const messageShortcut = ({ common, userId, responseUrl, chosen }: Setting) =>
  interactive({
    ...common,
    type: 'message_action',
    callback_id: 'backup_status',
    response_url: responseUrl,
    channel: { id: CHANNEL_ID, name: 'oncall' },
    message_ts: '1.2',
    message: { type: 'message', ts: '1.2', user: userId, text: chosen },
  });

const callback = (setting: Setting, type: string) => {
  const { common, userId, teamId, botUserId } = setting;
  return event({
    type: 'event_callback',
    team_id: teamId,
    api_app_id: common.api_app_id,
    event_id: 'Ev1',
    authorizations: [{ team_id: teamId, user_id: botUserId, is_bot: true }],
    event: { type, user: userId, channel: CHANNEL_ID, tab: 'home', view: homeView(setting) },
  });
};

/** Everything that Slack sends, and a little that it does not, whole. */
export const SHAPES: readonly ((setting: Setting) => Outgoing)[] = [
  command,
  command,
  (setting) => onCard(setting, button(setting), true),
  (setting) => onCard(setting, button(setting), false),
  (setting) => onCard(setting, menu(setting), true),
  (setting) => onCard(setting, menu(setting), false),
  (setting) => inHome(setting, button(setting)),
  (setting) => inHome(setting, menu(setting)),
  (setting) => inHome(setting, field(setting)),
  (setting) =>
    interactive({ ...setting.common, type: 'view_submission', view: modal(setting), response_urls: [] }),
  (setting) =>
    interactive({
      ...setting.common,
      type: 'view_submission',
      view: statusModal(setting),
      response_urls: [],
    }),
  messageShortcut,
  (setting) =>
    interactive({
      ...setting.common,
      type: setting.chosen || 'shortcut',
      callback_id: setting.actionId,
      view: modal(setting),
    }),
  (setting) => callback(setting, 'app_home_opened'),
  (setting) => callback(setting, setting.chosen),
  // The client of Socket Mode reads `event.type` by itself, before any code of ours.
  ({ chosen, teamId }) => event({ type: chosen || 'event_callback', team_id: teamId }),
];

/** A payload in a workspace that exists, from one of its members, with addresses and triggers that work. */
export function payloadOf(parts: Parts, { state }: RawSlack): Outgoing {
  const { users, team, appId, botUserId } = state.workspace;
  const userId = users[FIRST_MEMBER + (parts.blockId.length % MEMBERS)]?.id ?? '';
  const responseUrl = state.responseUrls.issue({ userId, channelId: CHANNEL_ID });
  responseUrl.open();
  const common = {
    api_app_id: appId,
    team: { id: team.id, domain: team.domain },
    user: { id: userId, team_id: team.id, name: 'member' },
    trigger_id: state.triggers.issue({ userId, fromViewId: undefined }),
    is_enterprise_install: false,
    enterprise: null,
    token: 'x',
  };
  const shape = SHAPES[parts.shape % SHAPES.length] ?? command;
  return shape({ ...parts, common, userId, teamId: team.id, botUserId, responseUrl: responseUrl.url });
}
