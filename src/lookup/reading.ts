import type { Account } from '../domain/account.ts';

/** An account as it was read. Kept without a verdict, which is only ever true of one moment. */
export interface Reading {
  readonly account: Account;
  /** When the service answered, epoch milliseconds. */
  readonly readAtMs: number;
}
