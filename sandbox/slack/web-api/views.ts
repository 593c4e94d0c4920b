import { checkView } from '../block-kit/validate.ts';
import { Refused } from '../refused.ts';
import { isJsonObject, type JsonObject } from '../server/json.ts';
import { toWireView } from '../server/wire.ts';
import type { SlackState, Trigger } from '../state/state.ts';
import type { StoredView } from '../state/views.ts';
import { type ApiResult, invalidArgument, structureArg, textArg } from './args.ts';

const MAX_STACK = 3;

/** Opens a first modal for the person of the trigger, and closes the app's open modals. */
export const openView = (args: JsonObject, state: SlackState): ApiResult =>
  shownByTrigger(args, state, ({ userId }) => state.views.close(userId, 'all'));

/** Opens a modal on top of the one that issued the trigger; at most three. */
export const pushView = (args: JsonObject, state: SlackState): ApiResult =>
  shownByTrigger(args, state, ({ userId, fromViewId }) => {
    const stack = state.views.stack(userId);
    if (!stack.some(({ id }) => id === fromViewId)) throw new Refused('not_found');
    if (stack.length >= MAX_STACK) throw new Refused('push_limit_reached');
  });

/** Uses up the trigger, and shows a modal to the person who acted. */
function shownByTrigger(args: JsonObject, state: SlackState, before: (trigger: Trigger) => void): ApiResult {
  const content = readView(args, 'modal', undefined, state);
  const triggerId = textArg(args, 'trigger_id');
  if (triggerId === undefined) {
    throw invalidArgument('trigger_id', 'missing required field: trigger_id');
  }
  const trigger = state.triggers.exchange(triggerId);
  before(trigger);
  const { userId, channelId: openedFrom } = trigger;
  return shown(state.views.show({ userId, type: 'modal', content, openedFrom }), state);
}

/** Changes an open view, by view_id or external_id. */
export function updateView(args: JsonObject, state: SlackState): ApiResult {
  const [viewId, externalId] = [textArg(args, 'view_id'), textArg(args, 'external_id')];
  // slack-go/slack#667.
  if (viewId && externalId) throw invalidArgument('external_id', 'Cannot provide both');
  const view = viewId ? state.views.find(viewId) : state.views.findExternal(externalId ?? '');
  const content = readView(args, view?.type ?? 'modal', view, state);
  if (!view) throw new Refused('not_found');
  return shown(state.views.change(notStale(args, view), content), state);
}

/** Publishes a person's Home tab. Like Slack, it has no error code of its own for an unknown user. */
export function publishView(args: JsonObject, state: SlackState): ApiResult {
  const userId = textArg(args, 'user_id');
  const user = state.workspace.users.find(({ id, kind }) => id === userId && kind !== 'bot');
  if (!user) throw invalidArgument('user_id');
  const home = state.views.home(user.id);
  const content = readView(args, 'home', home, state);
  if (home) return shown(state.views.change(notStale(args, home), content), state);
  return shown(state.views.show({ userId: user.id, type: 'home', content }), state);
}

const shown = (view: StoredView, { workspace }: SlackState): ApiResult => ({
  ok: true,
  view: toWireView(view, workspace),
});

/** Returns the view, or throws when the caller's `hash` is that of an older state. */
function notStale(args: JsonObject, view: StoredView): StoredView {
  if ((textArg(args, 'hash') ?? view.hash) !== view.hash) throw new Refused('hash_conflict');
  return view;
}

/** The `view` argument. `replaced`: the view that it replaces, whose external_id it may keep. */
function readView(args: JsonObject, type: string, replaced: StoredView | undefined, state: SlackState) {
  const view = structureArg(args, 'view');
  if (!isJsonObject(view)) throw invalidArgument('view', 'must be a valid JSON object');
  const content = checkView(view);
  if (content.type !== type)
    throw invalidArgument('view/type', `must be equal to one of the allowed values: ${type}`);
  state.views.claimExternal(content, replaced);
  return content;
}
