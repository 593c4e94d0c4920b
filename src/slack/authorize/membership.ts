import type { UsersInfoResponse } from '@slack/web-api';
import type { Membership } from '../../domain/access.ts';

/** Where the app is installed, as `auth.test` has it. */
export interface Installation {
  readonly teamId: string;
  /** Of the Enterprise organisation that the workspace belongs to. */
  readonly enterpriseId?: string;
}

type SlackUser = NonNullable<UsersInfoResponse['user']>;

/**
 * What a user is to the installation, read from `users.info`. Whatever does not say that somebody belongs makes them an
 * outsider. Another workspace of the same Enterprise organisation is no other organisation.
 */
export function membershipOf(user: SlackUser, installation: Installation): Membership {
  // A deactivated stranger is both; that they are strangers says more about what they may read.
  if (user.is_stranger === true || !belongs(user, installation)) return 'outsider';
  if (user.deleted === true) return 'deactivated';
  if (user.is_bot === true || user.is_workflow_bot === true || user.is_connector_bot === true) return 'bot';
  if (user.is_restricted === true || user.is_ultra_restricted === true) return 'guest';
  return 'member';
}

/** In an Enterprise organisation `team_id` may be another workspace, or the organisation itself. */
function belongs(user: SlackUser, { teamId, enterpriseId }: Installation): boolean {
  if (user.team_id === undefined) return false;
  if (user.team_id === teamId) return true;
  if (enterpriseId === undefined) return false;
  return [user.team_id, user.enterprise_id, user.enterprise_user?.enterprise_id].includes(enterpriseId);
}
