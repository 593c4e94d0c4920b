import { describe, expect, test } from 'vitest';
import { afterAnswer, beforeCall, type SlackAnswer } from '../../src/watch/after-answer.ts';
import { type Call, kindOf, type Plan, planNotification } from '../../src/watch/plan-notification.ts';
import type { ChannelState, LivingAlert, NewsKind, Posted, WatchedIncident } from '../../src/watch/posted.ts';
import { HOUR_MS, MINUTE_MS, NOW_MS } from '../account/accounts.ts';

const SENT = { kind: 'sent', ts: '2.5', channelId: 'C1' } as const;
const ADA = { userId: 'ada', sinceMs: NOW_MS, untilMs: NOW_MS + HOUR_MS };

/** Critical for an hour, detected two minutes ago. */
const incident = (given: Partial<WatchedIncident> = {}): WatchedIncident => ({
  id: '1',
  accountId: '1004',
  level: 'critical',
  startedAtMs: NOW_MS - HOUR_MS,
  detectedAtMs: NOW_MS - 2 * MINUTE_MS,
  ...given,
});
const SECOND = incident({ id: '2', accountId: '1007' });

interface Given extends Partial<ChannelState> {
  /** Open incidents that were not reported yet. */
  readonly fresh?: readonly WatchedIncident[];
  /** Open incidents that were reported. */
  readonly known?: readonly WatchedIncident[];
  /** Resolved incidents that were reported. */
  readonly over?: readonly WatchedIncident[];
}

/** The state of a channel as the store reads it. */
function stateOf({ fresh = [], known = [], over = [], ...given }: Given = {}): ChannelState {
  const open = [...fresh, ...known];
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { level } of open) counts[level] += 1;
  return {
    posted: {},
    accountCount: 200,
    zone: 'Europe/Istanbul',
    open: { counts, worst: open },
    news: [...Map.groupBy(fresh, kindOf)].map(([kind, incidents]) => ({
      kind,
      count: incidents.length,
      readyAtMs: Math.min(...incidents.map(({ detectedAtMs }) => detectedAtMs)) + MINUTE_MS,
    })),
    newest: fresh,
    named: [...known, ...over],
    recovered: {
      count: over.length,
      sinceMs: over.length > 0 ? Math.min(...over.map(({ resolvedAtMs = 0 }) => resolvedAtMs)) : undefined,
      incidents: over,
    },
    ...given,
  };
}

/** What is posted in a channel after Slack has answered the planned call. */
function postedAfter(state: ChannelState, answer: SlackAnswer = SENT, nowMs = NOW_MS): Posted {
  const plan = planNotification(state, nowMs);
  if (plan.kind === 'wait') throw new Error('nothing is to be said');
  return afterAnswer(state.posted, plan, answer, nowMs).posted;
}

/** An alert about one account, posted ten minutes ago. */
const standing = (known: WatchedIncident, given: Partial<LivingAlert> = {}): Posted => {
  const { alert, ...posted } = postedAfter(stateOf({ fresh: [known] }), { ...SENT, ts: '1.5' });
  return { ...posted, alert: alert && { ...alert, postedAtMs: NOW_MS - 10 * MINUTE_MS, ...given } };
};
const plan = (given: Given, nowMs = NOW_MS): Plan => planNotification(stateOf(given), nowMs);

