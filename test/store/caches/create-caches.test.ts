import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Caches, createCaches } from '../../../src/store/caches/create-caches.ts';
import { storedFile } from '../stored/versions.ts';
import { postgresOfFile, runSql, SILENT } from '../use-databases.ts';

const postgres = postgresOfFile();

async function openCaches(
  databaseUrl: string,
  options: { removeExpiredEveryMs?: number } = {},
): Promise<Caches> {
  const caches = await createCaches({ databaseUrl, log: SILENT, ...options });
  onTestFinished(() => caches.close());
  return caches;
}

const sharedTokens = ({ tokens }: Caches) => {
  if (tokens === undefined) throw new Error('there is no shared cache of tokens');
  return tokens;
};
const keysIn = async (url: string) =>
  (await runSql(url, 'select key from cache order by key')).map(({ key }) => key);

test('caches throw when their store fails, on either database', async () => {
  const [sqlite, shared] = await Promise.all([
    openCaches('sqlite::memory:'),
    postgres().createDatabase().then(openCaches),
  ]);
  const caches = [sqlite.answers, shared.answers, sharedTokens(shared)];
  expect(caches.map(({ throwOnErrors }) => throwOnErrors)).toEqual([true, true, true]);
});

describe('caches with SQLite', () => {
  test('keep answers in this process, and have nothing to share with other processes', async () => {
    const caches = await openCaches('sqlite:./data/never-made.db');
    await caches.answers.set('1001', { status: 'online' });
    expect(await caches.answers.get('1001')).toEqual({ status: 'online' });
    expect([caches.tokens, caches.loginLock]).toEqual([undefined, undefined]);
    expect(await (await openCaches('sqlite::memory:')).answers.get('1001')).toBeUndefined();
  });
});

describe('a table of version 1.0.0', () => {
  const insert = (key: string) =>
    `insert into backup_status.cache (key, value) values ('${key}', '{"value":"old","expires":4102444800000}')`;

  test('is taken over with its rows, may still be written by 1.0.0, and loses such rows after a day', async () => {
    const url = await postgres().createDatabase();
    await runSql(url, readFileSync(storedFile('1.0.0', 'sql'), 'utf8'));
    await runSql(url, insert('answers:1001'));
    const [caches] = await Promise.all([1, 2, 3].map(() => openCaches(url, { removeExpiredEveryMs: 20 })));
    expect(await caches?.answers.get('1001')).toBe('old');
    await runSql(url, insert('answers:1002'));
    expect(await caches?.answers.get('1002')).toBe('old');
    expect(
      await runSql(
        url,
        `select distinct round((expires_at_ms / 1000 - extract(epoch from now())) / 3600)::int as hours
        from cache`,
      ),
    ).toEqual([{ hours: 24 }]);
    await runSql(url, `update cache set expires_at_ms = 1 where key <> 'answers:1002'`);
    await expect.poll(() => keysIn(url)).toEqual(['answers:1002']);
  });

  test('needs no rights over tables and schema once it is taken over', async () => {
    const url = new URL(await postgres().createDatabase());
    await (await openCaches(url.href)).close();
    const role = `cache_${url.pathname.slice(1)}`;
    await runSql(url.href, `create role ${role} login password 'app' nosuperuser`);
    await runSql(url.href, `grant usage on schema backup_status to ${role}`);
    await runSql(url.href, `grant all on all tables in schema backup_status to ${role}`);
    url.username = role;
    url.password = 'app';
    const { answers } = await openCaches(url.href);
    await answers.set('key', 'kept', 60_000);
    expect(await answers.get('key')).toBe('kept');
  });
});

