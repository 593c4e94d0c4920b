import { describe, expect, test } from 'vitest';
import { countTurns } from '../../support/count-turns.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, UNHURRIED } from '../use-databases.ts';
import {
  ADA,
  CRITICAL,
  claimChannel,
  HEALTHY,
  HOUR_MS,
  MINUTE_MS,
  OPTIONS,
  type Opened,
  read,
  readFirst,
  turns,
} from './watching.ts';

const postgres = postgresOfRun();
const watch = (channelId: string, ...patterns: string[]) => ({
  channelId,
  person: ADA,
  patterns,
  options: OPTIONS,
});
const listed = (...ids: string[]) => ids.map((id) => ({ id }));
const watchedIds = async ({ watchStore }: Opened) =>
  (await watchStore.readStates('', 100)).map(({ accountId }) => accountId);
/** The accounts with open incidents that a channel watches, and those of them that are news there. */
const openAndNew = async (store: Opened, channelId: string) => {
  for (;;) {
    const claim = await claimChannel(store, NOON_MS + HOUR_MS);
    if (claim.channelId !== channelId) continue;
    const { open, newest } = claim.state;
    const idsOf = (incidents: typeof newest) => incidents.map(({ accountId }) => accountId).toSorted();
    return { open: idsOf(open.worst), newest: idsOf(newest) };
  }
};

describe.each(bothDatabases(postgres))('watched patterns on $kind', ({ freshUrl }) => {
  test('count the accounts that are not known to be fine, without those that were not read yet', async () => {
    const store = await openStore(await freshUrl());
    await store.accountList.add(listed('2001', '2002', '2003', '2004'));
    await store.watches.add(watch('C1', '20*'));
    await store.watchStore.makeAllDue(NOON_MS);
    const levels = { 2001: 'unknown', 2002: 'attention', 2003: 'healthy', 2004: 'healthy' } as const;
    await readFirst(store, (id) => ({ ...HEALTHY, level: levels[id as keyof object] }));
    await store.accountList.add(listed('2005'));
    await store.watches.followList();
    const [here] = await store.watches.list(['C1']);
    expect(here?.watches).toMatchObject([{ accountCount: 5, badCount: 2 }]);
  });

  test('cover each account once, with the options of the widest match', async () => {
    const store = await openStore(await freshUrl());
    await store.accountList.add(listed('2001', '2002', '3001'));
    const createdAtMs = NOON_MS - MINUTE_MS;
    await store.watches.add(watch('C1', '*'));
    await store.watches.add({
      ...watch('C1', '20*'),
      options: { ...OPTIONS, minLevel: 'attention', createdAtMs },
    });
    await readFirst(store);
    await read(store, '3001', NOON_MS, turns('critical', NOON_MS));
    await read(store, '2002', NOON_MS, turns('attention', NOON_MS));
    expect((await claimChannel(store)).state).toMatchObject({
      accountCount: 3,
      open: { counts: { critical: 1, attention: 1 } },
      news: expect.arrayContaining([
        expect.objectContaining({ kind: 'urgent', count: 1 }),
        expect.objectContaining({ kind: 'attention', count: 1 }),
      ]),
    });
  });

  test('notify nobody of what was bad at the first read, or needed attention before the watch was widened', async () => {
    const store = await openStore(await freshUrl());
    await store.accountList.add(listed('2001', '2002', '2003'));
    await store.watches.add(watch('C1', '20*'));
    await readFirst(store, (id) => (id === '2001' ? CRITICAL : HEALTHY));
    await read(store, '2002', NOON_MS, turns('attention', NOON_MS));
    await read(store, '2003', NOON_MS, turns('critical', NOON_MS));
    const wide = { ...OPTIONS, minLevel: 'attention', createdAtMs: NOON_MS + 1 } as const;
    await store.watches.add({ ...watch('C1', '20*'), options: wide });
    expect(await openAndNew(store, 'C1')).toEqual({ open: ['2001', '2002', '2003'], newest: ['2003'] });
    await store.watches.add({ ...watch('C2', '*'), options: wide });
    expect(await openAndNew(store, 'C2')).toEqual({ open: ['2001', '2002', '2003'], newest: [] });
  });

  test('a retired account takes its snooze along, and the last one of a channel its summary', async () => {
    const store = await openStore(await freshUrl());
    const { watches, accountList } = store;
    await accountList.add(listed('2001'));
    await watches.add(watch('C1', '2001'));
    await watches.setQuiet(['2001'], { channelId: 'C1', untilMs: NOON_MS + HOUR_MS, userId: 'U1' });
    await watches.setSummary('C1', 'U1', { atMinute: 480, days: [1], zone: 'UTC' });
    await accountList.retire(['2001']);
    expect(await watches.quiet(['C1'])).toEqual([]);
    await watches.add(watch('C1', '2001'));
    expect((await watches.list(['C1']))[0]?.summary).toBeUndefined();
  });

  test('an account retired and watched at the same time has a row exactly if it has a watch', async () => {
    const store = await openStore(await freshUrl());
    await store.accountList.add(listed('2001'));
    await store.watches.add(watch('C1', '2001'));
    await Promise.all([store.accountList.retire(['2001']), store.watches.add(watch('C2', '2001'))]);
    const [here] = await store.watches.list(['C2']);
    expect(await watchedIds(store)).toEqual(here === undefined ? [] : ['2001']);
  });
});

test('10,000 accounts are watched and stopped in batches, and become due over time', async () => {
  const { watches, accountList, watchStore } = await openStore('sqlite::memory:');
  const ids = Array.from({ length: 10_000 }, (_, index) => ({ id: String(10_000 + index) }));
  const pieces = ids.length / 500;
  await accountList.add(ids);
  expect(await countTurns(() => watches.add(watch('C1', '*')))).toBeGreaterThanOrEqual(pieces);
  expect(await watchStore.claimAccounts(NOON_MS + HOUR_MS, 10_000, UNHURRIED)).toHaveLength(9_001);
  await watchStore.makeAllDue(NOON_MS - 1);
  expect(await watchStore.claimAccounts(NOON_MS, 10_000, UNHURRIED)).toHaveLength(10_000);
  expect(await countTurns(() => watches.remove('C1', ['*'], 'U1'))).toBeGreaterThanOrEqual(pieces);
  expect(await watches.list(['C1', 'U1'], 'U1')).toEqual([]);
});
