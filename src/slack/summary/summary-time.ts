import type { KnownBlock } from '@slack/types';
import type { Person } from '../../account/pins.ts';
import { DAY_MS, MINUTE_MS, wallClockMs } from '../../account/time.ts';
import { EVERY_DAY, nextSummaryAt, type SummarySchedule } from '../../watch/schedule.ts';
import { NO_ZONE } from '../access.ts';
import type { Action } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openShare } from '../card/share.ts';
import { enteredIn, input, modal, multiSelect, option, plainText } from '../kit/blocks.ts';
import { isSlackId, MORE } from '../kit/ids.ts';
import { sentence, textModal } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { minuteOf } from '../lookup/input.ts';
import { sendReply } from '../reply.ts';
import { clockOf, scheduleText, unavailable, type WatchAnswer } from '../watches/watch-messages.ts';
import { inTime, openForm, READ_WITHIN_MS, type Submitted, showInPlace } from '../windows.ts';
import { nothingWatched } from './summary.ts';

/** The modal in which the time of a summary is changed: its `callback_id`, its inputs. `private_metadata` is the conversation. */
export const SUMMARY_TIME = {
  callbackId: 'summary_time',
  at: 'watch_summary_at',
  days: 'watch_summary_days',
} as const;

/**
 * Handles `summary 07:30`, `summary off` and *Change time…*: for the channel in which it is used, which is notified, or
 * elsewhere for the person. `atMinute`: minutes after midnight in the person's zone. Without days they stay the same.
 */
export async function scheduleSummary(
  { watches, contexts, zoneOf }: ListenerDeps,
  { userId }: Person,
  channelId: string,
  asked: (Pick<SummarySchedule, 'atMinute'> & Partial<SummarySchedule>) | 'none',
): Promise<WatchAnswer> {
  const viewer = contexts.private(userId);
  const { words } = viewer;
  const conversation = isSlackId('channel', channelId) ? channelId : userId;
  const found = await watches.list([conversation]);
  if (found === 'unavailable') return unavailable(viewer);
  const [here] = found;
  if (here === undefined) return nothingWatched(viewer, conversation === channelId);
  if (asked === 'none') {
    if ((await watches.stopSummary(conversation, userId)) === 'unavailable')
      return unavailable(viewer, 'notSaved');
    return { message: sentence(words.watches.summaryEnds), result: 'stopped' };
  }
  const zone = zoneOf(userId) ?? here.summary?.zone ?? NO_ZONE;
  const schedule = { days: here.summary?.days ?? EVERY_DAY, zone, ...asked };
  if ((await watches.setSummary(conversation, schedule, userId)) === 'unavailable')
    return unavailable(viewer, 'notSaved');
  const text = words.watches.summaryComes(scheduleText(schedule, words));
  return { message: sentence(text), result: 'scheduled' };
}

/**
 * The menu of a summary: *Share…*, or *Change time…*, which opens a window with its time in the person's zone, and its days.
 * No chosen day means every day.
 */
export async function chooseInSummary(deps: ListenerDeps, action: Action): Promise<void> {
  const { userId } = action.person;
  if (action.value === MORE.share) return openShare(deps, { ...action, summaryOf: action.channelId ?? '' });
  const conversation = isSlackId('channel', action.channelId) ? action.channelId : userId;
  const listed = await inTime(deps.watches.list([conversation]), READ_WITHIN_MS);
  const viewer = deps.contexts.private(userId);
  if (listed === 'unavailable')
    return void (await sendReply(deps.respond, action.responseUrl, unavailable(viewer).message));
  const { words, zone, nowMs } = viewer;
  const { form } = words.watches;
  const schedule = listed[0]?.summary;
  const days = schedule?.days.length === EVERY_DAY.length ? [] : (schedule?.days ?? []);
  const weekdays = EVERY_DAY.map((day) => option(words.time.weekdayName(day), String(day)));
  const initial_time = schedule && clockOf(minuteIn(schedule, zone, nowMs), words.time);
  const at = { type: 'timepicker', initial_time } as const;
  const onDays = multiSelect(weekdays, days.map(String), form.everyDay);
  const fields: KnownBlock[] = [
    input(SUMMARY_TIME.at, form.summaryAt, at, { hint: form.summaryAtHint, optional: true }),
    input(SUMMARY_TIME.days, form.summaryDays, onDays, { optional: true }),
    { type: 'context', elements: [plainText(form.zone(zone))] },
  ];
  const sent = { submit: form.save, callbackId: SUMMARY_TIME.callbackId, metadata: conversation };
  await openForm(deps, action, modal(words, words.summary.window, fields, sent));
}

/** Converted at the next summary: a clock change before it can move the time in one of the zones. */
function minuteIn(schedule: SummarySchedule, zone: string, nowMs: number): number {
  if (schedule.zone === zone) return schedule.atMinute;
  return Math.floor(wallClockMs(nextSummaryAt(schedule, nowMs), zone) / MINUTE_MS) % (DAY_MS / MINUTE_MS);
}

/** What was chosen. `none`: no time. */
function chosenIn(view: Submitted['view'], zone: string) {
  const atMinute = minuteOf(enteredIn(view, SUMMARY_TIME.at)?.selected_time ?? '');
  if (atMinute === undefined) return 'none';
  const options = enteredIn(view, SUMMARY_TIME.days)?.selected_options ?? [];
  const days = EVERY_DAY.filter((day) => options.some(({ value }) => value === String(day)));
  return { atMinute, days: days.length === 0 ? EVERY_DAY : days, zone };
}

/** Handles the window: sets the schedule, or stops the summary if no time was chosen. */
export async function submitSummaryTime(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { view, person } = submitted;
  const { words, zone } = deps.contexts.private(person.userId);
  const { window, loading } = words.summary;
  const channelId = view.private_metadata;
  const scheduling = scheduleSummary(deps, person, channelId, chosenIn(view, zone));
  const work = scheduling.then(({ message }) => modal(words, window, message));
  await showInPlace(deps, submitted, { work, loading: textModal(words, window, loading) });
  const { result } = await scheduling;
  logWatchAudit(deps.log, { ...submitted, channelId }, { by: 'summary', result });
}
