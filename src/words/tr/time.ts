import { tr } from 'date-fns/locale/tr';
import { MINUTE_MS } from '../../account/time.ts';
import { calendarIn } from '../calendar.ts';
import { durationsIn, leadingUnitIn, NO_BREAK, roundUpWait, type Units } from '../durations.ts';
import type { time as english } from '../en/time.ts';
import { numbers } from './numbers.ts';

/** Nouns stay singular, whatever the number. */
const inUnit = (unit: string) => (count: number) => `${numbers.count(count)}${NO_BREAK}${unit}`;

const LONG: Units = {
  underAMinute: `1${NO_BREAK}dakikadan az`,
  minute: 'dk',
  hour: 'saat',
  day: inUnit('gün'),
};
const SHORT: Units = { ...LONG, underAMinute: `1${NO_BREAK}dk altı`, hour: 'sa' };
/** The suffix that says "for so long": vowel harmony, and `saat` goes with front vowels although it has none. */
const FOR_SO_LONG: Units = {
  underAMinute: `1${NO_BREAK}dakikadan az süredir`,
  minute: 'dakikadır',
  hour: 'saattir',
  day: inUnit('gündür'),
};

export const time: typeof english = {
  ...durationsIn(LONG, SHORT, numbers.count),
  ...calendarIn(tr),
  ago: (ms) => (ms >= MINUTE_MS ? `${time.duration(ms)} önce` : 'az önce'),
  daysAgo(days) {
    if (days === 0) return 'bugün';
    return days === 1 ? 'dün' : `${LONG.day(days)} önce`;
  },
};

/** `3 gündür`, `50 saattir`: for so long, the leading unit alone. */
export const forSoLong = (ms: number): string => leadingUnitIn(FOR_SO_LONG, ms);

/** `bugün`, `yarın`, `5 gün sonra`. */
export function inDays(days: number): string {
  if (days === 0) return 'bugün';
  return days === 1 ? 'yarın' : `${LONG.day(days)} sonra`;
}

/** What to do after a failure, and when: never sooner than `waitMs`. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Bir dakika sonra yeniden deneyin.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Şimdi yeniden deneyin.';
  const wait = seconds < 60 ? `${seconds}${NO_BREAK}sn` : time.duration(roundUpWait(waitMs));
  return `${wait} sonra yeniden deneyin.`;
}
