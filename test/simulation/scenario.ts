/** A run as a value: the same scenario is the same run, to the last call. */
export interface Scenario {
  readonly seed: number;
  readonly accounts: number;
  readonly days: number;
  /** Backups run once in this many hours, and all limits are as much shorter; absent: 24. */
  readonly hoursADay?: number;
  readonly processes: number;
  /** Of each kind as many, spread over the time at random moments. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  /** One fault at exactly the nth hold point of the run. */
  readonly at?: { readonly holdPoint: number; readonly fault: PointFault };
  /** No backup runs from that night on for three nights, and all that ran before ended in the same minute. */
  readonly massOutageOnDay?: number;
  /** The clock moves by whole steps of this many seconds; absent: 60. */
  readonly stepSeconds?: number;
  /** How long the run goes on without faults; absent: a day. */
  readonly quietHours?: number;
  /** Reads that may begin in a second; absent: any number. */
  readonly readsPerSecond?: number;
  /** So few accounts are watched that each is read every hour; absent: every four hours, as if there were many more. */
  readonly areFew?: boolean;
  /** Channels that are notified at a time; absent: one. */
  readonly channelsAtOnce?: number;
  /** Reads that may be under way at a time; absent: one. */
  readonly readsAtOnce?: number;
}

/** How long a day of the accounts is. */
export const dayOf = ({ hoursADay = 24 }: Scenario): number => hoursADay * HOUR_MS;

export const FAULT_KINDS = [
  /** A process ends without a word, at a hold point, and starts again. */
  'crash',
  /** A process stands still for 90 s, at a hold point. */
  'hold',
  /** The database fails once while a channel is told, before or after it has done what it was asked for. */
  'database-away',
  /** The service answers nobody for 10 min to 3 h. */
  'service-out',
  /** One account gets no answer for a day. */
  'account-out',
  /** Slack did what was asked, and its answer was lost. */
  'answer-lost',
  /** Slack asks to wait for 30 s. */
  'held',
  /** Slack answers nobody for 2 h. */
  'slack-out',
  /** All processes are gone for 1 to 4 h. */
  'downtime',
  /** Somebody deletes an alert. */
  'deleted',
  /** Somebody takes an alert over. */
  'taken',
  /** From then on nobody may edit the newest alert. */
  'fixed',
  /** Somebody mutes an account everywhere, for 1 to 30 h. */
  'muted',
  /** Somebody snoozes what the newest alert shows in its channel, for 1 to 12 h. */
  'snoozed',
  /** Somebody ends the oldest of these. */
  'unmuted',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * What may happen to a process at a hold point. A crash is not a throw: nothing after it runs, no
 * `finally` either. A database that is away is one, and whether the work was done is open.
 */
export type PointFault = 'crash' | 'hold' | 'database-away';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How far the clock of one of several processes is from the right time. */
export const MAX_SKEW_MS = 5_000;

/** A number from 0 to 1 for each key: an added draw moves no other one. */
export function hashOf(seed: number, ...key: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const char of key.join(' ')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One fault: from when on, and for how long. */
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

/** A quiet time matters only if its account changes meanwhile. */
const OFTEN: readonly FaultKind[] = ['muted', 'snoozed'];

/** A scenario of that size, each seed with its own share of faults: some kinds often, some not at all. */
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