describe('news', () => {
  test('waits for a minute, so that simultaneous changes are one message', () => {
    const fresh = [incident({ detectedAtMs: NOW_MS })];
    expect(plan({ fresh })).toEqual({ kind: 'wait', untilMs: NOW_MS + MINUTE_MS });
    expect(plan({ fresh: [...fresh, SECOND] })).toMatchObject({
      kind: 'post',
      pending: { kind: 'alert', newIds: ['1', '2'] },
      notifies: ['urgent'],
    });
  });

  test('shows what was bad before the watch began, but posts nothing for it alone', () => {
    expect(plan({ known: [incident()] })).toMatchObject({ kind: 'wait' });
    const notification = {
      newIds: ['2'],
      counts: { critical: 2 },
      rows: [{ incidentId: '2' }, { incidentId: '1' }],
    };
    expect(plan({ known: [incident()], fresh: [SECOND] })).toMatchObject({ kind: 'post', notification });
  });

  test.each<readonly [NewsKind, Partial<WatchedIncident>, string, string]>([
    ['urgent', {}, '03:00', '03:01'],
    ['waits', { canWait: true }, '03:00', '08:00'],
    ['waits', { canWait: true }, '23:00', '23:01'],
    ['attention', { level: 'attention' }, '03:00', '08:00'],
    ['attention', { level: 'attention' }, '19:58', '19:59'],
    ['attention', { level: 'attention' }, '19:59', '08:00 next day'],
    ['unknown', { level: 'unknown' }, '03:00', '03:01'],
  ])('%s: detected at %s %s, it is posted at %s', (kind, given, noticed, posted) => {
    const at = (clock: string) =>
      Date.parse(`2026-11-${clock.includes('next') ? 22 : 21}T${clock.slice(0, 5)}:00+03:00`);
    const fresh = [incident({ ...given, detectedAtMs: at(noticed) })];
    expect(fresh.map(kindOf)).toEqual([kind]);
    expect(plan({ fresh }, at(noticed))).toEqual({ kind: 'wait', untilMs: at(posted) });
    expect(plan({ fresh }, at(posted))).toMatchObject({ kind: 'post' });
  });

  test.each([
    ['attention', { level: 'attention' }],
    ['waits', { canWait: true }],
  ] as const)('%s: after a mute that ends at night it is posted at 08:00', (_, given) => {
    const fresh = [incident({ ...given, detectedAtMs: Date.parse('2026-11-21T10:00:00+03:00') })];
    const morningMs = Date.parse('2026-11-22T08:00:00+03:00');
    expect(plan({ fresh }, morningMs - 5 * HOUR_MS)).toEqual({ kind: 'wait', untilMs: morningMs });
    expect(plan({ fresh }, morningMs)).toMatchObject({ kind: 'post' });
  });

  test('is posted five minutes after the last alert at the earliest; until then that one shows it', () => {
    const posted = standing(incident(), { postedAtMs: NOW_MS - MINUTE_MS });
    const given = { known: [incident()], fresh: [SECOND] };
    expect(plan({ ...given, posted })).toMatchObject({
      kind: 'edit',
      notification: { counts: { critical: 2 } },
    });
    const edited = postedAfter(stateOf({ ...given, posted }));
    expect(plan({ ...given, posted: edited })).toEqual({ kind: 'wait', untilMs: NOW_MS + 4 * MINUTE_MS });
    expect(plan({ ...given, posted: edited }, NOW_MS + 4 * MINUTE_MS)).toMatchObject({ kind: 'post' });
  });
});

describe('the current alert', () => {
  test('is edited when it gets an owner, and when the ownership ends', () => {
    const taken = incident({ owner: ADA });
    const posted = postedAfter(stateOf({ known: [taken], posted: standing(incident()) }));
    expect(posted.alert?.rows).toMatchObject([{ ownerId: 'ada' }]);
    expect(plan({ known: [taken], posted })).toEqual({ kind: 'wait', untilMs: ADA.untilMs });
    expect(plan({ known: [taken], posted }, ADA.untilMs)).toMatchObject({ kind: 'edit' });
  });

  test('ends when all accounts are fine; a later change is a new message', () => {
    const fine = incident({ resolvedAtMs: NOW_MS });
    const posted = standing(fine, { counts: { critical: 0, attention: 0, unknown: 0 } });
    const attention = incident({ level: 'attention', detectedAtMs: NOW_MS });
    expect(plan({ fresh: [attention], posted })).toMatchObject({ kind: 'wait' });
    expect(plan({ fresh: [attention], posted }, NOW_MS + MINUTE_MS)).toMatchObject({ kind: 'post' });
    expect(postedAfter(stateOf({ fresh: [SECOND], posted })).superseded).toEqual([]);
    // Five minutes after the last alert at the earliest.
    const soon = {
      fresh: [attention],
      posted: { alert: posted.alert && { ...posted.alert, postedAtMs: NOW_MS } },
    };
    expect(plan(soon, NOW_MS + 2 * MINUTE_MS)).toEqual({ kind: 'wait', untilMs: NOW_MS + 5 * MINUTE_MS });
    // And still by day.
    const eveningMs = Date.parse('2026-11-21T19:58:00+03:00');
    const late = {
      fresh: [{ ...attention, detectedAtMs: eveningMs }],
      posted: { alert: posted.alert && { ...posted.alert, postedAtMs: eveningMs } },
    };
    const morningMs = Date.parse('2026-11-22T08:00:00+03:00');
    expect(plan(late, eveningMs + MINUTE_MS)).toEqual({ kind: 'wait', untilMs: morningMs });
  });

  test('shows ten of thousands, new ones first', () => {
    const worst = Array.from({ length: 10 }, (_, at) => incident({ id: `${100 + at}` }));
    const open = { counts: { critical: 3_000, attention: 0, unknown: 0 }, worst };
    const { notification } = plan({ fresh: [SECOND], open }) as Call;
    const { rows, counts } = notification as Extract<typeof notification, { kind: 'alert' }>;
    expect(rows.map(({ incidentId }) => incidentId)).toEqual(['2', ...worst.slice(0, 9).map(({ id }) => id)]);
    expect(counts.critical).toBe(3_000);
  });

  test('is posted again after its deletion if anything is open, and dropped otherwise', () => {
    const taken = incident({ owner: ADA });
    const gone = postedAfter(stateOf({ known: [taken], posted: standing(incident()) }), { kind: 'gone' });
    expect(gone).toMatchObject({ pending: { about: { kind: 'alert' } } });
    expect(gone.alert).toBeUndefined();
    expect(plan({ known: [taken], posted: gone })).toMatchObject({ kind: 'post' });
    expect(plan({ posted: gone })).toMatchObject({ kind: 'wait', posted: { superseded: [] } });
  });

  test('stays as it is once everything in it is fine, also when its thread gets a line', () => {
    const fine = incident({ resolvedAtMs: NOW_MS - HOUR_MS });
    const over = postedAfter(stateOf({ posted: standing(incident()), over: [fine] }));
    const bad = stateOf({ posted: over, known: [SECOND], named: [fine, SECOND] });
    const hands = { kind: 'hands', userId: 'ada', accountIds: ['1007'], count: 1 } as const;
    const call = planNotification({ ...bad, notice: { id: 'n', notice: hands } }, NOW_MS);
    expect(call).toMatchObject({
      kind: 'reply',
      root: { counts: { critical: 0 }, rows: [{ incidentId: '1' }] },
    });
  });
});

