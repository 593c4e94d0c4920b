import { enUS } from 'date-fns/locale/en-US';
import { thresholdMs } from '../../domain/duration.ts';
import { calendarIn, zoneName } from '../calendar.ts';
import type { TimeWords } from '../grammar-words.ts';
import { type DurationParts, roundsBelow, splitDuration, splitHours } from '../split-duration.ts';
import { counted, numbers } from './numbers.ts';

// The order of day and month is ours, as most of the world reads it.
const calendar = calendarIn(enUS);

export const time: TimeWords = {
  duration: (ms) => said(splitDuration(ms), longDays),
  roughDuration(ms) {
    const parts = splitDuration(ms);
    return said(parts.kind === 'days' ? { ...parts, hours: 0 } : parts, longDays);
  },
  shortDuration: (ms) => said(splitDuration(ms), (days) => `${numbers.count(days)} d`),
  ago: (ms) => (splitDuration(ms).kind === 'under-a-minute' ? 'just now' : `${time.duration(ms)} ago`),
  daysAgo(days) {
    if (days === 0) return 'today';
    return days === 1 ? 'yesterday' : `${counted(days, 'day', 'days')} ago`;
  },
  day: calendar.day,
  moment: (moment) => `${calendar.dayAndTime(moment)} ${zoneName(moment.zoneId)}`,
  dayOf: calendar.dayOf,
  dayAgo: calendar.dayAgo,
  zone: zoneName,
  threshold({ value, unit }) {
    if (unit === 'day') return counted(value, 'day', 'days');
    if (unit === 'hour' && !Number.isInteger(value)) return hoursAndMinutes(value * 3_600_000);
    return `${numbers.count(value)} ${unit === 'hour' ? 'h' : 'min'}`;
  },
  durationOver: (ms, limit) =>
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
