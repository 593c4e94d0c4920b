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

export const PINS_AT_MOST = 50;
export const RECENTS_AT_MOST = 10;

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

/**
 * The pins of each person, exact however many presses come at once and in however many processes. Every call rejects
 * with a StoreError when the database fails, and with a RangeError for ids and names that were not parsed.
 */
export interface PinStore {
  /** In the order of pinning. */
  list(person: Person): Promise<readonly Pin[]>;
  add(person: Person, pin: { readonly accountId: string; readonly name?: string }): Promise<PinResult>;
  /** Gives, changes or (without a name) takes away the name of a pin. Names compare without regard to case, in Turkish too. */
  rename(person: Person, accountId: string, name: string | undefined): Promise<NameResult>;
  /** Whether there was such a pin. */
  remove(person: Person, accountId: string): Promise<boolean>;
}

export interface Recent {
  readonly accountId: string;
  readonly askedAtMs: number;
}

/** What a person asked for last: ten accounts, each of them once. Rejects as a PinStore does. */
export interface RecentStore {
  /** Puts the accounts first, in this order. */
  record(person: Person, accountIds: readonly string[]): Promise<void>;
  /** The last one first, whatever the clocks said. */
  list(person: Person): Promise<readonly Recent[]>;
}
