import { describe, expect, test } from 'vitest';
import { nextCall } from '../../src/watch/next-call.ts';
import { type DueSummary, presentTold, type Situation } from '../../src/watch/told.ts';
import { HOUR_MS, MINUTE_MS, NOW_MS } from '../account/accounts.ts';
import { incidentWith, situationOf } from './watch-samples.ts';

const DUE: DueSummary = { dueAtMs: NOW_MS, zone: 'Europe/Istanbul' };
const withSummary = (summary: Partial<DueSummary>, others: Partial<Situation> = {}): Situation => ({
  ...situationOf(),
  summary: { ...DUE, ...summary },
  ...others,
});

describe('a summary', () => {
  test('is told when it is due, and not before', () => {
    expect(nextCall(withSummary({ dueAtMs: NOW_MS + 1 }), [], NOW_MS)).toEqual({
      kind: 'wait',
      untilMs: NOW_MS + 1,
    });
    expect(nextCall(withSummary({}), [], NOW_MS)).toEqual({
      kind: 'post',
      reason: 'summary',
      told: { kind: 'summary', dueAtMs: NOW_MS, zone: DUE.zone, atMs: NOW_MS },
    });
  });

  test('comes after what is urgent', () => {
    const situation = withSummary({}, { incidents: [incidentWith()] });
    expect(nextCall(situation, [], NOW_MS)).toMatchObject({ told: { kind: 'alert' } });
  });

  test('is told during an outage of the service too', () => {
    const outage = { sinceMs: NOW_MS - MINUTE_MS };
    expect(nextCall(withSummary({}, { outage }), [], NOW_MS)).toMatchObject({ reason: 'summary' });
  });

  test('that was due while nobody watched waits until the accounts are read again', () => {
    const absence = { fromMs: NOW_MS - 2 * HOUR_MS, toMs: NOW_MS };
    const situation = withSummary({ dueAtMs: NOW_MS - HOUR_MS }, { absence });
    const isTold = {
      id: '1',
      ts: '1',
      postedIn: 'C1',
      postedAtMs: 0,
      told: { kind: 'absence', ...absence },
    } as const;
    expect(nextCall(situation, [isTold], NOW_MS)).toEqual({ kind: 'wait', untilMs: NOW_MS + 2 * MINUTE_MS });
    expect(nextCall(situation, [isTold], NOW_MS + 2 * MINUTE_MS)).toMatchObject({ reason: 'summary' });
  });

  test('whose answer was lost says how things are by now', () => {
    const told = { kind: 'summary', dueAtMs: NOW_MS, atMs: NOW_MS, zone: 'UTC' } as const;
    expect(presentTold(told, situationOf(), NOW_MS + HOUR_MS)).toEqual({ ...told, atMs: NOW_MS + HOUR_MS });
  });
});
