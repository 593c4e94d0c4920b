import type { User } from '../state/workspace.ts';
import { type ApiMethod, flagArg, refuse, textArg } from './api-method.ts';

/** One person. Strangers keep their locale to themselves, and nobody's e-mail is shown without `users:read.email`. */
export const usersInfo: ApiMethod = {
  token: 'bot',
  scope: 'users:read',
  run(args, { state: { workspace } }) {
    const user = workspace.users.find(({ id }) => id === textArg(args, 'user'));
    if (!user) return refuse('user_not_found');
    return { ok: true, user: toUser(user, flagArg(args, 'include_locale')) };
  },
};

function toUser({ id, name, realName, team, kind, tz, tzOffsetSeconds, locale }: User, withLocale: boolean) {
  const isGuest = kind === 'single-channel-guest';
  return {
    id,
    team_id: team.id,
    name,
    deleted: kind === 'deleted',
    real_name: realName,
    tz,
    tz_label: tz,
    tz_offset: tzOffsetSeconds,
    profile: { real_name: realName, display_name: name, team: team.id },
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: isGuest,
    is_ultra_restricted: isGuest,
    is_bot: kind === 'bot',
    is_app_user: false,
    ...(kind === 'stranger' && { is_stranger: true }),
    ...(withLocale && kind !== 'stranger' && { locale }),
  };
}
