import { type ApiMethod, refuse, textArg } from './api-method.ts';

/** The members of a user group. */
export const usergroupsUsersList: ApiMethod = {
  token: 'bot',
  scope: 'usergroups:read',
  run(args, { state: { workspace } }) {
    const group = workspace.userGroups.find(({ id }) => id === textArg(args, 'usergroup'));
    return group ? { ok: true, users: group.userIds } : refuse('no_such_subteam');
  },
};
