import { describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database, openDatabase } from '../../../src/store/database.ts';
import { parseDatabaseUrl } from '../../../src/store/parse-database-url.ts';
import { createWatchList } from '../../../src/store/watch/create-watch-list.ts';
import { countTurns } from '../../support/count-turns.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, SILENT } from '../use-databases.ts';
import { ADA, HOUR_MS, TERMS, TURNED_CRITICAL } from './watching.ts';

const postgres = postgresOfRun();
const watch = (channelId: string, ...patterns: string[]) => ({
  channelId,
  person: ADA,
  accountIds: [],
  patterns,
  terms: TERMS,
  baseline: new Map(),
});
const listed = (...ids: string[]) => ids.map((id) => ({ id }));

describe.each(bothDatabases(postgres))('accounts watched by their ids on $kind', ({ freshUrl }) => {
  test('are those of the list, now and later, until they are retired or the pattern is stopped', async () => {
    const { watches, accountList, watchStore } = await openStore(await freshUrl());
    await accountList.take(listed('2001', '2002', '3001'));
    expect(await watches.add(watch('C1', '20*'))).toEqual({ kind: 'watched' });
    expect(await watches.followPatterns()).toBe(2);
    expect(await watches.followPatterns()).toBe(0);
    expect(await watches.list(['C1'])).toEqual([
      {
        channelId: 'C1',
        accounts: [],
        patterns: [{ pattern: '20*', terms: TERMS, accountCount: 2, badCount: 0 }],
      },
    ]);

    // What is read first is the baseline: nothing is told of it.
    const [claim] = await watchStore.claimAccounts(NOON_MS, 1);
    expect(claim).toMatchObject({ accountId: '2001', known: undefined });
    const { event: _event, ...step } = TURNED_CRITICAL;
    if (claim) await watchStore.commitReading(claim, step, NOON_MS);
    expect(await watches.list(['C1'])).toMatchObject([{ patterns: [{ accountCount: 2, badCount: 1 }] }]);

    await accountList.take(listed('2003', '4001'));
    expect(await watches.followPatterns()).toBe(1);
    await accountList.retire(['2001']);
    expect(await watches.followPatterns()).toBe(0);
    expect(await watches.list(['C1'])).toMatchObject([{ patterns: [{ accountCount: 2, badCount: 0 }] }]);
    expect((await watchStore.figures(NOON_MS)).accounts).toBe(2);

    expect(await watches.removePattern('C1', '30*', 'U1')).toBeUndefined();
    expect(await watches.removePattern('C1', '20*', 'U1')).toBe(2);
    expect(await watches.list(['C1'])).toEqual([]);
    expect((await watchStore.figures(NOON_MS)).accounts).toBe(0);
  });

  test('stay watched where another pattern, another channel or the account itself is watched', async () => {
    const { watches, accountList, watchStore } = await openStore(await freshUrl());
    await accountList.take(listed('2001', '2002', '3001'));
    await watches.add(watch('C1', '20*', '*'));
    await watches.add(watch('C2', '?001'));
    await watches.followPatterns();
    await watches.add({ ...watch('C1'), accountIds: ['2002'] });
    await watches.removePattern('C1', '20*', 'U1');
    expect(await watches.list(['C1'])).toMatchObject([
      { accounts: [{ accountId: '2002' }], patterns: [{ pattern: '*', accountCount: 2 }] },
    ]);
    await watches.removePattern('C1', '*', 'U1');
    expect(await watches.list(['C1'])).toMatchObject([{ accounts: [{ accountId: '2002' }] }]);
    expect(await watches.list(['C2'])).toMatchObject([{ patterns: [{ accountCount: 2 }] }]);
    expect((await watchStore.figures(NOON_MS)).accounts).toBe(3);
  });

  test('what is retired or stopped while patterns are followed is not watched', async () => {
    const url = await freshUrl();
    const { watches, accountList } = await openStore(url);
    await accountList.take(listed('2001', '2002', '3001'));
    await watches.add(watch('C1', '20*', '30*'));
    const db = await openDatabase(parseDatabaseUrl(url), SILENT);
    onTestFinished(() => db.destroy());
    const database = createDatabase(db);
    // Before the first transaction, and after all that it is to write was read.
    const late: Database = {
      ...database,
      async transact(work) {
        await accountList.retire(['2001']);
        await watches.removePattern('C1', '30*', ADA.userId);
        return await database.transact(work);
      },
    };
    expect(await createWatchList(late, () => NOON_MS).followPatterns()).toBe(1);
    expect(await watches.list(['C1'])).toMatchObject([{ patterns: [{ pattern: '20*', accountCount: 1 }] }]);
  });
});

test('20,000 accounts are watched and stopped again in pieces, and read one after the other', async () => {
  const { watches, accountList, watchStore } = await openStore('sqlite::memory:');
  const ids = Array.from({ length: 20_000 }, (_, index) => ({ id: String(10_000 + index) }));
  const pieces = ids.length / 500;
  await accountList.take(ids);
  await watches.add(watch('C1', '*'));
  expect(await countTurns(() => watches.followPatterns())).toBeGreaterThanOrEqual(pieces);
  expect(await watchStore.claimAccounts(NOON_MS + HOUR_MS, 20_000)).toHaveLength(9_001);
  await watchStore.makeAllDue(NOON_MS - 1);
  expect(await watchStore.claimAccounts(NOON_MS, 20_000)).toHaveLength(20_000);
  expect(await countTurns(() => watches.removePattern('C1', '*', 'U1'))).toBeGreaterThanOrEqual(pieces);
  expect(await watches.list(['C1', 'U1'], 'U1')).toEqual([]);
});
