import type { Kysely } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import type { PlannedFault, Scenario } from './scenario.ts';
import type { SimulatedSlack } from './simulated-slack.ts';
import type { Truth } from './truth.ts';

/** A read that was written down and agrees with what is known. */
export interface Committed {
  readonly atMs: number;
}

/** A confirmed change of an account that was written down. */
export interface Change {
  readonly accountId: string;
  readonly atMs: number;
  readonly what: 'opened' | 'closed';
}

/** A time in which nobody is to be notified of an account; without a channel everywhere. */
export interface QuietTime {
  readonly accountId: string;
  readonly channelId?: string;
  readonly fromMs: number;
  untilMs: number;
}

/** What the run knows and the invariants look at. */
export interface World {
  readonly scenario: Scenario;
  readonly truths: ReadonlyMap<string, Truth>;
  readonly faults: readonly PlannedFault[];
  readonly slack: SimulatedSlack;
  readonly db: Kysely<Tables>;
  readonly startMs: number;
  readonly endMs: number;
  /** Reads of accounts that were all right and got an answer; and all. */
  readonly reads: { healthy: number; all: number };
  /** When each account last got an answer. */
  readonly answeredAtMs: Map<string, number>;
  /** By account, oldest first. */
  readonly committed: Map<string, Committed[]>;
  /** What became of accounts, oldest first. */
  readonly changes: Change[];
  /** In their order. */
  readonly quiet: QuietTime[];
  /** Accounts that somebody ever took. */
  readonly taken: Set<string>;
  /** Accounts that were read since the last check of invariants. */
  readonly touched: Set<string>;
  /** What broke while the world itself was asked. */
  broken?: string;
  /** What people were notified of in a channel, as `level incident`, by the post that did it. */
  readonly notified: { readonly channelId: string; readonly key: string; readonly what: string }[];
  /** Crashes and holds, each of which may double a message. */
  interruptions: number;
  nowMs: number;
}

/** Whether a lasting fault is on now. */
export const active = ({ faults, nowMs }: Pick<World, 'faults' | 'nowMs'>, kind: PlannedFault['kind']) =>
  faults.some((fault) => fault.kind === kind && fault.fromMs <= nowMs && nowMs < fault.untilMs);
