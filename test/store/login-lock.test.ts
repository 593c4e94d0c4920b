import { describe, expect, onTestFinished, test } from 'vitest';
import { createLoginLock } from '../../src/store/postgres.ts';
import { captureLog } from '../support/capture-log.ts';
import { startWire } from './start-wire.ts';
import { postgresOfRun, runSql } from './use-databases.ts';

const postgres = postgresOfRun();
const { signal } = new AbortController();

/** The lock of one replica. */
function lockOf(url: string, maxLockMs = 600_000) {
  const { log, lines } = captureLog();
  const lock = createLoginLock(url, log, maxLockMs);
  return { acquire: lock.acquire, lines };
}

const connections = (url: string) =>
  runSql(
    url,
    `select pid from pg_stat_activity where application_name = 'backup-status' and datname = current_database()`,
  );

describe('the login lock of replicas on one PostgreSQL', () => {
  test('is held by one of ten replicas at a time, and each gets it', async () => {
    const url = await postgres().createDatabase();
    let holders = 0;
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const release = await lockOf(url).acquire('key', signal);
        holders += 1;
        seen.push(holders);
        await new Promise((resolve) => setImmediate(resolve));
        holders -= 1;
        release();
      }),
    );
    expect(seen).toEqual(Array.from({ length: 10 }, () => 1));
  });

  test('is released when its holder loses the connection, and releasing it again does no harm', async () => {
    const url = await postgres().createDatabase();
    const holder = lockOf(url);
    const release = await holder.acquire('key', signal);
    const waiting = lockOf(url).acquire('key', signal);
    await runSql(
      url,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database =
       (select oid from pg_database where datname = current_database())`,
    );
    await expect(waiting).resolves.toBeTypeOf('function');
    release();
    expect(holder.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  test('is taken from a holder after the longest time', async () => {
    const url = await postgres().createDatabase();
    await lockOf(url, 300).acquire('key', signal);
    await expect(lockOf(url).acquire('key', signal)).resolves.toBeTypeOf('function');
  });

  test('is given up when the signal aborts, and leaves no connection open', async () => {
    const url = await postgres().createDatabase();
    const release = await lockOf(url).acquire('key', signal);
    const controller = new AbortController();
    const waiting = lockOf(url).acquire('key', controller.signal);
    await expect.poll(() => connections(url)).toHaveLength(2);
    controller.abort();
    (await waiting)();
    release();
    await expect.poll(() => connections(url)).toEqual([]);
  });

  test.each([
    ['PostgreSQL cannot be reached', '', 'ECONNREFUSED'],
    ['the file of its authority is away', '?sslmode=verify-full&sslrootcert=/127.0.0.1/away.pem', 'ENOENT'],
  ])('lets every replica log in while %s, and logs no address', async (_what, options, reason) => {
    const { acquire, lines } = lockOf(`postgres://user:secret@127.0.0.1:9/none${options}`);
    (await acquire('key', signal))();
    expect(lines).toMatchObject([{ level: 40, reason, msg: 'the login lock failed; continuing without it' }]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test('lets every replica log in while PostgreSQL does not answer', async () => {
    const wire = await startWire(await postgres().createDatabase(), onTestFinished);
    wire.fallSilent();
    const { acquire, lines } = lockOf(wire.url);
    (await acquire('key', signal))();
    expect(lines).toMatchObject([{ level: 40, reason: 'timeout expired' }]);
  });
});
