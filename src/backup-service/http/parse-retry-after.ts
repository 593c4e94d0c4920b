/**
 * Reads Retry-After (RFC 9110, 10.2.3): seconds or an HTTP date, as milliseconds from `nowMs`, the moment of the answer
 * by the service's own clock. Absent for what is neither; never negative.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Only a real HTTP date: Date.parse would also take "-5" or "soon 1" for some year.
  const atMs = /^[A-Z][a-z]+,? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
