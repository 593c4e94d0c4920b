import type { Kysely } from 'kysely';
import type { Tables } from '../../src/store/tables.ts';
import { dayOf, type PlannedFault, planFaults, type Scenario } from './scenario.ts';
import { createSimulatedSlack } from './simulated-slack.ts';
import { truthOf } from './truth.ts';

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

export type World = ReturnType<typeof createWorld>;

/** A Monday. Both clock changes in Casablanca are within eight weeks of it. */
export const START_MS = Date.UTC(2026, 1, 2);

/** What a run knows and the invariants check. */
export function createWorld(scenario: Scenario, db: Kysely<Tables>) {
  const truths = Array.from({ length: scenario.accounts }, (_, index) => truthOf(scenario, index, START_MS));
  const world = {
    scenario,
    db,
    truths: new Map(truths.map((truth) => [truth.accountId, truth])),
    faults: planFaults(scenario, START_MS),
    slack: createSimulatedSlack((): number => world.nowMs),
    startMs: START_MS,
    endMs: START_MS + scenario.days * dayOf(scenario),
    nowMs: START_MS,
    /** Answered reads of healthy accounts. */
    healthyReads: 0,
    /** When each account last got an answer. */
    answeredAtMs: new Map<string, number>(),
    /** The reads of each account that were stored and agree with the known state, oldest first. */
    committed: new Map<string, CommittedRead[]>(),
    /** Confirmed changes of accounts that were stored, oldest first. */
    changes: [] as Change[],
    /** Oldest first. */
    quiet: [] as QuietTime[],
    /** When channels stopped to watch accounts, as `channel account`. */
    endedAtMs: new Map<string, number>(),
    /** Accounts that were ever acknowledged. */
    taken: new Set<string>(),
    /** The notes of all hand-overs, each another. */
    handed: [] as string[],
    /** The accounts about which a person asked to be told when they are fine. */
    asked: [] as { readonly accountId: string; readonly atMs: number }[],
    /** Accounts read since the last check of invariants. */
    touched: new Set<string>(),
    /** A violation found while the world answered. */
    broken: undefined as string | undefined,
    /** What a channel was notified of, as `level incident`, with the key of the post. */
    notified: [] as { readonly channelId: string; readonly key: string; readonly what: string }[],
    /** Crashes and holds. Each may double a message. */
    interruptions: 0,
  };
  return world;
}

/** The world after a day without faults, with every incident that the database has. */
export interface Ended extends World {
  readonly incidents: readonly Tables['incidents'][];
}

/** Whether a lasting fault is active now. */
export const active = ({ faults, nowMs }: Pick<World, 'faults' | 'nowMs'>, kind: PlannedFault['kind']) =>
  faults.some((fault) => fault.kind === kind && fault.fromMs <= nowMs && nowMs < fault.untilMs);
