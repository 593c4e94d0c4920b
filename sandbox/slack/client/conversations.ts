import type { Channel, Workspace } from '../state/workspace.ts';

/** A channel, as far as a menu of conversations looks at it. */
export interface Conversation {
  readonly isDirect: boolean;
  /** With another organisation, by Slack Connect. */
  readonly isShared: boolean;
}

/** Whether people of another organisation are in a channel too. */
export function isShared({ users, team }: Workspace, { memberIds }: Channel): boolean {
  return users.some((user) => memberIds.includes(user.id) && user.team.id !== team.id);
}

/** Whether a menu (`conversations_select`, `channels_select`) offers a conversation that the person is in. */
export function isOffered(
  menu: { readonly type?: unknown; readonly filter?: unknown },
  { isDirect, isShared: isForOthers }: Conversation,
): boolean {
  // Accepted by the validation, which knows these fields only.
  const {
    include,
    exclude_external_shared_channels: isInternal = false,
    exclude_bot_users: isHuman = false,
  } = (menu.filter ?? {}) as {
    include?: readonly string[];
    exclude_external_shared_channels?: boolean;
    exclude_bot_users?: boolean;
  };
  const kinds = menu.type === 'channels_select' ? ['public'] : include;
  const isWanted = kinds === undefined || kinds.includes(isDirect ? 'im' : 'public');
  // The only direct messages that there are, are those with the app.
  return isWanted && !(isInternal && isForOthers) && !(isHuman && isDirect);
}
