// Makes the databases of test/store/stored again, or those of a version that was added to versions.ts and lives.ts:
// npm run stored -- 1.9.0
// Each is made by the code of its own commit, which lives through some days in front of the sandbox's Slack and service.
import { deepStrictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startPostgres } from '../../support/start-postgres.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { LIVES } from './lives.ts';
import { STORED_VERSIONS, type StoredMessage, type StoredVersion, storedFile } from './versions.ts';

const execute = promisify(execFile);
const isVersion = (name: string): name is StoredVersion => name in STORED_VERSIONS;

/** Calls `use` with the folder of that commit, installed. */
async function withCheckout(commit: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stored-'));
  const checkout = join(folder, commit);
  try {
    await execute('git', ['worktree', 'add', '--detach', checkout, commit]);
    await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: checkout });
    await use(checkout);
  } finally {
    await execute('git', ['worktree', 'remove', '--force', checkout]);
    await rm(folder, { recursive: true });
  }
}

/** What the version left in a SQLite file, which is stored; the messages that it posted. */
async function makeSqlite(version: StoredVersion, checkout: string): Promise<readonly StoredMessage[]> {
  const path = join(checkout, 'stored.db');
  const messages = await live(version, checkout, `sqlite:${path}`);
  await writeFile(storedFile(version, 'db.gz'), gzipSync(await readFile(path), { level: 9 }));
  return messages;
}

/** The same in PostgreSQL. */
async function makePostgres(version: StoredVersion, checkout: string): Promise<readonly StoredMessage[]> {
  const postgres = await startPostgres();
  try {
    const connectionString = await postgres.createDatabase();
    const messages = await live(version, checkout, connectionString);
    const client = new pg.Client({ connectionString });
    await client.connect();
    await writeFile(storedFile(version, 'sql'), await dumpPostgres(client));
    await client.end();
    return messages;
  } finally {
    await postgres.remove();
  }
}

async function live(version: StoredVersion, checkout: string, databaseUrl: string) {
  const { endedAtMs } = STORED_VERSIONS[version];
  const messages = await LIVES[version]({ checkout, databaseUrl, endedAtMs });
  if (Date.now() !== endedAtMs) throw new Error(`it ended at ${new Date().toISOString()}`);
  mock.timers.reset();
  return messages;
}

const asked = process.argv.slice(2).filter(isVersion);
if (asked.length === 0) throw new Error(`say of which versions: ${Object.keys(STORED_VERSIONS).join(', ')}`);
for (const version of asked) {
  await withCheckout(STORED_VERSIONS[version].commit, async (checkout) => {
    const [messages, same] = [await makeSqlite(version, checkout), await makePostgres(version, checkout)];
    deepStrictEqual(messages, same);
    if (messages.length > 0)
      await writeFile(storedFile(version, 'messages.json'), `${JSON.stringify(messages, undefined, 2)}\n`);
  });
}
