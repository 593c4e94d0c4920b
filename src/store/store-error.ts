import type { DatabaseAddress } from './parse-database-url.ts';

/**
 * `unavailable`: down, locked, refused, closed or no answer in time; then no room, no writes, and damage. The rest is
 * found at start alone.
 */
export type StoreErrorCode = 'unavailable' | 'full' | 'read-only' | 'damaged' | 'wrong-encoding' | 'newer';

/**
 * The database failed, or cannot be used. After a failed write nothing is promised: the row may be there. The message
 * holds no values of rows and no password; that of `cause`, which is the driver's, may quote rows.
 * Never for a mistake in a statement or an argument, which is a defect.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * By SQLite's primary result code (https://www.sqlite.org/rescode.html), PostgreSQL's SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) and the system's own name.
 */
const CODES: Readonly<Record<string, StoreErrorCode>> = {
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged', // no database at all
  '25006': 'read-only',
  '42501': 'unavailable', // a grant was taken away
  '42P01': 'unavailable', // a table was dropped
  '53100': 'full',
  XX001: 'damaged',
  XX002: 'damaged',
  EACCES: 'read-only',
  EDQUOT: 'full',
  ENOSPC: 'full',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

/** Mistakes of ours: a statement that is not understood, a value that does not fit. SQLite's codes, and classes of SQLSTATEs. */
const DEFECTS = ['1', '19', '20', '21', '22', '23', '42'];

/** What a driver threw, as a StoreError. A defect comes back as it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const { code, errcode, errstr, syscall } = error as NodeJS.ErrnoException & {
    readonly errcode?: number;
    readonly errstr?: string;
  };
  // By its name: `instanceof` would load the driver for those who use SQLite.
  const isOfPostgres = error.constructor.name === 'DatabaseError';
  if (errcode === undefined && syscall === undefined && !isOfPostgres) return error;
  // The low byte is SQLite's primary code; the rest says more of the same.
  const known = errcode === undefined ? String(code) : String(errcode & 0xff);
  if (CODES[known] === undefined && DEFECTS.includes(known.slice(0, 2))) return error;
  const failure = CODES[known] ?? 'unavailable';
  return new StoreError(failure, `the database failed: ${failure} (${errstr ?? known})`, { cause: error });
}

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

/** Why a database cannot be opened, and what to do about it, in a sentence each. Undefined for a defect. */
export function startTroubleOf(thrown: unknown, { kind, shownAs }: DatabaseAddress) {
  const error = toStoreError(thrown);
  if (!(error instanceof StoreError)) return undefined;
  const [state, forSqlite, forPostgres] = WORDS[error.code];
  // At start no statement holds a value yet, so the words of drivers and of PostgreSQL can be shown. The message of an
  // AggregateError, all addresses of a host tried in vain, is empty.
  const { message, code, errstr } = (error.cause ?? error) as NodeJS.ErrnoException & { errstr?: string };
  return {
    code: error.code,
    message: `The database ${shownAs} ${state} (${errstr ?? (message || code)}).`,
    fix: kind === 'sqlite' ? forSqlite : forPostgres,
  };
}
