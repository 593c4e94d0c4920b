import type { JsonObject } from '../server/json.ts';
import { type ApiContext, type ApiMethod, type ApiResult, refuse } from './api-method.ts';
import { appsConnectionsOpen } from './apps-connections-open.ts';
import { authTest } from './auth-test.ts';
import { chatDelete } from './chat-delete.ts';
import { chatPostEphemeral } from './chat-post-ephemeral.ts';
import { chatPostMessage } from './chat-post-message.ts';
import { chatUpdate } from './chat-update.ts';
import { usergroupsUsersList } from './usergroups-users-list.ts';
import { usersInfo } from './users-info.ts';
import { viewsOpen } from './views-open.ts';
import { viewsPublish } from './views-publish.ts';
import { viewsPush } from './views-push.ts';
import { viewsUpdate } from './views-update.ts';

const METHODS: Readonly<Record<string, ApiMethod>> = {
  'apps.connections.open': appsConnectionsOpen,
  'auth.test': authTest,
  'chat.delete': chatDelete,
  'chat.postEphemeral': chatPostEphemeral,
  'chat.postMessage': chatPostMessage,
  'chat.update': chatUpdate,
  'usergroups.users.list': usergroupsUsersList,
  'users.info': usersInfo,
  'views.open': viewsOpen,
  'views.publish': viewsPublish,
  'views.push': viewsPush,
  'views.update': viewsUpdate,
};

/** The scopes that a method needs, for the X-Accepted-OAuth-Scopes header. */
export function acceptedScopes(name: string): string {
  return METHODS[name]?.scope ?? '';
}

/** Checks the token and its scopes, then runs the method. */
export function callMethod(
  name: string,
  call: { readonly args: JsonObject; readonly token: string | undefined },
  context: ApiContext,
): ApiResult {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method) return refuse('unknown_method', { req_method: name });
  const { credentials, scopes, tokenRefusal } = context.state;
  const kind = { [credentials.botToken]: 'bot', [credentials.appToken]: 'app' }[call.token ?? ''];
  if (!call.token) return refuse('not_authed');
  if (!kind) return refuse('invalid_auth');
  if (kind === 'bot' && tokenRefusal !== undefined) return refuse(tokenRefusal);
  if (kind !== method.token) return refuse('not_allowed_token_type');
  if (method.scope && !scopes.includes(method.scope)) {
    return refuse('missing_scope', { needed: method.scope, provided: scopes.join(',') });
  }
  return method.run(call.args, context);
}
