import type { ServiceZone } from '../../domain/account.ts';

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
