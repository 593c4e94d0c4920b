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
