import type { Incident } from './incident.ts';
import type { Gap, SourceOutage } from './outage.ts';
import type { SummarySchedule } from './schedule.ts';
import type { KnownAccount } from './summary.ts';

export type BadCounts = Readonly<Record<Incident['level'], number>>;

/** An incident with everything needed to show it. */
export interface WatchedIncident extends Incident, Omit<KnownAccount, 'incident'> {
  readonly id: string;
  /** How often the account was unhealthy within a week, and for how long. Absent: fewer than three times. */
  readonly often?: { readonly count: number; readonly shortestMs: number; readonly longestMs: number };
}

/** A channel that accepts no messages, though accounts are watched there. */
export interface BrokenChannel {
  readonly channelId: string;
  /** Slack's error code. */
  readonly reason: string;
}

/** A summary of the watches of a channel, and when it is due. */
export interface DueSummary {
  readonly dueAtMs: number;
  /** The zone of its schedule. */
  readonly zone: string;
}

/** A message, as Slack identifies it. A direct message has the id of its conversation, not that of the person. */
export interface MessageRef {
  readonly ts: string;
  readonly channelId: string;
}

/** What an alert shows of one incident. */
export interface AlertRow
  extends Pick<WatchedIncident, 'accountId' | 'level' | 'resolvedAtMs' | 'quietUntilMs'> {
  readonly incidentId: string;
  /** Absent: nobody is on it. */
  readonly ownerId?: string;
}

/** What an alert shows. The message is edited when this changes. */
export interface AlertContent {
  /** Incidents in its first line: those that were news when it was posted. */
  readonly newIds: readonly string[];
  /** At most ten: new ones, then open ones, worst first, then quiet ones, then those that are fine again. */
  readonly rows: readonly AlertRow[];
  /** All incidents that are open and not quiet. */
  readonly counts: BadCounts;
  /** How many are fine again since it was posted. */
  readonly fineCount: number;
  /** Whom the message mentions, because nobody was on these incidents. Absent: it is not about those. */
  readonly again?: readonly string[];
}

/** The only message of a channel that is edited as its incidents change. */
export interface LivingAlert extends MessageRef, AlertContent {
  readonly postedAtMs: number;
  /** How many of `fineCount` were reported in the thread. */
  readonly fineToldCount: number;
  /** The line that its thread gets next. Absent: none. */
  readonly line?: ThreadLine;
  /** Slack refuses to edit it: changes go into its thread. */
  readonly isFixed?: true;
}

/** A line about incidents that have joined an alert, or that are over. */
export interface ThreadLine {
  readonly kind: 'also' | 'recovered';
  /** The first ten of `count`. */
  readonly ids: readonly string[];
  readonly count: number;
}

/** An alert that a newer one has replaced, but that does not link to it yet. */
export type Superseded = MessageRef & Pick<LivingAlert, 'rows' | 'counts' | 'postedAtMs' | 'isFixed'>;

/** When an incident began, and when it was over. */
export type FineAgain = Required<Pick<Incident, 'startedAtMs' | 'resolvedAtMs'>>;

/** A message that is posted once in a channel, as a post or as a line in the thread of its alert. */
export type Notice =
  /** Somebody stopped a watch or the summary, or accounts were retired. */
  | {
      readonly kind: 'stopped';
      /** Absent: the accounts were retired elsewhere. */
      readonly userId?: string;
      /** Accounts and patterns. None: the summary was stopped. */
      readonly ids: readonly string[];
      /** Names of retired accounts, which the list no longer has, in the order of `ids`. Null: it had no name. */
      readonly names?: readonly (string | null)[];
    }
  /** Somebody scheduled the summary. */
  | { readonly kind: 'scheduled'; readonly userId: string; readonly schedule: SummarySchedule }
  /** To a person who began a watch in a channel that now accepts no messages. */
  | ({ readonly kind: 'paused' } & BrokenChannel)
  | Hands
  | QuietNotice
  /** To a person who asked for it: the account is fine again. `over` absent: it is no longer watched. */
  | { readonly kind: 'fine'; readonly accountId: string; readonly over?: FineAgain }
  /** Asks the owner of incidents whether they are still on them. */
  | ({ readonly kind: 'still'; readonly untilMs: number } & OfPerson)
  /** After `afterMs` the accounts are still critical and have the same owner. A line in the thread of the alert. */
  | ({ readonly kind: 'remind'; readonly untilMs: number; readonly afterMs: number } & OfPerson);

/** A person, and accounts that they own or have changed something about. */
interface OfPerson {
  readonly userId: string;
  /** The first ten of `count`. */
  readonly accountIds: readonly string[];
  readonly count: number;
}

