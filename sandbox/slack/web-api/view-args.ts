import { isJsonObject, type JsonObject } from '../server/json.ts';
import { refuseView } from '../server/refusals.ts';
import type { SlackState } from '../state/state.ts';
import type { Trigger } from '../state/triggers.ts';
import type { StoredView, ViewContent } from '../state/views.ts';
import { type ApiResult, refuse, refuseArgument, refuseFor, structureArg, textArg } from './api-method.ts';

/** The `view` argument, or why Slack refuses it. `replaced`: the view it takes the place of, whose external_id it may keep. */
export function readView(
  args: JsonObject,
  expected: { readonly type: 'home' | 'modal'; readonly replaced?: StoredView | undefined },
  state: SlackState,
): { content: ViewContent } | { refusal: ApiResult } {
  const view = structureArg(args, 'view');
  if (!isJsonObject(view)) return { refusal: refuseArgument('view', 'must be a valid JSON object') };
  const refusal = refuseView(view);
  if (refusal) return { refusal: refuseFor(refusal) };
  if (view.type !== expected.type) {
    return {
      refusal: refuseArgument('view/type', `must be equal to one of the allowed values: ${expected.type}`),
    };
  }
  const twin = typeof view.external_id === 'string' ? state.views.findExternal(view.external_id) : undefined;
  if (twin && twin.id !== expected.replaced?.id) return { refusal: refuse('duplicate_external_id') };
  // refuseView has seen to it that there are blocks.
  return { content: view as ViewContent };
}

/** Uses up the trigger_id. */
export function readTrigger(
  args: JsonObject,
  state: SlackState,
): { trigger: Trigger } | { refusal: ApiResult } {
  const triggerId = textArg(args, 'trigger_id');
  if (triggerId === undefined)
    return { refusal: refuseArgument('trigger_id', 'missing required field: trigger_id') };
  const trigger = state.triggers.exchange(triggerId);
  return 'error' in trigger ? { refusal: refuse(trigger.error) } : { trigger };
}

/** Whether the caller built on an older state of the view than the present one. */
export function isStale(args: JsonObject, view: StoredView | undefined): boolean {
  const hash = textArg(args, 'hash');
  return hash !== undefined && view !== undefined && hash !== view.hash;
}
