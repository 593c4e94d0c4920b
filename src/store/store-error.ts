import type pg from 'pg';

/** What a database that is in use may do: down, refused, no answer or closed; an answer too late; no room; no writes; damage. */
type DriverCode = 'unavailable' | 'timeout' | 'full' | 'read-only' | 'damaged';

/** At run time, a `DriverCode`; at start, any but `unavailable` and `timeout`. */
export type StoreErrorCode = DriverCode | 'invalid-url' | 'wrong-encoding' | 'newer' | 'unreachable';

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

/** Primary result codes, https://www.sqlite.org/rescode.html */
const OF_SQLITE: Readonly<Record<number, DriverCode>> = {
  3: 'unavailable', // PERM
  5: 'timeout', // BUSY: another process held the lock for too long
  6: 'timeout', // LOCKED
  7: 'unavailable', // NOMEM
  8: 'read-only', // READONLY
  10: 'unavailable', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unavailable', // CANTOPEN
  26: 'damaged', // NOTADB
};

/** SQLSTATEs, or their class, the first two: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const OF_POSTGRES: Readonly<Record<string, DriverCode>> = {
  '08': 'unavailable', // connection
  '25006': 'read-only',
  '25P03': 'timeout', // idle in a transaction
  '28': 'unavailable', // password
  '3D': 'unavailable', // no such database
  '3F': 'unavailable', // no such schema
  '40': 'unavailable', // deadlock, serialization
  '42501': 'unavailable', // a grant was taken away
  '42P01': 'unavailable', // a table was dropped
  '53': 'unavailable', // resources, too many connections
  '53100': 'full',
  '55P03': 'timeout', // lock_timeout
  '57': 'unavailable', // shutting down, starting up
  '57014': 'timeout', // statement_timeout
  '58': 'unavailable', // I/O
  XX001: 'damaged',
  XX002: 'damaged',
};

const OF_SYSTEM: Readonly<Record<string, DriverCode>> = {
  EACCES: 'read-only',
  EDQUOT: 'full',
  ENOSPC: 'full',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

/**
 * What a driver threw, as a StoreError. A defect comes back as it is: a statement the database does not understand, a
 * broken constraint, a TypeError.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const [code, reason] = failureOf(error);
  if (code === undefined) return error;
  return new StoreError(code, `the database failed: ${code} (${reason})`, { cause: error });
}

/** `reason` is the driver's, PostgreSQL's or the system's own short word for it; never a value. No code: a defect. */
function failureOf(error: Error): [code?: DriverCode, reason?: string] {
  if (isPostgresError(error)) {
    const state = error.code ?? '';
    return [OF_POSTGRES[state] ?? OF_POSTGRES[state.slice(0, 2)], state];
  }
  const { code, syscall, errcode, errstr } = error as NodeJS.ErrnoException & {
    errcode?: number;
    errstr?: string;
  };
  // The low byte is the primary code; the rest says more of the same.
  if (errcode !== undefined) return [OF_SQLITE[errcode & 0xff], errstr ?? String(errcode)];
  if (syscall !== undefined && code !== undefined) return [OF_SYSTEM[code] ?? 'unavailable', code];
  return [];
}

// By its name: `instanceof` would load the driver for those who use SQLite.
const isPostgresError = (error: Error): error is pg.DatabaseError =>
  error.constructor.name === 'DatabaseError';
