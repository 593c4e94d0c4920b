/** A run as a value: the same scenario gives the same run, to the last call. */
export interface Scenario {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  /** Backups run once in this many hours, and all limits shrink in proportion. Absent: 24. */
  readonly hoursADay?: number;
  readonly processes: number;
  /** How often each kind occurs, at random times. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  /** One fault at exactly the nth hold point. */
  readonly at?: { readonly holdPoint: number; readonly fault: PointFault };
  /** No backup runs for three nights from this day on, and all accounts had their last one in the same minute. */
  readonly massOutageOnDay?: number;
  /** The clock moves in steps of this many seconds. Absent: 60. */
  readonly stepSeconds?: number;
  /** How long the run continues without faults. Absent: a day. */
  readonly quietHours?: number;
  /** Reads that may begin per second. Absent: any number. */
  readonly readsPerSecond?: number;
  /** Whether each account is read every hour, as for few accounts. Absent: every four hours, as if there were many more. */
  readonly areFew?: boolean;
  /** Channels notified at the same time. Absent: one. */
  readonly channelsAtOnce?: number;
  /** Reads at the same time. Absent: one. */
  readonly readsAtOnce?: number;
}

/** The length of a day for the accounts. */
export const dayOf = ({ hoursADay = 24 }: Scenario): number => hoursADay * HOUR_MS;

export const FAULT_KINDS = [
  /** A process ends at a hold point without any cleanup, and starts again. */
  'crash',
  /** A process is held for 90 s at a hold point. */
  'hold',
  /** The database fails once while a channel is notified, before or after it has done its work. */
  'database-away',
  /** The service answers no request for 10 min to 3 h. */
  'service-out',
  /** One account gets no answer for a day. */
  'account-out',
  /** Slack does what it was called for, and its answer is lost. */
  'answer-lost',
  /** Slack asks to wait for 30 s. */
  'held',
  /** Slack answers no call for 2 h. */
  'slack-out',
  /** No process runs for 1 to 4 h. */
  'downtime',
  /** A person deletes an alert. */
  'deleted',
  /** A person acknowledges an alert. */
  'taken',
  /** The newest alert can no longer be edited. */
  'fixed',
  /** A person mutes an account for 1 to 30 h. */
  'muted',
  /** A person snoozes the accounts of the newest alert in its channel for 1 to 12 h. */
  'snoozed',
  /** A person ends the oldest mute or snooze. */
  'unmuted',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * What may happen to a process at a hold point. After a crash nothing runs any more, not even `finally`. `database-away` is
 * an error, and the work may have been done or not.
 */
export type PointFault = 'crash' | 'hold' | 'database-away';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The largest deviation of a process's clock, if there are several. */
export const MAX_SKEW_MS = 5_000;

/** A number from 0 to 1 for each key, so that an additional draw changes no other. */
export function hashOf(seed: number, ...key: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const char of key.join(' ')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One fault, with its start and end. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly fromMs: number;
  readonly untilMs: number;
}

const LENGTH_MS: Readonly<Record<FaultKind, readonly [atLeast: number, atMost: number]>> = {
  crash: [0, 0],
  hold: [0, 0],
  'database-away': [0, 0],
  'service-out': [10 * MINUTE_MS, 3 * HOUR_MS],
  'account-out': [DAY_MS, DAY_MS],
  'answer-lost': [0, 0],
  held: [0, 0],
  'slack-out': [2 * HOUR_MS, 2 * HOUR_MS],
  downtime: [HOUR_MS, 4 * HOUR_MS],
  deleted: [0, 0],
  taken: [0, 0],
  fixed: [0, 0],
  muted: [HOUR_MS, 30 * HOUR_MS],
  snoozed: [HOUR_MS, 12 * HOUR_MS],
  unmuted: [0, 0],
};

/** The faults of a scenario, in order. The first and the last day have none. */
export function planFaults(scenario: Scenario, startMs: number): PlannedFault[] {
  const { seed, days, faults } = scenario;
  const dayMs = dayOf(scenario);
  return FAULT_KINDS.flatMap((kind) =>
    Array.from({ length: faults[kind] ?? 0 }, (_, index): PlannedFault => {
      const fromMs = startMs + dayMs + Math.floor(hashOf(seed, 'fault', kind, index) * (days - 2) * dayMs);
      const [least, most] = LENGTH_MS[kind];
      const lengthMs = least + Math.floor(hashOf(seed, 'length', kind, index) * (most - least));
      return { kind, fromMs, untilMs: fromMs + lengthMs };
    }),
  ).sort((one, other) => one.fromMs - other.fromMs);
}

/** A quiet time matters only if its account changes during it. */
const OFTEN: readonly FaultKind[] = ['muted', 'snoozed'];

/** A scenario of this size. Each seed has its own mix of faults: some kinds often, some never. */
export function scenarioOf(seed: number, size: Pick<Scenario, 'accounts' | 'days' | 'processes'>): Scenario {
  const most = 2 + size.days / 7;
  const counts = FAULT_KINDS.map((kind) => [
    kind,
    Math.max(
      0,
      Math.round((hashOf(seed, 'share', kind) * 1.5 - 0.5) * most * (OFTEN.includes(kind) ? 3 : 1)),
    ),
  ]);
  const areFew = hashOf(seed, 'few') < 0.2;
  return { seed, ...size, areFew, readsAtOnce: 10, faults: Object.fromEntries(counts) };
}
