import { describe, expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };
const BOB = { teamId: 'T1', userId: 'U2' };

const idsOf = (rows: readonly { accountId: string }[]) => rows.map(({ accountId }) => accountId);

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('recent look-ups on $kind', ({ freshUrl }) => {
  test('the last one stands first, each account once', async () => {
    let nowMs = NOON_MS;
    const { recents } = await openStore(await freshUrl(), { now: () => nowMs });
    for (const accountId of ['a', 'b', 'c', 'a']) {
      await recents.record(ADA, [accountId]);
      nowMs += 1;
    }
    expect(await recents.list(ADA)).toEqual([
      { accountId: 'a', askedAtMs: NOON_MS + 3 },
      { accountId: 'c', askedAtMs: NOON_MS + 2 },
      { accountId: 'b', askedAtMs: NOON_MS + 1 },
    ]);
  });

  test('ten are kept and no more', async () => {
    const url = await freshUrl();
    const { recents } = await openStore(url);
    for (let id = 1; id <= 13; id++) await recents.record(ADA, [`${id}`]);
    await recents.record(BOB, ['b']);
    expect(idsOf(await recents.list(ADA))).toEqual(['13', '12', '11', '10', '9', '8', '7', '6', '5', '4']);
    const kept = await runSql(url, 'select recents from people order by user_id');
    expect(kept.map(({ recents }) => JSON.parse(String(recents)).length)).toEqual([10, 1]);
  });

  test('of several at once, the first one asked for stands first', async () => {
    const { recents } = await openStore(await freshUrl());
    await recents.record(ADA, ['x']);
    await recents.record(ADA, ['a', 'b', 'a', 'c']);
    expect(idsOf(await recents.list(ADA))).toEqual(['a', 'b', 'c', 'x']);
  });

  test('forty look-ups at once on two replicas leave ten', async () => {
    const url = await freshUrl();
    const stores = [await openStore(url), await openStore(url)];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => stores[index % 2]?.recents.record(ADA, [`${index % 20}`])),
    );
    expect(new Set(idsOf((await stores[0]?.recents.list(ADA)) ?? [])).size).toBe(10);
  });
});
