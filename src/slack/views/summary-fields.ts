import type { ViewSubmitAction } from '@slack/bolt';
import { MINUTE_MS } from '../../domain/duration.ts';
import { nextSummaryAt, type SummarySchedule } from '../../domain/watch/summary-schedule.ts';
import { wallClockMs } from '../../domain/zoned-time.ts';
import { WATCH_FORM } from '../../formatters/action-ids.ts';
import {
  clockOf,
  EVERY_DAY,
  NO_SUMMARY,
  type SummaryValues,
} from '../../formatters/watches/summary-inputs.ts';

const MINUTES_A_DAY = 24 * 60;

/** A schedule as the form shows it, by the clocks of the reader. */
export function summaryValues(
  schedule: SummarySchedule | undefined,
  zone: string,
  nowMs: number,
): SummaryValues {
  if (schedule === undefined) return NO_SUMMARY;
  const minutes = Math.floor(wallClockMs(nextSummaryAt(schedule, nowMs), zone) / MINUTE_MS);
  // Clocks that change before the next one would show another time.
  const atMinute = schedule.zone === zone ? schedule.atMinute : minutes % MINUTES_A_DAY;
  const days = schedule.days.length === EVERY_DAY.length ? [] : schedule.days;
  return { at: clockOf(atMinute), days };
}

/** What was chosen in the form. */
export function readSummary(values: ViewSubmitAction['view']['state']['values']): SummaryValues {
  const chosen = (id: string) => values[id]?.[id];
  const at = chosen(WATCH_FORM.summaryAt)?.selected_time ?? '';
  const days = chosen(WATCH_FORM.summaryDays)?.selected_options ?? [];
  return {
    at: TIME.test(at) ? at : undefined,
    days: days.map(({ value }) => Number(value)).filter((day) => EVERY_DAY.includes(day)),
  };
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The schedule that was chosen. Undefined: none. */
export function scheduleIn({ at = '', days }: SummaryValues, zone: string): SummarySchedule | undefined {
  const [, hours, minutes] = TIME.exec(at) ?? [];
  if (hours === undefined) return undefined;
  return {
    atMinute: Number(hours) * 60 + Number(minutes),
    days: days.length === 0 ? EVERY_DAY : days,
    zone,
  };
}
