import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { enUS } from 'date-fns/locale/en-US';
import { tr } from 'date-fns/locale/tr';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarIn } from '../../src/words/grammar.ts';

const ZONES = [
  'UTC',
  '+03:00',
  '-03:30',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
];
const LOCALES = { enUS, tr };

test.each(['enUS', 'tr'] as const)('writes dates and times as date-fns does: %s', (name) => {
  const locale = LOCALES[name];
  const { day, dayOf, dayAgo, dateTime: timeText, zone } = calendarIn(locale);
  const dateTime = fc.integer({ min: 0, max: 9e12 });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), dateTime, (zoneId, atMs) => {
      const date = new TZDate(atMs, zoneId);
      const [soon, late] = [atMs + 1, atMs + 181 * 24 * 3_600_000];
      expect(dayOf({ atMs, zoneId, nowMs: soon })).toBe(format(date, 'd MMM', { locale }));
      expect(dayOf({ atMs, zoneId, nowMs: late })).toBe(format(date, 'd MMM yyyy', { locale }));
      const ahead = atMs - 181 * 24 * 3_600_000;
      expect(dayOf({ atMs, zoneId, nowMs: ahead })).toBe(format(date, 'd MMM yyyy', { locale }));
      expect(timeText({ atMs, zoneId, nowMs: soon })).toBe(
        `${format(date, 'd MMM HH:mm', { locale })} ${zone(zoneId)}`,
      );
      const isoDate = format(date, 'yyyy-MM-dd');
      expect(day(isoDate)).toBe(format(date, 'd MMM yyyy', { locale }));
      expect(dayAgo(isoDate, 1)).toBe(format(date, 'd MMM', { locale }));
    }),
  );
});

test('throws for an invalid date', () => {
  const { dateTime, clock } = calendarIn(enUS);
  for (const atMs of [Number.NaN, 9e15]) {
    expect(() => dateTime({ atMs, zoneId: 'UTC', nowMs: 0 })).toThrow(RangeError);
    expect(() => clock({ atMs, zoneId: '+03:00' })).toThrow(RangeError);
  }
});
