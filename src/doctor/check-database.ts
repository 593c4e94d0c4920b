import type { Logger } from 'pino';
import { startTroubleOf } from '../store/errors/start-error-of.ts';
import { isStoreError } from '../store/errors/store-error.ts';
import { type DatabaseState, inspectDatabase } from '../store/inspect-database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { type Finding, failed, passed } from './finding.ts';
import { inClear } from './in-clear.ts';

/** Whether the database can be used and by whom its file can be read. Migrates nothing. */
export async function checkDatabase(databaseUrl: string, log: Logger): Promise<readonly Finding[]> {
  const address = addressIn(databaseUrl);
  if ('check' in address) return [address];
  try {
    const state = await inspectDatabase(address, log);
    return [
      passed('database', describe(address, state)),
      ...checkFile(address, state),
      ...checkTls(address, state),
    ];
  } catch (error) {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    return [failed('database', trouble.message, trouble.fix)];
  }
}

function addressIn(databaseUrl: string): DatabaseAddress | Finding {
  try {
    return parseDatabaseUrl(databaseUrl);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    const [message = '', fix = ''] = error.message.split(/: (.*)/s);
    return failed('database', message, `Write it like this: ${fix.replace(/^expected /, '')}.`);
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
function checkTls(address: DatabaseAddress, { hasTls }: DatabaseState): readonly Finding[] {
  if (address.kind !== 'postgres' || hasTls === true) return [];
  const what = 'who asks for which account, and last answers with contact e-mails,';
  const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
  return inClear('database', { setting: 'DATABASE_URL', address: address.url, what, fix });
}

const OTHERS = 0o077;

function checkFile({ shownAs }: DatabaseAddress, { fileMode }: DatabaseState): readonly Finding[] {
  if (fileMode === undefined) return [];
  const shownMode = fileMode.toString(8).padStart(3, '0');
  if ((fileMode & OTHERS) === 0) return [passed('database file', `${shownMode}: its owner’s alone`)];
  const message = `${shownAs} has mode ${shownMode}: others on this machine can read who asks for which account`;
  return [failed('database file', message, `chmod 600 ${shownAs}*`)];
}
