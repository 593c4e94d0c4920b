import { describe, expect, test } from 'vitest';
import { type Incident, nextIncident, ownerAt, ownerFrom } from '../../src/watch/incident.ts';
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
    const over = { ...changed('critical', 'healthy', NOW_MS - MINUTE_MS), unhealthySinceMs: STARTED_AT_MS };
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

  test('that is another one than before begins again, with nobody on it, however bad the one before was', () => {
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

  test('that could wait until the morning is noticed again when it no longer can', () => {
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
