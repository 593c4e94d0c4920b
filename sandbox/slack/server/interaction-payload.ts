import type { SlackState } from '../state/state.ts';
import type { User } from '../state/workspace.ts';
import type { JsonObject } from './json.ts';

/**
 * What every interaction carries. `team` is where the app is installed even when someone from another organisation
 * pressed: only `user.team_id` tells them apart.
 */
export function interactionPayload(
  state: SlackState,
  user: User,
  from: { readonly viewId?: string | undefined; readonly channelId?: string | undefined } = {},
): JsonObject {
  const { team, appId } = state.workspace;
  return {
    user: { id: user.id, username: user.name, name: user.name, team_id: user.team.id },
    api_app_id: appId,
    token: state.credentials.verificationToken,
    trigger_id: state.triggers.issue({ userId: user.id, fromViewId: from.viewId, channelId: from.channelId }),
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}
