import { tz } from '@date-fns/tz';
import { isValid } from 'date-fns/isValid';
import { DAY_MS } from './duration.ts';

const utc = tz('UTC');

/**
 * The calendar day of a moment in a zone, counted from 1970: days between two moments are their difference, whatever
 * clocks do in between. A zone this machine does not know counts as UTC: hours off beats not looking. NaN for a moment
 * that is no date.
 */
export function dayNumber(atMs: number, zoneId: string): number {
  const inZone = tz(zoneId)(atMs);
  const day = isValid(inZone) ? inZone : utc(atMs);
  // The zone says which day it is; days are then counted in UTC, where none is missing, short or long.
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / DAY_MS;
}
