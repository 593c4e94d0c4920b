import type { AllMiddlewareArgs, AnyMiddlewareArgs, Context } from '@slack/bolt';
import type { Person } from '../account/pins.ts';
import type { Deadline } from '../async.ts';
import type { Place } from './kit/access.ts';
import {
  ACCOUNTS_VIEW,
  ADD_ACCOUNTS,
  PIN_NAME,
  SHARE_VIEW,
  STATUS_VIEW,
  TELL,
  WATCH_FORM,
} from './kit/action-ids.ts';
import { isSlackId } from './kit/slack-id.ts';

/** What somebody does to the app, told apart by how they can be answered. */
export interface Actor extends Scope {
  readonly kind:
    | 'command'
    | 'press'
    | 'press-in-home'
    | 'press-in-modal'
    | 'shortcut'
    | 'submission'
    | 'home-opened';
  readonly userId: string;
}

/** Where it counts as done: what has to be an allowed place. A modal was opened from one. */
interface Scope {
  readonly place: Place | 'modal';
  readonly channelId?: string;
}

export type ListenerArgs = AllMiddlewareArgs & AnyMiddlewareArgs;

/** Who does what, and where; undefined for everything that this app does not answer. */
export function readActor(args: ListenerArgs): Actor | undefined {
  const read = readFrom(args);
  // Signed by Slack, but not necessarily done by a person.
  return textOf(read?.userId) === undefined ? undefined : read;
}

function readFrom(args: ListenerArgs): Actor | undefined {
  if ('command' in args) {
    return { kind: 'command', userId: args.command.user_id, ...inChannel(args.command.channel_id) };
  }
  if ('event' in args) {
    const { event } = args;
    // Its messages tab is not answered.
    if (event.type !== 'app_home_opened' || event.tab !== 'home') return undefined;
    return { kind: 'home-opened', userId: event.user, place: 'home' };
  }
  if ('action' in args && args.body.type === 'block_actions') {
    const { user, view, channel } = args.body;
    if (view === undefined) return { kind: 'press', userId: user?.id, ...inChannel(channel?.id) };
    if (view.type === 'home') return { kind: 'press-in-home', userId: user?.id, place: 'home' };
    return { kind: 'press-in-modal', userId: user?.id, ...ANYWHERE };
  }
  // The app offers no global shortcuts, which have no place.
  if ('shortcut' in args && args.body.type === 'message_action') {
    return { kind: 'shortcut', userId: args.body.user?.id, ...inChannel(args.body.channel?.id) };
  }
  if ('view' in args && args.body.type === 'view_submission') {
    const { user, view } = args.body;
    const id = view?.callback_id;
    return isWindowId(id) ? { kind: 'submission', userId: user?.id, ...WINDOWS[id](args.body) } : undefined;
  }
  return undefined;
}

type Submission = Extract<Extract<ListenerArgs, { view: unknown }>['body'], { type: 'view_submission' }>;

const ANYWHERE: Scope = { place: 'modal' };

/** A direct message with anybody is one place. A press outside of every channel cannot be allowed. */
const inChannel = (channelId: string | undefined): Scope => ({
  channelId,
  place: isSlackId('direct', channelId) ? 'direct' : channelId || 'nowhere',
});

/**
 * Every window that can be submitted, by its `callback_id`, and the place that has to be allowed for it. The submission of
 * a window that is not listed gets to nobody.
 */
const WINDOWS = {
  [ACCOUNTS_VIEW.callbackId]: () => ANYWHERE,
  [ADD_ACCOUNTS.callbackId]: () => ANYWHERE,
  [PIN_NAME.callbackId]: () => ANYWHERE,
  // It shows accounts, and keeps where it was opened.
  [STATUS_VIEW.callbackId]: ({ view }: Submission) => inChannel(view.private_metadata),
  // Where the accounts are to be shown.
  [SHARE_VIEW.callbackId]: (body: Submission) => inChannel(body.response_urls?.[0]?.channel_id),
  // The same, from now on.
  [WATCH_FORM.callbackId]: ({ view }: Submission): Scope => {
    const chosen = (id: string) => view.state.values[id]?.[id];
    if (chosen(WATCH_FORM.tell)?.selected_option?.value === TELL.me) return { place: 'direct' };
    const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? undefined;
    return { channelId, place: channelId ?? 'modal' };
  },
};

export type WindowId = keyof typeof WINDOWS;

const isWindowId = (id: unknown): id is WindowId => typeof id === 'string' && Object.hasOwn(WINDOWS, id);

/** What only some kinds of requests have; undefined where it is no text. */
export const textIn = (body: object, field: 'response_url' | 'trigger_id' | 'type'): string | undefined =>
  textOf((body as Readonly<Record<string, unknown>>)[field]);

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A person who may ask: what `authorize` leaves in the context as `authorizedUser`. */
export interface AuthorizedUser {
  readonly person: Person;
  /** From the moment Slack's request came, before anything was asked about the person. */
  readonly deadline: Deadline;
}

/** Throws for a request that was not authorized, so that no listener answers one by accident. */
export function requireAuthorizedUser({ authorizedUser }: Context): AuthorizedUser {
  if (authorizedUser === undefined) throw new Error('a listener was reached without authorization');
  return authorizedUser;
}
