import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { LocalSlackOptions } from '../../sandbox/slack/start-local-slack.ts';
import { createAccess, membershipOf } from '../../src/slack/access.ts';
import { type AccessRules, whoMayAsk } from '../../src/slack/kit/access.ts';
import { createWeb, toBoltLogger, webClientOptions } from '../../src/slack/web.ts';
import { captureLog } from '../support/capture-log.ts';
import { limit } from '../support/limit.ts';
import { startSlack } from '../support/start-slack.ts';

const MINUTE_MS = 60_000;

async function startPeople(options?: LocalSlackOptions, rules: AccessRules = {}) {
  const slack = await startSlack(options);
  let nowMs = Date.UTC(2026, 10, 21);
  const now = () => nowMs;
  const { log, lines } = captureLog();
  const logger = toBoltLogger(log);
  const client = new WebClient(slack.botToken, { ...webClientOptions(slack.apiUrl), logger });
  const installation = { teamId: slack.teamId, url: '' };
  const { callSlack } = createWeb(client, { now, log });
  const { decide } = createAccess(client, callSlack, installation, rules, now);
  const calls = (method: string) =>
    slack.traffic.filter((one) => one.kind === 'api' && one.method === method).length;
  return {
    slack,
    /** Why the person may not ask there. `member`: they may. */
    async ask(userId: string, place = 'C1') {
      const decision = await decide({ userId, place });
      if (typeof decision === 'string') return decision;
      expect(decision).toEqual({ teamId: slack.teamId, userId });
      return 'member';
    },
    ada: slack.person('ada').id,
    bora: slack.person('bora').id,
    lines,
    calls,
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

const SCOPES = ['commands', 'users:read', 'usergroups:read'];
const ONCALL: AccessRules = { userGroups: ['S0ONCALL001'] };
const DOWN = { kind: 'error', code: 'internal_error' } as const;

test('a cached answer makes no request; after five minutes Slack is asked again', async () => {
  const { slack, ask, ada, calls, advance } = await startPeople();
  for (let time = 0; time < 3; time += 1) expect(await ask(ada)).toBe('member');
  expect(calls('users.info')).toBe(1);
  slack.become('ada', 'deleted');
  advance(5 * MINUTE_MS);
  expect(await ask(ada)).toBe('member');
  advance(1);
  expect(await ask(ada)).toBe('deactivated');
  expect(calls('users.info')).toBe(2);
});

test('while Slack does not answer, members of the last hour stay members, and nobody else becomes one', async () => {
  const { slack, ask, ada, bora, lines, advance } = await startPeople();
  expect(await ask(ada)).toBe('member');
  slack.addFault(DOWN, { method: 'users.info' });
  advance(60 * MINUTE_MS);
  expect(await ask(ada)).toBe('member');
  expect(await ask(bora)).toBe('unknown');
  advance(1);
  expect(await ask(ada)).toBe('unknown');
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, method: 'users.info', error: 'internal_error' }),
  );
  slack.clearFaults();
  expect(await ask(bora)).toBe('member');
});

test('a caller stops waiting, and gets the answer the next time', async () => {
  limit({ person: 1 });
  const { slack, ask, ada, calls } = await startPeople();
  slack.addFault({ kind: 'slow', delayMs: 300 }, { method: 'users.info', next: 1 });
  expect(await ask(ada)).toBe('unknown');
  await expect.poll(() => ask(ada)).toBe('member');
  expect(calls('users.info')).toBe(1);
});

test.each(['user_not_found', 'user_not_visible'])('%s is an outsider', async (code) => {
  const { slack, ask, lines } = await startPeople();
  slack.addFault({ kind: 'error', code }, { method: 'users.info' });
  expect(await ask('U0SOMEBODY1')).toBe('outsider');
  expect(lines.filter(({ level }) => level > 20)).toEqual([]);
});

