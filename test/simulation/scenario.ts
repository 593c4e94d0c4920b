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
  /** Reads at the same time. Absent: one. */
  readonly readsAtOnce?: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The length of a day for the accounts. */
export const dayOf = ({ hoursADay = 24 }: Scenario): number => hoursADay * HOUR_MS;

const AT_ONCE = [0, 0];

/** What people do, with how long it lasts at least and at most. */
const PRESSES_MS = {
  /** A person deletes an alert. */
  deleted: AT_ONCE,
  /** A person acknowledges an alert. */
  taken: AT_ONCE,
  /** The newest alert can no longer be edited. */
  fixed: AT_ONCE,
  /** A person mutes an account. */
  muted: [HOUR_MS, 30 * HOUR_MS],
  /** A person snoozes the accounts of the newest alert in its channel. */
  snoozed: [HOUR_MS, 12 * HOUR_MS],
  /** A person ends the oldest mute or snooze. */
  unmuted: AT_ONCE,
  /** A person writes a note on an account. */
  noted: [HOUR_MS, 12 * HOUR_MS],
  /** A person hands the first account of the newest alert over to a colleague. */
  given: AT_ONCE,
  /** The owner of the first account of the newest alert releases it, or everything under the next "Still on …?". */
  released: AT_ONCE,
  /** A person asks to be told when the account that became bad last is fine. */
  asked: AT_ONCE,
  /** A person saves a watch again, with the other level. */
  saved: AT_ONCE,
  /** A person stops the watch of an account. */
  unwatched: AT_ONCE,
  /** A person retires an account. */
  retired: AT_ONCE,
};

/** Each kind of fault, with how long it lasts at least and at most. */
const LENGTH_MS = {
  /** A process ends at a hold point without any cleanup, not even `finally`, and starts again. */
  crash: AT_ONCE,
  /** A process is held for 90 s at a hold point. */
  hold: AT_ONCE,
  /** The database fails once while a channel is notified, before or after it has done its work. */
  'database-away': AT_ONCE,
  /** The service answers no request. */
  'service-out': [10 * MINUTE_MS, 3 * HOUR_MS],
  /** One account gets no answer. */
  'account-out': [DAY_MS, DAY_MS],
  /** Slack does what it was called for, and its answer is lost. */
  'answer-lost': AT_ONCE,
  /** Slack asks to wait for 30 s. */
  held: AT_ONCE,
  /** Slack asks to wait with the next alert, and a person acknowledges the one before it. */
  'alert-held': AT_ONCE,
  /** Slack answers no call. */
  'slack-out': [2 * HOUR_MS, 2 * HOUR_MS],
  /** No process runs. */
  downtime: [HOUR_MS, 4 * HOUR_MS],
  ...PRESSES_MS,
};
export type FaultKind = keyof typeof LENGTH_MS;
export const FAULT_KINDS = Object.keys(LENGTH_MS) as readonly FaultKind[];

/** Whether a fault is an action of a person. */
export const isPressed = (kind: FaultKind) => Object.hasOwn(PRESSES_MS, kind);

/** What may happen to a process at a hold point. */
export type PointFault = Extract<FaultKind, 'crash' | 'hold' | 'database-away'>;

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

/** The faults of a scenario, in order. The first and the last day have none. */
export function planFaults(scenario: Scenario, startMs: number): PlannedFault[] {
  const { seed, days, faults } = scenario;
  const dayMs = dayOf(scenario);
  return FAULT_KINDS.flatMap((kind) =>
    Array.from({ length: faults[kind] ?? 0 }, (_, index): PlannedFault => {
      const fromMs = startMs + dayMs + Math.floor(hashOf(seed, 'fault', kind, index) * (days - 2) * dayMs);
      const [least = 0, most = 0] = LENGTH_MS[kind];
      const lengthMs = least + Math.floor(hashOf(seed, 'length', kind, index) * (most - least));
      return { kind, fromMs, untilMs: fromMs + lengthMs };
    }),
  ).sort((one, other) => one.fromMs - other.fromMs);
}

/** These matter only if something else becomes due during them. */
const OFTEN: readonly FaultKind[] = ['muted', 'snoozed', 'asked', 'service-out'];

/** A scenario of this size. Each seed has its own mix of faults: some kinds often, some never. */
export function scenarioOf(seed: number, size: Pick<Scenario, 'accounts' | 'days' | 'processes'>): Scenario {
  const most = 2 + size.days / 7;
  const counts = FAULT_KINDS.map((kind) => {
    const share = (hashOf(seed, 'share', kind) * 1.5 - 0.5) * (OFTEN.includes(kind) ? 3 : 1);
    return [kind, Math.max(0, Math.round(share * most))];
  });
  const areFew = hashOf(seed, 'few') < 0.2;
  return { seed, ...size, areFew, readsAtOnce: 10, faults: Object.fromEntries(counts) };
}

/** Two hours are one day of backups: late, stale and healthy again, in one channel and in two. */
export const SMALL: Scenario = {
  seed: 31,
  accounts: 2,
  days: 4,
  hoursADay: 2,
  processes: 2,
  faults: {},
  quietHours: 1,
};

/** A new seed in each run. The failure names it; a seed that fails becomes a fixed one. */
export const freshSeed = () => Math.floor(Math.random() * 1e6);
