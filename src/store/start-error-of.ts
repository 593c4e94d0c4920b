import type { DatabaseAddress } from './parse-database-url.ts';
import { StoreError, type StoreErrorCode, toStoreError } from './store-error.ts';

type StartCode = Exclude<StoreErrorCode, 'invalid-url' | 'unavailable' | 'timeout'>;

const OLDER_PROGRAM =
  'Start the version of backup-status that wrote it, or restore a backup from before that.';

const IN_UTF8 =
  'Make one with `createdb --encoding UTF8 --locale C --template template0`, move the data there, and name it in DATABASE_URL.';

/** What is the matter, and what to do about it. */
const WORDS: Readonly<Record<StartCode, Readonly<Record<'state' | DatabaseAddress['kind'], string>>>> = {
  damaged: {
    state: 'is damaged',
    sqlite:
      'Restore it from a backup; or move it away, with its -wal and -shm files, to begin with an empty one.',
    postgres: 'See the log of the PostgreSQL server.',
  },
  'wrong-encoding': { state: 'cannot keep every name', sqlite: IN_UTF8, postgres: IN_UTF8 },
  newer: { state: 'is newer than this program', sqlite: OLDER_PROGRAM, postgres: OLDER_PROGRAM },
  'read-only': {
    state: 'cannot be written',
    sqlite: 'Let the user that backup-status runs as write the file and its folder.',
    postgres: 'Name the primary server in DATABASE_URL, and a role that may write.',
  },
  full: { state: 'has no room left', sqlite: 'Make room on its disk.', postgres: 'Make room on the server.' },
  unreachable: {
    state: 'cannot be used',
    sqlite: 'Check DATABASE_URL, the folder, and whether another program holds the file.',
    postgres: 'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.',
  },
};

/** Why a database cannot be opened, and what to do about it, in a sentence each. */
export interface StartTrouble {
  readonly code: StartCode;
  readonly message: string;
  readonly fix: string;
}

/** An error of opening a database, worded for the operator. A defect comes back as it is. */
export function startErrorOf(error: unknown, address: DatabaseAddress): unknown {
  const trouble = startTroubleOf(error, address);
  if (trouble === undefined) return error;
  const { code, message, fix } = trouble;
  return new StoreError(code, `${message} ${fix}`, { cause: error });
}

/** Undefined for a defect. */
export function startTroubleOf(
  thrown: unknown,
  { kind, shownAs }: DatabaseAddress,
): StartTrouble | undefined {
  const error = toStoreError(thrown);
  if (!(error instanceof StoreError) || error.code === 'invalid-url') return undefined;
  const code = error.code === 'unavailable' || error.code === 'timeout' ? 'unreachable' : error.code;
  const message = `The database ${shownAs} ${WORDS[code].state} (${reasonOf(error)}).`;
  return { code, message, fix: WORDS[code][kind] };
}

/** At start no statement holds a value yet, so the words of drivers and of PostgreSQL can be shown. */
function reasonOf(error: StoreError): string {
  const { message, code, errstr } = (error.cause ?? error) as NodeJS.ErrnoException & { errstr?: string };
  // That of an AggregateError, all addresses of a host tried in vain, is empty.
  return errstr ?? (message || String(code));
}
