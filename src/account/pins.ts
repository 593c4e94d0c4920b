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
  readonly pinnedAtMs: number;
}

export const MAX_PINS = 50;
export const MAX_RECENTS = 10;

/** Another account has the name already. */
interface NameTaken {
  readonly kind: 'name-taken';
  readonly name: string;
  readonly accountId: string;
}

/** The result of a change of a pin, including a failure of the database. */
export type PinChange =
  | NameTaken
  | { readonly kind: 'limit-reached'; readonly limit: number }
  | { readonly kind: 'pinned' | 'already-pinned' | 'named' | 'not-pinned' | 'unpinned' | 'store-failed' };

/** Why a pin cannot get a name. `name-unusable`: it has no visible character, is too long, or cannot be typed as a name. */
export type PinNameProblem = NameTaken | { readonly kind: 'not-pinned' | 'name-unusable' | 'store-failed' };

/** An account that a person has looked up. */
export type Recent = Pick<Pin, 'accountId'>;
