import { refusalOf, validateView } from '../block-kit/validate.ts';
import { isJsonObject, type JsonObject } from '../server/json.ts';
import { toWireView } from '../server/wire.ts';
import type { SlackState } from '../state/state.ts';
import type { StoredView, ViewContent } from '../state/views.ts';
import { type ApiResult, refuse, refuseArgument, refuseFor, structureArg, textArg } from './args.ts';

const MAX_STACK = 3;

/** Opens a first modal for the person of the trigger. Closes the app's modals that were open. */
export function openView(args: JsonObject, state: SlackState): ApiResult {
  const read = readView(args, 'modal', undefined, state);
  if ('refusal' in read) return read.refusal;
  const trigger = takeTrigger(args, state);
  if ('refusal' in trigger) return trigger.refusal;
  const { userId, channelId: openedFrom } = trigger;
  state.views.close(userId, 'all');
  return shown(state.views.show({ userId, type: 'modal', content: read.content, openedFrom }), state);
}

/** A modal on top of the one in which the trigger was issued; three at most. */
export function pushView(args: JsonObject, state: SlackState): ApiResult {
  const read = readView(args, 'modal', undefined, state);
  if ('refusal' in read) return read.refusal;
  const trigger = takeTrigger(args, state);
  if ('refusal' in trigger) return trigger.refusal;
  const { userId, fromViewId, channelId: openedFrom } = trigger;
  const stack = state.views.stack(userId);
  if (!stack.some(({ id }) => id === fromViewId)) return refuse('not_found');
  if (stack.length >= MAX_STACK) return refuse('push_limit_reached');
  return shown(state.views.show({ userId, type: 'modal', content: read.content, openedFrom }), state);
}

/** Changes a view that is still open, named by view_id or external_id. */
export function updateView(args: JsonObject, state: SlackState): ApiResult {
  const viewId = textArg(args, 'view_id');
  const view =
    viewId === undefined
      ? state.views.findExternal(textArg(args, 'external_id') ?? '')
      : state.views.find(viewId);
  const read = readView(args, view?.type ?? 'modal', view, state);
  if ('refusal' in read) return read.refusal;
  if (!view) return refuse('not_found');
  return isStale(args, view) ? refuse('hash_conflict') : shown(state.views.change(view, read.content), state);
}

/** The Home tab of one person. Like Slack it has no code of its own for a user who does not exist. */
export function publishView(args: JsonObject, state: SlackState): ApiResult {
  const userId = textArg(args, 'user_id');
  const user = state.workspace.users.find(({ id, kind }) => id === userId && kind !== 'bot');
  if (!user) return refuseArgument('user_id');
  const home = state.views.home(user.id);
  const read = readView(args, 'home', home, state);
  if ('refusal' in read) return read.refusal;
  if (home && isStale(args, home)) return refuse('hash_conflict');
  const { content } = read;
  const view = home
    ? state.views.change(home, content)
    : state.views.show({ userId: user.id, type: 'home', content });
  return shown(view, state);
}

const shown = (view: StoredView, { workspace }: SlackState): ApiResult => ({
  ok: true,
  view: toWireView(view, workspace),
});

/** Whether the caller built on an older state of the view than the present one. */
const isStale = (args: JsonObject, view: StoredView) => (textArg(args, 'hash') ?? view.hash) !== view.hash;

/** The `view` argument, or why Slack refuses it. `replaced`: the view it takes the place of, whose external_id it may keep. */
function readView(
  args: JsonObject,
  type: 'home' | 'modal',
  replaced: StoredView | undefined,
  state: SlackState,
): { readonly content: ViewContent } | { readonly refusal: ApiResult } {
  const view = structureArg(args, 'view');
  if (!isJsonObject(view)) return { refusal: refuseArgument('view', 'must be a valid JSON object') };
  const refusal = refusalOf(validateView(view));
  if (refusal) return { refusal: refuseFor(refusal) };
  if (view.type !== type) {
    return { refusal: refuseArgument('view/type', `must be equal to one of the allowed values: ${type}`) };
  }
  const twin = typeof view.external_id === 'string' ? state.views.findExternal(view.external_id) : undefined;
  if (twin && twin.id !== replaced?.id) return { refusal: refuse('duplicate_external_id') };
  // The validation has seen to it that there are blocks.
  return { content: view as ViewContent };
}

/** Uses up the trigger_id: what stands behind it, or why Slack refuses it. */
function takeTrigger(args: JsonObject, { triggers }: SlackState) {
  const triggerId = textArg(args, 'trigger_id');
  if (triggerId === undefined) {
    return { refusal: refuseArgument('trigger_id', 'missing required field: trigger_id') };
  }
  const trigger = triggers.exchange(triggerId);
  return 'error' in trigger ? { refusal: refuse(trigger.error) } : trigger;
}
