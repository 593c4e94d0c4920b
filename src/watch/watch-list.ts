import type { Person } from '../account/pins.ts';
import type { VerdictLevel } from '../account/verdict.ts';
import type { Change, WatchState } from './observe.ts';
import type { Gap } from './outage.ts';
import type { MessageRef, WatchedIncident } from './posted.ts';
import type { SummarySchedule } from './schedule.ts';

// What a place watches: an account by its id, all whose ids begin alike (`20*`), or all (`*`). A pattern is looked up
// whenever it matters and never copied: what the list holds later is covered too.

/** Of one channel or person. */
export const MAX_WATCHES = 50;

/** Whether it covers all ids that begin like it. Any other pattern is an id. */
export const isPrefix = (pattern: string): boolean => pattern.endsWith('*');

export const covers = (pattern: string, id: string): boolean =>
  pattern === id || (isPrefix(pattern) && id.startsWith(pattern.slice(0, -1)));

/** All patterns that cover an id; as many as it has characters, and two. */
export function patternsCovering(id: string): readonly string[] {
  const characters = [...id];
  const beginnings = characters.map((_, length) => characters.slice(0, length).join(''));
  return [id, ...[...beginnings, id].map((beginning) => `${beginning}*`)];
}

/** Whether a place has no room for all that should be watched there. What it watches already needs none. */
export function isTooMany(watched: readonly string[], wanted: readonly string[]): boolean {
  const all = new Set([...watched, ...wanted]);
  return all.size > new Set(watched).size && all.size > MAX_WATCHES;
}

/** What somebody asked to be notified of. */
export interface WatchTerms {
  /** `attention`: of everything that is not all right; `critical`: only of what is urgent. */
  readonly minLevel: 'critical' | 'attention';
  /** IANA name: the nights of those who are notified. */
  readonly zone: string;
  /** What was noticed no later was there already, and is no news. */
  readonly createdAtMs: number;
}

/** What somebody asks to be notified of, and where. */
export interface NewWatch {
  /** A channel's id, or that of a person, who is notified in a direct message. */
  readonly channelId: string;
  readonly person: Person;
  readonly patterns: readonly string[];
  readonly terms: WatchTerms;
}

/** What a place watches by one pattern. */
export interface WatchRow {
  readonly pattern: string;
  readonly terms: Omit<WatchTerms, 'createdAtMs'>;
  readonly accountCount: number;
  /** Those that need somebody; of an account that is watched by its id not counted. */
  readonly badCount: number;
  /** Of an account that is watched by its id. Absent before the first read. */
  readonly state?: WatchState;
  /** Whether it became so while it was watched. */
  readonly isSeen: boolean;
}

/** The watches of a channel, or of a person. */
export interface WatchedHere {
  readonly channelId: string;
  /** Slack's word for why nothing can be posted here. Absent: something can. */
  readonly broken?: string;
  /** Absent: no summary comes by itself. */
  readonly summary?: SummarySchedule;
  /** Patterns of many accounts first, then accounts by id. */
  readonly watches: readonly WatchRow[];
}

export type TakeResult =
  /** The accounts that the person is on now, sorted. */
  | { readonly kind: 'taken'; readonly accountIds: readonly string[] }
  /** All of them are fine again. */
  | { readonly kind: 'nothing-open' }
  /** Somebody else is on each of them. */
  | { readonly kind: 'taken-already' }
  /** A newer alert has replaced it. */
  | { readonly kind: 'outdated'; readonly present: MessageRef }
  /** It is no alert of ours. */
  | { readonly kind: 'unknown-message' };

/** An account that somebody in the workspace watches, as far as Home says it. */
export interface WatchedState {
  readonly accountId: string;
  /** As alerts have it: not knowing for a while changes nothing. Absent: it was not read yet. */
  readonly level?: VerdictLevel;
  /** Who is on it now, since when. Absent: nobody. */
  readonly owner?: { readonly userId: string; readonly sinceMs: number };
}

/** All that is watched in the workspace, wherever. */
export interface Workspace {
  /** Those that were asked for and are watched, and the worst of the others: what nobody is on goes first. */
  readonly accounts: readonly WatchedState[];
  /** How many more there are, by level; `not-read`: not read yet. */
  readonly others: Readonly<Record<VerdictLevel | 'not-read', number>>;
  /** Of the others that need somebody now, those that somebody is on. */
  readonly othersTaken: number;
}

/** A page of what is open in a place. */
export interface OpenPage {
  readonly zone: string;
  /** Worst first. */
  readonly incidents: readonly WatchedIncident[];
  /** On all pages. */
  readonly count: number;
}

/** Whose watches a summary is about: all of a channel, or all that a person gets or has begun. */
export type Watched = { readonly channelId: string } | { readonly userId: string };

/** What is kept of an account that is or was watched. */
export interface AccountRecord {
  /** Absent: nobody watches it now, or it was not read yet. */
  readonly state?: WatchState;
  readonly isWatched: boolean;
  /** In their order. */
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
}
