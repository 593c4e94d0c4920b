import type pg from 'pg';
import { isStoreError, StoreError, type StoreErrorCode } from './store-error.ts';

/** What a driver's error comes down to. */
interface DriverFailure {
  readonly code: Extract<StoreErrorCode, 'unavailable' | 'timeout' | 'full' | 'read-only' | 'damaged'>;
  /** The driver's, PostgreSQL's or the system's own short word for it; never a value. */
  readonly reason: string;
}

/** Primary result codes, https://www.sqlite.org/rescode.html */
const OF_SQLITE: Readonly<Record<number, DriverFailure['code']>> = {
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
const OF_POSTGRES: Readonly<Record<string, DriverFailure['code']>> = {
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

const OF_SYSTEM: Readonly<Record<string, DriverFailure['code']>> = {
  EACCES: 'read-only',
  EDQUOT: 'full',
  ENOSPC: 'full',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

/** What a driver threw, as a StoreError. A defect comes back as it is. */
export function toStoreError(error: unknown): unknown {
  if (isStoreError(error)) return error;
  const failure = driverFailureOf(error);
  if (failure === undefined) return error;
  const { code, reason } = failure;
  return new StoreError({ code, message: `the database failed: ${code} (${reason})`, cause: error });
}

/** Undefined for a defect: a statement the database does not understand, a broken constraint, a TypeError. */
export function driverFailureOf(error: unknown): DriverFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isPostgresError(error)) {
    const state = error.code ?? '';
    return failure(OF_POSTGRES[state] ?? OF_POSTGRES[state.slice(0, 2)], state);
  }
  const { code, syscall, errcode, errstr } = error as NodeJS.ErrnoException & {
    errcode?: number;
    errstr?: string;
  };
  // The low byte is the primary code; the rest says more of the same.
  if (errcode !== undefined) return failure(OF_SQLITE[errcode & 0xff], errstr ?? String(errcode));
  if (syscall !== undefined && code !== undefined) return failure(OF_SYSTEM[code] ?? 'unavailable', code);
  return undefined;
}

// By its name: `instanceof` would load the driver for those who use SQLite.
const isPostgresError = (error: Error): error is pg.DatabaseError =>
  error.constructor.name === 'DatabaseError';

const failure = (code: DriverFailure['code'] | undefined, reason: string): DriverFailure | undefined =>
  code && { code, reason };
