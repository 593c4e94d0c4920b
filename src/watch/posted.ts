import type { Incident } from './incident.ts';
import type { WatchState } from './observe.ts';
import type { Gap, SourceOutage } from './outage.ts';
import type { SummarySchedule } from './schedule.ts';

/** How bad an account is that is not all right. */
export type BadLevel = Incident['level'];
export type BadCounts = Readonly<Record<BadLevel, number>>;

/** An incident with what it takes to show it. */
export interface WatchedIncident extends Incident {
  readonly id: string;
  readonly accountId: string;
  /** Absent before the first read. */
  readonly state?: WatchState;
}

/** A channel that accepts no messages, though accounts are watched there. */
export interface BrokenChannel {
  readonly channelId: string;
  /** Slack's word. */
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
}

/** What an alert says. It is edited when that changes. */
export interface AlertContent {
  /** Incidents that its first line is about: those that were news when it was posted. */
  readonly newIds: readonly string[];
  /** At most ten: what is new, then what is open, worst first, then what is fine again. */
  readonly rows: readonly AlertRow[];
  /** All that is open. */
  readonly counts: BadCounts;
  /** Fine again since it was posted. */
  readonly fineCount: number;
}

/** The one message of a channel that is kept up to date. */
export interface LivingAlert extends MessageRef, AlertContent {
  readonly postedAtMs: number;
  /** How many of `fineCount` have their line in the thread. */
  readonly fineToldCount: number;
  /** Slack refuses to edit it: its thread says what changes. */
  readonly isFixed?: true;
}

/** An alert after which a newer one was posted, and which does not say so yet. */
export type Superseded = MessageRef & Pick<LivingAlert, 'rows' | 'counts' | 'postedAtMs' | 'isFixed'>;

/** A message that is posted once in a channel, whatever else happens there. */
export type Notice =
  /** Somebody has stopped what was watched, or its summary; or its accounts were retired. */
  | {
      readonly kind: 'stopped';
      /** Absent: nobody did it there, the accounts are off the list. */
      readonly userId?: string | undefined;
      readonly what: 'accounts' | 'retired' | 'summary';
      /** Accounts and patterns; none for a summary. */
      readonly ids: readonly string[];
      /** Of retired accounts, in the order of `ids`: the list knows them no more. Null: it had none. */
      readonly names?: readonly (string | null)[] | undefined;
    }
  /** Somebody has set when the summary comes. */
  | { readonly kind: 'scheduled'; readonly userId: string; readonly schedule: SummarySchedule }
  /** To a person who began to watch in a channel that accepts no messages. */
  | ({ readonly kind: 'paused' } & BrokenChannel)
  | Hands
  /** To somebody who is on accounts: whether they still are. */
  | ({ readonly kind: 'still'; readonly untilMs: number } & OfPerson);

/** Accounts that somebody is on, or was. */
interface OfPerson {
  readonly userId: string;
  /** The first few. */
  readonly accountIds: readonly string[];
  readonly count: number;
}

/** Somebody is on accounts from now on, or no longer. A line in the thread of the alert, if there is one. */
export interface Hands extends OfPerson {
  readonly kind: 'hands';
  /** Why they are no longer. Absent: they are from now on. */
  readonly ended?: 'released' | 'over' | 'worse';
  /** Who was on it before. Absent: nobody. */
  readonly fromId?: string;
  /** Who handed it over to them, and what they wrote with it. */
  readonly byId?: string;
  readonly note?: string;
  /** Until when they are on them: it is posted then, about those that they still are on. Absent: it is posted at once. */
  readonly untilMs?: number;
}

/** What a post is about. What it says is made when it is posted, from how things are then. */
export type PostAbout =
  | { readonly kind: 'alert'; readonly newIds: readonly string[] }
  | { readonly kind: 'outage'; readonly sinceMs: number }
  | ({ readonly kind: 'downtime' } & Gap)
  | { readonly kind: 'notice'; readonly id: string; readonly notice: Notice }
  | ({ readonly kind: 'summary' } & DueSummary);

/** What is in a channel, as far as it matters to what is posted next. Kept as JSON, written by the engine alone. */
export interface Posted {
  readonly alert?: LivingAlert;
  readonly superseded?: readonly Superseded[];
  /** The newest one that was posted. With its end: that was posted, too. */
  readonly outage?: MessageRef & SourceOutage;
  /** The beginning of the newest downtime that was posted. */
  readonly downtimeFromMs?: number;
  /** A post that was begun and that Slack has not confirmed. */
  readonly pending?: {
    readonly key: string;
    readonly about: PostAbout;
    /** Whether Slack may have it all the same: an answer was lost. Absent: it has not. */
    readonly mayExist?: true;
  };
  /** Calls in a row without an answer that says anything. */
  readonly failures?: number;
}

/** What makes incidents news in different ways (see `planNotification`). */
export type NewsKind = 'urgent' | 'waits' | 'attention' | 'unknown';

/** How things are for a channel, or a person, now. Everything in it is bounded, however many accounts are bad. */
export interface ChannelState {
  readonly posted: Posted;
  /** Accounts that are watched here. */
  readonly accountCount: number;
  /** IANA name: the nights of those who are notified. */
  readonly zone: string;
  readonly outage?: SourceOutage;
  /** Of the last day, if accounts were watched here before it. */
  readonly downtime?: Gap;
  /** The one that comes next, or is due now. */
  readonly summary?: DueSummary;
  /** The oldest that was not posted yet. */
  readonly notice?: { readonly id: string; readonly notice: Notice };
  /** When the next one is due, if none is now. */
  readonly noticeAtMs?: number;
  /** All that is open here and concerns those who watch, with the worst ten. */
  readonly open: { readonly counts: BadCounts; readonly worst: readonly WatchedIncident[] };
  /** What is open and nobody was notified of, or not that it is so bad; by kind, with when the first of it is ripe. */
  readonly news: readonly {
    readonly kind: NewsKind;
    readonly count: number;
    readonly readyAtMs: number;
  }[];
  /** At most ten of it, urgent ones first. */
  readonly newest: readonly WatchedIncident[];
  /** What the living alert names by now, and one that was begun. What is missing is not watched here any more. */
  readonly named: readonly WatchedIncident[];
  /** What somebody was notified of here and is over, with the first few, and since when. */
  readonly recovered: {
    readonly count: number;
    readonly sinceMs?: number;
    readonly incidents: readonly WatchedIncident[];
  };
}
