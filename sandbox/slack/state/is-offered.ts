/**
 * Whether a menu (`conversations_select`) offers a conversation that the person is in. `isShared`: with people of another
 * organisation, by Slack Connect.
 */
export function isOffered(
  menu: { readonly filter?: unknown },
  { isDirect, isShared }: { readonly isDirect: boolean; readonly isShared: boolean },
): boolean {
  // Accepted by the validation, which knows these fields only.
  const filter = (menu.filter ?? {}) as {
    readonly include?: readonly string[];
    readonly exclude_external_shared_channels?: boolean;
  };
  const isWanted = filter.include?.includes(isDirect ? 'im' : 'public') ?? true;
  return isWanted && !(filter.exclude_external_shared_channels && isShared);
}
