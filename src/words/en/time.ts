import { enUS } from 'date-fns/locale/en-US';
import { thresholdMs } from '../../domain/duration.ts';
import type { Threshold } from '../../domain/verdict.ts';
import { calendarIn, type ZonedMoment, zoneName } from '../calendar.ts';
import { type DurationParts, roundsBelow, splitDuration, splitHours } from '../split-duration.ts';
import { counted, numbers } from './numbers.ts';

// The order of day and month is ours, as most of the world reads it.
const calendar = calendarIn(enUS);

export const time = {
  /** `20 min`, `30 h`, `3 days 8 h`; hours up to 48, never rounded up. Anything not positive counts as under a minute. */
  duration: (ms: number): string => said(splitDuration(ms), longDays),
  /** The leading unit alone: `3 days`. */
  roughDuration(ms: number): string {
    const parts = splitDuration(ms);
    return said(parts.kind === 'days' ? { ...parts, hours: 0 } : parts, longDays);
  },
  /** For dense lists: `3 d 8 h`. */
  shortDuration: (ms: number) => said(splitDuration(ms), (days) => `${numbers.count(days)} d`),
  ago: (ms: number): string =>
    splitDuration(ms).kind === 'under-a-minute' ? 'just now' : `${time.duration(ms)} ago`,
  /** For a day without a time: `today`, `yesterday`, `3 days ago`. */
  daysAgo(days: number): string {
    if (days === 0) return 'today';
    return days === 1 ? 'yesterday' : `${counted(days, 'day', 'days')} ago`;
  },
  /** `9 Jun 2027` from `2027-06-09`; anything else comes back as it is. */
  day: calendar.day,
  /** `21 Nov 02:40 UTC+03:00`. */
  moment: (moment: ZonedMoment) => `${calendar.dayAndTime(moment)} ${zoneName(moment.zoneId)}`,
  /** `21 Nov`, where no time was given. */
  dayOf: calendar.dayOf,
  /** The same from an ISO date that lies so far back. */
  dayAgo: calendar.dayAgo,
  zone: zoneName,
  /** `26 h`, `26 h 30 min`, `14 days`. */
  threshold({ value, unit }: Threshold): string {
    if (unit === 'day') return counted(value, 'day', 'days');
    if (unit === 'hour' && !Number.isInteger(value)) return hoursAndMinutes(value * 3_600_000);
    return `${numbers.count(value)} ${unit === 'hour' ? 'h' : 'min'}`;
  },
  /** As `duration`, but never less than the limit beside it that was reached. */
  durationOver: (ms: number, limit: Threshold): string =>
    roundsBelow(ms, thresholdMs(limit)) ? hoursAndMinutes(ms) : time.duration(ms),
};

/** `today`, `tomorrow`, `in 5 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day', 'days')}`;
}

const longDays = (days: number) => counted(days, 'day', 'days');

function said(parts: DurationParts, inDays: (days: number) => string): string {
  switch (parts.kind) {
    case 'under-a-minute':
      return 'under 1 min';
    case 'minutes':
      return `${parts.minutes} min`;
    case 'hours':
      return `${parts.hours} h`;
    case 'days':
      return parts.hours === 0 ? inDays(parts.days) : `${inDays(parts.days)} ${parts.hours} h`;
    default:
      return parts satisfies never;
  }
}

function hoursAndMinutes(ms: number): string {
  const { hours, minutes } = splitHours(ms);
  return `${numbers.count(hours)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
}
