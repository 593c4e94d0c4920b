import type { ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { LookupOutcome } from '../../account/outcome.ts';
import { MINUTE_MS, wallClockMs } from '../../account/time.ts';
import { within } from '../../async.ts';
import { changesOf } from '../../watch/changes.ts';
import { eventOf } from '../../watch/incident.ts';
import { observeReading } from '../../watch/observe-reading.ts';
import { isPrefix, isTooMany, MAX_WATCHES } from '../../watch/patterns.ts';
import { nextSummaryAt, type SummarySchedule } from '../../watch/summary-schedule.ts';
import type { Baseline, NewWatch } from '../../watch/watch-list.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { failureText } from '../card/failure.ts';
import { TELL, WATCH_FORM } from '../kit/action-ids.ts';
import type { FormatContext, Message } from '../kit/message.ts';
import { isSlackId } from '../kit/slack-id.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { readPatterns } from '../lookup/input.ts';
import { lookUpAll } from '../lookup/look-up-all.ts';
import { questionText } from '../lookup/names.ts';
import { problemText } from '../lookup/notices.ts';
import type { Opening } from '../open-form.ts';
import { type SubmitListener, showInPlace } from '../show-view.ts';
import { closedTo } from '../slack-errors.ts';
import { clockOf, EVERY_DAY, NO_SUMMARY, type SummaryValues } from '../summary/summary-inputs.ts';
import { NO_PREVIEW } from '../web.ts';
import {
  formatWatchForm,
  formatWatchSaved,
  type WatchForm,
  type WatchFormValues,
} from './watch-form-view.ts';
import { formatNotStarted, formatPatternsStarted, formatWatchStarted } from './watch-messages.ts';

/** Opens the modal, filled in. False: the person sees nothing of it. */
export async function openWatchForm(
  { watches, views, contexts, zoneOf, now }: ListenerDeps,
  {
    person: { userId },
    triggerId,
    viewId,
    channelId,
    accounts,
  }: Opening & {
    /** As they were typed. */
    readonly accounts: string;
  },
): Promise<boolean> {
  const zone = zoneOf(userId) ?? NO_ZONE;
  const isChannel = isSlackId('channel', channelId);
  const origin = isChannel ? channelId : userId;
  const listed = (await within(watches.list([origin]), SUMMARY_WITHIN_MS))?.value;
  const known = listed === 'unavailable' ? undefined : listed;
  const form: WatchForm = {
    accounts,
    tell: isChannel ? 'channel' : 'me',
    tellOf: 'critical',
    summary: summaryValues(known?.[0]?.summary, zone, now()),
    zone,
    // A watch that could not be read is not removed when the form is saved without it.
    origin: known === undefined ? '' : origin,
  };
  const view = formatWatchForm(form, contexts.private(userId));
  const open = viewId === undefined ? views.open : views.push;
  return (await open({ trigger_id: triggerId, view })).kind === 'done';
}

/** The trigger of a window lasts three seconds. */
const SUMMARY_WITHIN_MS = 1_000;
const NO_ZONE = 'UTC';
/** What came of it: saved, or the same form with what is wrong above it. */
type Saved =
  | { readonly kind: 'saved'; readonly accountIds: readonly string[] }
  | { readonly kind: string; readonly problem: NonNullable<WatchForm['problem']> };

/** The modal, saved: the channel is told first, and where Slack refuses that there is no watch. */
export function createWatchSubmitted(deps: ListenerDeps): SubmitListener {
  const { zoneOf, views, contexts, inlineWithinMs, log } = deps;

  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    const values = readValues(view.state.values);
    const zone = zoneOf(userId) ?? NO_ZONE;
    const form: WatchForm = { ...values, zone, origin: view.private_metadata };
    const reader = contexts.private(userId);
    const work = save(deps, user, form);
    const viewOf = (saved: Saved): ModalView => {
      if ('problem' in saved) return formatWatchForm({ ...form, problem: saved.problem }, reader);
      const channelId = form.tell === 'channel' ? form.channelId : undefined;
      return formatWatchSaved({ kind: 'saved', channelId }, reader);
    };
    await showInPlace(views, ack, {
      work: work.then(viewOf),
      withinMs: user.deadline.leftMs(inlineWithinMs),
      loading: () => formatWatchSaved({ kind: 'saving' }, reader),
    });
    const saved = await work;
    const accountIds = 'accountIds' in saved ? saved.accountIds : [];
    logWatchAudit(
      log,
      { ...user, channelId: targetOf(form, userId) },
      { by: 'watch', result: saved.kind, accountIds },
    );
  };
}

