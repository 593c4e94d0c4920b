import { MINUTE_MS } from '../account/time.ts';
import type { Observation, WatchState } from './observe.ts';
import type { Gap, SourceOutage } from './outage.ts';
import type { AccountsByLevel } from './pace.ts';
import type { ChannelState } from './posted.ts';
import type { Overview } from './summary.ts';

/** The right to process a row until its lease is over. Writes with an older token are ignored. */
interface Claim {
  readonly fencingToken: number;
}

/** An account to read. */
export interface AccountClaim extends Claim {
  readonly accountId: string;
  /** Absent before the first read. */
  readonly known?: WatchState;
  /** Since when its reads have failed. Absent: the last one succeeded. */
  readonly failingSinceMs?: number;
}

/** The result of a read, and when to read next. Without a state the read says nothing about the account. */
export type AccountStep = Partial<Observation> & { readonly dueAtMs: number };

/** A channel to notify, or a person. */
export interface ChannelClaim extends Claim {
  /** A channel's id, or that of a person, who is notified in a direct message. */
  readonly channelId: string;
  /** The time at which all of this was read. */
  readonly atMs: number;
  /** No other process notifies it before. */
  readonly leaseUntilMs: number;
  readonly state: ChannelState;
  /** Only when a summary is due. */
  readonly overview?: Overview;
}

/** What is known about the service, shared by all processes. */
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
  /** How long the oldest due row has been due; 0: nothing is due. */
  readonly lateMs: number;
  /** Start of the present outage, epoch milliseconds; absent: there is none. */
  readonly outageSinceMs?: number;
  /** When some process last ticked; absent: none has. */
  readonly aliveAtMs?: number;
}

/** A row that has been due for longer means that the watches are too slow. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

/** `lost`: a newer claim exists, and nothing was written. Normal for a process that was frozen. */
export type Finished = 'done' | 'lost';
