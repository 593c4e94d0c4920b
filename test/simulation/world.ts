import type { Kysely } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import type { PlannedFault, Scenario } from './scenario.ts';
import type { SimulatedSlack } from './simulated-slack.ts';
import type { Truth } from './truth.ts';

/** A read that was stored and agrees with the known state. */
export interface Committed {
  readonly atMs: number;
}

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

/** What a run knows and the invariants check. */
export interface World {
  readonly scenario: Scenario;
  readonly truths: ReadonlyMap<string, Truth>;
  readonly faults: readonly PlannedFault[];
  readonly slack: SimulatedSlack;
  readonly db: Kysely<Tables>;
  readonly startMs: number;
  readonly endMs: number;
  /** Answered reads of healthy accounts, and all reads. */
  readonly reads: { healthy: number; all: number };
  /** When each account last got an answer. */
  readonly answeredAtMs: Map<string, number>;
  /** By account, oldest first. */
  readonly committed: Map<string, Committed[]>;
  /** Changes of accounts, oldest first. */
  readonly changes: Change[];
  /** Oldest first. */
  readonly quiet: QuietTime[];
  /** Accounts that were ever acknowledged. */
  readonly taken: Set<string>;
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

/** Whether a lasting fault is active now. */
export const active = ({ faults, nowMs }: Pick<World, 'faults' | 'nowMs'>, kind: PlannedFault['kind']) =>
  faults.some((fault) => fault.kind === kind && fault.fromMs <= nowMs && nowMs < fault.untilMs);
