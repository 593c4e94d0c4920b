import { expect, test } from 'vitest';
import { callApi, startSlack } from '../support/start-slack.ts';

const kinds = {
  ada: { is_restricted: false, is_ultra_restricted: false, is_bot: false, deleted: false, locale: 'en-GB' },
  bora: { is_restricted: false, is_bot: false, locale: 'tr-TR', tz: 'Europe/Istanbul' },
  guest: { is_restricted: true, is_ultra_restricted: true, is_bot: false },
} as const;

test.each(Object.entries(kinds))('%s', async (name, expected) => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const { id } = slack.person(name as keyof typeof kinds);
  const { user } = await callApi(slack, 'users.info', { user: id, include_locale: true });
  expect(user).toMatchObject({ id, name, team_id: slack.teamId, ...expected });
  expect(user).not.toHaveProperty('is_stranger');
  expect(user.profile).not.toHaveProperty('email');
});

test('a stranger keeps the locale back', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const { id } = slack.person('outsider');
  const { user } = await callApi(slack, 'users.info', { user: id, include_locale: true });
  expect(user).toMatchObject({ is_stranger: true, team_id: 'T0ELSEWHERE' });
  expect(user).not.toHaveProperty('locale');
});

test('bots and people who left are marked', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  expect((await callApi(slack, 'users.info', { user: slack.botUserId })).user.is_bot).toBe(true);
  const { user } = await callApi(slack, 'users.info', { user: 'U0GONE00001' });
  expect(user.deleted).toBe(true);
});

test('no locale unless asked for, and nobody without the scope', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const { id } = slack.person('ada');
  expect((await callApi(slack, 'users.info', { user: id })).user).not.toHaveProperty('locale');
  const poor = await startSlack({ scopes: ['commands'] });
  expect(await callApi(poor, 'users.info', { user: id })).toMatchObject({
    error: 'missing_scope',
    needed: 'users:read',
  });
});
