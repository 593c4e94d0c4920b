import type { AllMiddlewareArgs, AnyMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { createStopwatch } from '../async.ts';
import type { Words } from '../words/words.ts';
import type { AuthorizedUser } from './access.ts';
import type { Place, RefusalReason } from './kit/access.ts';
import { enteredIn, modal } from './kit/blocks.ts';
import { isSlackId } from './kit/ids.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { refusalBlocks } from './lookup/notices.ts';
import { replyToActor, toSlack } from './reply.ts';
import { WATCH_FORM, WHERE } from './watches/watch-form.ts';

/** Refusals that apply wherever the person asks. Their Home is replaced too: Slack would keep showing the old one. */
const LOSES_HOME: readonly RefusalReason[] = ['guest', 'not-named'];

/** What is said in a form that stays, with all that was filled in: the refusal passes, or another channel avoids it. */
const KEEPS_FORM: Partial<Record<RefusalReason, (refusals: Words['access']['refusals']) => string>> = {
  unknown: ({ 'not-checked': { what, next } }) => `${what} ${next}`,
  elsewhere: ({ 'not-here': { what } }) => what,
};

/**
 * Runs before every listener. People who may not ask are refused where they asked, visible only to them. Requests that no
 * person can have made are dropped, and windows without a scope.
 */
export async function authorize(deps: ListenerDeps, args: ListenerArgs, scopeOf: ScopeOf): Promise<void> {
  const stopwatch = createStopwatch(deps.now);
  const asked = readAsked(args, scopeOf);
  const { userId } = args.context;
  if (asked === undefined || !isSlackId('person', userId)) return;
  const { place, channelId, kind: by } = asked;
  // Ids come back in windows, where Slack would refuse a long one.
  if (channelId !== undefined && !isSlackId('conversation', channelId)) return;
  const decision = await deps.decide({ userId, place });
  if (typeof decision === 'object') {
    const { words } = deps.contexts.private(decision.userId);
    const authorizedUser: AuthorizedUser = { person: decision, words, stopwatch };
    Object.assign(args.context, { authorizedUser });
    await args.next();
    return;
  }
  const durationMs = stopwatch.elapsedMs();
  // The audit line of a refusal, without the account that was asked for.
  deps.log.info({ audit: true, by, userId, channelId, reason: decision, durationMs }, 'refused');
  await refuse(deps, args, { ...asked, userId }, decision);
}

async function refuse(
  { respond, views, contexts, rules }: ListenerDeps,
  args: ListenerArgs,
  { kind, place, userId }: Asked & { readonly userId: string },
  reason: RefusalReason,
): Promise<void> {
  const { body } = args;
  const viewer = contexts.private(userId);
  const { words } = viewer;
  const blocks = refusalBlocks(reason, rules.places ?? [], viewer);
  const window = modal(words, words.access.title, blocks);

  let answer: object | undefined;
  if (kind === 'command') answer = toSlack(blocks);
  if (kind === 'submission' && 'view' in body) {
    const { blocks: shown } = body.view as ModalView;
    const field = shown.find(({ type }) => type === 'input')?.block_id;
    const why = KEEPS_FORM[reason]?.(words.access.refusals);
    answer =
      field && why
        ? { response_action: 'errors', errors: { [field]: why } }
        : { response_action: 'update', view: window };
  }
  // Events are acknowledged before the access check. Which answers Slack accepts depends on the request.
  if ('ack' in args) await (args.ack as ((answer?: object) => Promise<void>) | undefined)?.(answer);

  // Home keeps what was typed in it while the refusal passes.
  const isInHome = kind === 'home-opened' || (place === 'home' && kind === 'action' && reason !== 'unknown');
  if (kind === 'shortcut' || (kind === 'action' && !isInHome))
    await replyToActor({ respond, views }, body, { message: blocks, modal: window });
  // Replaces the Home, and ends one that is being drawn. A bot has no Home, so a failure does not matter.
  if (isInHome || LOSES_HOME.includes(reason))
    await views.publish({ user_id: userId, view: { type: 'home', callback_id: 'home-refused', blocks } });
}

/** Where a request counts as made, which must be an allowed place. A window was opened from one. */
interface Scope {
  readonly place: Place | 'modal';
  readonly channelId?: string;
}

/** What a person does to the app, distinguished by how it can be answered. */
interface Asked extends Scope {
  readonly kind: 'command' | 'action' | 'shortcut' | 'submission' | 'home-opened';
}

type ListenerArgs = AllMiddlewareArgs & AnyMiddlewareArgs;

/** What a request is, and from where. Undefined for everything that this app does not answer. */
function readAsked(args: ListenerArgs, scopeOf: ScopeOf): Asked | undefined {
  if ('command' in args) return { kind: 'command', ...inChannel(args.command.channel_id) };
  if ('event' in args) {
    const { event } = args;
    // The messages tab is not answered.
    const isHome = event.type === 'app_home_opened' && event.tab === 'home';
    return isHome ? { kind: 'home-opened', place: 'home' } : undefined;
  }
  const { body } = args;
  // The app offers no global shortcuts, which have no place.
  if (body.type === 'message_action') return { kind: 'shortcut', ...inChannel(body.channel?.id) };
  if (body.type === 'view_submission') {
    const scope = scopeOf(body);
    return scope && { kind: 'submission', ...scope };
  }
  if (body.type !== 'block_actions') return undefined;
  if (body.view === undefined) return { kind: 'action', ...inChannel(body.channel?.id) };
  return { kind: 'action', ...(body.view.type === 'home' ? { place: 'home' } : ANYWHERE) };
}

const ANYWHERE: Scope = { place: 'modal' };

/** All direct messages are one place. An action outside every channel cannot be allowed. */
const inChannel = (channelId: string | undefined): Scope => ({
  channelId,
  place: isSlackId('direct', channelId) ? 'direct' : channelId || 'nowhere',
});

/** The place that must be allowed for the submission of a window. Undefined: it reaches no listener. */
export type ScopeOf = (body: ViewSubmitAction) => Scope | undefined;

/** The scopes of windows. */
export const SCOPES = {
  anywhere: () => ANYWHERE,
  /** In the conversation that the window keeps: a channel, the person, or Home. */
  inConversation: ({ view: { private_metadata: id } }) => {
    if (id === 'home') return { place: id };
    return isSlackId('person', id) ? { place: 'direct' } : inChannel(id);
  },
  /** In the channel in which accounts will be shown. */
  inSharedChannel: (body) => inChannel(body.response_urls?.[0]?.channel_id),
  /** In the conversation that a watch will notify. */
  inWatchedChannel: ({ view }) => {
    if (enteredIn(view, WATCH_FORM.where)?.selected_option?.value === WHERE.me) return { place: 'direct' };
    const channelId = enteredIn(view, WATCH_FORM.channel)?.selected_conversation ?? undefined;
    return { channelId, place: channelId ?? 'modal' };
  },
} as const satisfies Record<string, ScopeOf>;
