import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { LocalSlackOptions } from '../../../sandbox/slack/start-local-slack.ts';
import { createUserDirectory, membershipOf } from '../../../src/slack/authorize/user-directory.ts';
import { toBoltLogger } from '../../../src/slack/web-api/bolt-logger.ts';
import { createCallSlack } from '../../../src/slack/web-api/create-call-slack.ts';
import { webClientOptions } from '../../../src/slack/web-api/web-client-options.ts';
import { captureLog } from '../../support/capture-log.ts';
import { limit } from '../../support/limit.ts';
import { startSlack } from '../../support/start-slack.ts';

const MINUTE_MS = 60_000;

async function startPeople(options?: LocalSlackOptions) {
  const slack = await startSlack(options);
  let nowMs = Date.UTC(2026, 10, 21);
  const { log, lines } = captureLog();
  const logger = toBoltLogger(log);
  const client = new WebClient(slack.botToken, { ...webClientOptions(slack.apiUrl), logger });
  const { team_id: teamId } = await client.auth.test();
  let installation = teamId === undefined ? undefined : { teamId };
  const people = createUserDirectory({
    client: () => client,
    callSlack: createCallSlack({ log }),
    installation: () => installation,
    now: () => nowMs,
  });
  const calls = (method: string) =>
    slack.traffic.filter((one) => one.kind === 'api' && one.method === method).length;
  return {
    slack,
    people,
    ada: slack.person('ada').id,
    lines,
    calls,
    forgetInstallation() {
      installation = undefined;
    },
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

const DOWN = { kind: 'error', code: 'internal_error' } as const;

test('a warm answer costs no call; after five minutes Slack is asked again', async () => {
  const { slack, people, ada, calls, advance } = await startPeople();
  for (let time = 0; time < 3; time += 1) expect(await people.membership(ada)).toBe('member');
  expect(calls('users.info')).toBe(1);
  slack.become('ada', 'deleted');
  advance(5 * MINUTE_MS - 1);
  expect(await people.membership(ada)).toBe('member');
  advance(1);
  expect(await people.membership(ada)).toBe('deactivated');
  expect(calls('users.info')).toBe(2);
});

test('asks Slack about nobody during the pause that it asks for, and again when it is over', async () => {
  const { slack, people, ada, calls, advance } = await startPeople({ extraMembers: 15 });
  const others = slack.workspace.users.map(({ id }) => id).filter((id) => id !== ada);
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 30 }, { method: 'users.info', next: 1 });
  expect(await people.membership(ada)).toBeUndefined();
  for (const id of others) expect(await people.membership(id)).toBeUndefined();
  advance(29_999);
  expect(await people.membership(ada)).toBeUndefined();
  expect(calls('users.info')).toBe(1);
  advance(1);
  expect(await people.membership(ada)).toBe('member');
  expect(calls('users.info')).toBe(2);
});

test.each([
  ['a clock that is set back', -MINUTE_MS],
  ['five minutes, however long Slack says', 5 * MINUTE_MS],
])('a pause is over after %s', async (_what, passedMs) => {
  const { slack, people, ada, advance } = await startPeople();
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 3_600 }, { method: 'users.info', next: 1 });
  expect(await people.membership(ada)).toBeUndefined();
  advance(passedMs);
  expect(await people.membership(ada)).toBe('member');
});

test('the pause for people is none for user groups', async () => {
  const { slack, people, ada } = await startPeople({ scopes: ['commands', 'users:read', 'usergroups:read'] });
  slack.addFault({ kind: 'rate-limited', retryAfterSeconds: 30 }, { method: 'users.info' });
  expect(await people.membership(ada)).toBeUndefined();
  expect((await people.groupMembers(slack.userGroups.oncall.id))?.size).toBeGreaterThan(0);
});

test('the language of their Slack comes with it, and costs no call of its own', async () => {
  const { slack, people, ada, calls, advance } = await startPeople();
  const bora = slack.person('bora').id;
  expect(people.locale(bora)).toBeUndefined();
  await Promise.all([people.membership(ada), people.membership(bora)]);
  expect([people.locale(ada), people.locale(bora)]).toEqual(['en-GB', 'tr-TR']);
  slack.setLocale('ada', 'tr-TR');
  advance(5 * MINUTE_MS);
  expect(people.locale(ada)).toBe('en-GB');
  await people.membership(ada);
  expect(people.locale(ada)).toBe('tr-TR');
  expect(calls('users.info')).toBe(3);
});

test('somebody refused is looked at anew after a minute', async () => {
  const { slack, people, ada, calls, advance } = await startPeople();
  slack.become('ada', 'single-channel-guest');
  expect(await people.membership(ada)).toBe('guest');
  slack.become('ada', 'member');
  advance(MINUTE_MS - 1);
  expect(await people.membership(ada)).toBe('guest');
  expect(calls('users.info')).toBe(1);
  advance(1);
  expect(await people.membership(ada)).toBe('member');
});

test('ten requests of one person at once are one question', async () => {
  const { people, ada, calls } = await startPeople();
  const standings = await Promise.all(Array.from({ length: 10 }, () => people.membership(ada)));
  expect(new Set(standings)).toEqual(new Set(['member']));
  expect(calls('users.info')).toBe(1);
});

test('while Slack cannot be asked, members of the last hour stay members, and nobody else is one', async () => {
  const { slack, people, ada, lines, advance } = await startPeople();
  const bora = slack.person('bora').id;
  expect(await people.membership(ada)).toBe('member');
  slack.addFault(DOWN, { method: 'users.info' });
  advance(60 * MINUTE_MS);
  expect(await people.membership(ada)).toBe('member');
  expect(await people.membership(bora)).toBeUndefined();
  advance(1);
  expect(await people.membership(ada)).toBeUndefined();
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, method: 'users.info', error: 'internal_error' }),
  );
  slack.clearFaults();
  expect(await people.membership(bora)).toBe('member');
});

