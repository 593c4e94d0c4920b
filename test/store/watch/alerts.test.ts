import { describe, expect, test } from 'vitest';
import { type Incident, nextIncident } from '../../../src/watch/incident.ts';
import type { FailedRead } from '../../../src/watch/observe.ts';
import { bothDatabases, NOON_MS, postgresOfRun, runSql } from '../use-databases.ts';
import {
  ADA,
  alerted,
  DAY_MS,
  HOUR_MS,
  heals,
  MINUTE_MS,
  notifying,
  OPTIONS,
  read,
  type SlackCall,
  turns,
  watching,
} from './watching.ts';

const OUT: FailedRead = { kind: 'failed', isSure: true };
const [BORA, CEM] = ['U2', 'U3'];
const minutes = (count: number) => NOON_MS + count * MINUTE_MS;
const hours = (count: number) => NOON_MS + count * HOUR_MS;
const closed = () => ({ kind: 'broken', reason: 'not_in_channel' }) as const;
const isDeleted = () => ({ kind: 'gone' }) as const;

/** These accounts are watched in C1. Bora acts, and reads his direct messages. */
async function start(url: string, ids = ['1004', '1007']) {
  const store = await watching(url, ids);
  const { watches } = store;
  return {
    store,
    watches,
    /** 1004 turned critical, and the channel was notified a minute later. */
    alerted: () => alerted(store),
    /** Reads of these accounts find this level. */
    async turn(level: Incident['level'], atMs: number, ...accountIds: readonly string[]) {
      for (const id of accountIds) await read(store, id, atMs, turns(level, atMs));
    },
    async heal(atMs: number, ...accountIds: readonly string[]) {
      for (const id of accountIds) await read(store, id, atMs, heals(atMs));
    },
    watch: (channelId: string, pattern: string, minLevel: 'critical' | 'attention' = 'critical') => {
      const person = { ...ADA, userId: channelId === BORA ? BORA : ADA.userId };
      return watches.add({ channelId, person, patterns: [pattern], options: { ...OPTIONS, minLevel } });
    },
    mute: (untilMs: number, ...accountIds: readonly string[]) =>
      watches.setQuiet(accountIds, { untilMs, userId: BORA }),
    take: () => watches.take({ channelId: 'C1', ts: '1.5' }, BORA),
    give: (id: string) => watches.give(id, { userId: BORA }, { fromOthers: false }),
    /** One tick of the engine at this time. */
    calls: (nowMs: number) => notifying(store, nowMs),
    /** What a channel is sent within a quarter of an hour, kind and subject. Slack accepts one message a second there. */
    async sent(nowMs: number, channelId = 'C1', answerTo?: Parameters<typeof notifying>[2]) {
      const calls: SlackCall[] = [];
      for (let atMs = nowMs; atMs <= nowMs + 15 * MINUTE_MS; atMs += 75_000)
        calls.push(...(await notifying(store, atMs, answerTo)));
      return calls
        .filter((call) => call.channelId === channelId)
        .map(({ kind, notification: one }) =>
          [kind, one.kind, ...('ended' in one ? [one.ended] : [])].join(' ').trim(),
        );
    },
  };
}

