import { describe, expect, test } from 'vitest';
import { nextCall } from '../../src/watch/next-call.ts';
import { isOver, presentTold, type Situation, type Told, type ToldRow } from '../../src/watch/told.ts';
import { HOUR_MS, MINUTE_MS, NOW_MS } from '../account/accounts.ts';
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
      (_, index): ToldRow => ({ incidentId: `10${index}`, level: 'critical' }),
    );
    const message = messageOf(alert(...rows), { postedAtMs: NOW_MS - MINUTE_MS });
    const others = rows.map(({ incidentId }) => incidentWith({ id: incidentId }));
    expect(nextCall(situationOf(second, ...others), [message], NOW_MS)).toMatchObject({ kind: 'post' });
  });

  test('those that have not waited for a minute yet are told with the one that has', () => {
    const late = { id: '2', detectedAtMs: NOW_MS - 1, tellFromMs: NOW_MS - 1 + MINUTE_MS };
    const atEight = incidentWith({ id: '3', tellFromMs: NOW_MS + HOUR_MS });
    expect(nextCall(situationOf(incidentWith(), incidentWith(late), atEight), [], NOW_MS)).toMatchObject({
      kind: 'post',
      told: alert(CRITICAL, rowOfSecond),
    });
  });

  test('joins a message that has more than fifteen accounts anyway', () => {
    const rows = Array.from({ length: 16 }, (_, index) => ({ ...CRITICAL, incidentId: `10${index}` }));
    const others = rows.map(({ incidentId }) => incidentWith({ id: incidentId }));
    const message = messageOf(alert(...rows), { postedAtMs: NOW_MS - MINUTE_MS });
    const call = nextCall(situationOf(second, ...others), [message], NOW_MS);
    expect(call).toMatchObject({ kind: 'edit', reason: 'new-bad', told: alert(...rows, rowOfSecond) });
  });

  test.each(['healthy', 'attention'])('is no third message in ten minutes, even if it was %s', (before) => {
    const taken = (id: string, row: ToldRow) =>
      messageOf(alert({ ...row, ownerId: 'ada' }), { id, postedAtMs: NOW_MS - MINUTE_MS });
    const owned = [incidentWith({ owner: ADA }), incidentWith({ id: '3', owner: ADA })];
    const last = taken('2', { ...CRITICAL, incidentId: '3' });
    const older = before === 'attention' ? [{ ...rowOfSecond, level: 'attention' as const }] : [];
    const old = messageOf(alert(...older, { ...CRITICAL, ownerId: 'ada' }), {
      id: '0',
      postedAtMs: NOW_MS - MINUTE_MS,
    });
    expect(nextCall(situationOf(second, ...owned), [old, last], NOW_MS)).toMatchObject({
      kind: 'edit',
      message: last,
    });
  });

  test('that an account became worse is no mere edit while it waits for its minute', () => {
    const soon = { detectedAtMs: NOW_MS, tellFromMs: NOW_MS + MINUTE_MS };
    const old = messageOf(alert({ incidentId: '1', level: 'attention' }));
    expect(nextCall(situationOf(incidentWith(soon)), [old], NOW_MS)).toEqual({
      kind: 'wait',
      untilMs: NOW_MS + MINUTE_MS,
    });
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
  test('taking over is an edit, and its end is another', () => {
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

  test('a recovery is an edit, a minute later one line in the thread, then nothing', () => {
    const resolvedAtMs = NOW_MS - MINUTE_MS;
    const situation = situationOf(incidentWith({ resolvedAtMs }));
    const message = messageOf(alert(CRITICAL));
    const resolved = { ...alert({ ...CRITICAL, resolvedAtMs }), recoveredSinceMs: NOW_MS };
    expect(nextCall(situation, [message], NOW_MS)).toEqual({
      kind: 'edit',
      reason: 'recovered',
      message,
      told: resolved,
    });
    const done = alert({ ...CRITICAL, resolvedAtMs, isRecoveryTold: true });
    const edited = messageOf(resolved);
    const replyAtMs = NOW_MS + MINUTE_MS;
    expect(nextCall(situation, [edited], NOW_MS)).toEqual({ kind: 'wait', untilMs: replyAtMs });
    expect(nextCall(situation, [edited], replyAtMs)).toEqual({
      kind: 'reply',
      reason: 'recovered',
      message: edited,
      told: done,
    });
    expect(nextCall(situation, [messageOf(done)], replyAtMs)).toEqual({ kind: 'wait' });
  });

  test('recoveries within a minute are one line', () => {
    const resolvedAtMs = NOW_MS - MINUTE_MS;
    const first = { ...CRITICAL, resolvedAtMs };
    const both = situationOf(incidentWith({ resolvedAtMs }), incidentWith({ id: '2', resolvedAtMs }));
    const told = { ...alert(first, { ...CRITICAL, incidentId: '2' }), recoveredSinceMs: NOW_MS - MINUTE_MS };
    const edit = nextCall(both, [messageOf(told)], NOW_MS);
    const rows = [first, { ...first, incidentId: '2' }];
    expect(edit).toMatchObject({ kind: 'edit', told: { rows, recoveredSinceMs: NOW_MS - MINUTE_MS } });
    const reply = nextCall(both, [messageOf({ ...told, rows })], NOW_MS);
    expect(reply).toMatchObject({
      kind: 'reply',
      told: alert(...rows.map((row) => ({ ...row, isRecoveryTold: true as const }))),
    });
  });

  test('a message that a frozen process has edited late is edited once more', () => {
    const message = messageOf(alert(CRITICAL), { isOutdated: true });
    expect(nextCall(situationOf(incidentWith()), [message], NOW_MS)).toMatchObject({
      kind: 'edit',
      reason: 'changed',
    });
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

describe('a channel that takes nothing', () => {
  const told = { kind: 'broken', channelId: 'C1', reason: 'is_archived' } as const;
  const other = { channelId: 'C2', reason: 'not_in_channel' };
  const message = messageOf(told);
  const situation = (...broken: Situation['broken']) => ({ ...situationOf(), broken });

  test('is told once to the person who began to watch there, each by itself', () => {
    expect(nextCall(situation(told), [], NOW_MS)).toEqual({ kind: 'post', reason: 'broken', told });
    expect(nextCall(situation(told), [message], NOW_MS)).toEqual({ kind: 'wait' });
    // Slack may have another word for it the next day.
    expect(nextCall(situation({ ...told, reason: 'no' }), [message], NOW_MS)).toEqual({ kind: 'wait' });
    expect(nextCall(situation(told, other), [message], NOW_MS)).toEqual({
      ...{ kind: 'post', reason: 'broken' },
      told: { kind: 'broken', ...other },
    });
  });

  test('has its end in the same message, and is told anew the next time', () => {
    const over = { ...told, isOver: true } as const;
    expect(nextCall(situation(), [message], NOW_MS)).toMatchObject({ kind: 'edit', told: over });
    expect(nextCall(situation(), [messageOf(over)], NOW_MS)).toEqual({ kind: 'wait' });
    expect(nextCall(situation(told), [messageOf(over)], NOW_MS)).toMatchObject({ kind: 'post', told });
    expect([isOver(told), isOver(over)]).toEqual([false, true]);
  });

  test('that takes messages again by the time it is told is told as over', () => {
    expect(presentTold(told, situation(told), NOW_MS)).toEqual(told);
    expect(presentTold(told, situation(), NOW_MS)).toEqual({ ...told, isOver: true });
  });
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

  test('holds no change of what was told before', () => {
    const message = messageOf(alert(CRITICAL));
    const situation = { ...situationOf(incidentWith({ owner: ADA })), outage };
    const call = nextCall(situation, [messageOf(told, { id: '0' }), message], NOW_MS);
    expect(call).toMatchObject({ kind: 'edit', message, told: alert({ ...CRITICAL, ownerId: 'ada' }) });
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

describe('a post that Slack may have already', () => {
  const over = { sinceMs: NOW_MS - HOUR_MS, overAtMs: NOW_MS - MINUTE_MS };

  test('says how its accounts are by now; a recovery in it needs no line in the thread', () => {
    const resolvedAtMs = NOW_MS - MINUTE_MS;
    const situation = situationOf(incidentWith({ resolvedAtMs }), incidentWith({ id: '2', owner: ADA }));
    const rows = ['1', '2', '3'].map((incidentId) => ({ ...CRITICAL, incidentId }));
    expect(presentTold(alert(...rows), situation, NOW_MS)).toEqual(
      alert(
        { ...CRITICAL, resolvedAtMs, isRecoveryTold: true },
        { ...CRITICAL, incidentId: '2', ownerId: 'ada' },
        { ...CRITICAL, incidentId: '3', ended: 'not-watched' },
      ),
    );
  });

  test('says that an outage is over by now', () => {
    const told = { kind: 'outage', accountCount: 200, sinceMs: over.sinceMs } as const;
    const ended = { ...told, overAtMs: over.overAtMs, isRecoveryTold: true };
    expect(presentTold(told, { ...situationOf(), outage: over }, NOW_MS)).toEqual(ended);
    expect(presentTold(told, { ...situationOf(), outage: { sinceMs: over.sinceMs } }, NOW_MS)).toEqual(told);
  });
});
