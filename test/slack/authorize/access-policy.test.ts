import { expect, test } from 'vitest';
import type { AccessRules, Membership } from '../../../src/domain/access.ts';
import { createAccessPolicy } from '../../../src/slack/authorize/access-policy.ts';

interface Known {
  readonly membership?: Membership;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly isInstallationKnown?: boolean;
}

/** Decides about U1 as Slack knows them. */
function decide(rules: AccessRules, known: Known = {}, place = 'C1', userId = 'U1') {
  const { membership, groups = {}, isInstallationKnown = true } = known;
  const access = createAccessPolicy(
    {
      membership: async () => membership,
      groupMembers: async (id) => groups[id] && new Set(groups[id]),
    },
    () => (isInstallationKnown ? { teamId: 'T1', enterpriseId: 'E1' } : undefined),
    rules,
  );
  return access({ userId, place });
}

const ALLOWED = { kind: 'allowed', person: { userId: 'U1', teamId: 'T1' } };
const refused = (reason: string) => ({ kind: 'refused', reason });
const MEMBER = { membership: 'member' } as const;

test('a member may ask everywhere, and is one person whatever team Slack names', async () => {
  for (const place of ['C1', 'direct', 'home', 'modal', 'nowhere']) {
    expect(await decide({}, MEMBER, place)).toEqual(ALLOWED);
  }
});

test.each(['guest', 'outsider', 'deactivated', 'bot'] as const)(
  '%s: not even when named',
  async (membership) => {
    expect(await decide({}, { membership })).toEqual(refused(membership));
    expect(await decide({ users: ['U1'] }, { membership })).toEqual(refused(membership));
  },
);

test('Slack’s own bot is not even asked about', async () => {
  expect(await decide({}, MEMBER, 'C1', 'USLACKBOT')).toEqual(refused('bot'));
});

test('what nobody knows is refused', async () => {
  expect(await decide({})).toEqual(refused('unknown'));
  expect(await decide({}, { ...MEMBER, isInstallationKnown: false })).toEqual(refused('unknown'));
  expect(await decide({ userGroups: ['S1'] }, MEMBER)).toEqual(refused('unknown'));
  expect(await decide({ users: ['U2'] })).toEqual(refused('unknown'));
});

test('of people and groups, one is enough', async () => {
  const both = { users: ['U2'], userGroups: ['S1', 'S2'] };
  expect(await decide(both, { ...MEMBER, groups: { S1: ['U3'], S2: ['U1'] } })).toEqual(ALLOWED);
  expect(await decide(both, { ...MEMBER, groups: { S1: ['U3'], S2: [] } })).toEqual(refused('not-named'));
  expect(await decide({ users: ['U1'], userGroups: ['S1'] }, MEMBER)).toEqual(ALLOWED);
  // One group is not known, and the other is enough.
  expect(await decide(both, { ...MEMBER, groups: { S2: ['U1'] } })).toEqual(ALLOWED);
});

test('places close everything that is not among them', async () => {
  const rules = { places: ['C1'] };
  expect(await decide(rules, MEMBER, 'C1')).toEqual(ALLOWED);
  for (const place of ['C2', 'direct', 'home', 'nowhere']) {
    expect(await decide(rules, MEMBER, place)).toEqual(refused('elsewhere'));
  }
  expect(await decide(rules, MEMBER, 'modal')).toEqual(ALLOWED);
  expect(await decide({ places: ['home', 'direct'] }, MEMBER, 'home')).toEqual(ALLOWED);
  expect(await decide({ places: ['home', 'direct'] }, MEMBER, 'direct')).toEqual(ALLOWED);
  // Who may not ask at all is not told where others may.
  expect(await decide(rules, { membership: 'guest' }, 'C2')).toEqual(refused('guest'));
});
