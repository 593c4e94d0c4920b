import { describe, expect, test } from 'vitest';
import type { Incident } from '../../../src/watch/incident.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql, UNHURRIED } from '../use-databases.ts';
import {
  ADA,
  alerted,
  CRITICAL,
  claimChannel,
  claimOne,
  DAY_MS,
  HEALTHY,
  HOUR_MS,
  heals,
  INCIDENT,
  MINUTE_MS,
  notifying,
  OPTIONS,
  read,
  readFirst,
  type SlackCall,
  TURNED_CRITICAL,
  TURNED_HEALTHY,
  turns,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('what people watch on $kind', ({ freshUrl }) => {
  test('distinguishes what became bad while watched from what was bad at the start', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watches.add({ channelId: 'C1', person: ADA, patterns: ['1008'], options: OPTIONS });
    await readFirst(store, (id) => (id === '1008' ? CRITICAL : HEALTHY));
    await read(store, '1004', NOON_MS, () => INCIDENT);
    const { level, startedAtMs } = CRITICAL;
    const seen = () => Promise.all(['1004', '1008', '9999'].map((id) => store.watches.seen(id)));
    expect(await seen()).toEqual([{ level, startedAtMs }, { level }, undefined]);
    const [here] = await store.watches.list(['C1']);
    expect(here?.watches.map(({ pattern, isSeen }) => [pattern, isSeen])).toEqual([
      ['1004', true],
      ['1008', false],
    ]);
    await read(store, '1004', NOON_MS + HOUR_MS, heals(NOON_MS + HOUR_MS));
    expect(await seen()).toEqual([undefined, { level }, undefined]);
  });

  test('lists the conversations of a person, then channels that accept no messages, never those of others', async () => {
    const url = await freshUrl();
    const store = await openStore(url);
    const bora = { ...ADA, userId: 'U2' };
    const begun = { C1: bora, C2: bora, C3: ADA, U1: ADA, U2: bora };
    for (const [channelId, person] of Object.entries(begun))
      await store.watches.add({ channelId, person, patterns: ['1004'], options: OPTIONS });
    await runSql(url, "update channels set broken = 'is_archived' where id in ('C1', 'C3', 'U2')");
    const listed = async (userId: string) =>
      (await store.watches.list([], userId)).map(({ channelId }) => channelId);
    expect(await listed('U1')).toEqual(['C3', 'U1', 'C1']);
    expect(await listed('U2')).toEqual(['C1', 'C2', 'U2', 'C3']);
  });

  test('an acknowledgement leaves out an account that is still to be posted, until the alert shows it', async () => {
    const store = await watching(await freshUrl());
    await alerted(store);
    const soon = NOON_MS + 2 * MINUTE_MS;
    await read(store, '1007', soon, turns('critical', soon));
    const press = (userId: string) => store.watches.take({ channelId: 'C1', ts: '1.5' }, userId);
    expect(await press('U2')).toEqual({ kind: 'taken', accountIds: ['1004'] });
    expect(await notifying(store, soon)).toMatchObject([{ kind: 'reply' }]);
    expect(await notifying(store, soon + 2_000)).toMatchObject([{ kind: 'edit' }]);
    expect(await press('U3')).toEqual({ kind: 'taken', accountIds: ['1007'] });
  });

  /** 1004 is in an alert, and ten minutes later these accounts turned critical. */
  async function alertedThenCritical(ids = ['1007']) {
    const store = await watching(await freshUrl(), ['1004', ...ids]);
    await alerted(store);
    const laterMs = NOON_MS + 10 * MINUTE_MS;
    for (const id of ids) await read(store, id, laterMs, turns('critical', laterMs));
    return { store, laterMs };
  }

  test('an acknowledgement leaves out accounts whose alert Slack has held back', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => String(1007 + index));
    const { store, laterMs } = await alertedThenCritical(ids);
    const press = (ts: string) => store.watches.take({ channelId: 'C1', ts }, 'U2');
    const held = { kind: 'held', retryAfterMs: 5 * MINUTE_MS } as const;
    expect(await notifying(store, laterMs + 2 * MINUTE_MS, () => held)).toMatchObject([{ kind: 'post' }]);
    expect(await press('1.5')).toEqual({ kind: 'taken', accountIds: ['1004'] });
    await notifying(store, laterMs + 7 * MINUTE_MS, ({ channelId }) => ({
      kind: 'sent',
      ts: '2.5',
      channelId,
    }));
    expect(await press('2.5')).toEqual({ kind: 'taken', accountIds: ids });
  });

  test('a second press finds what the first one took', async () => {
    const store = await watching(await freshUrl());
    await alerted(store);
    const press = (userId: string) => store.watches.take({ channelId: 'C1', ts: '1.5' }, userId);
    const taken = { kind: 'taken', accountIds: ['1004'] };
    expect([await press('U2'), await press('U2'), await press('U3')]).toEqual([
      taken,
      taken,
      { kind: 'taken-already' },
    ]);
    expect(await notifying(store, NOON_MS + 2 * MINUTE_MS)).toMatchObject([{ kind: 'reply' }]);
  });

  test('an alert whose answer was lost can be acknowledged, the one before it not', async () => {
    const { store, laterMs } = await alertedThenCritical();
    await notifying(store, laterMs + 2 * MINUTE_MS, () => ({ kind: 'unconfirmed' }));
    const press = (ts: string) => store.watches.take({ channelId: 'C1', ts }, 'U2');
    expect(await press('0.5')).toMatchObject({ kind: 'outdated', present: { ts: '1.5' } });
    expect(await press('2.5')).toEqual({ kind: 'taken', accountIds: ['1004', '1007'] });
  });

  test('the new owner is told directly if the only other channel accepts no messages', async () => {
    const store = await watching(await freshUrl());
    const answerTo = ({ channelId, ts = '7.5' }: SlackCall) =>
      channelId === 'C1'
        ? ({ kind: 'broken', reason: 'is_archived' } as const)
        : ({ kind: 'sent', ts, channelId } as const);
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    await notifying(store, NOON_MS + MINUTE_MS, answerTo);
    await store.watches.give('1004', { userId: 'U2', byId: 'U1', note: 'call' }, { fromOthers: true });
    const calls = await notifying(store, NOON_MS + 2 * MINUTE_MS, answerTo);
    expect(calls.filter(({ channelId }) => channelId === 'U2')).toMatchObject([
      { notification: { kind: 'hands', note: 'call' } },
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
    const claims = await watchStore.claimAccounts(NOON_MS, 3, UNHURRIED);
    const needsAttention = async (id: string) => {
      const incident = { ...INCIDENT, level: 'attention' } as const;
      for (const claim of claims.filter(({ accountId }) => accountId === id))
        await watchStore.commitReading(NOON_MS, claim, () => ({ ...TURNED_CRITICAL, incident }));
    };
    await needsAttention('1007');
    const lines: string[][] = [];
    for (let atMs = soon; atMs < soon + 20_000; atMs += 2_000)
      await notifying(store, atMs, async ({ notification, ts = '9.5', channelId }) => {
        if (notification.kind === 'also') {
          lines.push(notification.incidents.map(({ accountId }) => accountId));
          await needsAttention('1009');
        }
        return { kind: 'sent', ts, channelId };
      });
    expect(lines).toEqual([['1007'], ['1009']]);
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
    // A person who was first is asked whether they are still on it.
    const { state } = await claimChannel(store, NOON_MS + HOUR_MS, ['U2']);
    expect(state.recovered.incidents).toMatchObject([{ resolvedAtMs: NOON_MS }]);
  });

  test('a read that finds nothing new resolves an incident that was left open', async () => {
    const url = await freshUrl();
    const store = await watching(url, ['1004']);
    await runSql(
      url,
      `insert into incidents (id, account_id, level, started_at_ms, detected_at_ms, can_wait)
      values ('1004@1', '1004', 'critical', 1, 1, 0)`,
    );
    const step = (_?: unknown, open?: Incident) => ({
      state: HEALTHY,
      dueAtMs: NOON_MS + HOUR_MS,
      incident: open && { ...open, resolvedAtMs: NOON_MS },
    });
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), step);
    expect(await store.watches.seen('1004')).toBeUndefined();
  });

  test('an account that is named twice is muted once', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const untilMs = NOON_MS + HOUR_MS;
    await store.watches.setQuiet(['1004', '1004'], { untilMs, userId: 'U2' });
    expect(await store.watches.quiet(['C1'])).toMatchObject([{ accountId: '1004', untilMs, userId: 'U2' }]);
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

  test('a channel that accepted no message about a stop for a day needs none', async () => {
    const store = await watching(await freshUrl());
    await store.watches.remove('C1', ['1007'], 'U2');
    await store.watchStore.makeAllDue(NOON_MS + DAY_MS + 1);
    expect(await notifying(store, NOON_MS + DAY_MS + 1)).toEqual([]);
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
    const store = await watching(await freshUrl(), ['1004']);
    const { watches, watchStore } = store;
    await watchStore.tick(NOON_MS);
    await watchStore.tick(NOON_MS + 10 * MINUTE_MS);
    await watchStore.tick(NOON_MS + HOUR_MS);
    const gaps = async () => (await watches.record('1004')).gaps;
    const down = { fromMs: NOON_MS + 10 * MINUTE_MS, toMs: NOON_MS + HOUR_MS };
    expect(await gaps()).toEqual([down]);
    const claim = await claimOne(store, NOON_MS + HOUR_MS);
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

  test('lists the worst watched accounts and counts the others', async () => {
    const url = await freshUrl();
    const { watches, ...store } = await openStore(url);
    const bad = ['taken', 'over', 'early', 'late', 'pinned', 'sixth'];
    const all = [...bad, 'less', 'least', 'fine'];
    const add = (channelId: string, ...patterns: string[]) =>
      watches.add({ channelId, person: ADA, patterns, options: OPTIONS });
    await add('C1', ...all);
    await add('C2', 'early', 'fine');
    const lessBad = { ...HEALTHY, level: 'attention' as const };
    await readFirst({ watches, ...store }, (id) =>
      bad.includes(id) ? CRITICAL : id === 'fine' ? HEALTHY : lessBad,
    );
    await add('C1', 'not read');
    const untilMs = NOON_MS + 11 * HOUR_MS;
    for (const [id, startedAtMs, owner, ownerUntilMs] of [
      ['taken', 1, `'U1'`, untilMs],
      // The ownership has ended.
      ['over', 4, `'U1'`, NOON_MS - 1],
      ['early', 2, 'null', 'null'],
      ['late', 3, 'null', 'null'],
    ])
      await runSql(
        url,
        `update incidents set started_at_ms = ${startedAtMs}, owner_id = ${owner}, owner_until_ms = ${ownerUntilMs},
            owner_since_ms = ${ownerUntilMs} - ${9 * HOUR_MS}
          where account_id = '${id}'`,
      );

    const found = await watches.workspace(['pinned', 'fine', 'nobody watches it']);
    const ids = found.accounts.map(({ accountId }) => accountId);
    expect(ids.slice(0, 2).toSorted()).toEqual(['fine', 'pinned']);
    expect(ids.slice(2)).toEqual(['early', 'late', 'over', 'sixth', 'taken']);
    expect(found.accounts.at(-1)).toEqual({
      accountId: 'taken',
      level: 'critical',
      owner: { userId: 'U1', sinceMs: untilMs - 9 * HOUR_MS },
    });
    const counts = { critical: 0, attention: 2, unknown: 0, healthy: 0, 'not-read': 1 };
    expect(found).toMatchObject({ others: counts, othersTaken: 0 });
    // Without pins these are counted among the others, each once.
    const fewer = await watches.workspace([]);
    expect(fewer).toMatchObject({ others: { ...counts, critical: 1, healthy: 1 }, othersTaken: 1 });
    expect(fewer.outageSinceMs).toBeUndefined();
    await runSql(url, 'update watch_source set outage_since_ms = 5');
    expect(await watches.workspace([])).toMatchObject({ outageSinceMs: 5 });
    // Nothing would notice its end.
    await watches.remove('C1', [...all, 'not read'], 'U1');
    await watches.remove('C2', ['early', 'fine'], 'U1');
    expect((await watches.workspace([])).outageSinceMs).toBeUndefined();
    await watches.setQuiet(['pinned'], { untilMs: untilMs + HOUR_MS, userId: 'U1' });
    const { accounts, outageSinceMs } = await watches.workspace(['pinned']);
    expect(accounts).toMatchObject([{ accountId: 'pinned', level: 'muted' }]);
    expect(outageSinceMs).toBeUndefined();
  });

  test('accounts are counted by level and read in pages; one never read has no state', async () => {
    const store = await watching(await freshUrl(), ['1004', '1007']);
    const unread = { channelId: 'C1', person: ADA, patterns: ['1001'], options: OPTIONS };
    await store.watches.add(unread);
    await read(store, '1004', NOON_MS, () => INCIDENT);
    expect(await store.watchStore.figures()).toMatchObject({
      accounts: 3,
      levels: { critical: 1, attention: 0, unknown: 1, healthy: 1 },
    });
    const first = await store.watchStore.readStates('', 2);
    expect(first).toMatchObject([{ accountId: '1001', state: undefined }, { state: { level: 'critical' } }]);
    expect(await store.watchStore.readStates('1004', 2)).toEqual([{ accountId: '1007', state: HEALTHY }]);
  });
});

test('more accounts than a page holds are each listed once as open, known and recovered', async () => {
  const ids = Array.from({ length: 401 }, (_, index) => String(1000 + index));
  const store = await watching('sqlite::memory:', ids);
  const { claimAccounts, commitReading } = store.watchStore;
  const claims = await claimAccounts(NOON_MS, 401, UNHURRIED);
  for (const [index, claim] of claims.entries()) {
    const incident = { ...INCIDENT, startedAtMs: NOON_MS - index * MINUTE_MS };
    await commitReading(NOON_MS, claim, () => ({ ...TURNED_CRITICAL, incident }));
  }
  const { open } = (await claimChannel(store)).state;
  expect(open.counts.critical).toBe(401);
  // Those that have been critical for longest.
  expect(open.worst.map(({ accountId }) => accountId)).toEqual(ids.toReversed().slice(0, 10));

  const { accounts } = await store.watches.overview({ channelId: 'C1' });
  expect(accounts.map(({ accountId }) => accountId)).toEqual(ids);

  const laterMs = TURNED_CRITICAL.dueAtMs;
  const again = await claimAccounts(laterMs, 401, UNHURRIED);
  for (const claim of again) await commitReading(laterMs, claim, () => TURNED_HEALTHY);
  const { ended } = await store.watches.overview({ channelId: 'C1' });
  expect(ended.map(({ accountId }) => accountId)).toEqual(ids);
});