describe.each(bothDatabases(postgresOfRun()))('what a channel is sent on $kind', ({ freshUrl }) => {
  test('an alert shows an account whose level its watch does not report after those that it does', async () => {
    const { turn, calls } = await start(await freshUrl());
    await turn('critical', NOON_MS, '1004', '1007');
    await calls(minutes(1));
    await turn('attention', minutes(20), '1004');
    const [edited] = await calls(minutes(21));
    expect(edited?.notification).toMatchObject({
      counts: { critical: 1, attention: 0 },
      rows: [
        { accountId: '1007', level: 'critical' },
        { accountId: '1004', level: 'attention' },
      ],
    });
  });

  test('an account that needs attention again is not shown as fine when the others are', async () => {
    const { turn, heal, calls } = await start(await freshUrl());
    await turn('critical', NOON_MS, '1004', '1007');
    await calls(minutes(1));
    await heal(minutes(3), '1004');
    await calls(minutes(4));
    await turn('attention', minutes(6), '1004');
    await heal(minutes(9), '1007');
    const shown = async (nowMs: number) =>
      (await calls(nowMs)).findLast(({ kind }) => kind === 'edit')?.notification;
    const [again, well] = [{ accountId: '1004', resolvedAtMs: undefined }, { accountId: '1007' }];
    expect(await shown(minutes(10))).toMatchObject({ rows: [again, well], fineCount: 1 });
    await heal(minutes(12), '1004');
    expect(await shown(minutes(13))).toMatchObject({ fineCount: 2 });
  });

  test('an owner is asked about a quiet account, and told that they lost it, when it is no longer quiet', async () => {
    const { alerted, take, mute, sent } = await start(await freshUrl());
    await alerted();
    await take();
    await mute(hours(11.5), '1004');
    await sent(minutes(2));
    expect(await sent(hours(11), BORA)).toEqual([]);
    expect(await sent(hours(11.5), BORA)).toEqual(['post still']);
    await mute(hours(20), '1004');
    expect(await sent(hours(12))).not.toContain('reply hands over');
    expect(await sent(hours(20))).toContain('reply hands over');
  });

  test('a mute that ends early brings what has waited for its end', async () => {
    const { alerted, take, mute, sent, watches } = await start(await freshUrl());
    await alerted();
    await take();
    await mute(hours(7 * 24), '1004');
    await sent(minutes(2));
    expect(await sent(hours(11), BORA)).toEqual([]);
    await watches.endQuiet(['1004'], { userId: BORA });
    expect(await sent(hours(11.4), BORA)).toEqual(['post still']);
    await mute(hours(7 * 24), '1004');
    expect(await sent(hours(12))).not.toContain('reply hands over');
    await watches.setQuiet(['1004'], { untilMs: hours(13), userId: CEM });
    expect(await sent(hours(13))).toContain('reply hands over');
  });

  test('an owner is not mentioned because a quiet account got worse', async () => {
    const { watch, turn, sent, give, mute } = await start(await freshUrl());
    await watch('C1', '1004', 'attention');
    await turn('attention', NOON_MS, '1004');
    await sent(minutes(1));
    await give('1004');
    await mute(hours(9), '1004');
    await sent(minutes(20));
    await turn('critical', hours(3), '1004');
    expect(await sent(hours(3))).not.toContain('reply hands worse');
    expect(await sent(hours(9))).toContain('post alert');
  });

  test('an alert ends if its account is no longer watched because of another channel', async () => {
    const { watch, alerted, sent, watches } = await start(await freshUrl(), ['1004']);
    await watch('C2', '*');
    await alerted();
    for (const minute of [2, 31, 151]) await sent(minutes(minute));
    await watches.remove('C1', ['1004'], 'U1');
    expect(await sent(hours(3), 'C2')).toEqual(['edit alert']);
  });

  test('an account that can no longer wait, or was fine in between, is posted whatever was posted before', async () => {
    const { store, turn, sent, give, watches } = await start(await freshUrl());
    await read(store, '1004', NOON_MS, turns('critical', NOON_MS, true));
    await turn('critical', NOON_MS, '1007');
    await sent(minutes(1));
    await watches.setQuiet(['1004'], { channelId: 'C1', untilMs: hours(1), userId: 'U1' });
    for (const minute of [31, 60, 151]) await sent(minutes(minute));
    await turn('critical', hours(9), '1004');
    expect(await sent(hours(9) + MINUTE_MS)).toContain('post alert');
    await give('1004');
    const another = { level: 'critical', startedAtMs: hours(62), news: 'another' } as const;
    await read(store, '1007', hours(63), (open) => nextIncident(open, another, hours(63)));
    expect(await sent(hours(63) + MINUTE_MS)).toContain('post alert');
  });

  test('nobody is reminded during an outage, and no alert is repeated at its end before reads', async () => {
    const { store, turn, calls, give, sent } = await start(await freshUrl());
    await turn('critical', NOON_MS, '1004', '1007');
    await calls(minutes(1));
    await give('1004');
    await calls(minutes(2));
    await calls(minutes(3));
    await read(store, '1007', minutes(10), (open) => open, OUT);
    expect(await sent(minutes(26))).toEqual(['post outage']);
    expect(await sent(hours(4))).toEqual([]);
    for (const id of ['1004', '1007']) await read(store, id, hours(5), (open) => open);
    expect((await calls(hours(5))).map(({ kind }) => kind)).toEqual(['reply']);
    expect(await sent(hours(5) + 2 * MINUTE_MS)).toContain('post alert');
  });

  test('what has waited through a downtime is posted after it, and after reads', async () => {
    const { store, watch, turn, sent, calls } = await start(await freshUrl(), ['1004']);
    await watch('C1', '1004', 'attention');
    const [nightMs, upMs] = [hours(9), hours(18)];
    await store.watchStore.tick(nightMs);
    await turn('attention', nightMs, '1004');
    expect(await sent(nightMs)).toEqual([]);
    await store.watchStore.tick(upMs);
    expect(await calls(upMs)).toMatchObject([{ notification: { kind: 'downtime' } }]);
    expect(await sent(upMs + MINUTE_MS)).toEqual(['post alert']);
  });

  test('an alert that a closed channel has refused is posted there, also after a mute', async () => {
    const { turn, mute, sent } = await start(await freshUrl(), ['1004']);
    await turn('critical', NOON_MS, '1004');
    await sent(NOON_MS, 'C1', closed);
    await mute(hours(4), '1004');
    await sent(hours(1), 'C1', closed);
    expect(await sent(hours(5))).toEqual(['post alert']);
  });

  test('an account that is new in a repeated alert that was refused is posted after a mute', async () => {
    const { store, alerted, turn, mute, sent } = await start(await freshUrl());
    await alerted();
    await turn('critical', minutes(30.5), '1007');
    await notifying(store, minutes(31), closed);
    await mute(hours(4), '1004', '1007');
    await sent(hours(2));
    expect(await sent(hours(5))).toContain('post alert');
  });

  test('an alert that was deleted is not posted again after a mute', async () => {
    const { alerted, mute, sent } = await start(await freshUrl(), ['1004']);
    await alerted();
    await mute(hours(8), '1004');
    await sent(minutes(2), 'C1', isDeleted);
    for (const hour of [8, 9, 11]) expect(await sent(hours(hour))).toEqual([]);
  });

  test('an owner of thousands of accounts renews each of them once', async () => {
    const url = await freshUrl();
    const { watches } = await start(url);
    const owned = `'U2', ${NOON_MS}, ${hours(1)}`;
    const rows = Array.from(
      { length: 2_600 },
      (_, at) => `('i${at}', 'a${at}', 'critical', 1, 1, 0, ${owned})`,
    );
    const columns =
      'id, account_id, level, started_at_ms, detected_at_ms, can_wait, owner_id, owner_since_ms';
    await runSql(url, `insert into incidents (${columns}, owner_until_ms) values ${rows.join(', ')}`);
    expect(await watches.renew('U2', hours(1))).toHaveLength(2_600);
    expect(await watches.renew('U2', hours(1))).toEqual([]);
  });

  test('a deleted alert of 1.x holds back nothing when all is fine', async () => {
    const url = await freshUrl();
    const { alerted, heal, sent, watches } = await start(url, ['1004']);
    await alerted();
    const [row] = await runSql(url, `select posted from channels where id = 'C1'`);
    const posted = JSON.parse(String(row?.posted));
    const adopted = { ...posted, alert: { ...posted.alert, newIds: [], fineCount: -1 } };
    await runSql(url, `update channels set posted = '${JSON.stringify(adopted)}' where id = 'C1'`);
    await heal(hours(1), '1004');
    await sent(hours(1), 'C1', isDeleted);
    const schedule = { atMinute: 17 * 60, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Istanbul' };
    await watches.setSummary('C1', 'U1', schedule);
    expect(await sent(hours(2))).toContain('post summary');
  });

  test('an owner who releases what they were asked about keeps the quiet accounts', async () => {
    const { turn, calls, take, mute, watches } = await start(await freshUrl());
    await turn('critical', NOON_MS, '1004', '1007');
    await calls(minutes(1));
    await take();
    await mute(NOON_MS + DAY_MS, '1004');
    expect(await watches.release(BORA, { untilMs: hours(12) })).toEqual(['1007']);
  });

  test('a hand-over is a message of its own below an alert about other accounts', async () => {
    const { watch, turn, heal, calls, sent, watches } = await start(await freshUrl());
    await watch(BORA, '1007');
    await turn('critical', NOON_MS, '1004', '1007');
    await calls(minutes(1));
    const hands = { userId: BORA, byId: 'U1', note: 'They open at nine' };
    await watches.give('1004', hands, { fromOthers: true });
    expect(await sent(minutes(2), BORA)).toContain('post hands');
    // The same account was in it, and was fine since.
    await heal(hours(1), '1004', '1007');
    await sent(hours(1));
    await watches.remove(BORA, ['1007'], BORA);
    await turn('critical', hours(3), '1007');
    await sent(hours(3));
    await watches.give('1007', hands, { fromOthers: true });
    expect(await sent(hours(3) + 20 * MINUTE_MS, BORA)).toContain('post hands');
  });
});
