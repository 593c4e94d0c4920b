/** Who asks: a Slack user in a Slack team. */
export interface Person {
  readonly teamId: string;
  readonly userId: string;
}

/** An account that a person keeps in view. */
export interface Pin {
  readonly accountId: string;
  /** The person's own short word for it, 1 to 40 visible characters; works in place of the id. */
  readonly name?: string;
  readonly pinnedAtMs: number;
}

export const MAX_PINS = 50;
export const MAX_RECENTS = 10;

/** How an attempt to pin or to name ended. */
export type PinResult =
  | { readonly kind: 'pinned' }
  | { readonly kind: 'already-pinned' }
  | { readonly kind: 'limit-reached'; readonly limit: number }
  | { readonly kind: 'name-taken'; readonly name: string; readonly accountId: string };

export type NameResult =
  | { readonly kind: 'named' }
  | { readonly kind: 'not-pinned' }
  | { readonly kind: 'name-taken'; readonly name: string; readonly accountId: string };

/** How an attempt to change a pin ended, the database's own failure among the ways. */
export type PinChange =
  | PinResult
  | NameResult
  | { readonly kind: 'unpinned' }
  | { readonly kind: 'store-failed' };

/** Why a name cannot be given. */
export type PinNameProblem =
  | Extract<NameResult, { kind: 'name-taken' | 'not-pinned' }>
  /** Nothing visible in it, too long, or something that could not be typed as a name. */
  | { readonly kind: 'name-unusable' }
  | { readonly kind: 'store-failed' };

export interface Recent {
  readonly accountId: string;
  readonly askedAtMs: number;
}
