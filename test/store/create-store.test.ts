import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  bothDatabases,
  NOON_MS,
  openStore,
  postgresOfFile,
  runSql,
  temporaryFolder,
} from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

const postgres = postgresOfFile();

async function openInChild(...args: string[]): Promise<unknown> {
  const child = fileURLToPath(new URL('./open-store-in-child.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child, ...args]);
  return JSON.parse(stdout);
}

describe.each(bothDatabases(postgres))('opening on $kind', ({ freshUrl }) => {
  test('replicas that start together on an empty database all open it', async () => {
    const url = await freshUrl();
    const replicas = await Promise.all(Array.from({ length: 5 }, () => openStore(url)));
    for (const [index, { pins }] of replicas.entries()) await pins.add(ADA, { accountId: `${index}` });
    expect(await replicas[0]?.pins.list(ADA)).toHaveLength(5);
    expect(await runSql(url, 'select version, applied_at_ms from migrations')).toHaveLength(1);
  });

  test('a database that a newer version wrote is refused and left alone', async () => {
    const url = await freshUrl();
    await (await openStore(url)).close();
    await runSql(url, 'insert into migrations (version, applied_at_ms) values (99, 0)');
    await expect(openStore(url)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'newer',
      message: expect.stringMatching(/version 99.*Start the version of backup-status that wrote it/),
    });
    expect(await runSql(url, 'select version from migrations order by version')).toEqual([
      { version: 1 },
      { version: 99 },
    ]);
  });
});

describe('a SQLite file', () => {
  const open = async (path: string) => await openStore(`sqlite:${path}`);

  test('is made with its folder, for its owner alone', async () => {
    const folder = join(await temporaryFolder(), 'a', 'b');
    await (await open(join(folder, 'x.db'))).pins.add(ADA, { accountId: '1001' });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['x.db', 'x.db-wal', 'x.db-shm']) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  test('is opened by all processes that start together, and made once', async () => {
    const url = `sqlite:${join(await temporaryFolder(), 'x.db')}`;
    const opened = await Promise.all([1, 2, 3].map(() => openInChild(url)));
    expect(opened).toEqual([{ code: 'opened' }, { code: 'opened' }, { code: 'opened' }]);
  });

  test('waits for the disk at every commit, and refuses rows that belong to nobody', async () => {
    const { openSqlite } = await import('../../src/store/open-sqlite.ts');
    const database = await openSqlite(join(await temporaryFolder(), 'x.db'));
    onTestFinished(() => database.close());
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
  });

  test('in memory, is there until it is closed', async () => {
    const store = await openStore('sqlite::memory:');
    await store.pins.add(ADA, { accountId: '1001' });
    expect(await store.pins.list(ADA)).toEqual([{ accountId: '1001', pinnedAtMs: NOON_MS }]);
    expect(await (await openStore('sqlite::memory:')).pins.list(ADA)).toEqual([]);
  });

  /** A database with rows, closed, its log folded in; then `damage` is done to it. */
  async function damaged(damage: (path: string) => Promise<void>): Promise<string> {
    const path = join(await temporaryFolder(), 'x.db');
    const store = await open(path);
    for (let id = 0; id < 50; id++) await store.pins.add(ADA, { accountId: `${id}`.repeat(50) });
    await store.close();
    await damage(path);
    return path;
  }

  test.each([
    [
      'holds something else',
      async (path: string) => await writeFile(path, 'this is no database'.repeat(500)),
    ],
    ['is cut off', async (path: string) => await truncate(path, 4096 * 2)],
    ['is empty', async (path: string) => await truncate(path, 0)],
    [
      'has a broken page in the middle',
      async (path: string) => {
        const bytes = await readFile(path);
        await writeFile(path, bytes.fill(0xa5, 4096 * 3, 4096 * 4));
      },
    ],
  ])('that %s is refused with its path, and left as it is', async (_what, damage) => {
    const path = await damaged(damage);
    const before = await readFile(path);
    await expect(open(path)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'damaged',
      message: expect.stringMatching(
        new RegExp(`^The database ${path} is damaged .*Restore it from a backup`),
      ),
    });
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test('that is gone while its log is still there is not made anew', async () => {
    const path = join(await temporaryFolder(), 'x.db');
    await writeFile(`${path}-wal`, 'what is left');
    await expect(open(path)).rejects.toMatchObject({ code: 'damaged' });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that cannot be written is refused with its path', async () => {
    const path = await damaged(async (file) => {
      await chmod(file, 0o444);
      await chmod(join(file, '..'), 0o555);
    });
    expect(await openInChild(`sqlite:${path}`, 'as nobody')).toEqual({
      code: 'read-only',
      message: expect.stringMatching(
        new RegExp(`^The database ${path} cannot be written \\(EACCES.*Let the user`),
      ),
    });
    await chmod(join(path, '..'), 0o755);
  });

  test('in a folder where nothing can be made is refused with its path', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    expect(await openInChild(`sqlite:${folder}/data/x.db`, 'as nobody')).toMatchObject({ code: 'read-only' });
    await chmod(folder, 0o755);
  });

  test('whose path is a folder is refused', async () => {
    const path = join(await temporaryFolder(), 'x.db');
    await mkdir(path);
    await expect(open(path)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(path),
    });
  });
});

describe('a PostgreSQL database', () => {
  const refusal = async (url: string) =>
    await openStore(url).then(
      () => 'opened',
      (error: unknown) => error,
    );

  test('keeps everything in one schema of its own', async () => {
    const url = await postgres().createDatabase();
    await openStore(url);
    expect(
      await runSql(
        url,
        `select distinct schemaname from pg_tables where tablename in ('pins', 'recents', 'migrations')`,
      ),
    ).toEqual([{ schemaname: 'backup_status' }]);
  });

  test('can be opened by a role that may use the schema but not make one', async () => {
    const url = await postgres().createDatabase();
    await (await openStore(url)).close();
    await runSql(url, `create role app_${new URL(url).pathname.slice(1)} login password 'app' nosuperuser`);
    await runSql(url, `grant usage, create on schema backup_status to public`);
    await runSql(url, `grant all on all tables in schema backup_status to public`);
    const asRole = new URL(url);
    asRole.username = `app_${asRole.pathname.slice(1)}`;
    asRole.password = 'app';
    expect(await (await openStore(asRole.href)).pins.add(ADA, { accountId: '1001' })).toEqual({
      kind: 'pinned',
    });
  });

  test('with a wrong password is refused, and no password is repeated', async () => {
    const url = new URL(await postgres().createDatabase());
    url.password = 'not-this-one';
    const error = await refusal(url.href);
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        new RegExp(
          `^The database postgres://${url.host}${url.pathname} cannot be used \\(password authentication failed`,
        ),
      ),
    });
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10 })).not.toContain('not-this-one');
  });

  test('that does not exist is refused by its name', async () => {
    const url = (await postgres().createDatabase()).replace(/[^/]*$/, 'nowhere');
    expect(await refusal(url)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('database "nowhere" does not exist'),
    });
  });

  test('that nobody serves is refused', async () => {
    const url = new URL(await postgres().createDatabase());
    url.port = '1';
    expect(await refusal(url.href)).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/127\.0\.0\.1:1\/.*ECONNREFUSED.*Check DATABASE_URL/),
    });
  });

  test('without TLS is refused when the URL asks for it', async () => {
    const url = `${await postgres().createDatabase()}?sslmode=verify-full`;
    expect(await refusal(url)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('does not support SSL'),
    });
  });

  test('that takes no writes is refused', async () => {
    const url = await postgres().createDatabase();
    await (await openStore(url)).close();
    await runSql(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    expect(await refusal(url)).toMatchObject({
      code: 'read-only',
      message: expect.stringMatching(/cannot be written .*Name the primary server/),
    });
  });
});
