import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/account/time.ts';
import { bothDatabases, NOON_MS, postgresOfRun } from '../use-databases.ts';
import {
  ADA,
  alerted,
  CRITICAL,
  claimChannel,
  claimOne,
  HEALTHY,
  HOUR_MS,
  MINUTE_MS,
  notifying,
  OPTIONS,
  readFirst,
  type SlackCall,
  TURNED_CRITICAL,
  TURNED_HEALTHY,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('what people watch on $kind', ({ freshUrl }) => {
  test('distinguishes what became bad while watched from what was bad at the start', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watches.add({ channelId: 'C1', person: ADA, patterns: ['1008'], options: OPTIONS });
    await readFirst(store, (id) => (id === '1008' ? CRITICAL : HEALTHY));
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    const { level, startedAtMs } = CRITICAL;
    const seen = () => Promise.all(['1004', '1008', '9999'].map(store.watches.seen));
    expect(await seen()).toEqual([{ level, startedAtMs }, { level }, undefined]);
    const [here] = await store.watches.list(['C1']);
    expect(here?.watches.map(({ pattern, isSeen }) => [pattern, isSeen])).toEqual([
      ['1004', true],
      ['1008', false],
    ]);
    const claims = await store.watchStore.claimAccounts(NOON_MS + HOUR_MS, 2);
    const again = claims.find(({ accountId }) => accountId === '1004');
    if (again === undefined) throw new Error('1004 is not due');
    await store.watchStore.commitReading(NOON_MS + HOUR_MS, again, () => TURNED_HEALTHY);
    expect(await seen()).toEqual([undefined, { level }, undefined]);
  });

  test('an acknowledgement during a recovery leaves the incident resolved', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await alerted(store);
    const claim = await claimOne(store, NOON_MS + HOUR_MS);
    const [, taken] = await Promise.all([
      store.watchStore.commitReading(NOON_MS + HOUR_MS, claim, () => TURNED_HEALTHY),
      store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U2'),
    ]);
    expect(['taken', 'nothing-open']).toContain(taken.kind);
    expect(await store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U3')).toEqual({ kind: 'nothing-open' });
    const { state } = await claimChannel(store, NOON_MS + HOUR_MS);
    expect(state.recovered.incidents).toMatchObject([{ resolvedAtMs: NOON_MS }]);
  });

  test('after a downtime nobody is notified again before the account could be read', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await alerted(store);
    const startMs = NOON_MS + 3 * HOUR_MS;
    for (const atMs of [NOON_MS + MINUTE_MS, startMs]) await store.watchStore.tick(atMs);
    const { state } = await claimChannel(store, startMs);
    expect(state.news).toMatchObject([{ kind: 'urgent', readyAtMs: startMs + 2 * MINUTE_MS }]);
    expect(state.again).toBeUndefined();
  });

  test('an account that is named twice is muted once', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const untilMs = NOON_MS + HOUR_MS;
    await store.watches.setQuiet(['1004', '1004'], { untilMs, userId: 'U2' });
    expect(await store.watches.quiet(['C1'])).toMatchObject([{ accountId: '1004', untilMs, userId: 'U2' }]);
  });

  test('new options of a watch keep unreported incidents', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    const options = { ...OPTIONS, minLevel: 'attention', createdAtMs: NOON_MS + 1 } as const;
    await store.watches.add({
      channelId: 'C1',
      person: ADA,
      patterns: ['1004'],
      options,
    });
    expect((await claimChannel(store)).state.news).toMatchObject([{ kind: 'urgent', count: 1 }]);
  });

  test('a new watch makes a broken channel due at once', async () => {
    const store = await watching(await freshUrl());
    await store.watches.remove('C1', ['1007'], 'U2');
    const refused = ({ channelId, ts = '9.5' }: SlackCall) =>
      channelId === 'C1'
        ? ({ kind: 'broken', reason: 'not_in_channel' } as const)
        : ({ kind: 'sent', ts, channelId: 'D1' } as const);
    expect(await notifying(store, NOON_MS, refused)).toHaveLength(2);
    expect(await notifying(store, NOON_MS + MINUTE_MS)).toEqual([]);
    const watch = { channelId: 'C1', person: ADA, patterns: ['1'], options: OPTIONS };
    await store.watches.add(watch);
    expect(await claimChannel(store, NOON_MS + MINUTE_MS)).toMatchObject({ state: { accountCount: 2 } });
  });

  test('a stop notifies the channel, with retries for a day', async () => {
    const store = await watching(await freshUrl());
    const watch = { channelId: 'C1', person: ADA, options: OPTIONS };
    const summary = { atMinute: 480, days: [1], zone: 'UTC' };
    await store.watches.add({ ...watch, patterns: ['20*'] });
    await store.watches.setSummary('C1', summary, 'C1');
    await store.watches.remove('C1', ['1004', '9999'], 'U2');
    await store.watches.remove('C1', ['20*'], 'U2');
    await store.watches.stopSummary('C1', 'U2');
    const stopped = [
      { what: 'accounts', ids: ['1004'] },
      { what: 'accounts', ids: ['20*'] },
      { what: 'summary', ids: [] },
    ].map((one) => ({ kind: 'stopped', userId: 'U2', ...one }));
    const posted: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const nowMs = NOON_MS + turn * HOUR_MS;
      await notifying(store, nowMs, () => ({ kind: 'held', retryAfterMs: 1_000 }));
      posted.push(...(await notifying(store, nowMs + MINUTE_MS)).map((call) => call.notification));
    }
    expect(posted).toEqual(expect.arrayContaining(stopped));
    expect(posted).toHaveLength(3);
    await store.watches.remove('C1', ['1007'], 'U2');
    await store.watchStore.makeAllDue(NOON_MS + DAY_MS + 1);
    expect(await notifying(store, NOON_MS + DAY_MS + 1)).toEqual([]);
  });

  test('a stop retries a broken channel, and one in direct messages notifies nobody', async () => {
    const store = await watching(await freshUrl());
    await store.watches.remove('C1', ['1007'], 'U2');
    await notifying(store, NOON_MS, () => ({ kind: 'broken', reason: 'not_in_channel' }));
    await store.watches.remove('C1', ['1004'], ADA.userId);
    const own = { channelId: 'U1', person: ADA, patterns: ['1004'], options: OPTIONS };
    await store.watches.add(own);
    await store.watches.remove('U1', ['1004'], ADA.userId);
    const calls = await notifying(store, NOON_MS + MINUTE_MS);
    expect(
      calls.map(({ channelId, notification }) => `${channelId} ${notification.kind}`).toSorted(),
    ).toEqual(['C1 stopped', 'U1 paused']);
  });

  test('conversations in which a person began a watch are listed after those asked for', async () => {
    const store = await watching(await freshUrl(), ['1004'], 'C2');
    const watch = { person: ADA, options: OPTIONS };
    await store.watches.add({ ...watch, channelId: 'C1', patterns: ['1007'] });
    await store.watches.add({ ...watch, channelId: 'C3', patterns: ['20*'] });
    const others = { ...watch, person: { ...ADA, userId: 'U2' } };
    await store.watches.add({ ...others, channelId: 'C4', patterns: ['1007'] });
    const conversations = async (...asked: Parameters<typeof store.watches.list>) =>
      (await store.watches.list(...asked)).map(({ channelId }) => channelId);
    expect(await conversations(['C2', ADA.userId], ADA.userId)).toEqual(['C2', 'C1', 'C3']);
    expect(await conversations(['C2', ADA.userId])).toEqual(['C2']);
  });

  test('changes are deleted after a time, except the last healthy one and those after it', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const steps = [TURNED_CRITICAL, TURNED_HEALTHY, TURNED_CRITICAL, TURNED_HEALTHY, TURNED_CRITICAL];
    for (const [index, step] of steps.entries()) {
      const claim = await claimOne(store, NOON_MS + 4 * HOUR_MS);
      const { level, startedAtMs } = step.state;
      const change = { level, startedAtMs, detectedAtMs: NOON_MS + index };
      const read = { ...step, changes: [change], dueAtMs: NOON_MS };
      expect(await store.watchStore.commitReading(NOON_MS + index, claim, () => read)).toMatchObject({
        finished: 'done',
      });
      expect(await store.watchStore.commitReading(NOON_MS + index, claim, () => read)).toMatchObject({
        finished: 'lost',
      });
    }
    await store.watches.remove('C1', ['1004'], 'U1');
    const kept = async () => (await store.watches.record('1004')).changes.map(({ level }) => level);
    const all = ['critical', 'healthy', 'critical', 'healthy', 'critical', 'unseen'];
    expect(await kept()).toEqual(all);
    expect((await store.watches.record('1004')).isWatched).toBe(false);
    const forget = (beforeMs: number) => store.watchStore.forgetOld(NOON_MS, beforeMs);
    expect([await forget(NOON_MS + 1), await kept()]).toEqual([false, all]);
    // False means that nothing more is left to delete.
    expect([await forget(NOON_MS + 3), await forget(NOON_MS + 3)]).toEqual([true, false]);
    expect(await kept()).toEqual(all.slice(1));
    expect([await forget(NOON_MS + DAY_MS), await forget(NOON_MS + DAY_MS)]).toEqual([true, false]);
    expect(await kept()).toEqual(all.slice(3));
  });

  test('downtimes and outages are gaps of every history', async () => {
    const { watches, watchStore } = await watching(await freshUrl(), ['1004']);
    await watchStore.tick(NOON_MS);
    await watchStore.tick(NOON_MS + 10 * MINUTE_MS);
    await watchStore.tick(NOON_MS + HOUR_MS);
    const gaps = async () => (await watches.record('1004')).gaps;
    const down = { fromMs: NOON_MS + 10 * MINUTE_MS, toMs: NOON_MS + HOUR_MS };
    expect(await gaps()).toEqual([down]);
    const [claim] = await watchStore.claimAccounts(NOON_MS + HOUR_MS, 1);
    if (claim === undefined) throw new Error('nothing is due');
    const outageMs = NOON_MS + 2 * HOUR_MS;
    const step = () => ({ dueAtMs: outageMs });
    await watchStore.commitReading(outageMs, claim, step, { kind: 'failed', isSure: true });
    expect(await gaps()).toEqual([down, { fromMs: outageMs, toMs: Number.POSITIVE_INFINITY }]);
    await watchStore.commitReading(outageMs + HOUR_MS, claim, step);
    const out = { fromMs: outageMs, toMs: outageMs + HOUR_MS };
    expect(await gaps()).toEqual([down, out]);
    await watchStore.forgetOld(NOON_MS, outageMs);
    expect(await gaps()).toEqual([out]);
  });
});
