import type { Mute } from '../account/outcome.ts';
import type { Incident } from './incident.ts';
import type { WatchState } from './observe.ts';
import type { Gap, SourceOutage } from './outage.ts';
import type { SummarySchedule } from './schedule.ts';

/** How bad an unhealthy account is. */
export type BadLevel = Incident['level'];
export type BadCounts = Readonly<Record<BadLevel, number>>;

/** An incident with everything that is needed to show it. */
export interface WatchedIncident extends Incident {
  readonly id: string;
  readonly accountId: string;
  /** Absent before the first read. */
  readonly state?: WatchState;
  /** Nobody is notified of it in the conversation until then. Absent: it is not quiet. */
  readonly quietUntilMs?: number;
  /** What somebody wrote about the account. Absent: nothing. */
  readonly note?: Mute;
  /** How often it was not healthy within a week, if at least three times, and for how long. */
  readonly often?: { readonly count: number; readonly shortestMs: number; readonly longestMs: number };
}

/** A channel that accepts no messages, though accounts are watched there. */
export interface BrokenChannel {
  readonly channelId: string;
  /** Slack's error code. */
  readonly reason: string;
}

/** A summary of what is watched in a channel. */
export interface DueSummary {
  readonly dueAtMs: number;
  /** The zone of its schedule. */
  readonly zone: string;
}

/** A message, as Slack names it. The conversation of a direct message has an id of its own. */
export interface MessageRef {
  readonly ts: string;
  readonly channelId: string;
}

/** What an alert says of one incident. */
export interface AlertRow {
  readonly incidentId: string;
  readonly accountId: string;
  readonly level: BadLevel;
  /** Absent: nobody is on it. */
  readonly ownerId?: string;
  /** Absent: it is open. */
  readonly resolvedAtMs?: number;
  /** Absent: it is not quiet. */
  readonly quietUntilMs?: number;
}

/** What an alert says. It is edited when that changes. */
export interface AlertContent {
  /** Incidents in its first line: those that were news when it was posted. */
  readonly newIds: readonly string[];
  /** At most ten: what is new, then what is open, worst first, then what is quiet, then what is fine again. */
  readonly rows: readonly AlertRow[];
  /** Everything that is open and not quiet. */
  readonly counts: BadCounts;
  /** Fine again since it was posted. */
  readonly fineCount: number;
  /** It was posted because nobody was on them: who is mentioned in it. */
  readonly again?: readonly string[];
}

/** The one message of a channel that is edited while things change. */
export interface LivingAlert extends MessageRef, AlertContent {
  readonly postedAtMs: number;
  /** How many of `fineCount` have their line in the thread. */
  readonly fineToldCount: number;
  /** Slack refuses to edit it: changes go into its thread. */
  readonly isFixed?: true;
}

/** An alert with a newer one after it, to which it does not link yet. */
export type Superseded = MessageRef & Pick<LivingAlert, 'rows' | 'counts' | 'postedAtMs' | 'isFixed'>;

/** A message that is posted once in a channel, whatever else happens there. */
export type Notice =
  /** Somebody has stopped a watch or the summary; or accounts were retired. */
  | {
      readonly kind: 'stopped';
      /** Absent: the accounts were retired elsewhere. */
      readonly userId?: string | undefined;
      readonly what: 'accounts' | 'retired' | 'summary';
      /** Accounts and patterns; none for a summary. */
      readonly ids: readonly string[];
      /** Names of retired accounts, which the list no longer has, in the order of `ids`. Null: it had no name. */
      readonly names?: readonly (string | null)[] | undefined;
    }
  /** Somebody has set when the summary comes. */
  | { readonly kind: 'scheduled'; readonly userId: string; readonly schedule: SummarySchedule }
  /** To a person who began a watch in a channel that accepts no messages. */
  | ({ readonly kind: 'paused' } & BrokenChannel)
  | Hands
  | QuietNotice
  /** To the owner of incidents: are they still on them? */
  | ({ readonly kind: 'still'; readonly untilMs: number } & OfPerson)
  /** They are still on accounts that are still critical, after so long. A line in the thread of the alert. */
  | ({ readonly kind: 'remind'; readonly untilMs: number; readonly afterMs: number } & OfPerson);

/** Accounts that a person is on, or was. */
interface OfPerson {
  readonly userId: string;
  /** The first few. */
  readonly accountIds: readonly string[];
  readonly count: number;
}

