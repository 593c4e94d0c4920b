import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi } from '../support/speak-to-slack.ts';

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

test('returns the locale only if asked for, and nobody without the scope', async () => {
  const slack = await startSlack({ scopes: ['users:read'] });
  const { id } = slack.person('ada');
  expect((await callApi(slack, 'users.info', { user: id })).user).not.toHaveProperty('locale');
  const poor = await startSlack({ scopes: ['commands'] });
  expect(await callApi(poor, 'users.info', { user: id })).toMatchObject({
    error: 'missing_scope',
    needed: 'users:read',
  });
});

test('somebody may change the language of their Slack, and it is theirs alone', async () => {
  const [slack, other] = [
    await startSlack({ scopes: ['users:read'] }),
    await startSlack({ scopes: ['users:read'] }),
  ];
  const localeOf = async (asked: typeof slack, name: 'ada' | 'bora') => {
    const args = { user: asked.person(name).id, include_locale: true };
    return (await callApi(asked, 'users.info', args)).user.locale;
  };
  slack.setLocale('ada', 'tr-TR');
  expect([await localeOf(slack, 'ada'), await localeOf(other, 'ada')]).toEqual(['tr-TR', 'en-GB']);
  slack.setLocale('bora', 'en-GB');
  expect([await localeOf(slack, 'bora'), await localeOf(other, 'bora')]).toEqual(['en-GB', 'tr-TR']);
});

test('everybody may have the same language from the start', async () => {
  const slack = await startSlack({ scopes: ['users:read'], locale: 'tr-TR' });
  const args = { user: slack.person('ada').id, include_locale: true };
  expect((await callApi(slack, 'users.info', args)).user.locale).toBe('tr-TR');
});
