import { describe, expect, test } from 'vitest';
import {
  bothDatabases,
  NOON_MS,
  openStore,
  postgresOfRun,
  runSql,
  temporaryFolder,
} from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };
const ADA_ELSEWHERE = { teamId: 'T2', userId: 'U1' };
const BOB = { teamId: 'T1', userId: 'U2' };

const HOSTILE = [
  "'; drop table pins; --",
  '<!channel>',
  '%_\\"',
  '👨‍👩‍👧',
  '\u202Eevil',
  'Ünïcödé İı',
  '1001',
];
const idsOf = (rows: readonly { accountId: string }[]) => rows.map(({ accountId }) => accountId);
const kindsOf = (results: readonly { kind: string }[]) => results.map(({ kind }) => kind).toSorted();

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('pins on $kind', ({ freshUrl }) => {
  test('are listed in the order of pinning, even if the clock was set back', async () => {
    let nowMs = NOON_MS;
    const { pins } = await openStore(await freshUrl(), { now: () => nowMs-- });
    for (const accountId of ['z', 'a', 'm']) await pins.add(ADA, { accountId });
    expect(idsOf(await pins.list(ADA))).toEqual(['z', 'a', 'm']);
  });

  test('belong to one person in one workspace', async () => {
    const { pins } = await openStore(await freshUrl());
    await pins.add(ADA, { accountId: '1001', name: 'Acme' });
    for (const other of [ADA_ELSEWHERE, BOB]) {
      expect(await pins.list(other)).toEqual([]);
      expect(await pins.remove(other, '1001')).toEqual({ kind: 'unpinned' });
      expect(await pins.add(other, { accountId: '1001', name: 'Acme' })).toEqual({ kind: 'pinned' });
    }
    expect(idsOf(await pins.list(ADA))).toEqual(['1001']);
  });

  test('keep hostile names and ids unchanged', async () => {
    const { pins } = await openStore(await freshUrl());
    for (const text of HOSTILE)
      expect(await pins.add(ADA, { accountId: text, name: text })).toEqual({ kind: 'pinned' });
    expect(await pins.list(ADA)).toEqual(HOSTILE.map((text) => ({ accountId: text, name: text })));
    for (const text of HOSTILE) expect(await pins.remove(ADA, text)).toEqual({ kind: 'unpinned' });
  });

  test('cannot get the same name at the same time', async () => {
    const url = await freshUrl();
    const [one, other] = [await openStore(url), await openStore(url)];
    const results = await Promise.all([
      one.pins.add(ADA, { accountId: '1001', name: 'Acme' }),
      other.pins.add(ADA, { accountId: '1002', name: 'ACME' }),
    ]);
    expect(kindsOf(results)).toEqual(['name-taken', 'pinned']);
    expect(await one.pins.list(ADA)).toHaveLength(1);
  });

  test('stay within the limit when twelve are made at once with room for six', async () => {
    const url = await freshUrl();
    const stores = [await openStore(url), await openStore(url)];
    for (let index = 0; index < 44; index += 1) await stores[0]?.pins.add(ADA, { accountId: `${index}` });
    const adding = Array.from({ length: 12 }, (_, index) =>
      stores[index % 2]?.pins.add(ADA, { accountId: `${100 + index}` }),
    );
    const results = (await Promise.all(adding)).filter((result) => result !== undefined);
    expect(kindsOf(results)).toEqual([...Array(6).fill('limit-reached'), ...Array(6).fill('pinned')]);
    expect(await stores[0]?.pins.list(ADA)).toHaveLength(50);
  });
});

describe.each(bothDatabases(postgres))('recent look-ups on $kind', ({ freshUrl }) => {
  test('are listed newest first, in the order typed, each account once', async () => {
    const { pins } = await openStore(await freshUrl());
    for (const ids of [['a', 'b'], ['c'], ['d', 'a', 'd']]) await pins.record(ADA, ids);
    expect(await pins.recents(ADA)).toEqual(['d', 'a', 'c', 'b']);
  });

  test('are limited to ten for forty simultaneous look-ups on two replicas', async () => {
    const url = await freshUrl();
    const stores = [await openStore(url), await openStore(url)];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => stores[index % 2]?.pins.record(ADA, [`${index % 20}`])),
    );
    expect(new Set(await stores[0]?.pins.recents(ADA)).size).toBe(10);
    const [kept] = await runSql(url, 'select recents from people');
    expect(JSON.parse(String(kept?.recents))).toHaveLength(10);
  });
});

test('looking up the same account again writes nothing', async () => {
  const url = `sqlite:${await temporaryFolder()}/store.db`;
  const { pins } = await openStore(url);
  await pins.record(ADA, ['a']);
  await runSql(
    url,
    "create trigger refuse before update on people begin select raise(abort, 'written'); end",
  );
  await pins.record(ADA, ['a']);
  await expect(pins.record(ADA, ['b'])).rejects.toThrow('written');
});
