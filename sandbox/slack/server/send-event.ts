import type { SlackState } from '../state/state.ts';
import type { Deliver } from './deliver.ts';
import { type Delivery, toDelivery } from './delivery.ts';
import type { JsonObject } from './json.ts';

/** Sends an event of the Events API to the one installation. Resolves with the first attempt. */
export async function sendEvent(
  { workspace, ids, credentials, now }: SlackState,
  deliver: Deliver,
  event: JsonObject & { readonly type: string },
): Promise<Delivery> {
  const eventTs = ids.ts();
  const result = await deliver.event({
    token: credentials.verificationToken,
    team_id: workspace.team.id,
    api_app_id: workspace.appId,
    event: { ...event, event_ts: eventTs },
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
