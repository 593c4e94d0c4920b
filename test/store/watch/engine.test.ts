import { describe, expect, test } from 'vitest';
import type { TargetAnswer } from '../../../src/watch/deliveries.ts';
import { createWatch } from '../../../src/watch/engine/engine.ts';
import { bothDatabases, NOON_MS, postgresOfRun, SILENT } from '../use-databases.ts';
import {
  ADA,
  alerted,
  CRITICAL,
  claimOne,
  HEALTHY,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  notifying,
  OPTIONS,
  TELLS_ONLY,
  TURNED_CRITICAL,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('what the engine stores on $kind', ({ freshUrl }) => {
  /** 1004 and then 1007 turn critical where PagerDuty is chosen. `calls` resolves with the accounts that it is called about. */
  async function paged() {
    const { watches, watchStore } = await watching(await freshUrl());
    const options = { ...OPTIONS, createdAtMs: NOON_MS, targets: ['pagerduty'] } as const;
    await watches.add({ channelId: 'C1', person: ADA, patterns: ['1004', '1007'], options });
    const later = NOON_MS + HOUR_MS;
    await watchStore.makeAllDue(later);
    for (const claim of await watchStore.claimAccounts(later, 2)) {
      const incident = { ...INCIDENT, detectedAtMs: later + (claim.accountId === '1004' ? 0 : 1) };
      await watchStore.commitReading(later, claim, () => ({ ...TURNED_CRITICAL, incident }));
    }
    const calls = async (answerTo: (accountId: string) => TargetAnswer) => {
      const called: string[] = [];
      let nowMs = later;
      const watch = createWatch({
        ...TELLS_ONLY,
        store: { ...watchStore, claimChannels: async () => [] },
        notify: () => Promise.reject(new Error('no channel is claimed')),
        targets: ['pagerduty'],
        callTarget: async ({ accountId }) => {
          called.push(accountId);
          return answerTo(accountId);
        },
        now: () => nowMs,
        log: SILENT,
      });
      for (let minute = 1; minute <= 4; minute += 1) {
        nowMs = later + minute * 2 * MINUTE_MS;
        await watch.notify();
        await watch.idle();
      }
      return called;
    };
    return { watches, calls };
  }

  test('a call that a target refuses does not delay the next one', async () => {
    const { calls } = await paged();
    const called = await calls((accountId) => ({ kind: accountId === '1004' ? 'stopped' : 'sent' }));
    expect(called).toEqual(['1004', '1007', '1004', '1004']);
  });

  test('no target is called about an account that somebody is on already', async () => {
    const { watches, calls } = await paged();
    await watches.give('1004', { userId: 'U2' }, { fromOthers: false });
    expect(await calls(() => ({ kind: 'sent' }))).toEqual(['1007']);
  });

  test('a channel that accepts no messages is broken until a message arrives', async () => {
    const store = await watching(await freshUrl());
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    const refused = () => ({ kind: 'broken', reason: 'is_archived' }) as const;
    const later = NOON_MS + MINUTE_MS;
    const calls = await notifying(store, later, ({ channelId, ts = '9.5' }) =>
      channelId === 'C1' ? refused() : { kind: 'sent', ts, channelId: 'D1' },
    );
    // Ada began the watch, so she gets one direct message.
    const paused = { kind: 'paused', channelId: 'C1', reason: 'is_archived' };
    expect(calls.map(({ channelId, notification }) => [channelId, notification.kind])).toEqual([
      ['C1', 'alert'],
      [ADA.userId, 'paused'],
    ]);
    expect(calls[1]?.notification).toEqual(paused);
    expect(await store.watches.list(['C1'])).toMatchObject([{ broken: 'is_archived' }]);
    expect(await store.watches.broken(ADA.userId)).toEqual([{ channelId: 'C1', reason: 'is_archived' }]);
    expect(await store.watches.broken('U2')).toEqual([]);
    // It is retried every hour, without another message to her.
    expect(await notifying(store, later + HOUR_MS, refused)).toHaveLength(1);
    expect(await notifying(store, later + 2 * HOUR_MS)).toMatchObject([{ kind: 'post', channelId: 'C1' }]);
    expect((await store.watches.list(['C1']))[0]).toMatchObject({ broken: undefined });
  });

  test('a person acknowledges the accounts of an alert that nobody is on, or a single account', async () => {
    const store = await watching(await freshUrl(), ['1004', '1007']);
    const claims = await store.watchStore.claimAccounts(NOON_MS, 2);
    for (const claim of claims) await store.watchStore.commitReading(NOON_MS, claim, () => TURNED_CRITICAL);
    await notifying(store, NOON_MS + MINUTE_MS);
    const press = (userId: string, accountId?: string, ts = '1.5') =>
      accountId === undefined
        ? store.watches.take({ channelId: 'C1', ts }, userId)
        : store.watches.give(accountId, { userId }, { fromOthers: true });
    const owners = async () =>
      (await store.watches.workspace(['1004', '1007'])).accounts
        .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
        .map(({ owner }) => owner?.userId);
    expect(await press('U1', '1004')).toBe('taken');
    expect(await press('U2')).toEqual({ kind: 'taken', accountIds: ['1007'] });
    expect(await press('U3')).toEqual({ kind: 'taken-already' });
    expect(await owners()).toEqual(['U1', 'U2']);
    expect(await press('U3', '1004')).toBe('taken');
    expect(await owners()).toEqual(['U3', 'U2']);
    expect(await store.watches.release('U1', { accountId: '1004' })).toEqual([]);
    expect(await store.watches.release('U3', { accountId: '1004' })).toEqual(['1004']);
    expect(await owners()).toEqual([undefined, 'U2']);
    expect(await press('U3')).toEqual({ kind: 'taken', accountIds: ['1004'] });
    expect(await press('U3', undefined, '0.5')).toEqual({
      kind: 'outdated',
      present: { ts: '1.5', channelId: 'C1' },
    });
    expect(await store.watches.take({ channelId: 'C9', ts: '1.5' }, 'U1')).toEqual({
      kind: 'unknown-message',
    });
    const later = NOON_MS + 2 * MINUTE_MS;
    const calls = [];
    for (let at = later; calls.length < 6; at += MINUTE_MS) calls.push(...(await notifying(store, at)));
    const hands = calls.slice(0, 5).map(({ notification: one }) => (one.kind === 'hands' ? one : undefined));
    const lines = hands.map((one) => [
      one?.userId,
      one?.ended ? 'off' : 'on',
      one?.accountIds.join(),
      ...(one?.fromId ? ['from', one.fromId] : []),
    ]);
    expect(lines.map((line) => line.join(' ')).toSorted()).toEqual([
      'U1 on 1004',
      'U2 on 1007',
      'U3 off 1004',
      'U3 on 1004',
      'U3 on 1004 from U1',
    ]);
    expect(calls[5]?.notification).toMatchObject({
      kind: 'alert',
      rows: [{ ownerId: 'U3' }, { ownerId: 'U2' }],
    });
    const page = await store.watches.openAt('C1', 'U1', 1, 1);
    expect(page).toMatchObject({ zone: OPTIONS.zone, count: 2, incidents: [{ accountId: '1007' }] });
  });

  test('an acknowledgement leaves out an account that is still to be posted, until the alert shows it', async () => {
    const store = await watching(await freshUrl());
    await alerted(store);
    const soon = NOON_MS + 2 * MINUTE_MS;
    await store.watchStore.makeAllDue(soon);
    const claims = await store.watchStore.claimAccounts(soon, 2);
    const step = { ...TURNED_CRITICAL, incident: { ...INCIDENT, detectedAtMs: soon } };
    for (const claim of claims.filter(({ accountId }) => accountId === '1007'))
      await store.watchStore.commitReading(soon, claim, () => step);
    const press = (userId: string) => store.watches.take({ channelId: 'C1', ts: '1.5' }, userId);
    expect(await press('U2')).toEqual({ kind: 'taken', accountIds: ['1004'] });
    expect(await notifying(store, soon)).toMatchObject([{ kind: 'reply' }]);
    expect(await notifying(store, soon + 2_000)).toMatchObject([{ kind: 'edit' }]);
    expect(await press('U3')).toEqual({ kind: 'taken', accountIds: ['1007'] });
  });

  test('an account that becomes critical between the claim of a channel and the plan is posted', async () => {
    const store = await watching(await freshUrl());
    const { watchStore } = store;
    const soon = NOON_MS + MINUTE_MS;
    await watchStore.makeAllDue(NOON_MS);
    const claims = await watchStore.claimAccounts(NOON_MS, 2);
    const turns = async (id: string, detectedAtMs: number) => {
      const step = { ...TURNED_CRITICAL, incident: { ...INCIDENT, detectedAtMs } };
      for (const claim of claims.filter(({ accountId }) => accountId === id))
        await watchStore.commitReading(detectedAtMs, claim, () => step);
    };
    await turns('1004', NOON_MS);
    let isFirst = true;
    const planChannel: typeof watchStore.planChannel = async (...plan) => {
      if (isFirst) await turns('1007', soon);
      isFirst = false;
      return await watchStore.planChannel(...plan);
    };
    const calls = await notifying({ ...store, watchStore: { ...watchStore, planChannel } }, soon);
    expect(calls.map(({ notification }) => notification)).toMatchObject([
      { kind: 'alert', newIds: [expect.stringMatching('^1004@'), expect.stringMatching('^1007@')] },
    ]);
  });

  test('an account that needs attention during the call about another one gets a line of its own', async () => {
    const store = await watching(await freshUrl(), ['1004', '1007', '1009']);
    const { watches, watchStore } = store;
    const options = { ...OPTIONS, minLevel: 'attention' } as const;
    await watches.add({ channelId: 'C1', person: ADA, patterns: ['1007', '1009'], options });
    await alerted(store);
    const soon = NOON_MS + 2 * MINUTE_MS;
    await watchStore.makeAllDue(NOON_MS);
    const claims = await watchStore.claimAccounts(NOON_MS, 3);
    const turns = async (id: string) => {
      const incident = { ...INCIDENT, level: 'attention' } as const;
      for (const claim of claims.filter(({ accountId }) => accountId === id))
        await watchStore.commitReading(NOON_MS, claim, () => ({ ...TURNED_CRITICAL, incident }));
    };
    await turns('1007');
    const lines: string[][] = [];
    for (let atMs = soon; atMs < soon + 20_000; atMs += 2_000)
      await notifying(store, atMs, async ({ notification, ts = '9.5', channelId }) => {
        if (notification.kind === 'also') {
          lines.push(notification.incidents.map(({ accountId }) => accountId));
          await turns('1009');
        }
        return { kind: 'sent', ts, channelId };
      });
    expect(lines).toEqual([['1007'], ['1009']]);
  });

  test('accounts are counted by level and read in pages; one never read has no state', async () => {
    const store = await watching(await freshUrl(), ['1004', '1007']);
    const unread = { channelId: 'C1', person: ADA, patterns: ['1001'], options: OPTIONS };
    await store.watches.add(unread);
    const claim = (await store.watchStore.claimAccounts(NOON_MS, 10)).find(
      ({ known }) => known !== undefined,
    );
    if (claim === undefined) throw new Error('nothing is due');
    await store.watchStore.commitReading(NOON_MS, claim, () => TURNED_CRITICAL);
    expect(await store.watchStore.figures()).toMatchObject({
      accounts: 3,
      levels: { critical: 1, attention: 0, unknown: 1, healthy: 1 },
    });
    const first = await store.watchStore.readStates('', 2);
    expect(first).toEqual([{ accountId: '1001' }, { accountId: '1004', state: CRITICAL }]);
    expect(await store.watchStore.readStates('1004', 2)).toEqual([{ accountId: '1007', state: HEALTHY }]);
    await store.close();
  });
});
