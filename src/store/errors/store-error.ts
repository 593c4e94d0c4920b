/**
 * At start: `invalid-url`, `damaged`, `newer`, `unreachable`, `read-only`, `full`, `wrong-encoding`. At run time: `unavailable` (down,
 * refused, no answer, closed), `timeout` (it answers, but too late), `full`, `read-only`, `damaged`.
 */
export type StoreErrorCode =
  | 'invalid-url'
  | 'damaged'
  | 'wrong-encoding'
  | 'newer'
  | 'unreachable'
  | 'unavailable'
  | 'timeout'
  | 'full'
  | 'read-only';

/**
 * The database failed, or cannot be used. After a failed write nothing is promised: the row may be there. The message
 * holds no values of rows and no password; that of `cause`, which is the driver's, may quote rows.
 * Never for a mistake in a statement or an argument, which is a defect.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(facts: { code: StoreErrorCode; message: string; cause?: unknown }) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
  }
}

/** False for anything that is a defect of ours. */
export const isStoreError = (error: unknown): error is StoreError => error instanceof StoreError;
