import { describe, expect, test } from 'vitest';
import { nextCall, type Told, type ToldRow } from '../../../src/domain/watch/next-call.ts';
import { HOUR_MS, MINUTE_MS, NOW_MS } from '../accounts.ts';
import { incidentWith, messageOf, situationOf } from './watch-samples.ts';

const alert = (...rows: ToldRow[]): Extract<Told, { kind: 'alert' }> => ({
  kind: 'alert',
  accountCount: 200,
  rows,
});
const CRITICAL: ToldRow = { incidentId: '1', level: 'critical' };
const ADA = { userId: 'ada', untilMs: NOW_MS + HOUR_MS };

describe('news', () => {
  test('nothing is open: nothing is said until something happens', () => {
    expect(nextCall(situationOf(), [], NOW_MS)).toEqual({ kind: 'wait' });
  });

  test('an incident is not told before its time', () => {
    const soon = incidentWith({ tellFromMs: NOW_MS + MINUTE_MS });
    expect(nextCall(situationOf(soon), [], NOW_MS)).toEqual({ kind: 'wait', untilMs: NOW_MS + MINUTE_MS });
  });

  test('several that are due are one message', () => {
    const others = [2, 3].map((id) => incidentWith({ id: String(id), accountId: `100${id}` }));
    expect(nextCall(situationOf(incidentWith(), ...others), [], NOW_MS)).toEqual({
      kind: 'post',
      reason: 'first',
      told: alert(CRITICAL, { incidentId: '2', level: 'critical' }, { incidentId: '3', level: 'critical' }),
    });
  });

  test('one that was there before the watch is never told', () => {
    const { tellFromMs: _never, ...before } = incidentWith();
    expect(nextCall(situationOf(before), [], NOW_MS)).toEqual({ kind: 'wait' });
  });

  const second = incidentWith({ id: '2', accountId: '1007' });
  const rowOfSecond: ToldRow = { incidentId: '2', level: 'critical' };
  const told = (ago: number, row: ToldRow = CRITICAL) => messageOf(alert(row), { postedAtMs: NOW_MS - ago });

  test('joins a message of the last ten minutes', () => {
    const message = told(9 * MINUTE_MS);
    expect(nextCall(situationOf(incidentWith(), second), [message], NOW_MS)).toEqual({
      kind: 'edit',
      reason: 'new-bad',
      message,
      told: alert(CRITICAL, rowOfSecond),
    });
  });

  test.each([
    ['the last message is older than ten minutes', told(10 * MINUTE_MS), incidentWith()],
    [
      'somebody has taken that one over',
      told(MINUTE_MS, { ...CRITICAL, ownerId: 'ada' }),
      incidentWith({ owner: ADA }),
    ],
  ])('is a new message when %s', (_name, message, first) => {
    expect(nextCall(situationOf(first, second), [message], NOW_MS)).toEqual({
      kind: 'post',
      reason: 'new-bad',
      told: alert(rowOfSecond),
    });
  });

  test('is a new message when the last one would have more than fifteen accounts', () => {
    const rows = Array.from(
      { length: 15 },
      (_, index): ToldRow => ({ incidentId: '10' + index, level: 'critical' }),
    );
    const message = messageOf(alert(...rows), { postedAtMs: NOW_MS - MINUTE_MS });
    const others = rows.map(({ incidentId }) => incidentWith({ id: incidentId }));
    expect(nextCall(situationOf(second, ...others), [message], NOW_MS)).toMatchObject({ kind: 'post' });
  });

  test('that an account became worse is a new message, and the old one then points to it', () => {
    const old = messageOf(alert({ incidentId: '1', level: 'attention' }));
    const post = nextCall(situationOf(incidentWith()), [old], NOW_MS);
    expect(post).toEqual({ kind: 'post', reason: 'worse', told: alert(CRITICAL) });
    const newer = messageOf(alert(CRITICAL), { id: '2', ts: '2.000001' });
    expect(nextCall(situationOf(incidentWith()), [old, newer], NOW_MS)).toEqual({
      kind: 'edit',
      reason: 'changed',
      message: old,
      told: alert({ incidentId: '1', level: 'attention', ended: 'moved' }),
    });
  });
});

