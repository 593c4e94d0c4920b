import type { Person } from '../account/names.ts';
import type { Change, WatchState } from './observe.ts';
import type { Gap } from './outage.ts';
import type { WatchedIncident } from './posted.ts';
import type { SummarySchedule } from './schedule.ts';

// A conversation watches patterns: the id of an account, a prefix (`20*`), or all accounts (`*`). Patterns are never
// expanded into ids, so they also cover accounts that are added to the list later.

/** Per conversation. */
export const MAX_WATCHES = 50;

/** Whether a pattern covers all ids with a prefix. Any other pattern is the id of one account. */
export const isPrefix = (pattern: string): boolean => pattern.endsWith('*');

export const covers = (pattern: string, id: string): boolean =>
  pattern === id || (isPrefix(pattern) && id.startsWith(pattern.slice(0, -1)));

/** All patterns that cover an id: the id itself, and each of its prefixes with a `*`, from `*` on. */
export function patternsCovering(id: string): readonly string[] {
  const characters = [...id];
  const prefixes = characters.map((_, length) => characters.slice(0, length).join(''));
  return [id, ...[...prefixes, id].map((prefix) => `${prefix}*`)];
}

/** Whether more watches would be too many for a conversation. Those that it has already do not count twice. */
export function isTooMany(watched: readonly string[], wanted: readonly string[]): boolean {
  const all = new Set([...watched, ...wanted]);
  return all.size > new Set(watched).size && all.size > MAX_WATCHES;
}

/** What a person wants to be notified about. */
export interface WatchOptions {
  /** `attention`: everything that is not healthy; `critical`: only what is urgent. */
  readonly minLevel: 'critical' | 'attention';
  /** IANA time zone of those who are notified. */
  readonly zone: string;
  /** Epoch milliseconds. Incidents that were detected before are not news. */
  readonly createdAtMs: number;
  /** People and user groups who are mentioned while nobody is on a critical account. Absent: nobody. */
  readonly mentions?: readonly string[];
  /** The targets to call about critical accounts, in addition to Slack. Absent: none. */
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

/** One pattern that a conversation watches. */
export interface WatchRow {
  readonly pattern: string;
  readonly options: Omit<WatchOptions, 'createdAtMs'>;
  readonly accountCount: number;
  /** How many are not known to be fine, of those that were read. 0 for a single account, which has `state`. */
  readonly badCount: number;
  /** For a single account. Absent before the first read. */
  readonly state?: WatchState;
  /** For a single account: whether it became bad while it was watched. */
  readonly isSeen: boolean;
}

/** The watches of a channel, or of a person. */
export interface WatchedHere {
  readonly channelId: string;
  /** Slack's error code for why nothing can be posted here. Absent: messages are accepted. */
  readonly broken?: string;
  /** Absent: no summary is scheduled. */
  readonly summary?: SummarySchedule;
  /** Oldest first. */
  readonly watches: readonly WatchRow[];
}

/** The subject of a summary: the watches of a channel, or those that a person receives or has begun. */
export type Watched = { readonly channelId: string } | { readonly userId: string };

/** What is stored about an account that is or was watched. */
export interface AccountRecord {
  /** Absent: it is not watched now, or was not read yet. */
  readonly state?: WatchState;
  readonly isWatched: boolean;
  /** The time zone in which its days are counted. */
  readonly zoneId: string;
  /** Oldest first. */
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
}

/** Services that can be called in addition to Slack. Operators configure them; each watch selects some of these. */
export const TARGETS = ['pagerduty', 'ntfy', 'webhook'] as const;
export type Target = (typeof TARGETS)[number];
/** The names that people see. */
export const TARGET_NAMES: Readonly<Record<Target, string>> = {
  pagerduty: 'PagerDuty',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

/** A call to a target about an incident: it began, somebody acknowledged it, or it is over. Each is delivered once. */
export interface Delivery {
  readonly action: 'trigger' | 'acknowledge' | 'resolve';
  readonly incidentId: string;
  readonly accountId: string;
  /** The same for every attempt, so that a target can recognize repeats. */
  readonly key: string;
  /** Absent: the incident is no longer stored. */
  readonly incident?: WatchedIncident;
  /** IANA time zone of the watch. */
  readonly zone: string;
}

/** How a target answered. */
export interface TargetAnswer {
  readonly kind:
    | 'sent'
    /** The target did nothing: it was not reached, or asks to wait. */
    | 'held'
    /** The target refuses every call until somebody corrects a setting. */
    | 'stopped'
    /** No answer, or an ambiguous one: the target may have carried out the call. */
    | 'unconfirmed';
  /** The cause in a word, for the log. */
  readonly reason?: string;
}
