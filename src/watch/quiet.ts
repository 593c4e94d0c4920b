import type { Mute } from '../account/outcome.ts';
import { DAY_MS, instantOf, isoDayMs } from '../account/time.ts';
import { DAY_BEGINS_MS, EVERY_DAY, nextSummaryAt } from './schedule.ts';

/** A mute, a snooze or a note on an account, until a time. */
export interface Quiet extends Mute {
  readonly accountId: string;
  /** For a snooze: the id of the channel, or of the person who gets direct messages. Absent: it applies everywhere. */
  readonly channelId?: string;
  /** A note, which silences nothing. */
  readonly isNote?: true;
}

/** Until when, as people write it: a duration, a time of day, or a day. */
export type QuietLength =
  | { readonly kind: 'for'; readonly ms: number }
  /** Minutes after midnight. */
  | { readonly kind: 'clock'; readonly atMinute: number }
  /** `2026-12-24` */
  | { readonly kind: 'day'; readonly isoDay: string };

/** People would forget a longer one. */
export const MAX_QUIET_DAYS = 30;

/** When a quiet time ends, epoch milliseconds. Undefined: the day is invalid or past, or more than 30 days away. */
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
      return Number.isNaN(dayMs) ? dayMs : instantOf(dayMs + DAY_BEGINS_MS, zone);
    }
  }
}
