import type { Person } from '../account/pins.ts';
import type { VerdictLevel } from '../account/verdict.ts';
import type { Target } from './deliveries.ts';
import type { Change, WatchState } from './observe.ts';
import type { Gap } from './outage.ts';
import type { MessageRef, WatchedIncident } from './posted.ts';
import type { SummarySchedule } from './schedule.ts';

// A conversation watches patterns: the id of an account, a prefix (`20*`), or all accounts (`*`). Patterns are never
// expanded into ids: an account that is added to the list later is covered, too.

/** For one channel or person. */
export const MAX_WATCHES = 50;

/** Whether a pattern covers all ids with its prefix. Any other pattern is an id. */
export const isPrefix = (pattern: string): boolean => pattern.endsWith('*');

export const covers = (pattern: string, id: string): boolean =>
  pattern === id || (isPrefix(pattern) && id.startsWith(pattern.slice(0, -1)));

/** All patterns that cover an id: one for each of its characters, and two more. */
export function patternsCovering(id: string): readonly string[] {
  const characters = [...id];
  const beginnings = characters.map((_, length) => characters.slice(0, length).join(''));
  return [id, ...[...beginnings, id].map((beginning) => `${beginning}*`)];
}

/** Whether a conversation would have too many watches. What it watches already does not count twice. */
export function isTooMany(watched: readonly string[], wanted: readonly string[]): boolean {
  const all = new Set([...watched, ...wanted]);
  return all.size > new Set(watched).size && all.size > MAX_WATCHES;
}

/** What a person wants to be notified of. */
export interface WatchOptions {
  /** `attention`: everything that is not healthy; `critical`: only what is urgent. */
  readonly minLevel: 'critical' | 'attention';
  /** IANA name: the nights of those who are notified. */
  readonly zone: string;
  /** What was detected before this is not news. */
  readonly createdAtMs: number;
  /** People and user groups who are mentioned while nobody is on a critical account. Absent: nobody. */
  readonly mentions?: readonly string[];
  /** What is called beside Slack about what is critical. Absent: nothing. */
  readonly targets?: readonly Target[];
}

/** A new watch of a person, and where it posts. */
export interface NewWatch {
  /** The id of a channel, or of a person, who gets direct messages. */
  readonly channelId: string;
  readonly person: Person;
  readonly patterns: readonly string[];
  readonly options: WatchOptions;
}

/** What a conversation watches by one pattern. */
export interface WatchRow {
  readonly pattern: string;
  readonly options: Omit<WatchOptions, 'createdAtMs'>;
  readonly accountCount: number;
  /** How many need somebody; not counted for a single account. */
  readonly badCount: number;
  /** Of a single account. Absent before the first read. */
  readonly state?: WatchState;
  /** Whether it became bad while it was watched. */
  readonly isSeen: boolean;
}

/** The watches of a channel, or of a person. */
export interface WatchedHere {
  readonly channelId: string;
  /** Slack's error code for why nothing can be posted here. Absent: messages are accepted. */
  readonly broken?: string;
  /** Absent: no summary is scheduled. */
  readonly summary?: SummarySchedule;
  /** Prefixes first, then single accounts. */
  readonly watches: readonly WatchRow[];
}

export type TakeResult =
  /** The accounts that the person is on now, sorted. */
  | { readonly kind: 'taken'; readonly accountIds: readonly string[] }
  /** All of them are healthy again. */
  | { readonly kind: 'nothing-open' }
  /** Somebody else is on each of them. */
  | { readonly kind: 'taken-already' }
  /** A newer alert has replaced it. */
  | { readonly kind: 'outdated'; readonly present: MessageRef }
  /** It is not an alert of ours. */
  | { readonly kind: 'unknown-message' };

/** An account that is watched in the workspace, as Home shows it. */
export interface WatchedState {
  readonly accountId: string;
  /** As in alerts: a time without answers does not change it. Absent: it was not read yet. */
  readonly level?: VerdictLevel | 'muted';
  /** Who is on it now, since when. Absent: nobody. */
  readonly owner?: { readonly userId: string; readonly sinceMs: number };
}

/** Everything that is watched in the workspace. */
export interface Workspace {
  /** The requested accounts that are watched, then the worst of the others, first those without an owner. */
  readonly accounts: readonly WatchedState[];
  /** How many others there are, by level; `not-read`: not read yet. */
  readonly others: Readonly<Record<VerdictLevel | 'muted' | 'not-read', number>>;
  /** How many critical ones of the others have an owner. */
  readonly othersTaken: number;
}

/** A page of what is open in a conversation. */
export interface OpenPage {
  readonly zone: string;
  /** Worst first. */
  readonly incidents: readonly WatchedIncident[];
  /** On all pages. */
  readonly count: number;
}

/** What a summary is about: the watches of a channel, or those that a person gets or has begun. */
export type Watched = { readonly channelId: string } | { readonly userId: string };

/** What is stored about an account that is or was watched. */
export interface AccountRecord {
  /** Absent: it is not watched now, or was not read yet. */
  readonly state?: WatchState;
  readonly isWatched: boolean;
  /** In their order. */
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
}