/** A person acknowledged accounts, or is no longer on them. A line in the thread of the alert, if there is one. */
export interface Hands extends OfPerson {
  readonly kind: 'hands';
  /** Why they are no longer on them. Absent: they acknowledged them. */
  readonly ended?: 'released' | 'over' | 'worse';
  /** The owner before them. Absent: there was none. */
  readonly fromId?: string;
  /** Who handed the account over to them, and what they wrote about it. */
  readonly byId?: string;
  readonly note?: string;
  /** When the acknowledgement expires, and this is posted. Absent: it is posted at once. */
  readonly untilMs?: number;
}

/** A person muted, snoozed or annotated accounts, or ended that. A line in the thread of the alert, if there is one. */
export interface QuietNotice extends OfPerson {
  readonly kind: 'quiet';
  /** A mute or a note, which apply everywhere. False: a snooze in this conversation. */
  readonly isMute: boolean;
  /** This is about a note. It makes nothing quiet. */
  readonly isNote?: true;
  /** Absent: the person ended it. */
  readonly endsAtMs?: number;
  readonly reason?: string;
}

/**
 * The subject of a post that counts as reported once it is planned, so that it is repeated until Slack confirms it. The
 * content is made from the state at the time of posting. Any other post stays due until then, and is planned again.
 */
export type PostAbout =
  | {
      readonly kind: 'alert';
      readonly newIds: readonly string[];
      readonly again?: readonly string[];
      /** It was posted before, and somebody deleted it. */
      readonly isRepost?: true;
    }
  | { readonly kind: 'outage'; readonly sinceMs: number };

/** The content of a message, or of a line in its thread. */
export type Notification =
  | ({
      readonly kind: 'alert';
      readonly incidents: readonly WatchedIncident[];
      /** The people of `again` who are in Do Not Disturb when it is sent. Absent: not known. */
      readonly inDnd?: readonly string[];
      /** Those whom it should mention can no longer be mentioned. */
      readonly hasNobodyLeft?: boolean;
    } & AlertContent)
  | ({ readonly kind: 'superseded'; readonly by: MessageRef } & Superseded)
  /** Lines in the thread: incidents that have joined the alert, and incidents that are over. */
  | {
      readonly kind: 'also' | 'recovered';
      readonly incidents: readonly WatchedIncident[];
      readonly count: number;
    }
  | ({ readonly kind: 'outage' } & SourceOutage)
  | ({ readonly kind: 'downtime' } & Gap)
  | ({ readonly kind: 'summary' } & DueSummary)
  | Notice;

/** What was posted in a channel, as far as the next message depends on it. Stored as JSON; only the engine writes it. */
export interface Posted {
  readonly alert?: LivingAlert;
  readonly superseded?: readonly Superseded[];
  /** The newest outage that was posted. `overAtMs` is present once its end was posted, too. */
  readonly outage?: MessageRef & SourceOutage;
  /** The start of the newest downtime that was posted. */
  readonly downtimeFromMs?: number;
  /** An alert or an outage that Slack has not confirmed yet. */
  readonly pending?: {
    readonly about: PostAbout;
    /** No attempt was answered clearly, so Slack may have the post. Absent: it does not. */
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
  /** How many accounts are watched here. */
  readonly accountCount: number;
  /** IANA time zone of the people here, which decides when it is night. */
  readonly zone: string;
  readonly outage?: SourceOutage;
  /** The last downtime, if it ended within the last day and accounts were watched here before it. */
  readonly downtime?: Gap;
  /** When the next quiet time ends here. Absent: nothing is quiet. */
  readonly quietEndsAtMs?: number;
  /** The next summary, or the one that is due now. */
  readonly summary?: DueSummary;
  /** The oldest notice that is due and not posted yet. */
  readonly notice?: { readonly id: string; readonly notice: Notice };
  /** When the next notice is due, if none is due now. */
  readonly noticeAtMs?: number;
  /** All open incidents here at a level that the watches cover: how many, and the worst ten. */
  readonly open: { readonly counts: BadCounts; readonly worst: readonly WatchedIncident[] };
  /**
   * Open incidents that were not reported here yet, or not at this level, or that are reported again because nobody is on
   * them; by kind. `readyAtMs`: when the first of them may be posted.
   */
  readonly news: readonly {
    readonly kind: NewsKind;
    readonly count: number;
    readonly readyAtMs: number;
  }[];
  /** At most ten of these, urgent ones first. */
  readonly newest: readonly WatchedIncident[];
  /** Whom to mention, because some of these were reported before and nobody is on them. Absent: all of them are new. */
  readonly again?: readonly string[];
  /** The incidents in the living alert, and in an unconfirmed post. One that is missing is no longer watched here. */
  readonly named: readonly WatchedIncident[];
  /** Incidents that were reported here and are over: how many, since when, and the first ten. */
  readonly recovered: {
    readonly count: number;
    readonly sinceMs?: number;
    readonly incidents: readonly WatchedIncident[];
  };
}
