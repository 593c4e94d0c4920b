import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { storedFile } from './stored/versions.ts';
import { openStore, postgresOfRun, runSql } from './use-databases.ts';

const postgres = postgresOfRun();

const openCaches = async (url: string) => (await openStore(url)).caches;

async function sharedCaches(url: string) {
  const { answers, tokens, loginLock } = await openCaches(url);
  if (tokens === undefined || loginLock === undefined) throw new Error('nothing is shared');
  return { answers, tokens, loginLock };
}

const keysIn = async (url: string) =>
  (await runSql(url, 'select key from cache order by key')).map(({ key }) => key);

describe('caches with SQLite', () => {
  test('keep answers in this process, and share nothing with other processes', async () => {
    const { answers, tokens, loginLock } = await openCaches('sqlite::memory:');
    await answers.set('1001', { status: 'online' }, 60_000);
    await answers.set('short', 'x', 1);
    expect(await answers.get('1001')).toEqual({ status: 'online' });
    await expect.poll(() => answers.get('short')).toBeUndefined();
    expect([answers.throwOnErrors, tokens, loginLock]).toEqual([true, undefined, undefined]);
    expect(await (await openCaches('sqlite::memory:')).answers.get('1001')).toBeUndefined();
  });

  test('keep the 10,000 answers used last', async () => {
    const { answers } = await openCaches('sqlite::memory:');
    for (let id = 0; id <= 10_000; id += 1) await answers.set(`${id}`, id, 60_000);
    expect(await answers.getMany(['0', '1', '10000'])).toEqual([undefined, 1, 10_000]);
  });
});

describe('caches with PostgreSQL', () => {
  test('are shared by all replicas, answers apart from tokens', async () => {
    const url = await postgres().createDatabase();
    const [one, other] = await Promise.all([sharedCaches(url), sharedCaches(url)]);
    await one.answers.set('key', { status: 'online', folders: [1, null, 'Ünïcödé'] }, 60_000);
    await one.tokens.set('key', 'sealed', 60_000);
    expect(await other.answers.get('key')).toEqual({ status: 'online', folders: [1, null, 'Ünïcödé'] });
    expect(await other.tokens.get('key')).toBe('sealed');
    expect(await other.answers.delete('key')).toBe(true);
    expect(await one.answers.get('key')).toBeUndefined();
    expect(await one.tokens.get('key')).toBe('sealed');
  });

  test.each(['1.0.0', '1.9.0'] as const)('use the answers of %s for a day', async (version) => {
    const url = await postgres().createEmpty();
    await runSql(url, readFileSync(storedFile(version, 'sql'), 'utf8'));
    const old = `('answers:old', '{"value":"old","expires":4102444800000}')`;
    await runSql(url, `insert into backup_status.cache (key, value) values ${old}`);
    const [one, other] = await Promise.all([sharedCaches(url), sharedCaches(url)]);
    expect(await one.answers.get('old')).toBe('old');
    await one.answers.set('old', 'new', 60_000);
    expect(await other.answers.get('old')).toBe('new');
    await runSql(url, `insert into cache (key, value) values ('answers:later', '{"value":"later"}')`);
    expect(await other.answers.get('later')).toBe('later');
    expect(await runSql(url, 'select 1 from cache where expires_at_ms is null')).toHaveLength(1);
  });

  test('delete expired entries, together with other old data', async () => {
    const url = await postgres().createDatabase();
    const { caches, watchStore } = await openStore(url);
    await caches.answers.set('short', { nested: { expires: Date.now() + 60_000 } }, 1);
    await caches.answers.set('long', 1, 60_000);
    await expect.poll(() => caches.answers.getMany(['short', 'long'])).toEqual([undefined, 1]);
    await runSql(url, `insert into cache values ('answers:unread', 'x', 1)`);
    await watchStore.forgetOld(0, 0);
    expect(await keysIn(url)).toEqual(['answers:long']);
  });
});
