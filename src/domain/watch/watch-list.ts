import type { AccountDay } from '../history/account-days.ts';
import type { Person } from '../pins.ts';
import type { Incident } from './incident.ts';
import type { SeenLevel, WatchState } from './observe-reading.ts';
import type { Overview } from './summary.ts';
import type { SummarySchedule } from './summary-schedule.ts';
import type { WatchTerms } from './tell-from.ts';
import type { BrokenChannel, Told } from './told.ts';
import type { WatchedIncident } from './watch-store.ts';

/** Accounts that one installation watches at most, and one channel or person. */
export const WATCHED_AT_MOST = 20_000;
export const WATCHED_HERE_AT_MOST = 1_000;

/** Patterns of all channels and people together. */
export const PATTERNS_AT_MOST = 200;

/** What somebody asks to be told of, and where. */
export interface NewWatch {
  /** A channel's id, or that of a person, who is told in a direct message. */
  readonly channelId: string;
  readonly person: Person;
  readonly accountIds: readonly string[];
  readonly terms: WatchTerms;
  /** In place of `accountIds`: accounts of the list whose ids fit, now and later; `*` is any characters, `?` is one. */
  readonly patterns?: readonly string[];
  /** What was read of them when the watch began, by account. Absent for one that could not be read. */
  readonly baseline: ReadonlyMap<string, WatchState>;
  /** When a summary of this place comes from now on. `none`: never. Absent: as before. */
  readonly summary?: SummarySchedule | 'none';
}

/** An account that is watched in a channel. */
export interface WatchedAccount {
  readonly accountId: string;
  readonly terms: WatchTerms;
  /** The person who began it. */
  readonly userId: string;
  /** Absent before the first read. */
  readonly state?: WatchState;
  /** It became bad while it was watched. Absent: it did not. */
  readonly isSeen?: true;
  /** Who is on its open incident. */
  readonly ownerId?: string;
}

/** Accounts of the list that are watched because their ids fit. */
export interface WatchedPattern {
  readonly pattern: string;
  readonly terms: WatchTerms;
  readonly accountCount: number;
  /** Those that need somebody. */
  readonly badCount: number;
}

/** The watches of a channel, or of a person. */
export interface WatchedHere {
  readonly channelId: string;
  /** Slack's word for why nothing can be told here. Absent: something can. */
  readonly broken?: string;
  /** Absent: no summary comes by itself. */
  readonly summary?: SummarySchedule;
  /** Those that are watched one by one. */
  readonly accounts: readonly WatchedAccount[];
  /** Absent: none. */
  readonly patterns?: readonly WatchedPattern[];
}

export type AddResult =
  | { readonly kind: 'watched' }
  | { readonly kind: 'limit-reached'; readonly limit: number };

export type TakeResult =
  /** The accounts that the person is on now, sorted. */
  | { readonly kind: 'taken'; readonly accountIds: readonly string[] }
  /** All of them are fine again. */
  | { readonly kind: 'nothing-open' }
  /** No alert of ours, or one that is long over. */
  | { readonly kind: 'unknown-message' };

/** A message that somebody pressed on. */
export interface PressedMessage {
  /** Its key, as its buttons name it. Absent: they name none. */
  readonly id?: string;
  /** As Slack names them. */
  readonly channelId: string;
  readonly ts: string;
}

/** An alert, with what it takes to show it. */
export interface AlertRecord {
  readonly told: Extract<Told, { readonly kind: 'alert' }>;
  readonly incidents: readonly WatchedIncident[];
}

/** Whose watches a summary is about: all of a channel, or all that a person gets or has begun. */
export type Watched = { readonly channelId: string } | { readonly userId: string };

/** What is kept of an account that is or was watched. */
export interface AccountRecord {
  /** Absent: nobody watches it now, or it was not read yet. */
  readonly state?: WatchState;
  readonly isWatched: boolean;
  /** Oldest first. */
  readonly days: readonly AccountDay[];
  /** The newest first, and no more than a few. */
  readonly incidents: readonly Incident[];
}

/** The watches, as people make and see them. Rejects with a StoreError when the database does not answer. */
export interface WatchList {
  /** Begins to watch. An account that is watched here already gets the new terms. */
  add(watch: NewWatch): Promise<AddResult>;
  /**
   * Stops it, and with the last account the summary. The channel reads who did it. Resolves with the accounts that were
   * watched here.
   */
  remove(channelId: string, accountIds: readonly string[], userId: string): Promise<readonly string[]>;
  /** The same. Resolves with how many accounts it covered; undefined: it was not watched here. */
  removePattern(channelId: string, pattern: string, userId: string): Promise<number | undefined>;
  /** Watches what has come onto the list since and fits a pattern. Resolves with how many accounts that were. */
  followPatterns(): Promise<number>;
  /** Resolves with whether a summary came here by itself; none does any more, and the channel reads who did it. */
  stopSummary(channelId: string, userId: string): Promise<boolean>;
  /** How all that is watched is now. A channel's since its last summary, a person's since a day. */
  overview(of: Watched): Promise<Overview>;
  /**
   * These channels, then the others in which that person began to watch; accounts by id. Channels in which nothing is
   * watched are left out.
   */
  list(channelIds: readonly string[], begunBy?: string): Promise<readonly WatchedHere[]>;
  /** Places that take nothing, and in which that person began to watch: channels, or their direct messages. */
  broken(userId: string): Promise<readonly BrokenChannel[]>;
  /** Those of the accounts that are watched and became bad since: how bad they were when they were last read, and since when. */
  seenLevels(accountIds: readonly string[]): Promise<ReadonlyMap<string, SeenLevel>>;
  /** What is kept of an account, of its days those from `first` to `last`. */
  record(accountId: string, days: { readonly first: number; readonly last: number }): Promise<AccountRecord>;
  /**
   * A message that was posted twice and is pressed on: if it is not the one that is known, the older of the two is from now
   * on, and is edited. Resolves with the `ts` of the younger one, which is to be deleted; undefined: there is none.
   */
  adopt(pressed: PressedMessage, userId: string): Promise<string | undefined>;
  /** The alert that somebody pressed on; undefined: it is none, or long over. */
  alert(pressed: PressedMessage): Promise<AlertRecord | undefined>;
  /** Somebody takes over what an alert names that is still open. */
  take(alert: PressedMessage, userId: string): Promise<TakeResult>;
}
