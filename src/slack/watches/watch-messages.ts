import { answerIn, type LookupOutcome, levelOf } from '../../account/outcome.ts';
import { MINUTE_MS } from '../../account/time.ts';
import { EVERY_DAY, type SummarySchedule } from '../../watch/schedule.ts';
import { isPrefix, type WatchOptions } from '../../watch/watch-list.ts';
import type { Words } from '../../words/words.ts';
import { triageEntry } from '../card/list.ts';
import { button, contextLine, present, primary, row } from '../kit/blocks.ts';
import { ACKNOWLEDGE, ALERT_VIEW, encodeAccounts } from '../kit/ids.ts';
import { type Message, nameOf, type SlackContext } from '../kit/message.ts';
import { bullets, joined, line, mention, paragraph, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, OWNER_SIGN, QUIET_SIGN, sanitize } from '../kit/text.ts';

const MAX_ACCOUNTS = 10;

interface NamesOptions {
  readonly max?: number;
  /** How many there are, if `patterns` are only the first. */
  readonly count?: number;
  /** What the accounts were called when they were on the list. */
  readonly oldNames?: readonly (string | null)[];
}

/** What patterns cover, as a sentence lists it: the first accounts and prefixes, and how many more there are. */
export function namesOf(
  patterns: readonly string[],
  context: SlackContext,
  { max = MAX_ACCOUNTS, count = patterns.length, oldNames = [] }: NamesOptions = {},
): string {
  const { numbers, watches } = context.words;
  const named = patterns.slice(0, max).map((pattern, at) => {
    if (isPrefix(pattern)) return watches.patternOf(sanitize(pattern, MAX_LENGTHS.typed));
    return nameOf(pattern, context, oldNames[at] ?? undefined);
  });
  return numbers.list(named, count - named.length);
}

/** The answer to a person about watches, and its result for the audit line. */
export interface WatchAnswer {
  readonly message: Message;
  readonly result: string;
  readonly accountIds?: readonly string[];
  /** The list of watches opens below the message. */
  readonly opensList?: boolean;
}

/** What a new watch is about. */
export interface WatchedAccounts {
  /** Single accounts, worst first. */
  readonly outcomes: readonly LookupOutcome[];
  /** Prefixes, and how many accounts of the list they cover now. */
  readonly patterns: readonly string[];
  readonly count: number;
}

type Started = WatchedAccounts & Pick<WatchOptions, 'minLevel'> & { readonly userId: string };

/**
 * Who watches what from now on, and which of it is already bad. Posted before the watch begins. No alert follows about
 * those accounts, so they can be acknowledged here.
 */
export function formatWatchStarted(
  { userId, outcomes, patterns, count, minLevel }: Started,
  context: SlackContext,
): Message {
  const { buttons, watches } = context.words;
  const what = namesOf([...patterns, ...outcomes.map(({ id }) => id)], context);
  const covered = patterns.length > 0 && ` ${watches.ofTheList(count)}`;
  const bad = outcomes.filter((outcome) => levelOf(outcome) !== 'healthy').slice(0, MAX_ACCOUNTS);
  const ownerIn = (outcome: LookupOutcome) => mention(answerIn(outcome)?.seen?.owner?.userId);
  const rows = bad.map((outcome) => {
    const { sign, title } = triageEntry(outcome.id, outcome, context);
    const mute = answerIn(outcome)?.seen?.mute && `${QUIET_SIGN} ${context.words.quiet.isMuted}`;
    const owner = ownerIn(outcome).flatMap((one) => [`${OWNER_SIGN} `, one]);
    return line(...joined(' · ', [[`${sign} ${title}`], owner, [mute]]));
  });
  const untaken = bad.filter((one) => levelOf(one) === 'critical' && ownerIn(one).length === 0);
  const value = encodeAccounts(untaken.map(({ id }) => id));
  return present([
    paragraph(...mention(userId), ` ${watches.started(what)}`, covered),
    rows.length + patterns.length > 0 && richText(line(watches.alreadyBad), bullets(...rows)),
    contextLine(watches.form[minLevel]),
    ...row(
      value && primary(button(ACKNOWLEDGE, buttons.acknowledge, value)),
      bad.length + patterns.length > 0 && button(ALERT_VIEW.seeAll, buttons.seeAll),
    ),
  ]);
}

/** `08:00, Monday and Friday (Europe/Istanbul)`: when a summary comes. */
export function scheduleText({ atMinute, days, zone }: SummarySchedule, { time, watches }: Words): string {
  const isEveryDay = days.length === EVERY_DAY.length;
  const names = isEveryDay ? [] : days.toSorted((one, other) => one - other).map(time.weekdayName);
  return watches.schedule(clockOf(atMinute, time), names, time.zone(zone));
}

/** Minutes after midnight, as Slack and people write it: `08:00`. */
export const clockOf = (atMinute: number, { clock }: Words['time']): string =>
  clock({ atMs: atMinute * MINUTE_MS, zoneId: 'UTC' });
