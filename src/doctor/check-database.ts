import type { Logger } from 'pino';
import { type DatabaseState, inspectDatabase } from '../store/inspect-database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { startTroubleOf } from '../store/start-error-of.ts';
import { StoreError } from '../store/store-error.ts';
import { octal } from './check-settings.ts';
import { failed, passed, type Result } from './finding.ts';
import { inClear } from './in-clear.ts';

interface FoundDatabase {
  readonly address: DatabaseAddress;
  readonly state: DatabaseState;
}

/** The database as a start would find it; or why it cannot be used. Migrates nothing. */
export async function findDatabase(databaseUrl: string, log: Logger): Promise<FoundDatabase | Result> {
  const address = addressIn(databaseUrl);
  if (!('shownAs' in address)) return address;
  try {
    return { address, state: await inspectDatabase(address, log) };
  } catch (error) {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    return failed(trouble.message, trouble.fix);
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

export const checkDatabase = (found: FoundDatabase | Result): readonly Result[] =>
  'state' in found ? [passed(describe(found)), ...checkTls(found)] : [found];

function describe({ address: { kind, shownAs }, state: { version, knownVersion } }: FoundDatabase): string {
  if (shownAs === ':memory:') return 'in memory: pins and recent look-ups are gone with the process';
  if (version === undefined) {
    return `${shownAs}: usable; the first start makes ${kind === 'sqlite' ? 'the file' : 'the tables'}`;
  }
  if (version === knownVersion) return `${shownAs}: version ${version}, up to date`;
  return `${shownAs}: version ${version}; the next start brings it to ${knownVersion}`;
}

/** As the server sees the connection, which more than the address decides. */
function checkTls({ address, state }: FoundDatabase): readonly Result[] {
  if (address.kind !== 'postgres' || state.hasTls === true) return [];
  const what = 'who asks for which account, and last answers with contact e-mails,';
  const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
  return inClear({ setting: 'DATABASE_URL', address: address.url, what, fix });
}

const OTHERS = 0o077;

/** By whom the file can be read. Nothing where there is none. */
export function checkDatabaseFile(found: FoundDatabase | Result): readonly Result[] {
  if (!('state' in found) || found.state.fileMode === undefined) return [];
  const { shownAs } = found.address;
  const { fileMode } = found.state;
  if ((fileMode & OTHERS) === 0) return [passed(`${octal(fileMode)}: closed to others`)];
  const message = `${shownAs} has mode ${octal(fileMode)}: others on this machine can read who asks for which account`;
  return [failed(message, `chmod 600 ${shownAs}*`)];
}
