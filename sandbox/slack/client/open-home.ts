import type { Deliver } from '../server/deliver.ts';
import type { Delivery } from '../server/delivery.ts';
import { sendEvent } from '../server/send-event.ts';
import { toWireView } from '../server/to-wire-view.ts';
import type { SlackState } from '../state/state.ts';
import type { User } from '../state/workspace.ts';

/** Sends `app_home_opened`. The `view` is there only on the Home tab, once something was published. */
export async function openHome(
  state: SlackState,
  deliver: Deliver,
  { user, tab }: { readonly user: User; readonly tab: 'home' | 'messages' },
): Promise<Delivery> {
  const { workspace, views } = state;
  const home = tab === 'home' ? views.home(user.id) : undefined;
  return sendEvent(state, deliver, {
    type: 'app_home_opened',
    user: user.id,
    channel: user.id.replace(/^U/, 'D'),
    tab,
    ...(home && { view: toWireView(home, workspace) }),
  });
}
