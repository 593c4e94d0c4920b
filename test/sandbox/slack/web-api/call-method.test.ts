import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';

test('refuses a call without token, scope or arguments as Slack does', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const authorized = { authorization: `Bearer ${slack.botToken}` };
  const call = async (method: string, headers: Record<string, string>, body = '') => {
    const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body });
    return [((await response.json()) as { error?: string }).error, response.headers.get('x-oauth-scopes')];
  };
  const json = { ...authorized, 'content-type': 'application/json' };
  for (const [method, headers, body, error, scopes] of [
    ['auth.test', {}, '', 'not_authed', null],
    ['auth.test', { authorization: 'Bearer xoxb-1-x' }, '', 'invalid_auth', null],
    ['auth.revolt', {}, '', 'unknown_method', null],
    ['constructor', {}, '', 'unknown_method', null],
    ['auth.test', json, '{"a":', 'invalid_json', null],
    ['auth.test', json, '[]', 'json_not_object', null],
    ['auth.test', { ...authorized, 'content-type': 'text/plain' }, 'a=b', 'invalid_post_type', null],
    ['users.info', json, '{"user":"U404"}', 'user_not_found', 'users:read'],
    ['usergroups.users.list', json, '{"usergroup":"S1"}', 'missing_scope', 'users:read'],
    ['apps.connections.open', authorized, '', 'not_allowed_token_type', 'users:read'],
    ['auth.test', authorized, '', undefined, 'users:read'],
  ] as const)
    expect(await call(method, headers, body), `${method} ${body}`).toEqual([error, scopes]);
  const tooLong = { method: 'POST', headers: json, body: 'x'.repeat(1024 * 1024 + 1) };
  expect((await fetch(`${slack.apiUrl}auth.test`, tooLong)).status).toBe(413);
});
