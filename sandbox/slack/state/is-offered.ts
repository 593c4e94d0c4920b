/** Whether a menu (`conversations_select`) offers a conversation of the person. */
export function isOffered(
  menu: { readonly filter?: unknown },
  { isDirect, isShared }: { readonly isDirect: boolean; readonly isShared: boolean },
): boolean {
  // The validation allows only these fields.
  const filter = (menu.filter ?? {}) as {
    readonly include?: readonly string[];
    readonly exclude_external_shared_channels?: boolean;
  };
  const isWanted = filter.include?.includes(isDirect ? 'im' : 'public') ?? true;
  return isWanted && !(filter.exclude_external_shared_channels && isShared);
}