test('members of user groups are requested every five minutes, and used for an hour', async () => {
  const { slack, ask, ada, bora, calls, advance } = await startPeople({ scopes: SCOPES }, ONCALL);
  expect(await ask(ada)).toBe('member');
  advance(4 * MINUTE_MS);
  expect([await ask(ada), await ask(bora)]).toEqual(['member', 'not-named']);
  expect(calls('usergroups.users.list')).toBe(1);
  slack.addFault(DOWN, { method: 'usergroups.users.list' });
  advance(50 * MINUTE_MS);
  expect(await ask(ada)).toBe('member');
  advance(10 * MINUTE_MS);
  expect(await ask(ada)).toBe('unknown');
});

test('an unknown user group has no members and is logged as an error', async () => {
  const rules = { users: ['U0BORA00001'], userGroups: ['S0NOWHERE01'] };
  const { ask, ada, lines } = await startPeople({ scopes: SCOPES }, rules);
  expect([await ask(ada), await ask('U0BORA00001')]).toEqual(['not-named', 'member']);
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 50, msg: expect.stringContaining('or of a watch is not there') }),
  );
});

const WORKSPACE = { teamId: 'T1', url: '' };
const GRID = { ...WORKSPACE, enterpriseId: 'E1' };
const OF_E1 = { team_id: 'T2', enterprise_id: 'E1' };

test.each<
  [who: string, user: Parameters<typeof membershipOf>[0], membership: string, home?: typeof WORKSPACE]
>([
  ['a full member', { team_id: 'T1' }, 'member'],
  ['an owner', { team_id: 'T1', is_owner: true, deleted: false, is_restricted: false }, 'member'],
  ['a guest of several channels', { team_id: 'T1', is_restricted: true }, 'guest'],
  ['a guest of one channel', { team_id: 'T1', is_restricted: true, is_ultra_restricted: true }, 'guest'],
  ['a guest of one channel by one field alone', { team_id: 'T1', is_ultra_restricted: true }, 'guest'],
  ['a person from Slack Connect', { team_id: 'T2', is_stranger: true }, 'outsider'],
  ['a stranger who claims our team', { team_id: 'T1', is_stranger: true }, 'outsider'],
  ['somebody of another team', { team_id: 'T2' }, 'outsider'],
  ['somebody of an organisation that is not ours', OF_E1, 'outsider'],
  ['somebody without a team', {}, 'outsider'],
  ['somebody deactivated', { team_id: 'T1', deleted: true }, 'deactivated'],
  ['a deactivated guest', { team_id: 'T1', deleted: true, is_restricted: true }, 'deactivated'],
  ['a bot', { team_id: 'T1', is_bot: true }, 'bot'],
  ['a workflow', { team_id: 'T1', is_workflow_bot: true }, 'bot'],
  ['a connector', { team_id: 'T1', is_connector_bot: true }, 'bot'],
  ['in an organisation: of our workspace', { team_id: 'T1' }, 'member', GRID],
  ['of the organisation as a whole', { team_id: 'E1' }, 'member', GRID],
  ['of a sister workspace', { team_id: 'T2', enterprise_user: { enterprise_id: 'E1' } }, 'member', GRID],
  ['of a sister workspace, in the flat form', OF_E1, 'member', GRID],
  ['a guest of a sister workspace', { ...OF_E1, is_restricted: true }, 'guest', GRID],
  ['of another organisation', { team_id: 'T9', enterprise_user: { enterprise_id: 'E9' } }, 'outsider', GRID],
  ['of no organisation', { team_id: 'T9' }, 'outsider', GRID],
])('%s', (_who, user, membership, home = WORKSPACE) => {
  expect(membershipOf(user, home)).toBe(membership);
});

test('the log says in one line who may ask', () => {
  expect(whoMayAsk({})).toBe('every full member, everywhere');
  const lists = { users: ['U0123456789'], userGroups: ['S0123456789'], places: ['C0123456789', 'home'] };
  expect(whoMayAsk(lists)).toBe('full members among U0123456789, S0123456789, in C0123456789, home');
});