describe('a post whose answer was lost', () => {
  const fresh = [incident()];
  const lost = postedAfter(stateOf({ fresh }), { kind: 'unconfirmed' });

  test('is repeated with growing delays and the present state', () => {
    expect(plan({ known: fresh, posted: lost })).toMatchObject({
      kind: 'post',
      pending: { kind: 'alert', newIds: ['1'] },
    });
    const over = [incident({ resolvedAtMs: NOW_MS })];
    expect(plan({ over, posted: lost })).toMatchObject({
      kind: 'post',
      notification: { counts: { critical: 0 }, rows: [{ incidentId: '1' }], fineCount: 1 },
    });
    let posted: Posted = {};
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
      const state = stateOf({ fresh, posted });
      const outcome = afterAnswer(state.posted, planOf(state), { kind: 'unconfirmed' }, NOW_MS);
      posted = outcome.posted;
      return (outcome.dueAtMs - NOW_MS) / MINUTE_MS;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(postedAfter(stateOf({ fresh, posted })).failures).toBeUndefined();
  });

  const planOf = (state: ChannelState) => {
    const next = planNotification(state, NOW_MS);
    if (next.kind === 'wait') throw new Error('nothing is to be said');
    return next;
  };

  test.each<[SlackAnswer, againAfterMs: number]>([
    [{ kind: 'held', retryAfterMs: 30_000 }, 30_000],
    [{ kind: 'broken', reason: 'is_archived' }, HOUR_MS],
    [{ kind: 'stopped', reason: 'token_revoked' }, MINUTE_MS],
  ])(
    'that Slack refused (%o) is tried again later, and dropped once it is no longer true',
    (answer, againAfterMs) => {
      const state = stateOf({ fresh });
      const { posted, dueAtMs } = afterAnswer({}, planOf(state), answer, NOW_MS);
      expect(dueAtMs - NOW_MS).toBe(againAfterMs);
      expect(plan({ known: fresh, posted })).toMatchObject({ kind: 'post' });
      const givesUp = fresh.map(({ id }) => id);
      expect(plan({ posted })).toEqual({ kind: 'wait', untilMs: NOW_MS, posted: {}, givesUp });
      // An earlier attempt may have arrived.
      const begunBefore = beforeCall({}, planOf(state));
      const again = stateOf({ known: fresh, posted: begunBefore });
      const still = afterAnswer(again.posted, planOf(again), answer, NOW_MS).posted;
      expect(plan({ posted: still })).toMatchObject({ kind: 'post' });
    },
  );
});

describe('an outage of the service', () => {
  const outage = { sinceMs: NOW_MS - 20 * MINUTE_MS };
  const over = { ...outage, overAtMs: NOW_MS - MINUTE_MS };

  test('is posted once, after 15 minutes', () => {
    expect(plan({ outage: { sinceMs: NOW_MS - 14 * MINUTE_MS } })).toMatchObject({
      untilMs: NOW_MS + MINUTE_MS,
    });
    const posted = postedAfter(stateOf({ outage }));
    expect(posted.outage).toMatchObject({ ts: '2.5', ...outage });
    expect(plan({ outage, posted })).toMatchObject({ kind: 'wait' });
  });

  test('that ended before 15 minutes is not posted', () => {
    expect(plan({ outage: over })).toMatchObject({ kind: 'wait' });
  });
});

describe('a summary', () => {
  const summary = { dueAtMs: NOW_MS, zone: 'Europe/Istanbul' };

  test('that was due in a downtime waits until accounts are read again', () => {
    const downtime = { fromMs: NOW_MS - 2 * HOUR_MS, toMs: NOW_MS };
    const given = {
      downtime,
      summary: { ...summary, dueAtMs: NOW_MS - HOUR_MS },
      posted: { downtimeFromMs: downtime.fromMs },
    };
    expect(plan(given)).toEqual({ kind: 'wait', untilMs: NOW_MS + 2 * MINUTE_MS });
    expect(plan(given, NOW_MS + 2 * MINUTE_MS)).toMatchObject({ notification: { kind: 'summary' } });
  });
});
