import type { ServiceZone } from './account.ts';
import type { UnavailableReason } from './outcome.ts';
import type { Thresholds } from './verdict.ts';

/** How it stands with the app and the service, as far as everybody who may ask may know it. */
export interface CheckUp {
  readonly programVersion: string;
  readonly nodeVersion: string;
  /** `reason` is the system's word, such as `ECONNREFUSED`. */
  readonly service:
    | { readonly kind: 'reached'; readonly durationMs: number }
    | { readonly kind: 'not-reached'; readonly reason: string };
  readonly signIn:
    | { readonly kind: 'signed-in'; readonly expiresAtMs: number; readonly zone: ServiceZone }
    | { readonly kind: 'not-signed-in'; readonly reason: UnavailableReason };
  /** When the service last told this process about an account, epoch milliseconds; absent: not yet. */
  readonly lastReadAtMs?: number;
  readonly thresholds: Thresholds;
}
