import type { ServiceZone } from '../../domain/account.ts';

const LONGEST_RENEW_AHEAD_MS = 5 * 60_000;
const MUST_RENEW_MS = 5_000;
const SHORTEST_UNASKED_LIFETIME_MS = 30_000;

/** A bearer token and what is known of it. Never logged, and kept outside this process only encrypted. */
export interface AccessToken {
  readonly token: string;
  /** By the local clock, so that the service's may be wrong. */
  readonly expiresAtMs: number;
  /** From the moment it was issued to its expiry. */
  readonly lifetimeMs: number;
  /** Expiry by the service's own clock, to tell which of two tokens is newer. Absent when it did not say. */
  readonly serviceExpiresAtMs?: number;
  /** `+03:00`: the offset of the login's `expiresAt`, the only evidence of the service's zone. */
  readonly utcOffset?: string;
}

/** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
export function zoneOf(timeZone: string | undefined, { utcOffset }: AccessToken): ServiceZone {
  if (timeZone !== undefined) return { id: timeZone, assumedFrom: 'setting' };
  if (utcOffset !== undefined) return { id: utcOffset, assumedFrom: 'login' };
  return { id: 'UTC', assumedFrom: 'nothing' };
}

/** The two windows of a token, as moments of the local clock. */
export type RenewalTimes = ReturnType<typeof renewalTimes>;

/** `jitter`, from 0 to 1, narrows the first window by up to a quarter, so that replicas do not renew as one. */
export function renewalTimes({ expiresAtMs, lifetimeMs }: AccessToken, jitter: number) {
  const mustRenewMs = Math.min(MUST_RENEW_MS, lifetimeMs / 2);
  const renewAheadMs = Math.min(LONGEST_RENEW_AHEAD_MS, lifetimeMs / 5) * (1 - jitter / 4);
  return {
    /**
     * From here it is renewed in the background while callers still get it. However short its lifetime, there is a time in
     * which nobody waits for the next one.
     */
    renewAtMs: expiresAtMs - Math.max(renewAheadMs, mustRenewMs + Math.min(MUST_RENEW_MS, lifetimeMs / 10)),
    /**
     * From here nobody gets it. Never before half of its lifetime: otherwise a token that lives for seconds would need a
     * login for each call.
     */
    mustRenewAtMs: expiresAtMs - mustRenewMs,
    /**
     * Renewed even when nobody asks, except a token that lives for seconds only: that would mean logging in all night.
     */
    isRenewedUnasked: lifetimeMs >= SHORTEST_UNASKED_LIFETIME_MS,
  };
}
