import type { LookupOutcome } from '../../account/outcome.ts';
import type { Pin } from '../../account/pins.ts';
import type { BrokenChannel } from '../../watch/posted.ts';
import type { WatchedState, Workspace } from '../../watch/watch-list.ts';
import type { CommandProblem } from '../../words/en/failures.ts';
import type { NamedAccount } from '../card/buttons.ts';
import type { NameHints } from '../lookup/names.ts';

/** A pin of the person, or one of the worst that are watched in the workspace. */
export interface HomeAccount extends NamedAccount {
  readonly isPinned: boolean;
  /** Absent: nobody watches it. */
  readonly watched?: WatchedState;
  /** Absent while it is asked about and nothing is known from before. */
  readonly outcome?: LookupOutcome;
}

/** What the look-up field was answered with. The field empties when `askedAtMs` changes, and keeps its text otherwise. */
export interface LookedUp {
  readonly askedAtMs: number;
  readonly ids: readonly string[];
  readonly isAsking: boolean;
  /** Sorted by the caller; empty when a name could mean any of several. */
  readonly outcomes: readonly LookupOutcome[];
  readonly hints?: NameHints;
  /** In place of all these. */
  readonly problem?: CommandProblem;
}

/** All that Home shows to one person. */
export interface HomeState {
  /** In the order of the store. */
  readonly pins: readonly Pin[] | 'unavailable';
  readonly accounts: readonly HomeAccount[];
  readonly workspace: Workspace;
  /** Places that take no alerts though the person began to watch there. */
  readonly broken: readonly BrokenChannel[];
  /** Newest first. */
  readonly recents: readonly NamedAccount[] | 'unavailable';
  readonly lookedUp?: LookedUp;
  /** One line of news, until the next press. */
  readonly notice?: string;
  /** Outcomes are those of before, and new ones are on their way. */
  readonly isAsking: boolean;
}
