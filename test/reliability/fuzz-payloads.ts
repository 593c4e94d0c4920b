import type { Outgoing } from '../../sandbox/slack/server/delivery.ts';
import type { JsonObject } from '../../sandbox/slack/server/json.ts';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { STATUS_VIEW } from '../../src/slack/lookup/shortcut.ts';
import type { RawSlack } from './raw-slack.ts';

/** The variable parts of a payload. */
export interface Parts {
  /** Which of `SHAPES`. */
  readonly shape: number;
  readonly actionId: string;
  readonly blockId: string;
  /** The value of a button, the chosen option or the typed text. */
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
/** The first member after the named people. */
const FIRST_MEMBER = 6;
const MEMBERS = 20;

const interactive = (payload: JsonObject): Outgoing => ({ type: 'interactive', payload });
const event = (payload: JsonObject): Outgoing => ({ type: 'events_api', payload });

/** What was pressed, chosen or typed. Each type reads its own fields. */
const element = (type: 'button' | 'overflow' | 'plain_text_input', { actionId, blockId, chosen }: Parts) => ({
  type,
  action_id: actionId,
  block_id: blockId,
  value: chosen,
  selected_option: { value: chosen, text: { type: 'plain_text', text: 'x' } },
  text: { type: 'plain_text', text: 'Retry' },
});

/** A window with one field, or Home. */
const viewOf = (
  { chosen }: Parts,
  [callbackId, field]: readonly [callbackId: string, field: string],
  more: JsonObject = {},
) => ({
  id: 'V1',
  hash: '1.x',
  type: 'modal',
  callback_id: callbackId,
  private_metadata: chosen,
  blocks: [],
  state: { values: { [field]: { [field]: { type: 'plain_text_input', value: chosen } } } },
  ...more,
});
const NAME_FORM = [PIN_NAME.callbackId, PIN_NAME.name] as const;
const homeView = (parts: Parts) => viewOf(parts, NAME_FORM, { id: 'V2', type: 'home', callback_id: '' });

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

const submission = ({ common }: Setting, view: JsonObject) =>
  interactive({ ...common, type: 'view_submission', view, response_urls: [] });

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

/** A valid form of everything that Slack sends, and of some things that it does not. */
export const SHAPES: readonly ((setting: Setting) => Outgoing)[] = [
  command,
  command,
  (setting) => onCard(setting, element('button', setting), true),
  (setting) => onCard(setting, element('button', setting), false),
  (setting) => onCard(setting, element('overflow', setting), true),
  (setting) => onCard(setting, element('overflow', setting), false),
  (setting) => inHome(setting, element('button', setting)),
  (setting) => inHome(setting, element('overflow', setting)),
  (setting) => inHome(setting, element('plain_text_input', setting)),
  (setting) => submission(setting, viewOf(setting, NAME_FORM)),
  (setting) =>
    submission(
      setting,
      viewOf(setting, [STATUS_VIEW.callbackId, STATUS_VIEW.ids], { private_metadata: CHANNEL_ID }),
    ),
  messageShortcut,
  (setting) =>
    interactive({
      ...setting.common,
      type: setting.chosen || 'shortcut',
      callback_id: setting.actionId,
      view: viewOf(setting, NAME_FORM),
    }),
  (setting) => callback(setting, 'app_home_opened'),
  (setting) => callback(setting, setting.chosen),
  // The Socket Mode client reads `event.type` itself, before any of our code.
  ({ chosen, teamId }) => event({ type: chosen || 'event_callback', team_id: teamId }),
];

/** A payload from a member of an existing workspace, with working URLs and triggers. */
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