function readValues(values: ViewSubmitAction['view']['state']['values']): WatchFormValues {
  const chosen = (id: string) => values[id]?.[id];
  const channelId = chosen(WATCH_FORM.channel)?.selected_conversation ?? '';
  return {
    accounts: chosen(WATCH_FORM.accounts)?.value ?? '',
    tell: chosen(WATCH_FORM.tell)?.selected_option?.value === TELL.me ? 'me' : 'channel',
    channelId: isSlackId('channel', channelId) ? channelId : undefined,
    tellOf: chosen(WATCH_FORM.when)?.selected_option?.value === 'attention' ? 'attention' : 'critical',
    summary: readSummary(values),
  };
}

const targetOf = ({ tell, channelId }: WatchFormValues, userId: string) =>
  tell === 'me' ? userId : channelId;

async function save(deps: ListenerDeps, user: AuthorizedUser, form: WatchForm): Promise<Saved> {
  const { watches, contexts, now } = deps;
  const { person } = user;
  const { problem: said } = contexts.private(person.userId).words.watches;
  const channelId = targetOf(form, person.userId);
  if (channelId === undefined) return { kind: 'no-channel', problem: said.noChannel };
  const reader =
    form.tell === 'me' ? contexts.private(person.userId) : contexts.channel({ sharedBy: person.userId });
  const { tellOf, zone } = form;
  const listed = await watches.list([channelId]);
  if (listed === 'unavailable') return { kind: 'store-failed', problem: said.storeFailed };
  const watched = listed.flatMap((here) => here.watches.map(({ pattern }) => pattern));
  const schedule = scheduleIn(form.summary, form.zone);
  // Emptying the field ends the summary that it showed, and no other.
  const hadOne = form.origin === channelId && listed.some((here) => here.summary !== undefined);
  const summary: NewWatch['summary'] = schedule ?? (hadOne ? 'none' : undefined);
  const summed = summary && { summary };
  const watch = { channelId, person, terms: { tellOf, zone, createdAtMs: now() }, ...summed };
  const who = { userId: person.userId, tellOf, ...summed };
  const patterns = readPatterns(form.accounts);
  if (patterns === 'mixed') return { kind: 'mixed', problem: said.mixed };
  if (patterns !== undefined) {
    const count = deps.names.coveredCount(patterns);
    if (count === 0) return { kind: 'none-fits', problem: said.noneFits };
    const started = formatPatternsStarted({ ...who, patterns, count }, reader);
    return begin(deps, { ...watch, patterns }, { started, watched, reader });
  }
  const read = await readAccounts(deps, user, form.accounts);
  if ('problem' in read) return read;
  const { outcomes } = read;
  const started = formatWatchStarted({ ...who, outcomes }, reader);
  const baseline = new Map(outcomes.flatMap(baselineOf));
  const ids = outcomes.map(({ id }) => id);
  return begin(deps, { ...watch, patterns: ids, baseline }, { started, watched, reader });
}

/** Says first who began to watch what. `watched` is what the place has already. */
async function begin(
  { watches, messages, contexts }: ListenerDeps,
  watch: NewWatch,
  {
    started,
    watched,
    reader,
  }: { readonly started: Message; readonly watched: readonly string[]; readonly reader: FormatContext },
): Promise<Saved> {
  const { channelId, person, patterns } = watch;
  const { problem: said } = contexts.private(person.userId).words.watches;
  const limit = { kind: 'limit-reached', problem: said.limit(MAX_WATCHES) };
  if (isTooMany(watched, patterns)) return limit;
  const posted = await messages.post({ channel: channelId, ...NO_PREVIEW, ...started });
  if (posted.kind !== 'done') {
    const problem = posted.kind === 'place' ? said.closed(closedTo(posted.error)) : said.notPosted;
    return { kind: posted.error, problem };
  }
  const added = await watches.add(watch);
  if (added.kind === 'watched')
    return { kind: 'saved', accountIds: patterns.filter((pattern) => !isPrefix(pattern)) };
  const { channel = channelId, ts = '' } = posted.value;
  await messages.update({ channel, ts, ...formatNotStarted(reader) });
  return added.kind === 'limit-reached' ? limit : { kind: added.kind, problem: said.storeFailed };
}

