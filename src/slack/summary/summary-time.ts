import type { KnownBlock } from '@slack/types';
import type { Person } from '../../account/names.ts';
import { EVERY_DAY, type SummarySchedule } from '../../watch/schedule.ts';
import type { Action } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openShare } from '../card/share.ts';
import { enteredIn, input, modal, multiSelect, option, plainText } from '../kit/blocks.ts';
import { conversationOf, MORE } from '../kit/ids.ts';
import { sentence } from '../kit/message.ts';
import { mention } from '../kit/rich-text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { minuteOf } from '../lookup/input.ts';
import { clockOf, scheduleText, type WatchAnswer } from '../watches/watch-messages.ts';
import { openView, type Submitted, showInPlace } from '../windows.ts';
import { nothingWatched } from './summary.ts';

/** The window for the time of a summary: its `callback_id`, and its fields. `private_metadata` is the conversation. */
export const SUMMARY_TIME = {
  callbackId: 'summary_time',
  at: 'watch_summary_at',
  days: 'watch_summary_days',
} as const;

/**
 * Handles `summary 07:30`, `summary off` and *Change time…*: for the channel in which it is used, which is notified, or
 * elsewhere for the person. Days and a time zone that are not given stay the same.
 */
export async function scheduleSummary(
  { watches, contexts }: ListenerDeps,
  { userId }: Person,
  channelId: string,
  asked: (Pick<SummarySchedule, 'atMinute'> & Partial<SummarySchedule>) | 'none',
): Promise<WatchAnswer> {
  const viewer = contexts.private(userId);
  const { words } = viewer;
  const conversation = conversationOf(channelId, userId);
  const [here] = await watches.list([conversation]);
  if (here === undefined) return nothingWatched(viewer);
  if (asked === 'none') {
    const wasOn = await watches.setSummary(conversation, userId);
    if (!wasOn) return { message: sentence(words.watches.noSummary), result: 'not-watched' };
    return { message: sentence(mention(userId), ` ${words.watches.summaryStopped}`), result: 'stopped' };
  }
  const { days = EVERY_DAY, zone = viewer.zone } = here.summary ?? {};
  const schedule = { days, zone, ...asked };
  await watches.setSummary(conversation, userId, schedule);
  const text = words.watches.scheduled(scheduleText(schedule, words));
  return { message: sentence(mention(userId), ` ${text}`), result: 'scheduled' };
}

/**
 * The menu of a summary: *Share…*, or *Change time…*, which opens a window with its time and its days. No chosen day means
 * every day.
 */
export async function chooseInSummary(deps: ListenerDeps, action: Action): Promise<void> {
  if (action.value === MORE.share) return openShare(deps, { ...action, summaryOf: action.channelId ?? '' });
  const title = action.words.buttons.summary;
  await openView(deps, action, { title, work: summaryTimeView(deps, action) });
}

async function summaryTimeView(deps: ListenerDeps, { person: { userId }, channelId }: Action) {
  const conversation = conversationOf(channelId, userId);
  const [here] = await deps.watches.list([conversation]);
  const viewer = deps.contexts.private(userId);
  const { words } = viewer;
  const { form } = words.watches;
  const { atMinute, days: on = EVERY_DAY, zone = viewer.zone } = here?.summary ?? {};
  const days = on.length === EVERY_DAY.length ? [] : on;
  const weekdays = EVERY_DAY.map((day) => option(words.time.weekdayName(day), String(day)));
  const initial_time = atMinute === undefined ? undefined : clockOf(atMinute, words.time);
  const at = { type: 'timepicker', initial_time } as const;
  const onDays = multiSelect(weekdays, days.map(String), form.everyDay);
  const fields: KnownBlock[] = [
    input(SUMMARY_TIME.at, form.summaryAt, at, { hint: form.summaryAtHint, optional: true }),
    input(SUMMARY_TIME.days, form.summaryDays, onDays, { optional: true }),
    { type: 'context', elements: [plainText(form.summaryZone(zone))] },
  ];
  const sent = { submit: words.buttons.save, callbackId: SUMMARY_TIME.callbackId, metadata: conversation };
  return modal(words, words.buttons.summary, fields, sent);
}

/** What was chosen. `none`: no time. */
function chosenIn(view: Submitted['view']) {
  const atMinute = minuteOf(enteredIn(view, SUMMARY_TIME.at)?.selected_time ?? '');
  if (atMinute === undefined) return 'none';
  const options = enteredIn(view, SUMMARY_TIME.days)?.selected_options ?? [];
  const days = EVERY_DAY.filter((day) => options.some(({ value }) => value === String(day)));
  return { atMinute, days: days.length === 0 ? EVERY_DAY : days };
}

/** Handles the window: sets the schedule, or stops the summary if no time was chosen. */
export async function submitSummaryTime(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { view, person, words } = submitted;
  const title = words.buttons.summary;
  const channelId = view.private_metadata;
  const schedule = async () => {
    const { message, result } = await scheduleSummary(deps, person, channelId, chosenIn(view));
    logWatchAudit(deps.log, { ...submitted, channelId }, { by: 'summary', result });
    return modal(words, title, message);
  };
  await showInPlace(deps, submitted, { title, work: schedule() });
}
