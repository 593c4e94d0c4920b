import type { Kysely } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import type { PlannedFault, Scenario } from './scenario.ts';
import type { SimulatedSlack } from './simulated-slack.ts';
import type { Truth } from './truth.ts';

/** What the run knows and the invariants look at. */
export interface World {
  readonly scenario: Scenario;
  readonly truths: readonly Truth[];
  readonly faults: readonly PlannedFault[];
  readonly slack: SimulatedSlack;
  readonly db: Kysely<Tables>;
  readonly startMs: number;
  readonly endMs: number;
  readonly reads: Map<string, number>;
  /** Crashes and holds, each of which may double a message. */
  interruptions: number;
  nowMs: number;
}

/** Whether a lasting fault is on now. */
export const active = ({ faults, nowMs }: Pick<World, 'faults' | 'nowMs'>, kind: PlannedFault['kind']) =>
  faults.some((fault) => fault.kind === kind && fault.fromMs <= nowMs && nowMs < fault.untilMs);
