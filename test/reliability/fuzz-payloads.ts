import type { Outgoing } from '../../sandbox/slack/server/delivery.ts';
import type { JsonObject } from '../../sandbox/slack/server/json.ts';
import { eventPayload, interactionPayload } from '../../sandbox/slack/server/wire.ts';
import type { SlackState } from '../../sandbox/slack/state/state.ts';
import type { User } from '../../sandbox/slack/state/workspace.ts';
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

/** The parts, who sends them, and where the answer goes. */
interface Setting extends Parts {
  readonly state: SlackState;
  readonly user: User;
  readonly responseUrl: string;
}

type Shape = (setting: Setting) => Outgoing;

const CHANNEL = { id: 'C0ONCALL001', name: 'oncall' };
/** The first member after the named people. */
const FIRST_MEMBER = 6;
const MEMBERS = 20;

const interactive = ({ state, user }: Setting, payload: JsonObject): Outgoing => ({
  type: 'interactive',
  payload: { ...interactionPayload(state, user), ...payload },
});

/** What was pressed, chosen or typed. Each type reads its own fields. */
const element = (type: 'button' | 'overflow' | 'plain_text_input', { actionId, blockId, chosen }: Parts) => ({
  type,
  action_id: actionId,
  block_id: blockId,
  value: chosen,
  selected_option: { value: chosen, text: { type: 'plain_text', text: 'x' } },
  text: { type: 'plain_text', text: 'Retry' },
});

/** Which window, its field, and what else is different in it. */
type Form = JsonObject & { readonly callbackId: string; readonly field: string };

/** A window with one field, or Home. */
const viewOf = ({ chosen }: Parts, { callbackId, field, ...more }: Form) => ({
  id: 'V1',
  hash: '1.x',
  type: 'modal',
  callback_id: callbackId,
  // As much as Slack accepts.
  private_metadata: chosen.slice(0, 3_000),
  blocks: [],
  state: { values: { [field]: { [field]: { type: 'plain_text_input', value: chosen } } } },
  ...more,
});
const NAME_FORM: Form = { callbackId: PIN_NAME.callbackId, field: PIN_NAME.name };
const ID_FORM: Form = {
  callbackId: STATUS_VIEW.callbackId,
  field: STATUS_VIEW.ids,
  private_metadata: CHANNEL.id,
};
const homeView = (parts: Parts) => viewOf(parts, { ...NAME_FORM, id: 'V2', type: 'home', callback_id: '' });

const onCard =
  (type: 'button' | 'overflow', isEphemeral: boolean): Shape =>
  (setting) =>
    interactive(setting, {
      type: 'block_actions',
      response_url: setting.responseUrl,
      channel: CHANNEL,
      container: { type: 'message', message_ts: '1.2', channel_id: CHANNEL.id, is_ephemeral: isEphemeral },
      message: { ts: '1.2', text: 'x', blocks: [] },
      actions: [element(type, setting)],
    });

const inHome =
  (type: Parameters<typeof element>[0]): Shape =>
  (setting) =>
    interactive(setting, {
      type: 'block_actions',
      container: { type: 'view', view_id: 'V2' },
      view: homeView(setting),
      actions: [element(type, setting)],
    });

const submission =
  (form: Form): Shape =>
  (setting) =>
    interactive(setting, { type: 'view_submission', view: viewOf(setting, form), response_urls: [] });

export const command: Shape = ({ state, user, responseUrl, chosen }) => {
  const { trigger_id, token, api_app_id } = interactionPayload(state, user);
  const sender = { team_id: user.team.id, user_id: user.id, user_name: user.name, channel_id: CHANNEL.id };
  const typed = { command: '/backup-status', text: chosen, response_url: responseUrl };
  return { type: 'slash_commands', payload: { ...sender, ...typed, trigger_id, token, api_app_id } };
};

export const messageShortcut: Shape = (setting) =>
  interactive(setting, {
    type: 'message_action',
    callback_id: 'backup_status',
    response_url: setting.responseUrl,
    channel: CHANNEL,
    message_ts: '1.2',
    message: { type: 'message', ts: '1.2', user: setting.user.id, text: setting.chosen },
  });

const event = (setting: Setting, type: string): Outgoing => {
  const { state, user } = setting;
  const view = homeView(setting);
  const payload = eventPayload(state, { type, user: user.id, channel: CHANNEL.id, tab: 'home', view });
  return { type: 'events_api', payload };
};

/** A valid form of everything that Slack sends, and of some things that it does not. */
export const SHAPES: readonly Shape[] = [
  command,
  command,
  onCard('button', true),
  onCard('button', false),
  onCard('overflow', true),
  onCard('overflow', false),
  inHome('button'),
  inHome('overflow'),
  inHome('plain_text_input'),
  submission(NAME_FORM),
  submission(ID_FORM),
  messageShortcut,
  (setting) =>
    interactive(setting, {
      type: setting.chosen || 'shortcut',
      callback_id: setting.actionId,
      view: viewOf(setting, NAME_FORM),
    }),
  (setting) => event(setting, 'app_home_opened'),
  (setting) => event(setting, setting.chosen),
  // The Socket Mode client reads `event.type` itself, before any of our code.
  ({ chosen, user }) => ({
    type: 'events_api',
    payload: { type: chosen || 'event_callback', team_id: user.team.id },
  }),
];

/** A payload from a member of an existing workspace, with working URLs and triggers. */
export function payloadOf(parts: Parts, { state }: RawSlack): Outgoing {
  const user = state.workspace.users[FIRST_MEMBER + (parts.blockId.length % MEMBERS)];
  if (user === undefined) throw new Error('the workspace has too few members');
  const responseUrl = state.responseUrls.issue({ userId: user.id, channelId: CHANNEL.id });
  state.responseUrls.open(responseUrl);
  const shape = SHAPES[parts.shape % SHAPES.length] ?? command;
  return shape({ ...parts, state, user, responseUrl });
}
