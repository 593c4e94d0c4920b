import { LogLevel, WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers, body });

test('auth.test says who the token is, and the headers say what it may do', async () => {
  const slack = await startSlack({ scopes: ['commands', 'users:read'] });
  const headers = { authorization: `Bearer ${slack.botToken}` };
  const response = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', headers });
  expect(response.headers.get('x-oauth-scopes')).toBe('commands,users:read');
  expect(await response.json()).toMatchObject({
    ok: true,
    team_id: slack.teamId,
    user_id: slack.botUserId,
    bot_id: 'B0LOCAL0001',
  });
  const byApp = { authorization: `Bearer ${slack.appToken}` };
  const opened = await fetch(`${slack.apiUrl}apps.connections.open`, { method: 'POST', headers: byApp });
  expect(opened.headers.get('x-oauth-scopes')).toBe('connections:write');
  const byNobody = { authorization: 'Bearer xoxb-1-x' };
  const refused = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', headers: byNobody });
  expect(refused.headers.has('x-oauth-scopes')).toBe(false);
});

test.each([
  ['without a token', 'auth.test', '', 'not_authed'],
  ['with a made-up token', 'auth.test', 'xoxb-1-x', 'invalid_auth'],
  ['for a method that does not exist', 'auth.revolt', '', 'unknown_method'],
  ['for a name every object has', 'constructor', '', 'unknown_method'],
])('a call %s is refused', async (_, method, token, error) => {
  const slack = await startSlack();
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const response = await post(`${slack.apiUrl}${method}`, headers as Record<string, string>, '');
  expect(await response.json()).toMatchObject({ ok: false, error });
});

test.each([
  ['application/json', '{"a":', 'invalid_json'],
  ['application/json', '[]', 'json_not_object'],
  ['text/plain', 'a=b', 'invalid_post_type'],
])('%s with %j: %s', async (type, body, error) => {
  const slack = await startSlack();
  const headers = { 'content-type': type, authorization: `Bearer ${slack.botToken}` };
  expect(await (await post(`${slack.apiUrl}auth.test`, headers, body)).json()).toEqual({ ok: false, error });
});

test('a body over a mebibyte is refused', async () => {
  const slack = await startSlack();
  const headers = { 'content-type': 'application/json' };
  const response = await post(`${slack.apiUrl}auth.test`, headers, 'x'.repeat(1024 * 1024 + 1));
  expect(response.status).toBe(413);
});

test('the official client reads results and refusals', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logLevel: LogLevel.ERROR });
  const { user, response_metadata } = await client.users.info({
    user: slack.person('ada').id,
    include_locale: true,
  });
  expect(user).toMatchObject({ id: slack.person('ada').id, locale: 'en-GB', team_id: slack.teamId });
  expect(response_metadata?.scopes).toEqual(['users:read']);
  await expect(client.users.info({ user: 'U404' })).rejects.toMatchObject({
    data: { error: 'user_not_found' },
  });
  await expect(client.usergroups.users.list({ usergroup: 'S1' })).rejects.toMatchObject({
    data: { error: 'missing_scope', needed: 'usergroups:read', provided: 'users:read' },
  });
});
