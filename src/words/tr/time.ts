import { tr } from 'date-fns/locale/tr';
import { thresholdMs } from '../../domain/duration.ts';
import { calendarIn, zoneName } from '../calendar.ts';
import type { time as english } from '../en/time.ts';
import { roundsBelow, splitDuration, splitHours } from '../split-duration.ts';
import { numbers } from './numbers.ts';

const calendar = calendarIn(tr);

/** The words after the numbers: nouns stay singular, whatever the number. */
interface Units {
  readonly underAMinute: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
}

const LONG: Units = { underAMinute: '1 dakikadan az', minute: 'dk', hour: 'saat', day: 'gün' };
const SHORT: Units = { underAMinute: '1 dk altı', minute: 'dk', hour: 'sa', day: 'gün' };
/** The suffix that says "for so long": vowel harmony, and `saat` goes with front vowels although it has none. */
const FOR_SO_LONG: Units = {
  underAMinute: '1 dakikadan az süredir',
  minute: 'dakikadır',
  hour: 'saattir',
  day: 'gündür',
};

export const time: typeof english = {
  duration: (ms) => said(ms, LONG),
  roughDuration: (ms) => roughly(ms, LONG),
  shortDuration: (ms) => said(ms, SHORT),
  ago: (ms) => (splitDuration(ms).kind === 'under-a-minute' ? 'az önce' : `${time.duration(ms)} önce`),
  daysAgo(days) {
    if (days === 0) return 'bugün';
    return days === 1 ? 'dün' : `${numbers.count(days)} gün önce`;
  },
  day: calendar.day,
  moment: (moment) => `${calendar.dayAndTime(moment)} ${zoneName(moment.zoneId)}`,
  dayOf: calendar.dayOf,
  dayAgo: calendar.dayAgo,
  zone: zoneName,
  threshold: ({ value, unit }) =>
    unit === 'hour' && !Number.isInteger(value)
      ? hoursAndMinutes(value * 3_600_000)
      : `${numbers.count(value)} ${LONG[unit]}`,
  durationOver: (ms, limit) =>
    roundsBelow(ms, thresholdMs(limit)) ? hoursAndMinutes(ms) : time.duration(ms),
};

/** `3 gündür`, `50 saattir`: for so long, the leading unit alone. */
export function forSoLong(ms: number): string {
  return roughly(ms, FOR_SO_LONG);
}

/** `bugün`, `yarın`, `5 gün sonra`. */
export function inDays(days: number): string {
  if (days === 0) return 'bugün';
  return days === 1 ? 'yarın' : `${numbers.count(days)} gün sonra`;
}

function said(ms: number, units: Units): string {
  const parts = splitDuration(ms);
  return parts.kind === 'days' && parts.hours > 0
    ? `${numbers.count(parts.days)} ${units.day} ${parts.hours} ${units.hour}`
    : roughly(ms, units);
}

function roughly(ms: number, units: Units): string {
  const parts = splitDuration(ms);
  switch (parts.kind) {
    case 'under-a-minute':
      return units.underAMinute;
    case 'minutes':
      return `${parts.minutes} ${units.minute}`;
    case 'hours':
      return `${parts.hours} ${units.hour}`;
    case 'days':
      return `${numbers.count(parts.days)} ${units.day}`;
    default:
      return parts satisfies never;
  }
}

function hoursAndMinutes(ms: number): string {
  const { hours, minutes } = splitHours(ms);
  return `${numbers.count(hours)} saat${minutes === 0 ? '' : ` ${minutes} dk`}`;
}
