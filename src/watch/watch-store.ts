import { MINUTE_MS } from '../account/time.ts';
import type { AccountDay } from './history/account-days.ts';
import type { LevelEvent } from './incident.ts';
import type { AccountsByLevel } from './next-read.ts';
import type { WatchState } from './observe-reading.ts';
import type { Overview } from './summary.ts';
import type { SummaryPlan } from './summary-schedule.ts';
import type { WatchTerms } from './tell-from.ts';
import type { Absence, BrokenChannel, ChannelIncident, SourceOutage, Told, ToldMessage } from './told.ts';

/** The right to do what is due for one row until its lease is over, with the number that fences what comes late. */
interface Claim {
  readonly epoch: number;
  /** How often it was begun, this time included, without an end. */
  readonly startedAttempts: number;
}

/** An account to read. */
export interface AccountClaim extends Claim {
  readonly accountId: string;
  /** Absent before the first read. */
  readonly known?: WatchState;
  /** Since when each read has failed. Absent: the last one did not. */
  readonly failingSinceMs?: number;
}

/** What a read makes of an account. */
export interface AccountStep {
  readonly state: WatchState;
  readonly dueAtMs: number;
  /** What it proves of the time since the read before it, to be added to the days of the account. */
  readonly days: readonly AccountDay[];
  /** A confirmed change of level. */
  readonly event?: LevelEvent;
}

/** An incident with what it takes to tell it. */
export type WatchedIncident = Omit<ChannelIncident, 'tellFromMs'> & {
  readonly terms: WatchTerms;
  /** Absent before the first read. */
  readonly state?: WatchState;
};

/** A channel to tell, or a person. */
export interface ChannelClaim extends Claim {
  /** A channel's id, or that of a person, who is told in a direct message. */
  readonly channelId: string;
  /** The moment that all of this describes. */
  readonly atMs: number;
  /** Nobody else tells it before. */
  readonly leaseUntilMs: number;
  /** Of the accounts watched here: those that are open, and those that `unconfirmed` and messages that may change name. */
  readonly incidents: readonly WatchedIncident[];
  /** Absent: none was asked for. */
  readonly summary?: SummaryPlan;
  /** Of the accounts watched here, when a summary is due. */
  readonly overview?: Overview;
  readonly accountCount: number;
  /** When the first watch of the channel began. */
  readonly watchedSinceMs: number;
  /** What was told and is not over, oldest first; of outages and absences what was told within a day. */
  readonly messages: readonly ToldMessage[];
  /** A post that was begun: its answer was lost, and nobody knows whether Slack has it; or it says what somebody stopped. */
  readonly unconfirmed?: { readonly id: string; readonly told: Told };
  /** For a person: other channels that take nothing, and in which they began to watch. */
  readonly broken: readonly BrokenChannel[];
}

/** How a turn of a channel ended. */
export type ChannelStep = {
  readonly dueAtMs: number;
} /** Nothing is to be said until then, or until something happens. After every other end the channel rests until then. */ & (
  | { readonly kind: 'wait' }
  /** Slack did nothing, or nobody knows. */
  | { readonly kind: 'again' }
  /** Slack has the post. `postedIn` is the channel as Slack names it, another one for a direct message. */
  | {
      readonly kind: 'posted';
      readonly id: string;
      readonly ts: string;
      readonly postedIn: string;
      readonly told: Told;
    }
  /** `told` is what the message and its thread say now, `ts` the one that was edited or replied to. */
  | {
      readonly kind: 'edited' | 'replied';
      readonly id: string;
      readonly ts: string;
      readonly told: Told;
    }
  /** Slack does not have the post. */
  | { readonly kind: 'not-posted'; readonly id: string }
  /** Somebody deleted the message. `ts` is absent for one that nobody knows Slack to have. */
  | { readonly kind: 'forget'; readonly id: string; readonly ts?: string }
  /** Slack takes nothing for this channel; `reason` is its word. A post of this turn was not made. */
  | { readonly kind: 'broken'; readonly reason: string; readonly id?: string }
);

/** What is known of the service, shared by all processes. */
export interface SourceRecord {
  readonly outage?: SourceOutage;
  readonly absence?: Absence;
  /** When some process last did its turn. */
  readonly aliveAtMs?: number;
}

/** What operators see. */
export interface WatchFigures {
  readonly accounts: number;
  readonly levels: AccountsByLevel;
  /** Channels and people that are to be told and take nothing. */
  readonly brokenChannels: number;
  /** How long the oldest due item has been due; 0: nothing is due. */
  readonly lateMs: number;
  /** Since when the service cannot be asked, epoch milliseconds; absent: it can. */
  readonly outageSinceMs?: number;
  /** When some process last did its turn; absent: none has. */
  readonly aliveAtMs?: number;
}

/** A restart is none. */
export const DOWNTIME_AFTER_MS = 15 * MINUTE_MS;

/** Something that has been due for longer means that the watches do not keep up. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

/** `lost`: a newer claim exists, and nothing was written. This is normal for a process that was frozen. */
export type Finished = 'done' | 'lost';
