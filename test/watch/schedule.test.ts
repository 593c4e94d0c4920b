import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoDay, wallClockMs } from '../../src/account/time.ts';
import {
  endOfQuiet,
  nextSummaryAt,
  plannedSummary,
  type QuietLength,
  type SummaryPlan,
  type SummarySchedule,
} from '../../src/watch/schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../account/accounts.ts';
import { runs } from '../support/runs.ts';

const DAILY: SummarySchedule = { atMinute: 8 * 60, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Istanbul' };
const at = (iso: string) => Date.parse(iso);

/** Zones with clock changes of an hour and of half an hour, at midnight, in the south, around Ramadan, and with none. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Beirut'],
  ...['America/Havana', 'America/Santiago', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC', '+03:00'],
];

/** Walks minute by minute: due when clocks first show the time on one of its days. A skipped time comes later by the gap. */
function* dueMinutes({ atMinute, days, zone }: SummarySchedule, fromMs: number, untilMs: number) {
  let shownUntilMs = wallClockMs(fromMs - 2 * DAY_MS, zone);
  for (let atMs = fromMs - 2 * DAY_MS; atMs < untilMs; atMs += MINUTE_MS) {
    const shownMs = wallClockMs(atMs, zone);
    for (let wallMs = shownUntilMs + MINUTE_MS; wallMs <= shownMs; wallMs += MINUTE_MS) {
      // The last of these times is the one that is shown; those before it were skipped.
      const dueMs = wallMs === shownMs ? atMs : atMs + wallMs - shownUntilMs - MINUTE_MS;
      const date = new Date(wallMs);
      const isTime = date.getUTCHours() * 60 + date.getUTCMinutes() === atMinute;
      if (isTime && days.includes(date.getUTCDay() || 7) && dueMs > fromMs) yield dueMs;
    }
    shownUntilMs = Math.max(shownUntilMs, shownMs);
  }
}

const schedules = fc.record({
  atMinute: fc.oneof(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.constantFrom(0, 30, 60, 90, 120, 150, 180)),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  zone: fc.constantFrom(...ZONES),
});
/** Mostly close to a clock change in one of the zones. */
const times = fc
  .record({
    day: fc.oneof(
      fc.constantFrom('2026-03-28', '2026-10-24', '2026-03-07', '2026-10-31', '2026-04-04', '2026-02-14'),
      fc.integer({ min: 0, max: 700 }).map((days) => isoDay(at('2026-01-01') + days * DAY_MS, 'UTC') ?? ''),
    ),
    minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
  })
  .map(({ day, minute }) => at(day) + minute * MINUTE_MS);

describe('the next summary', () => {
  test('is the same as when checking the clock every minute', () => {
    fc.assert(
      fc.property(schedules, times, (schedule, afterMs) => {
        const [first] = dueMinutes(schedule, afterMs, afterMs + 9 * DAY_MS);
        expect(nextSummaryAt(schedule, afterMs)).toBe(first);
      }),
      runs(60),
    );
  });

  test.each([
    [
      'due later by the gap when clocks skip its time',
      'Europe/Berlin',
      150,
      '2026-03-28T12:00Z',
      '2026-03-29T01:30Z',
    ],
    ['due the first time clocks show it', 'Europe/Berlin', 150, '2026-10-24T12:00Z', '2026-10-25T00:30Z'],
    ['not due the second time', 'Europe/Berlin', 150, '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ['due at a midnight that is skipped', 'Asia/Beirut', 0, '2026-03-28T12:00Z', '2026-03-28T22:00Z'],
    ['due at the end of a gap', 'Asia/Beirut', 60, '2026-03-28T12:00Z', '2026-03-28T22:00Z'],
  ])('is %s', (_name, zone, atMinute, after, due) => {
    expect(new Date(nextSummaryAt({ ...DAILY, zone, atMinute }, at(after)))).toEqual(new Date(due));
  });

  test('is due only on its days', () => {
    const monday = nextSummaryAt({ ...DAILY, days: [1] }, at('2026-11-23T05:00Z'));
    expect(new Date(monday)).toEqual(new Date('2026-11-30T05:00Z'));
  });

  test('throws for a schedule without days', () => {
    expect(() => nextSummaryAt({ ...DAILY, days: [] }, 0)).toThrow(RangeError);
  });
});

describe('a summary that is late', () => {
  const dueMs = at('2026-11-23T05:00Z');
  const plan: SummaryPlan = { ...DAILY, doneUntilMs: dueMs - HOUR_MS };

  test('is due for less than two hours', () => {
    expect(plannedSummary(plan, dueMs + 2 * HOUR_MS - 1)).toBe(dueMs);
    expect(plannedSummary(plan, dueMs + 2 * HOUR_MS)).toBe(dueMs + DAY_MS);
  });

  test('is posted once after a month', () => {
    const monthLaterMs = dueMs + 30 * DAY_MS + 5 * MINUTE_MS;
    expect(plannedSummary(plan, monthLaterMs)).toBe(dueMs + 30 * DAY_MS);
  });
});

test.each<[string, QuietLength, string?]>([
  ['for a time', { kind: 'for', ms: HOUR_MS }, '2026-11-23T10:00Z'],
  ['for 30 days', { kind: 'for', ms: 30 * DAY_MS }, '2026-12-23T09:00Z'],
  ['for longer', { kind: 'for', ms: 30 * DAY_MS + 1 }],
  ['for no time', { kind: 'for', ms: 0 }],
  ['until a time of today', { kind: 'clock', atMinute: 13 * 60 }, '2026-11-23T10:00Z'],
  ['until a time that is over today', { kind: 'clock', atMinute: 8 * 60 }, '2026-11-24T05:00Z'],
  ['until the morning of a day', { kind: 'day', isoDay: '2026-11-30' }, '2026-11-30T05:00Z'],
  ['until a morning that is over', { kind: 'day', isoDay: '2026-11-23' }],
  ['until what is no day', { kind: 'day', isoDay: '2026-11-31' }],
])('quiet %s, on a Monday noon in Istanbul', (_, length, until) => {
  const untilMs = until === undefined ? undefined : at(until);
  expect(endOfQuiet(length, at('2026-11-23T09:00Z'), DAILY.zone)).toBe(untilMs);
});
