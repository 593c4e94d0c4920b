import { describe, expect, test } from 'vitest';
import { historyOf, protectedShare } from '../../src/watch/history.ts';
import type { Change } from '../../src/watch/observe.ts';
import type { Gap } from '../../src/watch/outage.ts';
import { DAY_MS, HOUR_MS } from '../account/accounts.ts';

const at = (iso: string) => Date.parse(iso);
const change = (level: Change['level'], startedAtMs: number, detectedAtMs = startedAtMs): Change => ({
  level,
  startedAtMs,
  detectedAtMs,
});

/** From Monday, 2 November, to Saturday noon. */
const SPAN = { fromMs: at('2026-11-02T00:00Z'), toMs: at('2026-11-07T12:00Z'), zoneId: 'UTC' };
const day = (iso: string) => at(`2026-11-${iso}Z`);
const signs = (changes: readonly Change[], gaps: readonly Gap[] = [], span = SPAN) =>
  historyOf(changes, gaps, span).days.map(({ sign }) => sign);

// Its incidents are stored in test/messages/history.test.ts.
describe('the history of an account', () => {
  test('begins at the first read, and has the worst level that lasted 15 minutes of each day', () => {
    const changes = [
      change('healthy', day('02T20:00'), day('03T06:00')),
      change('attention', day('04T10:00'), day('04T10:01')),
      change('critical', day('05T12:00')),
      change('healthy', day('05T12:14')),
      change('critical', day('06T12:00')),
      change('healthy', day('06T12:15')),
    ];
    expect(signs(changes)).toEqual([
      'not-counted',
      'healthy',
      'attention',
      'attention',
      'critical',
      'healthy',
    ]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Africa/Casablanca', '2026-02-15', 25],
    ['Africa/Casablanca', '2026-03-22', 23],
    ['Atlantic/Azores', '2026-03-29', 23],
  ])('in %s the %s has %d hours', (zoneId, iso, hours) => {
    const noonMs = at(`${iso}T12:00Z`);
    const span = { fromMs: noonMs - 3 * DAY_MS, toMs: noonMs + 3 * DAY_MS, zoneId };
    const { days } = historyOf([change('critical', noonMs - 9 * DAY_MS)], [], span);
    const one = days.find(({ day: number }) => number === at(iso) / DAY_MS);
    expect(one?.times.critical).toBe(hours * HOUR_MS);
  });

  test('has the share of the known time in which the account was protected', () => {
    const changes = [
      change('healthy', day('02T00:00')),
      change('attention', day('04T00:00')),
      change('critical', day('05T00:00')),
      change('unseen', day('06T00:00')),
    ];
    expect(protectedShare(historyOf(changes, [], SPAN))).toBe(3 / 4);
    expect(protectedShare(historyOf([], [], SPAN))).toBeUndefined();
  });
});