/** A person is on accounts from now on, or no longer. A line in the thread of the alert, if there is one. */
export interface Hands extends OfPerson {
  readonly kind: 'hands';
  /** Why they are no longer. Absent: they are from now on. */
  readonly ended?: 'released' | 'over' | 'worse';
  /** Who was on it before. Absent: nobody. */
  readonly fromId?: string;
  /** Who handed it over to them, and what they wrote with it. */
  readonly byId?: string;
  readonly note?: string;
  /** When to post it, about those accounts that they are still on then. Absent: at once. */
  readonly untilMs?: number;
}

/** A person has made accounts quiet, or has ended that. A line in the thread of the alert, if there is one. */
export interface QuietNotice extends OfPerson {
  readonly kind: 'quiet';
  /** Everywhere, not only in this conversation. */
  readonly isMute: boolean;
  /** It is a note on them, and nothing is quiet. */
  readonly isNote?: true;
  /** Absent: it is over. */
  readonly endsAtMs?: number;
  readonly reason?: string;
}

/** What a post is about. Its content is made when it is posted, from the state at that time. */
export type PostAbout =
  | { readonly kind: 'alert'; readonly newIds: readonly string[]; readonly again?: readonly string[] }
  | { readonly kind: 'outage'; readonly sinceMs: number }
  | ({ readonly kind: 'downtime' } & Gap)
  | { readonly kind: 'notice'; readonly id: string; readonly notice: Notice }
  | ({ readonly kind: 'summary' } & DueSummary);

/** What is in a channel, as far as the next message depends on it. Stored as JSON; only the engine writes it. */
export interface Posted {
  readonly alert?: LivingAlert;
  readonly superseded?: readonly Superseded[];
  /** The newest outage that was posted. With an end: that was posted, too. */
  readonly outage?: MessageRef & SourceOutage;
  /** The start of the newest downtime that was posted. */
  readonly downtimeFromMs?: number;
  /** A post that Slack has not confirmed yet. */
  readonly pending?: {
    readonly key: string;
    readonly about: PostAbout;
    /** An answer was lost, so Slack may have it. Absent: it does not. */
    readonly mayExist?: true;
  };
  /** Calls in a row without a clear answer. */
  readonly failures?: number;
}

/** Kinds of news, which notify at different times (see `planNotification`). */
export type NewsKind = 'urgent' | 'waits' | 'attention' | 'unknown';

/** The present state of a channel, or a person. Its size is bounded, however many accounts are bad. */
export interface ChannelState {
  readonly posted: Posted;
  /** Accounts that are watched here. */
  readonly accountCount: number;
  /** IANA name: when it is night for the people there. */
  readonly zone: string;
  readonly outage?: SourceOutage;
  /** Within the last day, if accounts were watched here before it. */
  readonly downtime?: Gap;
  /** When the next quiet time ends here. Absent: nothing is quiet. */
  readonly quietEndsAtMs?: number;
  /** The next one, or the one that is due now. */
  readonly summary?: DueSummary;
  /** The oldest one that is not posted yet. */
  readonly notice?: { readonly id: string; readonly notice: Notice };
  /** When the next one is due, if none is due now. */
  readonly noticeAtMs?: number;
  /** Everything that is open here at a level that the watches ask for, with the worst ten. */
  readonly open: { readonly counts: BadCounts; readonly worst: readonly WatchedIncident[] };
  /**
   * What is open and was not reported here yet, or not at this level, or is reported again because nobody is on it; by kind,
   * with when the first one may be posted.
   */
  readonly news: readonly {
    readonly kind: NewsKind;
    readonly count: number;
    readonly readyAtMs: number;
  }[];
  /** At most ten of these, urgent ones first. */
  readonly newest: readonly WatchedIncident[];
  /** Some of these were reported before, and nobody is on them: whom their watches mention. Absent: all of them are new. */
  readonly again?: readonly string[];
  /** The incidents in the living alert, and in an unconfirmed post. One that is missing is no longer watched here. */
  readonly named: readonly WatchedIncident[];
  /** What was reported here and is over: how many, since when, and the first few. */
  readonly recovered: {
    readonly count: number;
    readonly sinceMs?: number;
    readonly incidents: readonly WatchedIncident[];
  };
}
