import type { ApiMethod } from './api-method.ts';

/** Who the bot token belongs to. */
export const authTest: ApiMethod = {
  token: 'bot',
  run(_args, { state: { workspace }, origin }) {
    const { team, botId, botUserId, users } = workspace;
    return {
      ok: true,
      url: `${origin}/`,
      team: team.domain,
      user: users.find(({ id }) => id === botUserId)?.name ?? '',
      team_id: team.id,
      user_id: botUserId,
      bot_id: botId,
      is_enterprise_install: false,
    };
  },
};
