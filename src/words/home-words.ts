import type { AccountStatus } from '../domain/account.ts';
import type { NameResult, PinResult } from '../domain/pins.ts';
import type { BackupKind, VerdictLevel } from '../domain/verdict.ts';

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

/** What Home says first: `count` accounts of `total` pinned ones. `was-fine` is from the last known answers. */
export interface HomeLead {
  readonly kind:
    | 'critical'
    | 'attention'
    | 'cannot-tell'
    | 'not-checked'
    | 'asking'
    | 'fine-so-far'
    | 'was-fine'
    | 'fine';
  readonly count: number;
  readonly total: number;
}

/** What Home counts beside its first line. */
export type HomeCount = 'attention' | 'unknown' | 'notChecked' | 'notFound' | 'asking';

export interface HomeWords {
  lead(lead: HomeLead): string;
  counted(what: HomeCount, count: number): string;
  readonly nonePinned: string;
  readonly pinsUnavailable: string;
  /** Follows the first line where there are no pins to count: what to do. */
  readonly nonePinnedNext: string;
  readonly pinsUnavailableNext: string;
  readonly recentsUnavailable: string;
  updated(ago: string): string;
  readonly isAsking: string;
  /** `newest` and `oldest` are durations, `oldestAgo` the moment; how old the answers are that stand in for newer ones. */
  showingEarlier(newest: string, oldest: string, oldestAgo: string): string;
  asOf(ago: string): string;
  readonly noEarlierAnswer: string;
  /** Of these nothing is known; `more` counts those that are not among `accounts`. */
  withoutAnswer(accounts: readonly string[], more: number): string;
  readonly lookUpLabel: string;
  /** With ids as an example, at most 150 characters (Slack, placeholder). */
  readonly lookUpPlaceholder: string;
  /** `more` counts those that are not among `accounts`. */
  asking(accounts: readonly string[], more: number): string;
  readonly waiting: string;
  range(from: number, to: number, total: number): string;
  readonly lastAsked: string;
  readonly recent: string;
  /** A window that Slack did not open after a press in Home. `typed` is the command that gives the same. */
  notOpened(account: string, typed: string): string;
  /** In a window, when Slack does not take the new Home. `command` is what works all the same. */
  readonly notTaken: { readonly title: string; text(command: string): string };
  /** In place of a Home that cannot be drawn. */
  readonly notDrawn: string;
  readonly welcome: { readonly title: string; readonly what: string };
}

export interface PinWords {
  /** `Acme (1004)` */
  named(name: string, id: string): string;
  /** What happened and what to do. `account` is how the account is shown, `name` the name it was to have. */
  change(change: PinChange, account: string, name: string | undefined): string;
  nameProblem(problem: PinNameProblem): string;
  /** Beside an id of which there is no account, while nobody can tell whether it was a name. */
  readonly namesUnavailable: string;
  readonly nameView: {
    /** At most 24 characters each (Slack, title and buttons of a view). */
    readonly title: string;
    readonly save: string;
    readonly cancel: string;
    label(account: string): string;
    readonly hint: string;
    readonly placeholder: string;
  };
}

export interface RecheckWords {
  /** `person` is a mention, absent where none can stand; `changes` is empty for no change, absent where nothing is known. */
  line(person: string | undefined, changes: readonly string[] | undefined): string;
  level(before: VerdictLevel, after: VerdictLevel): string;
  /** Two ages as they are said. */
  backup(backup: BackupKind, before: string, after: string): string;
  status(before: AccountStatus['kind'], after: AccountStatus['kind']): string;
  /** Two days as they are said. */
  packageEnd(before: string, after: string): string;
  /** For a time or a day that cannot be read. */
  readonly unreadable: string;
  /** A card in a channel that can no longer be changed. */
  readonly cardSpent: string;
  /** Opens the command to type. */
  readonly shareAgain: string;
}
