const OFFSET = /^([+-])(0\d|1[0-4]):([0-5]\d)$/;

/** Milliseconds to add to UTC. Throws a RangeError for anything but `+HH:MM` or `-HH:MM`, 14 hours at most. */
function offsetMsOf(utcOffset: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(utcOffset) ?? [];
  if (sign === undefined) throw new RangeError(`utcOffset must look like +03:00 or -03:30, not ${utcOffset}`);
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -size : size;
}

/** ISO 8601 with milliseconds and the numeric offset: `2026-11-21T08:46:36.000+03:00`. */
export function isoAtOffset(atMs: number, utcOffset: string): string {
  return wallClock(atMs, utcOffset).replace('Z', utcOffset);
}

/** `YYYY-MM-DD` as a calendar at that offset shows it. */
export function dateAtOffset(atMs: number, utcOffset: string): string {
  return wallClock(atMs, utcOffset).slice(0, 10);
}

/** `HH:MM:SS` as a clock at that offset shows it. */
export function timeAtOffset(atMs: number, utcOffset: string): string {
  return wallClock(atMs, utcOffset).slice(11, 19);
}

function wallClock(atMs: number, utcOffset: string): string {
  return new Date(atMs + offsetMsOf(utcOffset)).toISOString();
}
