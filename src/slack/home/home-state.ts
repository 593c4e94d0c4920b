import type { LookupOutcome } from '../../account/outcome.ts';
import type { Pin, PinChange, Recent } from '../../account/pins.ts';
import type { BrokenChannel } from '../../watch/told.ts';
import type { WatchedAccount, WatchedPattern } from '../../watch/watch-list.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import type { NamedTurn } from '../alerts/headed-list.ts';
import type { NameHints } from '../lookup/name-messages.ts';

/** A pin and what is known of its account. */
export interface PinnedAccount {
  readonly pin: Pin;
  /** Absent while it is asked about and nothing is known from before. */
  readonly outcome?: LookupOutcome;
}

/** What the look-up field was answered with. The field empties when `askedAtMs` changes, and keeps its text otherwise. */
export type LookedUp = { readonly askedAtMs: number } & (
  | { readonly kind: 'asking'; readonly ids: readonly string[] }
  | { readonly kind: 'outcome'; readonly outcome: LookupOutcome; readonly hints?: NameHints }
  /** Several at once: a list, sorted by the caller; empty when a name could mean any of them. */
  | { readonly kind: 'outcomes'; readonly outcomes: readonly LookupOutcome[]; readonly hints?: NameHints }
  | { readonly kind: 'problem'; readonly problem: CommandProblem }
);

/** One line of news, until the next press. */
export type HomeNotice =
  /** What became of the person's last change to their pins. `name` is the one it was to have. */
  | { readonly change: PinChange; readonly accountId: string; readonly name?: string }
  | { readonly kind: 'not-opened'; readonly accountId: string }
  | { readonly kind: 'defect'; readonly reference: string };

/** All that Home shows to one person. */
export interface HomeState {
  /** In the order of the store; sorted worst first here. */
  readonly pins: readonly PinnedAccount[] | 'unavailable';
  /** Newest first. */
  readonly recents: readonly Recent[] | 'unavailable';
  /** What the person watches. Absent: nothing. */
  readonly watched?: readonly WatchedAccount[];
  /** Beside them, accounts of the list that they watch by their ids. Absent: none. */
  readonly watchedPatterns?: readonly WatchedPattern[];
  /** Places that take no alerts though the person began to watch there. Absent: none. */
  readonly broken?: readonly BrokenChannel[];
  /** Of what the person watches one by one: what gets worse in the next hours if no backup runs, soonest first. */
  readonly next?: readonly NamedTurn[];
  /** The account last asked for, shown in full; left out where `lookedUp` shows it already. */
  readonly lastAsked?: LookupOutcome;
  readonly lookedUp?: LookedUp;
  readonly notice?: HomeNotice;
  /** Outcomes are those of before, and new ones are on their way. */
  readonly isAsking: boolean;
  /** Of the pins, from 0; past the last one, the last one is shown. */
  readonly page: number;
}
