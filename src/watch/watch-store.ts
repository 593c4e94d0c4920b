import { MINUTE_MS } from '../account/time.ts';
import type { Observation, WatchState } from './observe.ts';
import type { Gap, SourceOutage } from './outage.ts';
import type { AccountsByLevel } from './pace.ts';
import type { ChannelState } from './posted.ts';
import type { Overview } from './summary.ts';

/** The right to do what is due for one row until its lease is over, with the number that fences what comes late. */
interface Claim {
  readonly fencingToken: number;
}

/** An account to read. */
export interface AccountClaim extends Claim {
  readonly accountId: string;
  /** Absent before the first read. */
  readonly known?: WatchState;
  /** Since when each read has failed. Absent: the last one did not. */
  readonly failingSinceMs?: number;
}

/** What a read makes of an account, and when it is read next. Without a state it says nothing of the account. */
export type AccountStep = Partial<Observation> & { readonly dueAtMs: number };

/** A channel to notify, or a person. */
export interface ChannelClaim extends Claim {
  /** A channel's id, or that of a person, who is notified in a direct message. */
  readonly channelId: string;
  /** The time that all of this describes. */
  readonly atMs: number;
  /** Nobody else notifies it before. */
  readonly leaseUntilMs: number;
  readonly state: ChannelState;
  /** Of the accounts watched here, when a summary is due. */
  readonly overview?: Overview;
}

/** What is known of the service, shared by all processes. */
export interface SourceRecord {
  readonly outage?: SourceOutage;
  readonly downtime?: Gap;
  /** When some process last ticked. */
  readonly aliveAtMs?: number;
}

/** What operators see. */
export interface WatchFigures {
  readonly accounts: number;
  readonly levels: AccountsByLevel;
  /** Channels and people that are to be notified and accept no messages. */
  readonly brokenChannels: number;
  /** How long the oldest due item has been due; 0: nothing is due. */
  readonly lateMs: number;
  /** Since when the service cannot be asked, epoch milliseconds; absent: it can. */
  readonly outageSinceMs?: number;
  /** When some process last ticked; absent: none has. */
  readonly aliveAtMs?: number;
}

/** Something that has been due for longer means that the watches do not keep up. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

/** `lost`: a newer claim exists, and nothing was written. This is normal for a process that was frozen. */
export type Finished = 'done' | 'lost';
