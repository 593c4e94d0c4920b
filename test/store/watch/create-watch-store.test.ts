import { describe, expect, test } from 'vitest';
import type { ChannelClaim, ChannelStep } from '../../../src/watch/watch-store.ts';
import { bothDatabases, NOON_MS, postgresOfRun } from '../use-databases.ts';
import {
  ADA,
  ALERT,
  alerted,
  CRITICAL,
  claimChannel,
  claimOne,
  HEALTHY,
  HOUR_MS,
  INCIDENT_ID,
  MINUTE_MS,
  posting,
  RESOLVED,
  TERMS,
  TURNED_CRITICAL,
  TURNED_HEALTHY,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('what the engine of watches keeps on $kind', ({ freshUrl }) => {
  test('a change opens an incident, and its channel is due', async () => {
    const store = await watching(await freshUrl());
    await store.watchStore.finishChannel(
      await claimChannel(store),
      { kind: 'wait', dueAtMs: NOON_MS + 24 * HOUR_MS },
      NOON_MS,
    );
    expect(await store.watchStore.claimChannel(NOON_MS)).toBeUndefined();
    await store.watchStore.commitReading(await claimOne(store), TURNED_CRITICAL, NOON_MS);
    expect(await claimChannel(store)).toMatchObject({
      channelId: 'C1',
      accountCount: 2,
      watchedSinceMs: TERMS.createdAtMs,
      incidents: [
        {
          id: `1004@${NOON_MS}`,
          accountId: '1004',
          level: 'critical',
          startedAtMs: NOON_MS - MINUTE_MS,
          terms: TERMS,
          state: CRITICAL,
        },
      ],
      messages: [],
    });
  });

  test('what is resolved while a post is under way is still told', async () => {
    const store = await watching(await freshUrl());
    const { id, claim } = await posting(store);
    const later = NOON_MS + MINUTE_MS;
    await store.watchStore.commitReading(await claimOne(store, later), TURNED_HEALTHY, later);
    const step = { kind: 'posted', id, ts: '1.5', postedIn: 'C1', told: ALERT, dueAtMs: later } as const;
    await store.watchStore.finishChannel(claim, step, later + MINUTE_MS);
    expect((await claimChannel(store, later + MINUTE_MS)).incidents).toMatchObject([{ id: INCIDENT_ID }]);
  });

  test('an edit that comes too late is made good by the next one', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const frozen = await claimChannel(store);
    const newer = await claimChannel(store, NOON_MS + MINUTE_MS);
    const rest = { id, ts: '1.5', dueAtMs: NOON_MS + 2 * MINUTE_MS } as const;
    await store.watchStore.finishChannel(newer, { kind: 'edited', told: RESOLVED, ...rest }, NOON_MS);
    const late = { kind: 'edited', told: ALERT, ...rest } as const;
    expect(await store.watchStore.finishChannel(frozen, late, NOON_MS + 2 * MINUTE_MS)).toBe('lost');
    const next = await claimChannel(store, NOON_MS + 2 * MINUTE_MS);
    expect(next.messages).toMatchObject([{ id, told: ALERT, isOutdated: true }]);
    await store.watchStore.finishChannel(next, { kind: 'edited', told: RESOLVED, ...rest }, NOON_MS);
    const [message] = (await claimChannel(store, NOON_MS + 2 * MINUTE_MS)).messages;
    expect(message).not.toHaveProperty('isOutdated');
  });

  test('a post that comes too late is known, unless somebody has posted it again', async () => {
    const store = await watching(await freshUrl());
    const { id, claim } = await posting(store);
    await claimChannel(store, NOON_MS + MINUTE_MS);
    const posted = (ts: string) =>
      ({ kind: 'posted', id, ts, postedIn: 'C1', told: ALERT, dueAtMs: NOON_MS }) as const;
    expect(await store.watchStore.finishChannel(claim, posted('1.5'), NOON_MS + MINUTE_MS)).toBe('lost');
    expect(await store.watchStore.finishChannel(claim, posted('2.5'), NOON_MS + MINUTE_MS)).toBe('lost');
    const next = await claimChannel(store, NOON_MS + 3 * MINUTE_MS);
    expect(next).toMatchObject({ messages: [{ id, ts: '1.5' }] });
    expect(next.unconfirmed).toBeUndefined();
  });

  test('a post whose answer was lost is unconfirmed, and keeps its key', async () => {
    const store = await watching(await freshUrl());
    await store.watchStore.commitReading(await claimOne(store), TURNED_CRITICAL, NOON_MS);
    const id = await store.watchStore.beginPost(await claimChannel(store), ALERT, NOON_MS);
    const next = await claimChannel(store, NOON_MS + MINUTE_MS);
    expect(next).toMatchObject({ messages: [], unconfirmed: { id, told: ALERT } });
    expect(await store.watchStore.beginPost(next, ALERT, NOON_MS + MINUTE_MS)).toBe(id);
    const step = {
      kind: 'posted',
      id: id ?? '',
      ts: '1.5',
      postedIn: 'C1',
      told: ALERT,
      dueAtMs: NOON_MS,
    } as const;
    await store.watchStore.finishChannel(next, step, NOON_MS + MINUTE_MS);
    const after = await claimChannel(store, NOON_MS + MINUTE_MS);
    expect(after.unconfirmed).toBeUndefined();
    expect(after.messages).toEqual([{ id, ts: '1.5', postedIn: 'C1', postedAtMs: NOON_MS, told: ALERT }]);
  });

  test('a post is not begun for an older claim', async () => {
    const store = await watching(await freshUrl());
    const frozen = await claimChannel(store);
    await claimChannel(store, NOON_MS + MINUTE_MS);
    expect(await store.watchStore.beginPost(frozen, ALERT, NOON_MS)).toBeUndefined();
  });

  test('a post that Slack does not have is forgotten', async () => {
    const store = await watching(await freshUrl());
    const claim = await claimChannel(store);
    const id = (await store.watchStore.beginPost(claim, ALERT, NOON_MS)) ?? '';
    await store.watchStore.finishChannel(claim, { kind: 'not-posted', id, dueAtMs: NOON_MS }, NOON_MS);
    expect((await claimChannel(store)).unconfirmed).toBeUndefined();
  });

  test('a channel that takes nothing is broken until something gets through', async () => {
    const store = await watching(await freshUrl());
    const step = { kind: 'broken', reason: 'is_archived', dueAtMs: NOON_MS } as const;
    await store.watchStore.finishChannel(await claimChannel(store), step, NOON_MS);
    expect(await store.watches.list(['C1'])).toMatchObject([{ broken: 'is_archived' }]);
    const { id, claim: _claim } = await alerted(store);
    expect(id).toContain('C1');
    expect((await store.watches.list(['C1']))[0]).toMatchObject({ broken: undefined });
  });

  test('the person who began a watch is due when its channel stops taking alerts, and when it takes them again', async () => {
    const store = await watching(await freshUrl());
    const end = async (step: ChannelStep, nowMs: number) =>
      store.watchStore.finishChannel(await claimChannel(store, nowMs), step, nowMs);
    const claimAda = async (broken: ChannelClaim['broken'], nowMs: number) => {
      const claim = await claimChannel(store, nowMs);
      expect(claim).toMatchObject({ channelId: ADA.userId, accountCount: 0, broken });
      await store.watchStore.finishChannel(claim, { kind: 'wait', dueAtMs: NOON_MS + 24 * HOUR_MS }, nowMs);
      expect(await store.watchStore.claimChannel(nowMs)).toBeUndefined();
    };
    const reason = 'is_archived';
    await end({ kind: 'broken', reason, dueAtMs: NOON_MS + HOUR_MS }, NOON_MS);
    await claimAda([{ channelId: 'C1', reason }], NOON_MS);
    expect(await store.watches.broken(ADA.userId)).toEqual([{ channelId: 'C1', reason }]);
    expect(await store.watches.broken('U2')).toEqual([]);
    // Still so: no news.
    await end({ kind: 'broken', reason, dueAtMs: NOON_MS + 2 * HOUR_MS }, NOON_MS + HOUR_MS);
    expect(await store.watchStore.claimChannel(NOON_MS + HOUR_MS)).toBeUndefined();
    const edited = {
      kind: 'edited',
      id: 'x',
      ts: '1.5',
      told: ALERT,
      dueAtMs: NOON_MS + 24 * HOUR_MS,
    } as const;
    await end(edited, NOON_MS + 2 * HOUR_MS);
    await claimAda([], NOON_MS + 2 * HOUR_MS);
    expect(await store.watches.broken(ADA.userId)).toEqual([]);
  });

  test('a person whose direct messages take nothing is told elsewhere, and not there', async () => {
    const store = await watching(await freshUrl(), ['1004'], ADA.userId);
    const step = { kind: 'broken', reason: 'messages_tab_disabled', dueAtMs: NOON_MS } as const;
    await store.watchStore.finishChannel(await claimChannel(store), step, NOON_MS);
    expect(await store.watches.broken(ADA.userId)).toEqual([
      { channelId: ADA.userId, reason: 'messages_tab_disabled' },
    ]);
    expect((await claimChannel(store)).broken).toEqual([]);
  });

  test('a message is kept until it is over, and then until it is too old', async () => {
    const store = await watching(await freshUrl());
    const { id } = await alerted(store);
    const row = { incidentId: INCIDENT_ID, level: 'critical', resolvedAtMs: NOON_MS } as const;
    const told = { kind: 'alert', accountCount: 2, rows: [{ ...row, isRecoveryTold: true }] } as const;
    const forget = (postedBeforeMs: number) =>
      store.watchStore.forgetOld({ day: 0, closedBeforeMs: 0, postedBeforeMs });
    const press = () => store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U1');
    await forget(NOON_MS + 1);
    expect(await press()).toMatchObject({ kind: 'taken' });
    const claim = await claimChannel(store, NOON_MS + MINUTE_MS);
    const end = { kind: 'replied', id, ts: '1.5', told, dueAtMs: NOON_MS } as const;
    await store.watchStore.finishChannel(claim, end, NOON_MS + MINUTE_MS);
    await forget(NOON_MS);
    expect(await press()).toMatchObject({ kind: 'taken' });
    await forget(NOON_MS + 1);
    expect(await press()).toEqual({ kind: 'unknown-message' });
  });

  test('accounts are counted by their level, and read page by page; nothing is known of one never read', async () => {
    const store = await watching(await freshUrl(), ['1004', '1007']);
    const unread = { channelId: 'C1', person: ADA, patterns: ['1001'], terms: TERMS };
    await store.watches.add(unread);
    const claim = (await store.watchStore.claimAccounts(NOON_MS, 10)).find(
      ({ known }) => known !== undefined,
    );
    if (claim === undefined) throw new Error('nothing is due');
    await store.watchStore.commitReading(claim, TURNED_CRITICAL, NOON_MS);
    expect(await store.watchStore.figures(NOON_MS)).toMatchObject({
      accounts: 3,
      levels: { critical: 1, attention: 0, unknown: 1, healthy: 1 },
    });
    const first = await store.watchStore.readStates('', 2);
    expect(first).toEqual([{ accountId: '1001' }, { accountId: '1004', state: CRITICAL }]);
    expect(await store.watchStore.readStates('1004', 2)).toEqual([{ accountId: '1007', state: HEALTHY }]);
    await store.close();
  });
});
