/** A Slack user in a Slack team. */
export interface Person {
  readonly teamId: string;
  readonly userId: string;
}

/** An account that a person has pinned. */
export interface Pin {
  readonly accountId: string;
  /** The person's own name for it, 1 to 40 visible characters. It can be used instead of the id. */
  readonly name?: string;
}

export const MAX_PINS = 50;
export const MAX_RECENTS = 10;

/**
 * The result of a change of a pin. `name-unusable`: the name has no visible character, is too long, or cannot be typed as a
 * name.
 */
export type PinChange =
  /** Another account has the name already. */
  | { readonly kind: 'name-taken'; readonly name: string; readonly accountId: string }
  | { readonly kind: 'limit-reached'; readonly limit: number }
  | { readonly kind: 'pinned' | 'unpinned' | 'not-pinned' | 'named' | 'name-unusable' };
