import { enUS } from 'date-fns/locale/en-US';
import { MINUTE_MS } from '../../account/time.ts';
import { calendarIn } from '../calendar.ts';
import { durationsIn, NO_BREAK, roundUpWait, type Units } from '../durations.ts';
import { numbers } from './numbers.ts';

const LONG: Units = {
  underAMinute: `under 1${NO_BREAK}min`,
  minute: 'min',
  hour: 'h',
  day: (days) => `${numbers.count(days)}${NO_BREAK}${days === 1 ? 'day' : 'days'}`,
};
const SHORT: Units = { ...LONG, day: (days) => `${numbers.count(days)}${NO_BREAK}d` };

export const time = {
  ...durationsIn(LONG, SHORT, numbers.count),
  // The order of day and month is ours, as most of the world reads it.
  ...calendarIn(enUS),
  ago: (ms: number): string => (ms >= MINUTE_MS ? `${time.duration(ms)} ago` : 'just now'),
  /** For a day without a time: `today`, `yesterday`, `3 days ago`. */
  daysAgo(days: number): string {
    if (days === 0) return 'today';
    return days === 1 ? 'yesterday' : `${LONG.day(days)} ago`;
  },
};

/** `today`, `tomorrow`, `in 5 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${LONG.day(days)}`;
}

/** What to do after a failure, and when: never sooner than `waitMs`. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Try again in a minute.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Try again now.';
  return seconds < 60
    ? `Try again in ${seconds}${NO_BREAK}s.`
    : `Try again in ${time.duration(roundUpWait(waitMs))}.`;
}
