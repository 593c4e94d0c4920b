import { describe, expect, test } from 'vitest';
import { type Incident, nextIncident, ownerAt, ownerFrom } from '../../src/watch/incident.ts';
import { tellFrom, type WatchTerms } from '../../src/watch/tell-from.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NOW_MS } from '../account/accounts.ts';

const STARTED_AT_MS = NOW_MS - 10 * MINUTE_MS;
const CRITICAL: Incident = { level: 'critical', startedAtMs: STARTED_AT_MS, detectedAtMs: NOW_MS };
const TAKEN: Incident = { ...CRITICAL, owner: ownerFrom('ada', NOW_MS) };
const changed = (from: 'healthy' | Incident['level'], to: typeof from, startedAtMs = STARTED_AT_MS) =>
  ({ from, to, startedAtMs }) as const;

describe('an incident', () => {
  test('opens when an account is not all right, since when its dates say', () => {
    expect(nextIncident(undefined, changed('healthy', 'critical'), NOW_MS)).toEqual(CRITICAL);
  });

  test('is resolved when the account is all right again, at the moment that its dates say', () => {
    const at = NOW_MS + HOUR_MS;
    expect(nextIncident(CRITICAL, changed('critical', 'healthy', at), at)).toEqual({
      ...CRITICAL,
      resolvedAtMs: at,
    });
  });

  test('that was there when the watch began is kept once it is over, from its start to its end', () => {
    const over = { ...changed('critical', 'healthy', NOW_MS - MINUTE_MS), unwellSinceMs: STARTED_AT_MS };
    expect(nextIncident(undefined, over, NOW_MS)).toEqual({ ...CRITICAL, resolvedAtMs: NOW_MS - MINUTE_MS });
    expect(nextIncident(undefined, changed('critical', 'attention'), NOW_MS)).toBeUndefined();
    expect(nextIncident(undefined, changed('attention', 'critical'), NOW_MS)).toEqual(CRITICAL);
  });

  test('stays as it is while nobody can tell', () => {
    expect(nextIncident(CRITICAL, changed('critical', 'unknown'), NOW_MS)).toEqual(CRITICAL);
  });

  test('that was not known begins when the account began not to be all right', () => {
    const unknown: Incident = { ...CRITICAL, level: 'unknown', startedAtMs: NOW_MS - HOUR_MS };
    expect(nextIncident(unknown, changed('unknown', 'critical'), NOW_MS)).toEqual(CRITICAL);
  });

  test('that gets worse began when it began, is noticed now, and has nobody on it', () => {
    const taken: Incident = { ...TAKEN, level: 'attention' };
    const later = NOW_MS + HOUR_MS;
    expect(nextIncident(taken, changed('attention', 'critical', later), later)).toEqual({
      ...CRITICAL,
      detectedAtMs: later,
    });
  });

  test('that is another one than before begins anew, with nobody on it, however bad the one before was', () => {
    const later = NOW_MS + DAY_MS;
    const anew = { ...changed('critical', 'attention', later), isAnew: true } as const;
    const begun = { level: 'attention', startedAtMs: later, detectedAtMs: later };
    expect(nextIncident(TAKEN, anew, later)).toEqual(begun);
    // One that was there when the watch began was not told; this one is.
    expect(nextIncident(undefined, anew, later)).toEqual(begun);
  });

  test('that gets better stays with the person who is on it', () => {
    expect(nextIncident(TAKEN, changed('critical', 'attention'), NOW_MS)).toEqual({
      ...TAKEN,
      level: 'attention',
    });
  });

  test('that could wait until the morning is noticed anew when it no longer can', () => {
    const later = NOW_MS + HOUR_MS;
    expect(nextIncident({ ...CRITICAL, canWait: true }, changed('critical', 'critical'), later)).toEqual({
      ...CRITICAL,
      detectedAtMs: later,
    });
    expect(nextIncident(CRITICAL, changed('critical', 'critical'), later)).toEqual(CRITICAL);
  });

  test('is somebody’s for 12 hours', () => {
    expect(ownerAt(TAKEN, NOW_MS + 12 * HOUR_MS - 1)).toBe('ada');
    expect(ownerAt(TAKEN, NOW_MS + 12 * HOUR_MS)).toBeUndefined();
  });
});

describe('when an incident may be told', () => {
  const at = (iso: string) => Date.parse(iso);
  const TERMS: WatchTerms = { tellOf: 'attention', zone: 'Europe/Istanbul', createdAtMs: 0 };
  const told = (incident: Partial<Incident>, terms: Partial<WatchTerms> = {}) =>
    tellFrom({ ...CRITICAL, ...incident }, { ...TERMS, ...terms });
  const NIGHT = at('2026-11-21T03:00:00+03:00');
  const MORNING = at('2026-11-21T08:00:00+03:00');
  const EVENING = at('2026-11-21T20:30:00+03:00');

  test.each([
    ['critical: a minute later, at any hour', told({ detectedAtMs: NIGHT }), NIGHT + MINUTE_MS],
    ['the package alone: not at night', told({ detectedAtMs: NIGHT, canWait: true }), MORNING],
    [
      'the package alone, in the evening: a minute later',
      told({ detectedAtMs: EVENING, canWait: true }),
      EVENING + MINUTE_MS,
    ],
    ['attention, at night: at eight', told({ level: 'attention', detectedAtMs: NIGHT }), MORNING],
    [
      'attention, by day: a minute later',
      told({ level: 'attention', detectedAtMs: MORNING }),
      MORNING + MINUTE_MS,
    ],
    [
      'attention, after eight in the evening: at eight of the next day',
      told({ level: 'attention', detectedAtMs: EVENING }),
      at('2026-11-22T08:00:00+03:00'),
    ],
    [
      'attention, where nobody asked for it: never',
      told({ level: 'attention' }, { tellOf: 'critical' }),
      undefined,
    ],
    ['cannot tell: after a day', told({ level: 'unknown' }), STARTED_AT_MS + 24 * HOUR_MS],
    ['what was there before somebody watched: never', told({}, { createdAtMs: NOW_MS + 1 }), undefined],
    [
      'the morning of a spring change of clocks',
      told({ level: 'attention', detectedAtMs: at('2026-03-28T21:00:00+01:00') }, { zone: 'Europe/Berlin' }),
      at('2026-03-29T08:00:00+02:00'),
    ],
  ])('%s', (_name, actual, expected) => {
    expect(actual).toBe(expected);
  });
});
