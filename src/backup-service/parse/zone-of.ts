import type { ServiceZone } from '../../domain/account.ts';
import type { AccessToken } from '../token/access-token.ts';

/** The zone of the service's dates: the setting's, else the login's offset, else a guess. */
export function zoneOf(
  timeZone: string | undefined,
  { utcOffset }: Pick<AccessToken, 'utcOffset'>,
): ServiceZone {
  if (timeZone !== undefined) return { id: timeZone, assumedFrom: 'setting' };
  if (utcOffset !== undefined) return { id: utcOffset, assumedFrom: 'login' };
  return { id: 'UTC', assumedFrom: 'nothing' };
}
