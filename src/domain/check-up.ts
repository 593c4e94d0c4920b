import type { ServiceZone } from './account.ts';
import type { UnavailableReason } from './outcome.ts';
import type { Thresholds } from './verdict.ts';

/** How it stands with the app and the service, as far as everybody who may ask may know it. */
export interface CheckUp {
  readonly programVersion: string;
  readonly nodeVersion: string;
  /** Since when every look-up of this process has failed, and how the latest did; absent: the last one was answered. */
  readonly failing?: FailingLookups;
  /** When the service last said something about an account to this process, epoch milliseconds; absent: not yet. */
  readonly answeredAtMs?: number;
  /** A connection to the service's host, over which nothing was asked. `reason` is the system's word, such as `ECONNREFUSED`. */
  readonly connection:
    | { readonly kind: 'opened'; readonly durationMs: number }
    | { readonly kind: 'not-opened'; readonly reason: string };
  readonly signIn:
    | { readonly kind: 'signed-in'; readonly expiresAtMs: number; readonly zone: ServiceZone }
    | { readonly kind: 'not-signed-in'; readonly reason: UnavailableReason };
  readonly thresholds: Thresholds;
}

export interface FailingLookups {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly reason: UnavailableReason;
  /** Until a look-up is put to the service again; 0: the next one is. */
  readonly retryAfterMs: number;
}
