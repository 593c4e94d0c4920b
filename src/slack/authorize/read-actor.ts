import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import type { Place } from '../../domain/access.ts';
import { SHARE_VIEW, STATUS_VIEW, TELL, WATCH_FORM } from '../../formatters/action-ids.ts';

/** What somebody does to the app, told apart by how they can be answered. */
export interface Actor {
  readonly kind:
    | 'command'
    | 'press'
    | 'press-in-home'
    | 'press-in-modal'
    | 'shortcut'
    | 'submission'
    | 'modal-closed'
    | 'home-opened';
  readonly userId: string;
  readonly channelId: string | undefined;
  readonly place: Place | 'modal';
}

export type ListenerArgs = AllMiddlewareArgs & AnyMiddlewareArgs;

/** Who does what, and where; undefined for everything that this app does not answer. */
export function readActor(args: ListenerArgs): Actor | undefined {
  const read = readFrom(args);
  // Signed by Slack, but not necessarily done by a person.
  return typeof read?.userId === 'string' && read.userId !== '' ? read : undefined;
}

function readFrom(args: ListenerArgs): Actor | undefined {
  if ('command' in args) {
    const { user_id: userId, channel_id: channelId } = args.command;
    return { kind: 'command', userId, channelId, place: placeOf(channelId) };
  }
  if ('action' in args) return args.body.type === 'block_actions' ? readPress(args.body) : undefined;
  if ('event' in args) {
    const { event } = args;
    // Its messages tab is not answered.
    if (event.type !== 'app_home_opened' || event.tab !== 'home') return undefined;
    return { kind: 'home-opened', userId: event.user, channelId: undefined, place: 'home' };
  }
  if ('shortcut' in args) return readShortcut(args.body);
  if ('view' in args) return readModal(args.body);
  return undefined;
}

type BlockActions = Extract<Extract<ListenerArgs, { action: unknown }>['body'], { type: 'block_actions' }>;

function readPress(body: BlockActions): Actor {
  const userId = body.user?.id;
  const channelId = body.channel?.id;
  if (body.view === undefined) return { kind: 'press', userId, channelId, place: placeOf(channelId) };
  return body.view.type === 'home'
    ? { kind: 'press-in-home', userId, channelId: undefined, place: 'home' }
    : { kind: 'press-in-modal', userId, channelId: undefined, place: 'modal' };
}

type Shortcut = Extract<ListenerArgs, { shortcut: unknown }>['body'];

function readShortcut(body: Shortcut): Actor | undefined {
  // Only message shortcuts; the app offers no global ones, which have no place.
  if (body.type !== 'message_action') return undefined;
  const channelId = body.channel?.id;
  return { kind: 'shortcut', userId: body.user?.id, channelId, place: placeOf(channelId) };
}

type Modal = Extract<ListenerArgs, { view: unknown }>['body'];

function readModal(body: Modal): Actor {
  const { type, user, view } = body;
  const kind = type === 'view_submission' ? 'submission' : 'modal-closed';
  const actor = { kind, userId: user?.id, channelId: undefined, place: 'modal' } as const;
  if (view?.callback_id === SHARE_VIEW.callbackId) {
    // Where the accounts are to be shown.
    const channelId = 'response_urls' in body ? body.response_urls?.[0]?.channel_id : undefined;
    return { ...actor, channelId, place: placeOf(channelId) };
  }
  if (view?.callback_id === WATCH_FORM.callbackId && kind === 'submission') {
    // The same, from now on.
    const chosen = (id: string) => view.state.values[id]?.[id];
    const isMe = chosen(WATCH_FORM.tell)?.selected_option?.value === TELL.me;
    const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? undefined;
    return isMe ? { ...actor, place: 'direct' } : { ...actor, channelId, place: channelId ?? 'modal' };
  }
  if (view?.callback_id !== STATUS_VIEW.callbackId) return actor;
  // It shows accounts, and keeps where it was opened.
  const channelId = view.private_metadata;
  return { ...actor, channelId, place: placeOf(channelId) };
}

/** A direct message with anybody. A press outside of every channel cannot be allowed. */
const placeOf = (channelId: string | undefined): Place =>
  isDirect(channelId) ? 'direct' : channelId || 'nowhere';

export const isDirect = (channelId: string | undefined): boolean => channelId?.startsWith('D') ?? false;

/** Who sent a request of Slack: commands have the id flat, events below, everything else in an object. */
export function userIn(body: object): string | undefined {
  const { user_id: flat, event, user } = body as Fields;
  return textOf(flat) ?? textOf(asFields(event).user) ?? textOf(asFields(user).id);
}

/** What only some kinds of requests have; undefined where it is no text. */
export const textIn = (body: object, field: 'response_url' | 'trigger_id'): string | undefined =>
  textOf((body as Fields)[field]);

type Fields = Readonly<Record<string, unknown>>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
