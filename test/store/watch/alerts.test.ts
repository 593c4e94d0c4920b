import { describe, expect, test } from 'vitest';
import { type Incident, nextIncident } from '../../../src/watch/incident.ts';
import type { FailedRead } from '../../../src/watch/observe.ts';
import { bothDatabases, NOON_MS, postgresOfRun, runSql, UNHURRIED } from '../use-databases.ts';
import {
  ADA,
  alerted,
  CRITICAL,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  notifying,
  OPTIONS,
  type Opened,
  type SlackCall,
  watching,
} from './watching.ts';

const DAY_MS = 24 * HOUR_MS;
const OUT: FailedRead = { kind: 'failed', isSure: true };
const BORA = { teamId: 'T1', userId: 'U2' };
const ATTENTION = { ...OPTIONS, minLevel: 'attention' } as const;

/** Reads one account, whatever is due. */
async function read(
  { watchStore }: Opened,
  id: string,
  nowMs: number,
  incidentOf: (open?: Incident) => Incident | undefined,
  failure?: FailedRead,
) {
  await watchStore.makeAllDue(nowMs);
  for (const claim of await watchStore.claimAccounts(nowMs, 50, UNHURRIED)) {
    const stepOf = (_outage: unknown, open?: Incident) => {
      const incident = incidentOf(open);
      const isBad = incident !== undefined && incident.resolvedAtMs === undefined;
      const state = { ...CRITICAL, level: isBad ? incident.level : 'healthy', readAtMs: nowMs } as const;
      return { state: failure ? undefined : state, dueAtMs: nowMs + 9 * DAY_MS, changes: [], incident };
    };
    if (claim.accountId === id) await watchStore.commitReading(nowMs, claim, stepOf, failure);
  }
}

const heals = (atMs: number) => (open?: Incident) => open && { ...open, resolvedAtMs: atMs };

const turns = (level: Incident['level'], atMs: number, canWait?: true) => (open?: Incident) =>
  nextIncident(open, { level, startedAtMs: atMs, canWait, news: 'level' }, atMs);

/** What a channel is sent within a quarter of an hour, kind and subject. Slack accepts one message a second there. */
async function sent(
  store: Opened,
  nowMs: number,
  channelId = 'C1',
  answerTo?: Parameters<typeof notifying>[2],
): Promise<string[]> {
  const calls: SlackCall[] = [];
  for (let atMs = nowMs; atMs <= nowMs + 15 * MINUTE_MS; atMs += 75_000)
    calls.push(...(await notifying(store, atMs, answerTo)));
  return calls
    .filter((call) => call.channelId === channelId)
    .map(({ kind, notification: one }) =>
      [kind, one.kind, ...('ended' in one ? [one.ended] : [])].join(' ').trim(),
    );
}

