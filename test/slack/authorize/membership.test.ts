import { expect, test } from 'vitest';
import { membershipOf } from '../../../src/slack/authorize/membership.ts';

const WORKSPACE = { teamId: 'T1' };
const GRID = { teamId: 'T1', enterpriseId: 'E1' };

test.each([
  ['a full member', { team_id: 'T1' }, 'member'],
  ['an owner', { team_id: 'T1', is_owner: true, deleted: false, is_restricted: false }, 'member'],
  ['a guest of several channels', { team_id: 'T1', is_restricted: true }, 'guest'],
  ['a guest of one channel', { team_id: 'T1', is_restricted: true, is_ultra_restricted: true }, 'guest'],
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
