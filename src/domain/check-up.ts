import type { UnavailableReason } from '../account/outcome.ts';
import type { WatchFigures } from './watch/watch-store.ts';

/** How it stands with service, database and watches, as far as everybody who may ask may know it. */
export interface CheckUp {
  /** Since when every look-up of this process has failed, and how the latest did; absent: the last one was answered. */
  readonly failing?: FailingLookups;
  /** When the service last said something about an account to this process, epoch milliseconds; absent: not yet. */
  readonly answeredAtMs?: number;
  /** Whether the process has a token that the service takes. */
  readonly hasToken: boolean;
  /** Why the app is not signed in; absent: it is, or that was not tried. */
  readonly notSignedIn?: UnavailableReason;
  /** Since when the database does not answer; absent: it does. */
  readonly databaseDownSinceMs?: number;
  /** Absent: the database did not say. */
  readonly watch?: WatchFigures;
}

export interface FailingLookups {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly reason: UnavailableReason;
  /** Until a look-up is put to the service again; 0: the next one is. */
  readonly retryAfterMs: number;
}
