import type { AccountStatus } from '../account/account.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, thresholdMs } from '../account/time.ts';
import type { Reason, ReasonOf, RuleName, Threshold } from '../account/verdict.ts';

/** "30 h" is read faster than "1 day 6 h", and limits are set in hours. */
const HOURS_UP_TO = 48;
/** From here on the hours no longer matter to anybody. */
const HOURS_BESIDE_DAYS_BELOW = 10 * 24;

/** Between a number and its unit: on a phone a line must not end between them. */
export const NO_BREAK = '\u00A0';

/** The units of a language: `minute` and `hour` follow their number, `day` takes its own. */
export interface Units {
  readonly underAMinute: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: (days: number) => string;
}

/** Lengths of time in a language's units; `short` are those of dense lists. `count` writes a number. */
export function durationsIn(units: Units, short: Units, count: (value: number) => string) {
  const hoursAndMinutes = (ms: number) => {
    const minutes = Math.floor(ms / MINUTE_MS);
    const beside = minutes % 60 === 0 ? '' : `${NO_BREAK}${minutes % 60}${NO_BREAK}${units.minute}`;
    return `${count(Math.floor(minutes / 60))}${NO_BREAK}${units.hour}${beside}`;
  };
  return {
    /** `20 min`, `30 h`, `3 days 8 h`; hours up to 48, never rounded up. Anything not positive counts as under a minute. */
    duration: (ms: number): string => durationIn(units, ms),
    /** The leading unit alone: `3 days`. */
    roughDuration: (ms: number): string => leadingUnitIn(units, ms),
    /** For dense lists: `3 d 8 h`. */
    shortDuration: (ms: number): string => durationIn(short, ms),
    /** `26 h`, `26 h 30 min`, `14 days`. */
    threshold({ value, unit }: Threshold): string {
      if (unit === 'day') return units.day(value);
      if (unit === 'hour' && !Number.isInteger(value)) return hoursAndMinutes(value * HOUR_MS);
      return `${count(value)}${NO_BREAK}${units[unit]}`;
    },
    /** As `duration`, but never less than the limit beside it that was reached. */
    durationOver(ms: number, limit: Threshold): string {
      const limitMs = thresholdMs(limit);
      const isRoundedBelow = ms >= limitMs && Math.floor(ms / HOUR_MS) * HOUR_MS < limitMs;
      return isRoundedBelow ? hoursAndMinutes(ms) : durationIn(units, ms);
    },
  };
}

function durationIn(units: Units, ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const besideDays = hours > HOURS_UP_TO && hours < HOURS_BESIDE_DAYS_BELOW ? hours % 24 : 0;
  return `${leadingUnitIn(units, ms)}${besideDays === 0 ? '' : `${NO_BREAK}${besideDays}${NO_BREAK}${units.hour}`}`;
}

/** The leading unit alone, rounded down. */
export function leadingUnitIn({ underAMinute, minute, hour, day }: Units, ms: number): string {
  if (!(ms >= MINUTE_MS)) return underAMinute;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}${NO_BREAK}${minute}`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours <= HOURS_UP_TO ? `${hours}${NO_BREAK}${hour}` : day(Math.floor(hours / 24));
}

/** A time to wait, never rounded down: whole minutes below an hour, whole hours to 48, then days. */
export function roundUpWait(ms: number): number {
  const unitMs = ms <= HOUR_MS ? MINUTE_MS : ms <= HOURS_UP_TO * HOUR_MS ? HOUR_MS : DAY_MS;
  return Math.ceil(ms / unitMs) * unitMs;
}

/** Beyond this a number is no count of anything, and its digits would fill the card. */
const SENSIBLE = 1e15;

/** Below it two decimals would make nothing of a number. */
const SMALL = 0.01;
/** Below this its zeros would fill the card. */
const TINY = 1e-6;

/** Writes numbers as a locale groups them; amounts beyond all sense as powers of ten. */
export function countIn(locale: string): (value: number) => string {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const powers = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 2 });
  return (value) => {
    // Most numbers are small, and Intl takes longer for one than the rest of a line.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    const size = Math.abs(value);
    if (size >= SENSIBLE || (size < TINY && size > 0)) return powers.format(value);
    return (size < SMALL && size > 0 ? small : grouped).format(value);
  };
}

/** What a language says to do about the reasons of each rule; undefined where there is nothing to do. */
export type NextSteps = {
  readonly [Rule in RuleName]:
    | string
    | undefined
    | ((reason: ReasonOf<Rule>, status: AccountStatus['kind']) => string);
};

/** What a tired person can do about a reason, as a sentence; undefined where there is nothing to do. */
export const nextStepIn =
  (steps: NextSteps) =>
  (reason: Reason, status: AccountStatus['kind']): string | undefined => {
    const step = steps[reason.rule];
    // The entry under a rule's name takes the reasons of that rule: the table's type says so, an index cannot.
    return typeof step === 'function' ? (step as (...facts: unknown[]) => string)(reason, status) : step;
  };