describe('caches with PostgreSQL', () => {
  test('are shared by all replicas, answers apart from tokens', async () => {
    const url = await postgres().createDatabase();
    const [one, other] = await Promise.all([openCaches(url), openCaches(url)]);
    await one.answers.set('key', { status: 'online', folders: [1, null, 'Ünïcödé'] }, 60_000);
    await sharedTokens(one).set('key', 'sealed', 60_000);
    expect(await other.answers.get('key')).toEqual({ status: 'online', folders: [1, null, 'Ünïcödé'] });
    expect(await sharedTokens(other).get('key')).toBe('sealed');
    await other.answers.delete('key');
    expect(await one.answers.get('key')).toBeUndefined();
    expect(await sharedTokens(one).get('key')).toBe('sealed');
  });

  test('keep to their schema, in a table that survives a crash', async () => {
    const url = await postgres().createDatabase();
    await openCaches(url);
    expect(
      await runSql(
        url,
        `select nspname, relpersistence from pg_class join pg_namespace on pg_namespace.oid = relnamespace
         where relname = 'cache'`,
      ),
    ).toEqual([{ nspname: 'backup_status', relpersistence: 'p' }]);
  });

  test('forget what has expired', async () => {
    const { answers } = await openCaches(await postgres().createDatabase());
    await answers.set('short', 1, 20);
    await answers.set('long', 2, 60_000);
    await expect.poll(() => answers.get('short')).toBeUndefined();
    expect(await answers.get('long')).toBe(2);
  });

  test('remove rows that expired and that nobody asks for any more, and no others', async () => {
    const url = await postgres().createDatabase();
    const { answers } = await openCaches(url, { removeExpiredEveryMs: 20 });
    await answers.set('long', 1, 60_000);
    await answers.set('for ever', { expires: 1 });
    await answers.set('text', '"expires":1}', 60_000);
    await answers.set('short', { nested: { expires: Date.now() + 60_000 } }, 1);
    await expect.poll(() => keysIn(url)).toEqual(['answers:for ever', 'answers:long', 'answers:text']);
  });

  test('clear what is theirs alone, and read several at once', async () => {
    const caches = await openCaches(await postgres().createDatabase());
    await sharedTokens(caches).set('key', 'sealed');
    for (const key of ['1', '2']) await caches.answers.set(key, `of ${key}`, 60_000);
    await caches.answers.set('2', 'new', 60_000);
    expect(await caches.answers.getMany(['2', 'none', '1'])).toEqual(['new', undefined, 'of 1']);
    expect(await caches.answers.delete('none')).toBe(false);
    await caches.answers.clear();
    expect(await caches.answers.getMany(['1', '2'])).toEqual([undefined, undefined]);
    expect(await sharedTokens(caches).get('key')).toBe('sealed');
  });

  test('release the login lock when they are closed', async () => {
    const url = await postgres().createDatabase();
    const locks = () =>
      runSql(
        url,
        `select granted from pg_locks join pg_database on database = pg_database.oid
         where locktype = 'advisory' and datname = current_database()`,
      );
    const caches = await openCaches(url);
    await caches.loginLock?.acquire('key', new AbortController().signal);
    expect(await locks()).toEqual([{ granted: true }]);
    await caches.close();
    await expect.poll(locks).toEqual([]);
  });

  test('of two databases in one process stay apart, also when one is closed', async () => {
    const urls = [await postgres().createDatabase(), await postgres().createDatabase()];
    const [one, other] = await Promise.all(urls.map((url) => openCaches(url)));
    await one?.answers.set('key', 'one', 60_000);
    expect(await other?.answers.get('key')).toBeUndefined();
    await one?.close();
    await other?.answers.set('key', 'other', 60_000);
    expect(await other?.answers.get('key')).toBe('other');
    expect(await Promise.all(urls.map(keysIn))).toEqual([['answers:key'], ['answers:key']]);
  });

  test('throw while PostgreSQL is stopped, are swept without harm, and are used again without a restart', async () => {
    const url = await postgres().createDatabase();
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const caches = await createCaches({ databaseUrl: url, log, removeExpiredEveryMs: 20 });
    onTestFinished(() => caches.close());
    const tokens = sharedTokens(caches);
    await tokens.set('key', 'sealed', 60_000);
    await postgres().stop('at-once');
    const unavailable = { name: 'StoreError', code: 'unavailable' };
    await expect(tokens.get('key')).rejects.toMatchObject(unavailable);
    await expect(tokens.set('key', 'new', 60_000)).rejects.toMatchObject(unavailable);
    await expect(caches.answers.getMany(['key'])).rejects.toMatchObject(unavailable);
    await expect(caches.answers.delete('key')).rejects.toMatchObject(unavailable);
    await expect.poll(() => lines.join('')).toContain('expired rows could not be removed');
    await postgres().start();
    expect(await tokens.get('key')).toBe('sealed');
    expect(lines.join('')).not.toContain(new URL(url).password);
  });

  test('that cannot be reached at the start are refused, and leave nothing open', async () => {
    const url = new URL(await postgres().createDatabase());
    url.port = '1';
    await expect(createCaches({ databaseUrl: url.href, log: SILENT })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('127.0.0.1:1'),
    });
  });
});
