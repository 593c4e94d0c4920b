import type { Mute } from '../account/outcome.ts';
import { DAY_MS, HOUR_MS, instantOf, isoDayMs } from '../account/time.ts';
import { nextSummaryAt } from './schedule.ts';

/** A time in which nobody is notified of an account, or for which it has a note. */
export interface Quiet extends Mute {
  readonly accountId: string;
  /** Where: a channel, or a person's direct messages (a snooze). Absent: everywhere (a mute). */
  readonly channelId?: string;
  /** A note, which makes nothing quiet. */
  readonly isNote?: true;
}

/** Until when, as people say it: for a time, until the clock shows a time, or until the morning of a day. */
export type QuietLength =
  | { readonly kind: 'for'; readonly ms: number }
  /** Minutes after midnight. */
  | { readonly kind: 'clock'; readonly atMinute: number }
  /** `2026-12-24` */
  | { readonly kind: 'day'; readonly isoDay: string };

/** A longer silence would be forgotten. */
export const MAX_QUIET_DAYS = 30;
/** The morning of a day. */
const MORNING_MS = 8 * HOUR_MS;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** When that ends, epoch milliseconds; undefined: it is no date, it is over, or more than 30 days away. */
export function endOfQuiet(length: QuietLength, nowMs: number, zone: string): number | undefined {
  const untilMs = untilOf(length, nowMs, zone);
  return untilMs > nowMs && untilMs <= nowMs + MAX_QUIET_DAYS * DAY_MS ? untilMs : undefined;
}

function untilOf(length: QuietLength, nowMs: number, zone: string): number {
  switch (length.kind) {
    case 'for':
      return nowMs + length.ms;
    case 'clock':
      return nextSummaryAt({ atMinute: length.atMinute, days: EVERY_DAY, zone }, nowMs);
    case 'day': {
      const dayMs = isoDayMs(length.isoDay);
      return Number.isNaN(dayMs) ? dayMs : instantOf(dayMs + MORNING_MS, zone);
    }
    default:
      return length satisfies never;
  }
}
