import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openStore, temporaryFolder } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

const CHILD = fileURLToPath(new URL('./open-store-in-child.ts', import.meta.url));

async function openInChild(...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, ...args]);
  return JSON.parse(stdout);
}

/** As on a full disk: no file can become longer than a kilobyte. */
async function openWithoutRoom(url: string): Promise<unknown> {
  const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, CHILD, url];
  const { stdout } = await promisify(execFile)('sh', limited);
  return JSON.parse(stdout);
}

describe('a SQLite file', () => {
  const open = async (path: string) => await openStore(`sqlite:${path}`);

  test('is created with its folder, accessible only to its owner', async () => {
    const folder = join(await temporaryFolder(), 'a', 'b');
    await (await open(join(folder, 'x.db'))).pins.add(ADA, { accountId: '1001' });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['x.db', 'x.db-wal', 'x.db-shm']) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  test('opens for all processes that start together, and is created once', async () => {
    const url = `sqlite:${join(await temporaryFolder(), 'x.db')}`;
    const opened = await Promise.all([1, 2].map(() => openInChild(url)));
    expect(opened).toEqual([{ code: 'opened' }, { code: 'opened' }]);
  });

  /** A closed database with rows and without a log, which `damage` then damages. */
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
  ])('that %s is refused with its path and left unchanged', async (_what, damage) => {
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

  test('that is missing beside its write-ahead log is not created', async () => {
    const path = join(await temporaryFolder(), 'x.db');
    await writeFile(`${path}-wal`, 'what is left');
    await expect(open(path)).rejects.toMatchObject({ code: 'damaged' });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that is read-only is refused with its path', async () => {
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

  test('on a full disk is refused with its path, and left unchanged', async () => {
    const path = await damaged(async () => {});
    const before = await readFile(path);
    expect(await openWithoutRoom(`sqlite:${path}`)).toEqual({
      code: 'full',
      message: expect.stringMatching(new RegExp(`^The database ${path} has no room left .*Make room on its`)),
    });
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  test('in a read-only folder is refused with its path', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    expect(await openInChild(`sqlite:${folder}/data/x.db`, 'as nobody')).toMatchObject({ code: 'read-only' });
    await chmod(folder, 0o755);
  });
});

// SQLite would prepare such a statement again for every run: 600 µs instead of 6 for the longest one.
test('no statement has a limit as a parameter', () => {
  const src = fileURLToPath(new URL('../../src/store', import.meta.url));
  const texts = globSync('**/*.ts', { cwd: src }).map((file) => readFileSync(join(src, file), 'utf8'));
  const limits = texts.flatMap(
    (text) => text.match(/\blimit \$\{.{8}|\boffset \$\{.{8}|\.limit\(.{8}/g) ?? [],
  );
  expect(limits.length).toBeGreaterThan(10);
  expect(limits.filter((limit) => !limit.includes('sql.lit('))).toEqual([]);
});
