import type { Logger } from 'pino';
import { type DatabaseState, inspectDatabase } from '../store/inspect-database.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../store/parse-database-url.ts';
import { startTroubleOf } from '../store/start-trouble.ts';
import { type Findings, failed, inClear, passed } from './finding.ts';

/** The database as a start would find it; or why it cannot be used. Migrates nothing. */
export async function* checkDatabase(databaseUrl: string, log: Logger): Findings {
  const address = parseDatabaseUrl(databaseUrl);
  try {
    const state = await inspectDatabase(address, log);
    yield passed('database', describe(address, state));
    // As the server sees the connection, which more than the address decides.
    if (address.kind === 'postgres' && state.hasTls !== true) {
      const what = 'who asks for which account, and last answers with contact e-mails,';
      const fix = 'Add ?sslmode=verify-full to DATABASE_URL, and let the server offer TLS.';
      yield* inClear('database', { setting: 'DATABASE_URL', address: address.url, what, fix });
    }
  } catch (error) {
    const trouble = startTroubleOf(error, address);
    if (trouble === undefined) throw error;
    yield failed('database', trouble.message, trouble.fix);
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