describe('changes of what was told', () => {
  test('who is on it is an edit, and once more when that time is over', () => {
    const message = messageOf(alert(CRITICAL));
    const taken = incidentWith({ owner: ADA });
    const edited = alert({ ...CRITICAL, ownerId: 'ada' });
    expect(nextCall(situationOf(taken), [message], NOW_MS)).toEqual({
      kind: 'edit',
      reason: 'changed',
      message,
      told: edited,
    });
    const shown = messageOf(edited);
    expect(nextCall(situationOf(taken), [shown], NOW_MS)).toEqual({ kind: 'wait', untilMs: ADA.untilMs });
    expect(nextCall(situationOf(taken), [shown], ADA.untilMs)).toMatchObject({
      kind: 'edit',
      told: alert(CRITICAL),
    });
  });

  test('a recovery is an edit, then one line in the thread, then nothing', () => {
    const resolvedAtMs = NOW_MS - MINUTE_MS;
    const situation = situationOf(incidentWith({ resolvedAtMs }));
    const message = messageOf(alert(CRITICAL));
    const resolved = alert({ ...CRITICAL, resolvedAtMs });
    expect(nextCall(situation, [message], NOW_MS)).toEqual({
      kind: 'edit',
      reason: 'recovered',
      message,
      told: resolved,
    });
    const done = alert({ ...CRITICAL, resolvedAtMs, isRecoveryTold: true });
    const edited = messageOf(resolved);
    expect(nextCall(situation, [edited], NOW_MS)).toEqual({
      kind: 'reply',
      reason: 'recovered',
      message: edited,
      told: done,
    });
    expect(nextCall(situation, [messageOf(done)], NOW_MS)).toEqual({ kind: 'wait' });
  });

  test('a recovery of something that was not told is silent', () => {
    const resolved = incidentWith({ resolvedAtMs: NOW_MS - MINUTE_MS });
    expect(nextCall(situationOf(resolved), [], NOW_MS)).toEqual({ kind: 'wait' });
  });

  test('a recovery is told once, by the newest message that has the account', () => {
    const resolvedAtMs = NOW_MS - MINUTE_MS;
    const old = messageOf(alert({ incidentId: '1', level: 'attention', ended: 'moved' }));
    const newer = messageOf(alert({ ...CRITICAL, resolvedAtMs, isRecoveryTold: true }), { id: '2' });
    expect(nextCall(situationOf(incidentWith({ resolvedAtMs })), [old, newer], NOW_MS)).toEqual({
      kind: 'wait',
    });
  });
});

test('an account that is no longer watched here has its last line', () => {
  const message = messageOf(alert(CRITICAL));
  expect(nextCall(situationOf(), [message], NOW_MS)).toMatchObject({
    kind: 'edit',
    told: alert({ ...CRITICAL, ended: 'not-watched' }),
  });
});

test('that nobody was watching is told once, before anything else', () => {
  const absence = { fromMs: NOW_MS - 3 * HOUR_MS, toMs: NOW_MS - MINUTE_MS };
  const situation = { ...situationOf(incidentWith()), absence };
  const told = { kind: 'absence', ...absence } as const;
  expect(nextCall(situation, [], NOW_MS)).toEqual({ kind: 'post', reason: 'absence', told });
  expect(nextCall(situation, [messageOf(told)], NOW_MS)).toMatchObject({ kind: 'post', reason: 'first' });
});

describe('an outage of the service', () => {
  const outage = { sinceMs: NOW_MS - 20 * MINUTE_MS };
  const told = { kind: 'outage', accountCount: 200, ...outage } as const;

  test('is told after 15 minutes, and nothing of accounts meanwhile', () => {
    const situation = { ...situationOf(incidentWith()), outage: { sinceMs: NOW_MS - 14 * MINUTE_MS } };
    expect(nextCall(situation, [], NOW_MS)).toEqual({ kind: 'wait', untilMs: NOW_MS + MINUTE_MS });
    expect(nextCall({ ...situation, outage }, [], NOW_MS)).toEqual({ kind: 'post', reason: 'outage', told });
    expect(nextCall({ ...situation, outage }, [messageOf(told)], NOW_MS)).toEqual({ kind: 'wait' });
  });

  test('is told to be over by an edit and a line in its thread; then accounts are told again', () => {
    const over = { ...outage, overAtMs: NOW_MS - MINUTE_MS };
    const situation = { ...situationOf(incidentWith()), outage: over };
    const edit = nextCall(situation, [messageOf(told)], NOW_MS);
    expect(edit).toMatchObject({ kind: 'edit', told: { ...told, ...over } });
    const reply = nextCall(situation, [messageOf({ ...told, ...over })], NOW_MS);
    expect(reply).toMatchObject({ kind: 'reply', told: { isRecoveryTold: true } });
    const done = messageOf({ ...told, ...over, isRecoveryTold: true });
    expect(nextCall(situation, [done], NOW_MS)).toMatchObject({ kind: 'post', reason: 'first' });
  });

  test('that was over before it was told is never told', () => {
    const short = { sinceMs: NOW_MS - 20 * MINUTE_MS, overAtMs: NOW_MS - 10 * MINUTE_MS };
    expect(nextCall({ ...situationOf(), outage: short }, [], NOW_MS)).toEqual({ kind: 'wait' });
  });
});
