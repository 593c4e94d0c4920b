import type { Deliver } from './deliver.ts';
import { type Delivery, toDelivery } from './delivery.ts';
import type { SlackState } from './state.ts';
import { toWireView } from './to-wire-view.ts';
import type { User } from './workspace.ts';

/** Sends `app_home_opened`. The `view` is there only on the Home tab, once something was published. */
export async function openHome(
  state: SlackState,
  deliver: Deliver,
  { user, tab }: { readonly user: User; readonly tab: 'home' | 'messages' },
): Promise<Delivery> {
  const { workspace, ids, views, credentials, now } = state;
  const home = tab === 'home' ? views.home(user.id) : undefined;
  const eventTs = ids.ts();
  const result = await deliver.event({
    token: credentials.verificationToken,
    team_id: workspace.team.id,
    api_app_id: workspace.appId,
    event: {
      type: 'app_home_opened',
      user: user.id,
      channel: user.id.replace(/^U/, 'D'),
      tab,
      ...(home && { view: toWireView(home, workspace) }),
      event_ts: eventTs,
    },
    type: 'event_callback',
    event_id: ids.next('Ev'),
    event_time: Math.floor(now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: workspace.team.id,
        user_id: workspace.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  });
  return toDelivery(result);
}