/** From the request on; the store is not waited for longer. */
const NAMES_WITHIN_MS = 1_500;

/**
 * The accounts that are meant, each read once. An account that does not exist is a problem; one that cannot be read is
 * not.
 */
async function readAccounts(
  deps: ListenerDeps,
  { person, deadline }: AuthorizedUser,
  text: string,
): Promise<{ readonly outcomes: readonly LookupOutcome[] } | Exclude<Saved, { kind: 'saved' }>> {
  const { names, contexts } = deps;
  const context = contexts.private(person.userId);
  const { words } = context;
  const { problem: said } = words.watches;
  const { pins: _pins, ...typed } = await names.read(person, text, {
    withinMs: deadline.leftMs(NAMES_WITHIN_MS),
  });
  if (typed.kind === 'invalid') {
    const problem = { what: problemText(typed.problem, words).what, next: said.correctThem };
    return { kind: typed.problem.kind, problem };
  }
  if (typed.kind !== 'accounts') return { kind: 'no-accounts', problem: said.noAccounts };
  const options = { askedAtMs: deadline.startedAtMs };
  const { ids, choices } = await names.settle(typed.accounts, options);
  const outcomes = await lookUpAll(deps, ids, options);
  const problems = [
    ...choices.map((choice) => questionText(choice, context)),
    ...outcomes.flatMap((outcome) =>
      outcome.kind === 'found' || outcome.kind === 'unavailable' ? [] : [failureText(outcome, words).what],
    ),
  ];
  if (problems.length > 0)
    return { kind: 'unknown-accounts', problem: { what: problems.join(' '), next: said.correctThem } };
  return { outcomes };
}

/** What was read just now is the baseline of the watch: what is bad already is not news. */
function baselineOf(outcome: LookupOutcome): [string, Baseline][] {
  if (outcome.kind !== 'found') return [];
  const { account, verdict, readAtMs } = outcome.answer;
  const terms = { thresholds: verdict.thresholds, exceptions: verdict.exceptions ?? {} };
  const first = observeReading(undefined, { kind: 'found', account }, terms, readAtMs);
  const event = eventOf(undefined, first, terms, readAtMs);
  return [[outcome.id, { ...first, changes: changesOf(undefined, first.state, terms, readAtMs), event }]];
}

const MINUTES_A_DAY = 24 * 60;

/** A schedule as the form shows it, by the clocks of the reader. */
function summaryValues(schedule: SummarySchedule | undefined, zone: string, nowMs: number): SummaryValues {
  if (schedule === undefined) return NO_SUMMARY;
  const minutes = Math.floor(wallClockMs(nextSummaryAt(schedule, nowMs), zone) / MINUTE_MS);
  // Clocks that change before the next one would show another time.
  const atMinute = schedule.zone === zone ? schedule.atMinute : minutes % MINUTES_A_DAY;
  const days = schedule.days.length === EVERY_DAY.length ? [] : schedule.days;
  return { at: clockOf(atMinute), days };
}

/** What was chosen in the form. */
function readSummary(values: ViewSubmitAction['view']['state']['values']): SummaryValues {
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
function scheduleIn({ at = '', days }: SummaryValues, zone: string): SummarySchedule | undefined {
  const [, hours, minutes] = TIME.exec(at) ?? [];
  if (hours === undefined) return undefined;
  return {
    atMinute: Number(hours) * 60 + Number(minutes),
    days: days.length === 0 ? EVERY_DAY : days,
    zone,
  };
}
