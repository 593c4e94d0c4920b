// web-api/ owns Slack's Web API as an app calls it: arguments, results, and errors with Slack's codes. Must never know
// Bolt, how payloads reach the app, or the bot's own code.

import { Refused, unlessRefused } from '../refused.ts';
import type { JsonObject } from '../server/json.ts';
import type { SlackState } from '../state/state.ts';
import type { User } from '../state/workspace.ts';
import { type ApiResult, textArg } from './args.ts';
import { postMessage, updateMessage } from './chat.ts';
import { openView, publishView, pushView, updateView } from './views.ts';

type Run = (args: JsonObject, state: SlackState) => ApiResult;
/** For the app token. All others are for the bot token. */
const CONNECT = 'apps.connections.open';
/** `scope`: the bot scope that it requires; absent when any will do. */
const METHODS = new Map<string, readonly [run: Run, scope?: string]>([
  [CONNECT, [connect]],
  ['auth.test', [testAuth]],
  ['chat.postMessage', [postMessage, 'chat:write']],
  ['chat.update', [updateMessage, 'chat:write']],
  ['dnd.teamInfo', [showDnd, 'dnd:read']],
  ['usergroups.list', [listGroups, 'usergroups:read']],
  ['usergroups.users.list', [listGroup, 'usergroups:read']],
  ['users.info', [showUser, 'users:read']],
  ['views.open', [openView]],
  ['views.publish', [publishView]],
  ['views.push', [pushView]],
  ['views.update', [updateView]],
]);

/** Checks the token and its scopes, then runs the method. */
export const callMethod = (state: SlackState, name: string, token: string, args: JsonObject): ApiResult =>
  unlessRefused(
    () => methodFor(name, token, state)(args, state),
    ({ code, messages, fields }): ApiResult => ({
      ok: false,
      error: code,
      ...fields,
      ...(messages.length > 0 && { response_metadata: { messages } }),
    }),
  );

function methodFor(name: string, token: string, { credentials, scopes, tokenRefusal }: SlackState): Run {
  const [run, scope] = METHODS.get(name) ?? [];
  if (!run) throw new Refused('unknown_method');
  const isBots = token === credentials.botToken;
  if (token === '') throw new Refused('not_authed');
  if (!isBots && token !== credentials.appToken) throw new Refused('invalid_auth');
  if (isBots && tokenRefusal !== undefined) throw new Refused(tokenRefusal);
  if (isBots === (name === CONNECT)) throw new Refused('not_allowed_token_type');
  if (scope === undefined || scopes.includes(scope)) return run;
  throw new Refused('missing_scope', [], { needed: scope, provided: scopes.join(',') });
}

/** The address of a new socket. */
function connect(_args: JsonObject, { origin, tickets, workspace }: SlackState): ApiResult {
  const address = `${origin.replace(/^http/, 'ws')}/link/?ticket=${tickets.issue()}&app_id=${workspace.appId}`;
  return { ok: true, url: address };
}

/** The user and team of the bot token. */
function testAuth(_args: JsonObject, { workspace, origin }: SlackState): ApiResult {
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
}

function listGroups(_args: JsonObject, { workspace }: SlackState): ApiResult {
  return { ok: true, usergroups: workspace.userGroups.map(({ id, name }) => ({ id, name })) };
}

/** The members of one user group. */
function listGroup(args: JsonObject, { workspace }: SlackState): ApiResult {
  const group = workspace.userGroups.find(({ id }) => id === textArg(args, 'usergroup'));
  if (!group) throw new Refused('no_such_subteam');
  return { ok: true, users: group.userIds };
}

/** Do Not Disturb of up to 50 people. People from other organisations are not visible. */
function showDnd(args: JsonObject, { workspace }: SlackState): ApiResult {
  const ids = (textArg(args, 'users') ?? '').split(',').filter(Boolean);
  if (ids.length === 0) throw new Refused('no_users_provided');
  if (ids.length > 50) throw new Refused('too_many_users');
  const users = ids.map((id) => {
    const { dnd, kind } = workspace.users.find((user) => user.id === id) ?? {};
    if (kind === undefined || kind === 'stranger') throw new Refused('user_not_visible');
    const { fromS = 1, untilS = 1 } = dnd ?? {};
    return [id, { dnd_enabled: dnd !== undefined, next_dnd_start_ts: fromS, next_dnd_end_ts: untilS }];
  });
  return { ok: true, users: Object.fromEntries(users) };
}

function showUser(args: JsonObject, { workspace }: SlackState): ApiResult {
  const user = workspace.users.find(({ id }) => id === textArg(args, 'user'));
  if (!user) throw new Refused('user_not_found');
  const withLocale = [true, 'true', 1, '1'].includes(args.include_locale as string);
  return { ok: true, user: toUser(user, withLocale) };
}

/** The fields that tell who somebody is. The locale of strangers is not visible. */
function toUser({ id, name, realName, team, kind, tz, tzOffsetSeconds, locale }: User, withLocale: boolean) {
  const isGuest = kind === 'single-channel-guest';
  return {
    id,
    team_id: team.id,
    name,
    deleted: kind === 'deleted',
    real_name: realName,
    tz,
    tz_offset: tzOffsetSeconds,
    is_restricted: isGuest,
    is_ultra_restricted: isGuest,
    is_bot: kind === 'bot',
    ...(kind === 'stranger' && { is_stranger: true }),
    ...(withLocale && kind !== 'stranger' && { locale }),
  };
}
