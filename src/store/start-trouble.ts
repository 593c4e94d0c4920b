import type { DatabaseAddress } from './parse-database-url.ts';
import { StoreError, type StoreErrorCode, toStoreError } from './store-error.ts';

const OLDER_PROGRAM =
  'Start the version of backup-status that wrote it, or restore a backup from before that.';

const IN_UTF8 =
  'Make one with `createdb --encoding UTF8 --locale C --template template0`, move the data there, and name it in DATABASE_URL.';

/** What is the matter, and what to do about it with SQLite and with PostgreSQL. */
const WORDS: Readonly<Record<StoreErrorCode, readonly [state: string, sqlite: string, postgres: string]>> = {
  damaged: [
    'is damaged',
    'Restore it from a backup; or move it away, with its -wal and -shm files, to begin with an empty one.',
    'See the log of the PostgreSQL server.',
  ],
  'wrong-encoding': ['cannot keep every name', IN_UTF8, IN_UTF8],
  newer: ['is newer than this program', OLDER_PROGRAM, OLDER_PROGRAM],
  'read-only': [
    'cannot be written',
    'Let the user that backup-status runs as write the file and its folder.',
    'Name the primary server in DATABASE_URL, and a role that may write.',
  ],
  full: ['has no room left', 'Make room on its disk.', 'Make room on the server.'],
  unavailable: [
    'cannot be used',
    'Check DATABASE_URL, the folder, and whether another program holds the file.',
    'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.',
  ],
};

/** An error of opening a database as a StoreError, worded for the operator. A defect comes back as it is. */
export function startErrorOf(thrown: unknown, address: DatabaseAddress): unknown {
  const trouble = startTroubleOf(thrown, address);
  if (trouble === undefined) return thrown;
  const { code, message, fix } = trouble;
  return new StoreError(code, `${message} ${fix}`, { cause: thrown });
}

/** Why a database cannot be opened, and what to do about it, in a sentence each. Undefined for a defect. */
export function startTroubleOf(thrown: unknown, { kind, shownAs }: DatabaseAddress) {
  const error = toStoreError(thrown);
  if (!(error instanceof StoreError)) return undefined;
  const { code } = error;
  const [state, forSqlite, forPostgres] = WORDS[code];
  const message = `The database ${shownAs} ${state} (${reasonOf(error)}).`;
  return { code, message, fix: kind === 'sqlite' ? forSqlite : forPostgres };
}

/** At start no statement holds a value yet, so the words of drivers and of PostgreSQL can be shown. */
function reasonOf(error: StoreError): string {
  const { message, code, errstr } = (error.cause ?? error) as NodeJS.ErrnoException & { errstr?: string };
  // That of an AggregateError, all addresses of a host tried in vain, is empty.
  return errstr ?? (message || String(code));
}
