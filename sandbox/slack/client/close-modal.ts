import type { Deliver } from '../server/deliver.ts';
import { interactionPayload } from '../server/interaction-payload.ts';
import { toWireView } from '../server/to-wire-view.ts';
import type { SlackState } from '../state/state.ts';
import type { User } from '../state/workspace.ts';

/** Closes the top modal (all of them with `clear_on_close`) and says so if the view has `notify_on_close`. */
export async function closeModal(state: SlackState, deliver: Deliver, user: User): Promise<void> {
  const view = state.views.stack(user.id).at(-1);
  if (!view) throw new Error(`${user.name} has no modal open`);
  const isCleared = view.content.clear_on_close === true;
  state.views.close(user.id, isCleared ? 'all' : 'top');
  if (view.content.notify_on_close !== true) return;
  const { trigger_id: _, ...common } = interactionPayload(state, user);
  await deliver.once({
    type: 'interactive',
    acceptsResponse: true,
    payload: {
      type: 'view_closed',
      ...common,
      view: toWireView(view, state.workspace),
      is_cleared: isCleared,
    },
  });
}
