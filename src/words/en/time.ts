import { enUS } from 'date-fns/locale/en-US';
import { MINUTE_MS } from '../../domain/duration.ts';
import { calendarIn } from '../calendar.ts';
import { durationsIn, roundUpWait, type Units } from '../durations.ts';
import { counted, numbers } from './numbers.ts';

const LONG: Units = {
  underAMinute: 'under 1 min',
  minute: 'min',
  hour: 'h',
  day: (days) => counted(days, 'day', 'days'),
};
const SHORT: Units = { ...LONG, day: (days) => `${numbers.count(days)} d` };

export const time = {
  ...durationsIn(LONG, SHORT, numbers.count),
  // The order of day and month is ours, as most of the world reads it.
  ...calendarIn(enUS),
  ago: (ms: number): string => (ms >= MINUTE_MS ? `${time.duration(ms)} ago` : 'just now'),
  /** For a day without a time: `today`, `yesterday`, `3 days ago`. */
  daysAgo(days: number): string {
    if (days === 0) return 'today';
    return days === 1 ? 'yesterday' : `${counted(days, 'day', 'days')} ago`;
  },
};

/** `today`, `tomorrow`, `in 5 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day', 'days')}`;
}

/** What to do after a failure, and when: never sooner than `waitMs`. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Try again in a minute.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Try again now.';
  return seconds < 60 ? `Try again in ${seconds} s.` : `Try again in ${time.duration(roundUpWait(waitMs))}.`;
}
