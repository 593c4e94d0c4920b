import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import type { Place } from '../../domain/access.ts';
import {
  ACCOUNTS_VIEW,
  ADD_ACCOUNTS,
  PIN_NAME,
  SHARE_VIEW,
  STATUS_VIEW,
  TELL,
  WATCH_FORM,
} from '../../formatters/action-ids.ts';

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
type View = Modal['view'];
type Scope = Pick<Actor, 'channelId' | 'place'>;

const anywhere = (): Scope => ({ channelId: undefined, place: 'modal' });
const inChannel = (channelId: string | undefined): Scope => ({ channelId, place: placeOf(channelId) });

/**
 * Every window that can be submitted, by its `callback_id`, and the place that has to be allowed for it. The submission of
 * a window that is not listed gets to nobody.
 */
const WINDOWS = {
  [ACCOUNTS_VIEW.callbackId]: anywhere,
  [ADD_ACCOUNTS.callbackId]: anywhere,
  [PIN_NAME.callbackId]: anywhere,
  // It shows accounts, and keeps where it was opened.
  [STATUS_VIEW.callbackId]: (view: View) => inChannel(view.private_metadata),
  // Where the accounts are to be shown.
  [SHARE_VIEW.callbackId]: (_view: View, body: Modal) =>
    inChannel('response_urls' in body ? body.response_urls?.[0]?.channel_id : undefined),
  // The same, from now on.
  [WATCH_FORM.callbackId]: (view: View): Scope => {
    const chosen = (id: string) => view.state.values[id]?.[id];
    if (chosen(WATCH_FORM.tell)?.selected_option?.value === TELL.me)
      return { channelId: undefined, place: 'direct' };
    const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? undefined;
    return { channelId, place: channelId ?? 'modal' };
  },
};

export type WindowId = keyof typeof WINDOWS;

const isWindowId = (id: unknown): id is WindowId => typeof id === 'string' && Object.hasOwn(WINDOWS, id);

function readModal(body: Modal): Actor | undefined {
  const { type, user, view } = body;
  if (type !== 'view_submission') return { kind: 'modal-closed', userId: user?.id, ...anywhere() };
  const id = view?.callback_id;
  return isWindowId(id) ? { kind: 'submission', userId: user?.id, ...WINDOWS[id](view, body) } : undefined;
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
