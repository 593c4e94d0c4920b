import { z } from 'zod';
import { isoDay } from '../../domain/zoned-time.ts';
import { parseWireDate, type WireDate } from './parse-last-backup.ts';

const DATE_TIME = z.iso.datetime({ local: true, offset: true });
const HAS_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads the last day of a package: a date, or a date-time with a `T` or a blank. One with an offset is a moment, whose day
 * is that of the service's zone.
 */
export function parseEndDate(sent: string | undefined, zoneId: string): WireDate {
  const text = sent?.trim() ?? '';
  const iso = text.replace(' ', 'T');
  if (!DATE_TIME.safeParse(iso).success) return parseWireDate(text);
  const day = parseWireDate(iso.slice(0, 10));
  if (day.kind !== 'day' || !HAS_OFFSET.test(iso)) return day;
  const date = isoDay(Date.parse(iso), zoneId);
  return date === undefined ? { kind: 'unreadable' } : { kind: 'day', date };
}
