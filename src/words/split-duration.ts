const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** "30 h" is read faster than "1 day 6 h", and limits are set in hours. */
const HOURS_UP_TO = 48;
/** From here on the hours no longer matter to anybody. */
const HOURS_BESIDE_DAYS_BELOW = 10;

/** What of a length of time is worth saying. `hours` beside days may be 0. */
export type DurationParts =
  | { readonly kind: 'under-a-minute' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'hours'; readonly hours: number }
  | { readonly kind: 'days'; readonly days: number; readonly hours: number };

/** Never rounded up. Anything not positive counts as under a minute. */
export function splitDuration(ms: number): DurationParts {
  if (!(ms >= MINUTE_MS)) return { kind: 'under-a-minute' };
  if (ms < HOUR_MS) return { kind: 'minutes', minutes: Math.floor(ms / MINUTE_MS) };
  const hours = Math.floor(ms / HOUR_MS);
  if (hours <= HOURS_UP_TO) return { kind: 'hours', hours };
  const days = Math.floor(hours / 24);
  return { kind: 'days', days, hours: days >= HOURS_BESIDE_DAYS_BELOW ? 0 : hours % 24 };
}

/** What a length of time has of full hours, and of minutes beside them: for what an hour would round away. */
export function splitHours(ms: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.floor(ms / MINUTE_MS);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** A length of time as it is said, of which the hours alone remain, is less than the limit that it reached. */
export const roundsBelow = (ms: number, limitMs: number): boolean =>
  ms >= limitMs && Math.floor(ms / HOUR_MS) * HOUR_MS < limitMs;
