import { DAY_MS, dayNumber, HOUR_MS, momentOf, wallClockMs } from '../account/time.ts';
import type { Incident } from './incident.ts';

/** What somebody asked to be told of. */
export interface WatchTerms {
  /** `attention`: of everything that is not all right; `critical`: only of what is urgent. */
  readonly tellOf: 'critical' | 'attention';
  /** IANA name: the nights of those who are told. */
  readonly zone: string;
  /** What was noticed no later was there already, and is no news. */
  readonly createdAtMs: number;
  /** The same for what is not urgent, where that was asked for later. Absent: it was not. */
  readonly widenedAtMs?: number;
}

/** Many changes at once are one message. */
export const GROUP_WAIT_MS = 60_000;
/** Being unable to tell is not an emergency. */
const UNKNOWN_AFTER_MS = DAY_MS;
const DAY_BEGINS_MS = 8 * HOUR_MS;
const DAY_ENDS_MS = 20 * HOUR_MS;

/** The terms of an account that several watches of a place cover: the widest. Undefined: none does. */
export function widestOf(watches: readonly WatchTerms[]): WatchTerms | undefined {
  const [first] = watches;
  if (first === undefined) return undefined;
  const wide = watches.filter(({ tellOf }) => tellOf === 'attention');
  const createdAtMs = Math.min(...watches.map((watch) => watch.createdAtMs));
  if (wide.length === 0) return { ...first, createdAtMs };
  return { ...first, tellOf: 'attention', createdAtMs, widenedAtMs: Math.min(...wide.map(wideSince)) };
}

const wideSince = ({ createdAtMs, widenedAtMs = createdAtMs }: WatchTerms) => widenedAtMs;

/**
 * From when on an open incident may be told to those who watch with these terms. `undefined`: never, because they did not
 * ask for it, or because it was there already when they began to watch.
 */
export function tellFrom(incident: Incident, terms: WatchTerms): number | undefined {
  const { level, detectedAtMs } = incident;
  if (detectedAtMs <= (level === 'attention' ? wideSince(terms) : terms.createdAtMs)) return undefined;
  const soonestMs = detectedAtMs + GROUP_WAIT_MS;
  switch (level) {
    case 'critical':
      return incident.canWait === true ? inDaytime(soonestMs, terms.zone, DAY_MS) : soonestMs;
    case 'attention':
      return terms.tellOf === 'attention' ? inDaytime(soonestMs, terms.zone, DAY_ENDS_MS) : undefined;
    case 'unknown':
      return Math.max(soonestMs, incident.startedAtMs + UNKNOWN_AFTER_MS);
    default:
      throw new Error(`unknown level: ${String(level satisfies never)}`);
  }
}

/** The moment itself between 08:00 and `endsMs` of a day on the clocks of the zone, otherwise the next 08:00. */
function inDaytime(atMs: number, zoneId: string, endsMs: number): number {
  const midnightMs = dayNumber(atMs, zoneId) * DAY_MS;
  const timeOfDayMs = wallClockMs(atMs, zoneId) - midnightMs;
  if (timeOfDayMs < DAY_BEGINS_MS) return momentOf(midnightMs + DAY_BEGINS_MS, zoneId);
  return timeOfDayMs < endsMs ? atMs : momentOf(midnightMs + DAY_MS + DAY_BEGINS_MS, zoneId);
}
