import type { Threshold } from '../domain/verdict.ts';

export interface NumberWords {
  /** Grouped as the language does it; amounts beyond all sense as powers of ten. */
  count(value: number): string;
  /** A whole number of percent. */
  percent(value: number): string;
  /** `1001, 1002 and 1003`. */
  list(items: readonly string[]): string;
}

/** A moment to be read in a zone. `nowMs` decides whether the year has to be said. */
export interface ZonedMoment {
  readonly atMs: number;
  readonly zoneId: string;
  readonly nowMs: number;
}

export interface TimeWords {
  /** `20 min`, `30 h`, `3 days 8 h`; hours up to 48, never rounded up. Anything not positive counts as under a minute. */
  duration(ms: number): string;
  /** The leading unit alone: `3 days`. */
  roughDuration(ms: number): string;
  /** For dense lists: `3 d 8 h`. */
  shortDuration(ms: number): string;
  ago(ms: number): string;
  /** For a day without a time: `today`, `yesterday`, `3 days ago`. */
  daysAgo(days: number): string;
  /** `9 Jun 2027` from `2027-06-09`; anything else comes back as it is. */
  day(isoDate: string): string;
  /** `21 Nov 02:40 UTC+03:00`. */
  moment(moment: ZonedMoment): string;
  /** `21 Nov`, where no time was given. */
  dayOf(moment: ZonedMoment): string;
  /** The same from an ISO date that lies so far back. */
  dayAgo(isoDate: string, agoMs: number): string;
  zone(zoneId: string): string;
  /** `26 h`, `26 h 30 min`, `14 days`. */
  threshold(threshold: Threshold): string;
  /** As `duration`, but never less than the limit beside it that was reached. */
  durationOver(ms: number, limit: Threshold): string;
}
