import type { Kysely } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import type { PlannedFault, Scenario } from './scenario.ts';
import type { SimulatedSlack } from './simulated-slack.ts';
import type { Truth } from './truth.ts';

/** A confirmed change of an account that was stored. */
export interface Change {
  readonly accountId: string;
  readonly atMs: number;
  readonly what: 'opened' | 'closed';
}

/** A time in which nobody is notified of an account. Without a channel: everywhere. */
export interface QuietTime {
  readonly accountId: string;
  readonly channelId?: string;
  readonly fromMs: number;
  untilMs: number;
}

/** When an account was read, by the clock of the process and in truth. */
export interface CommittedRead {
  readonly clockMs: number;
  readonly atMs: number;
}

/** What a run knows and the invariants check. */
export interface World {
  readonly scenario: Scenario;
  readonly truths: ReadonlyMap<string, Truth>;
  readonly faults: readonly PlannedFault[];
  readonly slack: SimulatedSlack;
  readonly db: Kysely<Tables>;
  readonly startMs: number;
  readonly endMs: number;
  /** Answered reads of healthy accounts. */
  healthyReads: number;
  /** When each account last got an answer. */
  readonly answeredAtMs: Map<string, number>;
  /** The reads of each account that were stored and agree with the known state, oldest first. */
  readonly committed: Map<string, CommittedRead[]>;
  /** Changes of accounts, oldest first. */
  readonly changes: Change[];
  /** Oldest first. */
  readonly quiet: QuietTime[];
  /** When channels stopped to watch accounts, as `channel account`. */
  readonly endedAtMs: Map<string, number>;
  /** Accounts that were ever acknowledged. */
  readonly taken: Set<string>;
  /** The notes of all hand-overs, each another. */
  readonly handed: string[];
  /** The accounts about which a person asked to be told when they are fine. */
  readonly asked: { readonly accountId: string; readonly atMs: number }[];
  /** Accounts read since the last check of invariants. */
  readonly touched: Set<string>;
  /** A violation found while the world answered. */
  broken?: string;
  /** What a channel was notified of, as `level incident`, with the key of the post. */
  readonly notified: { readonly channelId: string; readonly key: string; readonly what: string }[];
  /** Crashes and holds. Each may double a message. */
  interruptions: number;
  nowMs: number;
}

/** The world after a day without faults, with every incident that the database has. */
export interface Ended extends World {
  readonly incidents: readonly Tables['incidents'][];
}

/** Whether a lasting fault is active now. */
export const active = ({ faults, nowMs }: Pick<World, 'faults' | 'nowMs'>, kind: PlannedFault['kind']) =>
  faults.some((fault) => fault.kind === kind && fault.fromMs <= nowMs && nowMs < fault.untilMs);
