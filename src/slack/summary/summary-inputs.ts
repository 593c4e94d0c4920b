import type { ViewSubmitAction } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import { DAY_MS, MINUTE_MS, wallClockMs } from '../../account/time.ts';
import { nextSummaryAt, type SummarySchedule } from '../../watch/summary-schedule.ts';
import type { Words } from '../../words/words.ts';
import { input, option, plainText } from '../kit/blocks.ts';
import { WATCH_FORM } from '../kit/ids.ts';

/** When a summary is to come, as the form has it. */
export interface SummaryValues {
  /** `08:00`, as the reader's clocks show it. Absent: no summary. */
  readonly at?: string;
  /** 1 is Monday. None: every day. */
  readonly days: readonly number[];
}

/** What stands in the form where there is no summary yet. */
const NO_SUMMARY: SummaryValues = { days: [] };
export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export function summaryInputs({ at, days }: SummaryValues, { time, watches }: Words): InputBlock[] {
  const { form } = watches;
  const weekdays = EVERY_DAY.map((day) => option(time.weekdayName(day), String(day)));
  const chosen = weekdays.filter(({ value }) => days.includes(Number(value)));
  return [
    input(WATCH_FORM.summaryAt, form.summaryAt, {
      hint: form.summaryAtHint,
      optional: true,
      element: {
        type: 'timepicker',
        action_id: WATCH_FORM.summaryAt,
        initial_time: at,
      },
    }),
    input(WATCH_FORM.summaryDays, form.summaryDays, {
      optional: true,
      element: {
        type: 'multi_static_select',
        action_id: WATCH_FORM.summaryDays,
        placeholder: plainText(form.everyDay),
        options: weekdays,
        initial_options: chosen.length > 0 ? chosen : undefined,
      },
    }),
  ];
}

/** `08:00, Monday and Friday (Europe/Istanbul)`; without days: every day. */
export function scheduleText({ atMinute, days, zone }: SummarySchedule, { time, watches }: Words): string {
  const isEveryDay = days.length === EVERY_DAY.length;
  const names = isEveryDay ? [] : days.toSorted((one, other) => one - other).map(time.weekdayName);
  return watches.schedule(clockOf(atMinute), names, time.zone(zone));
}

function clockOf(atMinute: number): string {
  const [hours, minutes] = [Math.floor(atMinute / 60), atMinute % 60];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A schedule as the form shows it, by the clocks of the reader. */
export function summaryValues(
  schedule: SummarySchedule | undefined,
  zone: string,
  nowMs: number,
): SummaryValues {
  if (schedule === undefined) return NO_SUMMARY;
  const minutes = Math.floor(wallClockMs(nextSummaryAt(schedule, nowMs), zone) / MINUTE_MS);
  // Clocks that change before the next one would show another time.
  const atMinute = schedule.zone === zone ? schedule.atMinute : minutes % (DAY_MS / MINUTE_MS);
  const days = schedule.days.length === EVERY_DAY.length ? [] : schedule.days;
  return { at: clockOf(atMinute), days };
}

/** What was chosen in the form. */
export function readSummary(values: ViewSubmitAction['view']['state']['values']): SummaryValues {
  const chosen = (id: string) => values[id]?.[id];
  const days = chosen(WATCH_FORM.summaryDays)?.selected_options ?? [];
  return {
    at: chosen(WATCH_FORM.summaryAt)?.selected_time ?? undefined,
    days: days.map(({ value }) => Number(value)).filter((day) => EVERY_DAY.includes(day)),
  };
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** The schedule that was chosen. Undefined: none. */
export function scheduleIn({ at = '', days }: SummaryValues, zone: string): SummarySchedule | undefined {
  const [, hours, minutes] = TIME.exec(at) ?? [];
  if (hours === undefined) return undefined;
  const atMinute = Number(hours) * 60 + Number(minutes);
  return { atMinute, days: days.length === 0 ? EVERY_DAY : days, zone };
}