describe.each(bothDatabases(postgresOfRun()))('what a channel is sent on $kind', ({ freshUrl }) => {
  test('an alert shows an account whose level its watch does not report after those that it does', async () => {
    const store = await watching(await freshUrl());
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS, () => INCIDENT);
    await notifying(store, NOON_MS + MINUTE_MS);
    const betterMs = NOON_MS + 20 * MINUTE_MS;
    await read(store, '1004', betterMs, turns('attention', betterMs));
    const [edited] = await notifying(store, betterMs + MINUTE_MS);
    const [better, worst] = [
      { accountId: '1004', level: 'attention' },
      { accountId: '1007', level: 'critical' },
    ];
    expect(edited?.notification).toMatchObject({
      counts: { critical: 1, attention: 0 },
      rows: [worst, better],
    });
  });

  test('an account that needs attention again is not shown as fine when the others are', async () => {
    const store = await watching(await freshUrl());
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS, () => INCIDENT);
    await notifying(store, NOON_MS + MINUTE_MS);
    const atMs = (minutes: number) => NOON_MS + minutes * MINUTE_MS;
    await read(store, '1004', atMs(3), heals(atMs(3)));
    await notifying(store, atMs(4));
    await read(store, '1004', atMs(6), turns('attention', atMs(6)));
    await read(store, '1007', atMs(9), heals(atMs(9)));
    const shown = async (nowMs: number) =>
      (await notifying(store, nowMs)).findLast(({ kind }) => kind === 'edit')?.notification;
    const [again, well] = [{ accountId: '1004', resolvedAtMs: undefined }, { accountId: '1007' }];
    expect(await shown(atMs(10))).toMatchObject({ rows: [again, well], fineCount: 1 });
    await read(store, '1004', atMs(12), heals(atMs(12)));
    expect(await shown(atMs(13))).toMatchObject({ fineCount: 2 });
  });

  test('an owner is asked about a quiet account, and told that they lost it, when it is no longer quiet', async () => {
    const store = await watching(await freshUrl());
    await alerted(store);
    await store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U2');
    const mute = (untilMs: number) => store.watches.setQuiet(['1004'], { untilMs, userId: 'U2' });
    await mute(NOON_MS + 11.5 * HOUR_MS);
    await sent(store, NOON_MS + 2 * MINUTE_MS);
    expect(await sent(store, NOON_MS + 11 * HOUR_MS, 'U2')).toEqual([]);
    expect(await sent(store, NOON_MS + 11.5 * HOUR_MS, 'U2')).toEqual(['post still']);
    await mute(NOON_MS + 20 * HOUR_MS);
    expect(await sent(store, NOON_MS + 12 * HOUR_MS)).not.toContain('reply hands over');
    expect(await sent(store, NOON_MS + 20 * HOUR_MS)).toContain('reply hands over');
  });

  test('a mute that ends early brings what has waited for its end', async () => {
    const store = await watching(await freshUrl());
    await alerted(store);
    await store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U2');
    const mute = () => store.watches.setQuiet(['1004'], { untilMs: NOON_MS + 7 * DAY_MS, userId: 'U2' });
    await mute();
    await sent(store, NOON_MS + 2 * MINUTE_MS);
    expect(await sent(store, NOON_MS + 11 * HOUR_MS, 'U2')).toEqual([]);
    await store.watches.endQuiet(['1004'], { userId: 'U2' });
    expect(await sent(store, NOON_MS + 11.4 * HOUR_MS, 'U2')).toEqual(['post still']);
    await mute();
    expect(await sent(store, NOON_MS + 12 * HOUR_MS)).not.toContain('reply hands over');
    await store.watches.setQuiet(['1004'], { untilMs: NOON_MS + 13 * HOUR_MS, userId: 'U3' });
    expect(await sent(store, NOON_MS + 13 * HOUR_MS)).toContain('reply hands over');
  });

  test('an owner is not mentioned because a quiet account got worse', async () => {
    const store = await watching(await freshUrl());
    await store.watches.add({ channelId: 'C1', person: ADA, patterns: ['1004'], options: ATTENTION });
    await read(store, '1004', NOON_MS, turns('attention', NOON_MS));
    await sent(store, NOON_MS + MINUTE_MS);
    await store.watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    await store.watches.setQuiet(['1004'], { untilMs: NOON_MS + 9 * HOUR_MS, userId: 'U2' });
    await sent(store, NOON_MS + 20 * MINUTE_MS);
    const worseMs = NOON_MS + 3 * HOUR_MS;
    await read(store, '1004', worseMs, turns('critical', worseMs));
    expect(await sent(store, worseMs)).not.toContain('reply hands worse');
    expect(await sent(store, NOON_MS + 9 * HOUR_MS)).toContain('post alert');
  });

  test('an alert ends if its account is no longer watched because of another channel', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watches.add({ channelId: 'C2', person: ADA, patterns: ['*'], options: OPTIONS });
    await alerted(store);
    for (const minutes of [2, 31, 151]) await sent(store, NOON_MS + minutes * MINUTE_MS);
    await store.watches.remove('C1', ['1004'], 'U1');
    expect(await sent(store, NOON_MS + 3 * HOUR_MS, 'C2')).toEqual(['edit alert']);
  });

  test('an account that can no longer wait, or was fine in between, is posted whatever was posted before', async () => {
    const store = await watching(await freshUrl());
    await read(store, '1004', NOON_MS, turns('critical', NOON_MS, true));
    await read(store, '1007', NOON_MS, () => INCIDENT);
    await sent(store, NOON_MS + MINUTE_MS);
    const untilMs = NOON_MS + HOUR_MS;
    await store.watches.setQuiet(['1004'], { channelId: 'C1', untilMs, userId: 'U1' });
    for (const minutes of [31, 60, 151]) await sent(store, NOON_MS + minutes * MINUTE_MS);
    const staleMs = NOON_MS + 9 * HOUR_MS;
    await read(store, '1004', staleMs, turns('critical', staleMs));
    expect(await sent(store, staleMs + MINUTE_MS)).toContain('post alert');
    await store.watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    const againMs = NOON_MS + 63 * HOUR_MS;
    const another = { level: 'critical', startedAtMs: againMs - HOUR_MS, news: 'another' } as const;
    await read(store, '1007', againMs, (open) => nextIncident(open, another, againMs));
    expect(await sent(store, againMs + MINUTE_MS)).toContain('post alert');
  });

  test('nobody is reminded during an outage, and no alert is repeated at its end before reads', async () => {
    const store = await watching(await freshUrl());
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS, () => INCIDENT);
    await notifying(store, NOON_MS + MINUTE_MS);
    await store.watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    await notifying(store, NOON_MS + 2 * MINUTE_MS);
    await notifying(store, NOON_MS + 3 * MINUTE_MS);
    await read(store, '1007', NOON_MS + 10 * MINUTE_MS, (open) => open, OUT);
    expect(await sent(store, NOON_MS + 26 * MINUTE_MS)).toEqual(['post outage']);
    expect(await sent(store, NOON_MS + 4 * HOUR_MS)).toEqual([]);
    const endMs = NOON_MS + 5 * HOUR_MS;
    for (const id of ['1004', '1007']) await read(store, id, endMs, (open) => open);
    expect((await notifying(store, endMs)).map(({ kind }) => kind)).toEqual(['reply']);
    expect(await sent(store, endMs + 2 * MINUTE_MS)).toContain('post alert');
  });

  test('what has waited through a downtime is posted after it, and after reads', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watches.add({ channelId: 'C1', person: ADA, patterns: ['1004'], options: ATTENTION });
    const [nightMs, upMs] = [NOON_MS + 9 * HOUR_MS, NOON_MS + 18 * HOUR_MS];
    await store.watchStore.tick(nightMs);
    await read(store, '1004', nightMs, turns('attention', nightMs));
    expect(await sent(store, nightMs)).toEqual([]);
    await store.watchStore.tick(upMs);
    expect(await notifying(store, upMs)).toMatchObject([{ notification: { kind: 'downtime' } }]);
    expect(await sent(store, upMs + MINUTE_MS)).toEqual(['post alert']);
  });

  test('an alert that a closed channel has refused is posted there, also after a mute', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const closed = () => ({ kind: 'broken', reason: 'not_in_channel' }) as const;
    await read(store, '1004', NOON_MS, () => INCIDENT);
    await sent(store, NOON_MS, 'C1', closed);
    await store.watches.setQuiet(['1004'], { untilMs: NOON_MS + 4 * HOUR_MS, userId: 'U1' });
    await sent(store, NOON_MS + HOUR_MS, 'C1', closed);
    expect(await sent(store, NOON_MS + 5 * HOUR_MS)).toEqual(['post alert']);
  });

  test('an account that is new in a repeated alert that was refused is posted after a mute', async () => {
    const store = await watching(await freshUrl());
    const closed = () => ({ kind: 'broken', reason: 'not_in_channel' }) as const;
    await alerted(store);
    const newMs = NOON_MS + 30.5 * MINUTE_MS;
    await read(store, '1007', newMs, turns('critical', newMs));
    await notifying(store, NOON_MS + 31 * MINUTE_MS, closed);
    await store.watches.setQuiet(['1004', '1007'], { untilMs: NOON_MS + 4 * HOUR_MS, userId: 'U1' });
    await sent(store, NOON_MS + 2 * HOUR_MS);
    expect(await sent(store, NOON_MS + 5 * HOUR_MS)).toContain('post alert');
  });

  test('an alert that was deleted is not posted again after a mute', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await alerted(store);
    await store.watches.setQuiet(['1004'], { untilMs: NOON_MS + 8 * HOUR_MS, userId: 'U1' });
    const isDeleted = () => ({ kind: 'gone' }) as const;
    await sent(store, NOON_MS + 2 * MINUTE_MS, 'C1', isDeleted);
    for (const hours of [8, 9, 11]) expect(await sent(store, NOON_MS + hours * HOUR_MS)).toEqual([]);
  });

  test('a deleted alert of 1.x holds back nothing when all is fine', async () => {
    const url = await freshUrl();
    const store = await watching(url, ['1004']);
    await alerted(store);
    const [row] = await runSql(url, `select posted from channels where id = 'C1'`);
    const posted = JSON.parse(String(row?.posted));
    const adopted = { ...posted, alert: { ...posted.alert, newIds: [], fineCount: -1 } };
    await runSql(url, `update channels set posted = '${JSON.stringify(adopted)}' where id = 'C1'`);
    await read(store, '1004', NOON_MS + HOUR_MS, heals(NOON_MS + HOUR_MS));
    await sent(store, NOON_MS + HOUR_MS, 'C1', () => ({ kind: 'gone' }));
    const schedule = { atMinute: 17 * 60, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Istanbul' };
    await store.watches.setSummary('C1', 'U1', schedule);
    expect(await sent(store, NOON_MS + 2 * HOUR_MS)).toContain('post summary');
  });

  test('an owner who releases what they were asked about keeps the quiet accounts', async () => {
    const store = await watching(await freshUrl());
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS, () => INCIDENT);
    await notifying(store, NOON_MS + MINUTE_MS);
    await store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U2');
    await store.watches.setQuiet(['1004'], { untilMs: NOON_MS + DAY_MS, userId: 'U2' });
    expect(await store.watches.release('U2', { untilMs: NOON_MS + 12 * HOUR_MS })).toEqual(['1007']);
  });

  test('a hand-over is a message of its own below an alert about other accounts', async () => {
    const store = await watching(await freshUrl());
    await store.watches.add({ channelId: 'U2', person: BORA, patterns: ['1007'], options: OPTIONS });
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS, () => INCIDENT);
    await notifying(store, NOON_MS + MINUTE_MS);
    const hands = { userId: 'U2', byId: 'U1', note: 'They open at nine' };
    await store.watches.give('1004', hands, { fromOthers: true });
    expect(await sent(store, NOON_MS + 2 * MINUTE_MS, 'U2')).toContain('post hands');
    // The same account was in it, and was fine since.
    for (const id of ['1004', '1007']) await read(store, id, NOON_MS + HOUR_MS, heals(NOON_MS + HOUR_MS));
    await sent(store, NOON_MS + HOUR_MS);
    const laterMs = NOON_MS + 3 * HOUR_MS;
    await store.watches.remove('U2', ['1007'], 'U2');
    await read(store, '1007', laterMs, turns('critical', laterMs));
    await sent(store, laterMs);
    await store.watches.give('1007', hands, { fromOthers: true });
    expect(await sent(store, laterMs + 20 * MINUTE_MS, 'U2')).toContain('post hands');
  });
});