test.each([
  ['reset', { kind: 'reset' }],
  ['rate limit', { kind: 'rate-limited', retryAfterSeconds: 30 }],
  ['server error', { kind: 'status', status: 503 }],
  ['HTML page', { kind: 'html' }],
  ['refused token', { kind: 'error', code: 'token_revoked' }],
] as const)('a %s is no answer, and keeps nobody waiting', async (_fault, fault) => {
  const { slack, people, ada } = await startPeople();
  slack.addFault(fault, { method: 'users.info' });
  expect(await people.membership(ada)).toBeUndefined();
});

test('a caller gives up waiting and gets the answer the next time', async () => {
  limit({ person: 1 });
  const { slack, people, ada, calls } = await startPeople();
  slack.addFault({ kind: 'slow', delayMs: 300 }, { method: 'users.info', next: 1 });
  expect(await people.membership(ada)).toBeUndefined();
  await expect.poll(() => people.membership(ada)).toBe('member');
  expect(calls('users.info')).toBe(1);
});

test('where the app is installed is not known: nobody is a member', async () => {
  const { people, ada, forgetInstallation } = await startPeople();
  forgetInstallation();
  expect(await people.membership(ada)).toBeUndefined();
});

test.each(['user_not_found', 'user_not_visible'])('%s: somebody from elsewhere', async (code) => {
  const { slack, people, lines } = await startPeople();
  slack.addFault({ kind: 'error', code }, { method: 'users.info' });
  expect(await people.membership('U0SOMEBODY1')).toBe('outsider');
  expect(lines).toEqual([]);
});

test('a missing scope is an error in the log, for the app’s admin', async () => {
  const { people, ada, lines } = await startPeople({ scopes: ['commands'] });
  expect(await people.membership(ada)).toBeUndefined();
  expect(await people.groupMembers('S0ONCALL001')).toBeUndefined();
  for (const method of ['users.info', 'usergroups.users.list']) {
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, method, msg: expect.stringContaining('lacks a scope') }),
    );
  }
});

test('user groups: asked once in five minutes, kept for an hour; one that is not there is empty', async () => {
  const scopes = ['commands', 'users:read', 'usergroups:read'];
  const { slack, people, ada, calls, lines, advance } = await startPeople({ scopes });
  const { id } = slack.userGroups.oncall;
  expect(await people.groupMembers(id)).toEqual(new Set([ada]));
  advance(4 * MINUTE_MS);
  expect(await people.groupMembers(id)).toEqual(new Set([ada]));
  expect(calls('usergroups.users.list')).toBe(1);
  expect(await people.groupMembers('S0NOWHERE01')).toEqual(new Set());
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, msg: expect.stringContaining('not there') }),
  );
  slack.addFault(DOWN, { method: 'usergroups.users.list' });
  advance(50 * MINUTE_MS);
  expect(await people.groupMembers(id)).toEqual(new Set([ada]));
  advance(10 * MINUTE_MS);
  expect(await people.groupMembers(id)).toBeUndefined();
});

const WORKSPACE = { teamId: 'T1' };
const GRID = { teamId: 'T1', enterpriseId: 'E1' };

test.each([
  ['a full member', { team_id: 'T1' }, 'member'],
  ['an owner', { team_id: 'T1', is_owner: true, deleted: false, is_restricted: false }, 'member'],
  ['a guest of several channels', { team_id: 'T1', is_restricted: true }, 'guest'],
  ['a guest of one channel', { team_id: 'T1', is_restricted: true, is_ultra_restricted: true }, 'guest'],
  ['a guest of one channel by one field alone', { team_id: 'T1', is_ultra_restricted: true }, 'guest'],
  ['somebody by Slack Connect', { team_id: 'T2', is_stranger: true }, 'outsider'],
  ['a stranger who claims our team', { team_id: 'T1', is_stranger: true }, 'outsider'],
  ['somebody of another team', { team_id: 'T2' }, 'outsider'],
  ['somebody of an organisation that is not ours', { team_id: 'T2', enterprise_id: 'E1' }, 'outsider'],
  ['somebody without a team', {}, 'outsider'],
  ['somebody deactivated', { team_id: 'T1', deleted: true }, 'deactivated'],
  ['a deactivated guest', { team_id: 'T1', deleted: true, is_restricted: true }, 'deactivated'],
  ['a bot', { team_id: 'T1', is_bot: true }, 'bot'],
  ['a workflow', { team_id: 'T1', is_workflow_bot: true }, 'bot'],
])('%s', (_who, user, membership) => {
  expect(membershipOf(user, WORKSPACE)).toBe(membership);
});

test.each([
  ['of our workspace', { team_id: 'T1' }, 'member'],
  ['of the organisation as a whole', { team_id: 'E1' }, 'member'],
  ['of a sister workspace', { team_id: 'T2', enterprise_user: { enterprise_id: 'E1' } }, 'member'],
  ['of a sister workspace, told flat', { team_id: 'T2', enterprise_id: 'E1' }, 'member'],
  ['a guest of a sister workspace', { team_id: 'T2', enterprise_id: 'E1', is_restricted: true }, 'guest'],
  ['of another organisation', { team_id: 'T9', enterprise_user: { enterprise_id: 'E9' } }, 'outsider'],
  ['of no organisation', { team_id: 'T9' }, 'outsider'],
])('in an Enterprise organisation: somebody %s', (_who, user, membership) => {
  expect(membershipOf(user, GRID)).toBe(membership);
});
