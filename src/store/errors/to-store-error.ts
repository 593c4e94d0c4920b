import { failureOf } from './failure-of.ts';
import { isStoreError, StoreError } from './store-error.ts';

/** What a driver threw, as a StoreError. A defect comes back as it is. */
export function toStoreError(error: unknown): unknown {
  if (isStoreError(error)) return error;
  const failure = failureOf(error);
  if (failure === undefined) return error;
  const { code, reason } = failure;
  return new StoreError({ code, message: `the database failed: ${code} (${reason})`, cause: error });
}
