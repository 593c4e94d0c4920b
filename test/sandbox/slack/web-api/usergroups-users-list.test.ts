import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi } from '../support/speak-to-slack.ts';

test('the members of a group, for those who may ask', async () => {
  const slack = await startSlack({ scopes: ['usergroups:read'] });
  const { id } = slack.userGroups.oncall;
  const ada = slack.person('ada').id;
  expect(await callApi(slack, 'usergroups.users.list', { usergroup: id })).toEqual({
    ok: true,
    users: [ada],
  });
  expect(await callApi(slack, 'usergroups.users.list', { usergroup: 'S404' })).toEqual({
    ok: false,
    error: 'no_such_subteam',
  });
});
