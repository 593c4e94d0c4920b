import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseAddress } from './parse-database-url.ts';

/**
 * `unavailable`: the database is down, locked or closed, refuses us, or does not answer in time. `full`: the disk is.
 * `wrong-encoding` and `newer` only occur at start.
 */
export type StoreErrorCode = 'unavailable' | 'full' | 'read-only' | 'damaged' | 'wrong-encoding' | 'newer';

/**
 * The database failed, or cannot be used. After a failed write, the row may or may not be there. The message contains no
 * values of rows and no password; that of `cause`, the driver's error, may quote rows.
 * A mistake in a statement or an argument is a defect, never a StoreError.
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
 * Keyed by SQLite's result code, usually the primary one (https://www.sqlite.org/rescode.html), PostgreSQL's SQLSTATE
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html) or the code of a system error.
 */
const CODES: Readonly<Record<string, StoreErrorCode>> = {
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged', // not a database
  4874: 'full', // no room for the -shm file
  '25006': 'read-only',
  '42501': 'unavailable', // a grant was revoked
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

/** Our own mistakes, such as an invalid statement or value: SQLite's result codes, and classes of SQLSTATEs. */
const DEFECTS = ['1', '19', '20', '21', '22', '23', '42'];

/**
 * The classes of the errors of drivers and of the system; those of pg often have no code. Compared by name, because
 * `instanceof` would load pg for users of SQLite, too.
 */
const OF_DRIVERS = ['Error', 'AggregateError', 'DatabaseError'];

/** Converts an error of a driver to a StoreError. Returns a defect as it is. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !OF_DRIVERS.includes(error.constructor.name)) return error;
  const { code, errcode, errstr } = error as DriverError;
  // The low byte is SQLite's primary code; the rest only adds detail.
  const known = String(errcode === undefined ? code : errcode in CODES ? errcode : errcode & 0xff);
  if (CODES[known] === undefined && DEFECTS.includes(known.slice(0, 2))) return error;
  const failure = CODES[known] ?? 'unavailable';
  const why = errstr ?? code ?? 'no answer';
  return new StoreError(failure, `the database failed: ${failure} (${why})`, { cause: error });
}

/** How long another process may have the lock. */
const LOCKED_FOR_MS = 2_000;

/**
 * Tries again while another process has SQLite's lock, and after PostgreSQL has ended one of two transactions that waited for
 * each other. Finally throws the driver's own error.
 */
export async function whileLocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (const startedAtMs = performance.now(); ; await delay(10)) {
    try {
      return await attempt();
    } catch (error) {
      const { code, errcode = 0 } = error as DriverError;
      const isLocked = (errcode & 0xff) === SQLITE_BUSY || code === DEADLOCK;
      if (!isLocked || performance.now() - startedAtMs > LOCKED_FOR_MS) throw error;
    }
  }
}

const SQLITE_BUSY = 5;
const DEADLOCK = '40P01';

type DriverError = NodeJS.ErrnoException & { readonly errcode?: number; readonly errstr?: string };

/** The state of the database, and the fix: with SQLite, and with PostgreSQL if that is another one. */
const WORDS: Readonly<Record<StoreErrorCode, readonly [state: string, fix: string, withPostgres?: string]>> =
  {
    damaged: [
      'is damaged',
      'Restore it from a backup; or move it away, with its -wal and -shm files, to begin with an empty one.',
      'See the log of the PostgreSQL server.',
    ],
    'wrong-encoding': [
      'cannot keep every name',
      'Make one with `createdb --encoding UTF8 --locale C --template template0`, move the data there, and name it in DATABASE_URL.',
    ],
    newer: [
      'is newer than this program',
      'Start the version of backup-status that wrote it, or restore a backup from before that.',
    ],
    'read-only': [
      'cannot be written',
      'Let the user that backup-status runs as write the file and its folder.',
      'Name the primary server in DATABASE_URL, and a role that may write.',
    ],
    full: ['has no room left', 'Make room on its disk.'],
    unavailable: [
      'cannot be used',
      'Check DATABASE_URL, the folder, and whether another program holds the file.',
      'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in. For a certificate of its own authority add &sslrootcert=FILE.',
    ],
  };

/** Why a database cannot be opened, and the fix, in a sentence each. Undefined for a defect. */
export function startTroubleOf(thrown: unknown, { kind, shownAs }: DatabaseAddress) {
  const error = toStoreError(thrown);
  if (!(error instanceof StoreError)) return undefined;
  const [state, fix, withPostgres = fix] = WORDS[error.code];
  // At start no statement contains a value yet, so the messages of drivers can be shown. That of an AggregateError, when all
  // addresses of a host fail, is empty.
  const { message, code, errstr } = (error.cause ?? error) as DriverError;
  return {
    code: error.code,
    message: `The database ${shownAs} ${state} (${errstr ?? (message || code)}).`,
    fix: kind === 'sqlite' ? fix : withPostgres,
  };
}
