import type { Logger } from 'pino';
import { type DatabaseState, inspectDatabase } from '../store/inspect-database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { startTroubleOf } from '../store/start-trouble.ts';
import { StoreError } from '../store/store-error.ts';
import { failed, passed, type Result } from './finding.ts';
import { inClear } from './in-clear.ts';

/** The database as a start would find it; or why it cannot be used. Migrates nothing. */
export async function checkDatabase(databaseUrl: string, log: Logger): Promise<readonly Result[]> {
  const address = addressIn(databaseUrl);
  if (!('shownAs' in address)) return [address];
  try {
    const state = await inspectDatabase(address, log);
    return [passed(describe(address, state)), ...checkTls(address, state)];
  } catch (error) {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    return [failed(trouble.message, trouble.fix)];
  }
}

function addressIn(databaseUrl: string): DatabaseAddress | Result {
  try {
    return parseDatabaseUrl(databaseUrl);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const [message = '', fix = ''] = error.message.split(/: (.*)/s);
    return failed(message, `Write it like this: ${fix.replace(/^expected /, '')}.`);
  }
}

function describe({ kind, shownAs }: DatabaseAddress, { version, knownVersion }: DatabaseState): string {
  if (shownAs === ':memory:') return 'in memory: pins and recent look-ups are gone with the process';
  if (version === undefined) {
    return `${shownAs}: usable; the first start makes ${kind === 'sqlite' ? 'the file' : 'the tables'}`;
  }
  if (version === knownVersion) return `${shownAs}: version ${version}, up to date`;
  return `${shownAs}: version ${version}; the next start brings it to ${knownVersion}`;
}

/** As the server sees the connection, which more than the address decides. */
function checkTls(address: DatabaseAddress, state: DatabaseState): readonly Result[] {
  if (address.kind !== 'postgres' || state.hasTls === true) return [];
  const what = 'who asks for which account, and last answers with contact e-mails,';
  const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
  return inClear({ setting: 'DATABASE_URL', address: address.url, what, fix });
}
