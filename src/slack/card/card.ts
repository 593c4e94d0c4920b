import type { KnownBlock, RichTextBlock, RichTextElement, RichTextSection } from '@slack/types';
import { headlineOf, isBesideBackups, rulesInHeadline } from '../../account/headline.ts';
import { answerSince } from '../../account/level-over-time.ts';
import { type Answer, answerIn, type LookupOutcome, type Mute } from '../../account/outcome.ts';
import type { AccountInfo } from '../../account/rules-of.ts';
import { dayNumber } from '../../account/time.ts';
import { VERDICT_LEVELS, type Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { button, contextLine, header, overflow, pair, primary } from '../kit/blocks.ts';
import { ACTIONS, isSlackId, RETRY } from '../kit/ids.ts';
import {
  accountInList,
  type FormatContext,
  type LevelBefore,
  type Message,
  messageOf,
  sharedBlock,
} from '../kit/message.ts';
import {
  bold,
  bullets,
  dateElement,
  dateToken,
  isShowable,
  line,
  link,
  MOMENT_FORMAT,
  plain,
  richText,
} from '../kit/rich-text.ts';
import { NOTE_SIGN, OWNER_SIGN, QUIET_SIGN, VERDICT_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { LIMITS, MAX_LENGTHS, sanitize, truncate } from '../kit/text.ts';
import { accountRow, cardChoices } from './buttons.ts';
import { failureBlocks, failureLine, failureTitle, type Unavailable } from './failure.ts';
import { folderUsage } from './folder-usage.ts';
import { backupAges, backupField } from './freshness.ts';
import { quotaText, withoutValue } from './quota.ts';
import { signedStatus } from './status.ts';

/** An answer to show. `failure`: why it is an earlier one. Absent for a live answer, and while a newer one is requested. */
export interface ShownAnswer {
  readonly id: string;
  readonly answer: Answer;
  readonly failure?: Unavailable;
}

/** What a card shows of a look-up, with texts sanitized for one line. Undefined without figures. */
export function shownIn(outcome: LookupOutcome): ShownAnswer | undefined {
  const answer = answerIn(outcome);
  if (answer === undefined) return undefined;
  return { id: outcome.id, answer, failure: outcome.kind === 'unavailable' ? outcome : undefined };
}

/** One look-up as a message: the account's card, the card of an earlier answer, or what went wrong. */
export const formatLookup = (outcome: LookupOutcome, context: FormatContext): Message =>
  messageOf(cardBlocks(outcome, context));

/** The same as blocks, for a message or for Home. */
export function cardBlocks(outcome: LookupOutcome, context: FormatContext, isInHome = false): KnownBlock[] {
  const shown = shownIn(outcome);
  if (shown !== undefined)
    return [
      header(cardTitle(shown, context)),
      ...levelChange(shown, context),
      ...accountBody(shown, context),
      ...sharedBlock(context),
      ...cardButtons(shown, context, isInHome),
    ];
  if (outcome.kind === 'found') return [];
  const retry = button(ACTIONS.refresh, context.words.buttons.retry, RETRY);
  return [
    ...failureBlocks(outcome, context),
    ...sharedBlock(context),
    ...(outcome.kind === 'unavailable' ? accountRow(outcome.id, [retry]) : []),
  ];
}

/** The verdict of a live answer; otherwise that it could not be checked, or is being requested. */
function cardTitle({ id, answer, failure }: ShownAnswer, context: FormatContext): string {
  if (failure !== undefined) return failureTitle(failure, context);
  if (answer.source !== 'last-known') return verdictTitle(id, answer, context);
  const name = accountInList(id, context, answer.displayName);
  return `${WAITING_SIGN} ${name} · ${context.words.home.waiting}`;
}

/** `🚨 Liman (1004) · Act now: no backup for 3 days`, at most 150 characters. For a live answer. */
export function verdictTitle(id: string, { verdict, displayName }: Answer, context: FormatContext): string {
  const name = accountInList(id, context, displayName);
  return truncate(
    `${VERDICT_SIGN[verdict.level]} ${name} · ${headlineText(verdict, context)}`,
    LIMITS.headerText,
  );
}

const headlineText = (verdict: Verdict, { words }: FormatContext) =>
  words.verdict.headline(headlineOf(verdict));

/** Between the title of a card and its buttons. */
function accountBody({ answer, failure }: ShownAnswer, context: FormatContext): KnownBlock[] {
  const { words } = context;
  const { account } = answer;
  const { labels } = words.card;
  const reasons = reasonTexts(answer.verdict, words);
  return [
    ...(answer.source === 'last-known' ? [earlierBlock(answer, failure, context)] : []),
    richText(
      line(...statusLines(answer, context)),
      ...(reasons.length > 0 ? [bullets(...reasons.map((reason) => line(plain(reason))))] : []),
      ...nextStepLine(answer, words),
    ),
    {
      type: 'section',
      fields: [
        backupField(answer, 'database', context),
        backupField(answer, 'folders', context),
        pair(labels.quota, quotaText(account, words)),
        pair(labels.backupsToday, todayText(answer, context)),
      ],
    },
    richText(
      line(
        bold(labels.folderUsage),
        plain(`  ${folderUsage(account, words)}\n`),
        bold(labels.package),
        plain(`  ${packageText(answer, words)}`),
      ),
    ),
  ];
}

/** The earlier answer, and what to do about the missing newer one. */
function earlierBlock(
  answer: Answer,
  failure: Unavailable | undefined,
  context: FormatContext,
): RichTextBlock {
  const next = failure ? [plain(`\n${failureLine(failure, context.words)}`)] : [];
  return richText(line(...earlierVerdict(answer, context), ...next));
}

/** `Was ✅ Backups are fine · today 09:12, 3 h ago`: the verdict of an earlier answer when it was read. */
function earlierVerdict(answer: Answer, context: FormatContext): RichTextElement[] {
  const { account, verdict, readAtMs } = answer;
  const { nowMs, words } = context;
  const was = bold(words.card.was(VERDICT_SIGN[verdict.level], headlineText(verdict, context)));
  if (!isShowable(readAtMs)) return [was];
  const timeText = words.time.dateTime({ atMs: readAtMs, zoneId: account.zone.id, nowMs });
  const when = `${timeText}, ${words.time.ago(nowMs - readAtMs)}`;
  return [was, plain(' · '), dateElement(readAtMs, '{date_short_pretty} {time}, {ago}', when)];
}

/** The same in plain text, with only its age. */
export function earlierText({ verdict, readAtMs }: Answer, context: FormatContext): string {
  const { nowMs, words } = context;
  const was = words.card.was(VERDICT_SIGN[verdict.level], headlineText(verdict, context));
  return isShowable(readAtMs) ? `${was} · ${words.time.ago(nowMs - readAtMs)}` : was;
}

/**
 * `⚪ Offline · read today 15:23`. Good news comes with the backup ages behind it. Below: since when the account is as bad,
 * and, if it is watched, who is on it.
 */
export function statusLines(answer: Answer, { nowMs, words }: FormatContext): RichTextElement[] {
  const { account, readAtMs, source, verdict } = answer;
  const date = (atMs: number, label: (when: string) => string) =>
    dateElement(
      atMs,
      label('{date_short_pretty} {time}'),
      label(words.time.dateTime({ atMs, zoneId: account.zone.id, nowMs })),
    );
  // For an earlier answer the line above has the time of the read.
  const isDated = source !== 'last-known' && isShowable(readAtMs);
  const ages = isOnlyWorry(verdict) ? backupAges(answer, { nowMs, words }) : [];
  const sinceMs = answerSince(answer);
  const note = noteElements(answer.seen?.note, { words, nowMs }, account.zone.id);
  return [
    plain(signedStatus(account.status, words)),
    ...(isDated ? [plain(' · '), date(readAtMs, words.card.read)] : []),
    plain(ages.length > 0 ? ` · ${words.verdict.ages(ages)}` : ''),
    ...(sinceMs !== undefined && isShowable(sinceMs)
      ? [plain('\n'), date(sinceMs, (when) => words.history.since(verdict.level, when))]
      : []),
    ...ownerLine(answer, words, date),
    ...muteLine(answer, words, date),
    ...(note.length === 0 || source === 'last-known' ? [] : [plain('\n'), ...note]),
  ];
}

/** `👀 Ada since today 15:07`, or that nobody is on it. Empty for an account that nobody watches. */
function ownerLine(
  { seen, source }: Answer,
  words: Words,
  date: (atMs: number, label: (when: string) => string) => RichTextElement,
): RichTextElement[] {
  if (seen?.level === undefined || source === 'last-known') return [];
  const { owner } = seen;
  if (!isSlackId('person', owner?.userId)) return [plain(`\n${OWNER_SIGN} ${words.summary.nobodyYet}`)];
  return [
    plain(`\n${OWNER_SIGN} `),
    { type: 'user', user_id: owner.userId },
    plain(' '),
    date(owner.sinceMs, words.triage.since),
  ];
}

/** `🔕 muted until today 16:00 · Ada: server move`. Empty for an account that is not muted. */
function muteLine(
  { seen, source }: Answer,
  { quiet }: Words,
  date: (atMs: number, label: (when: string) => string) => RichTextElement,
): RichTextElement[] {
  const { mute } = seen ?? {};
  if (mute === undefined || source === 'last-known' || !isSlackId('person', mute.userId)) return [];
  const { untilMs, userId, reason } = mute;
  return [
    plain(`\n${QUIET_SIGN} ${quiet.isMuted} `),
    date(untilMs, quiet.until),
    plain(' · '),
    { type: 'user', user_id: userId },
    plain(reason === undefined ? '' : `: ${reason}`),
  ];
}

/** `📝 new disk on Friday · Ada · until today 16:00`. Empty without a note. */
export function noteElements(
  note: Mute | undefined,
  context: Pick<FormatContext, 'words' | 'nowMs'>,
  zoneId: string,
): RichTextElement[] {
  if (note === undefined || !isSlackId('person', note.userId)) return [];
  return [
    plain(`${NOTE_SIGN} ${note.reason} · `),
    { type: 'user', user_id: note.userId },
    plain(' · '),
    untilElement(note.untilMs, context, zoneId),
  ];
}

/** `until today 16:00`, in the zone of each viewer. */
export function untilElement(
  untilMs: number,
  { words, nowMs }: Pick<FormatContext, 'words' | 'nowMs'>,
  zoneId: string,
): RichTextElement {
  const fallback = words.time.dateTime({ atMs: untilMs, zoneId, nowMs });
  return dateElement(untilMs, words.quiet.until(MOMENT_FORMAT), words.quiet.until(fallback));
}

/** Nothing is wrong with the backups themselves, so their ages are good news beside the headline. */
function isOnlyWorry(verdict: Verdict): boolean {
  const serious = verdict.reasons.filter(({ level }) => level !== 'note');
  return headlineOf(verdict).kind === 'fine' || serious.every(({ rule }) => isBesideBackups(rule));
}

/** The runbook of an account, and its page in the console. Empty if it has neither. */
export function linksOf(
  { runbook, consoleUrl }: Pick<AccountInfo, 'runbook' | 'consoleUrl'>,
  { card }: Words,
): RichTextElement[] {
  const links = [
    ...(runbook === undefined ? [] : [link(runbook, card.runbook)]),
    ...(consoleUrl === undefined ? [] : [link(consoleUrl, card.console)]),
  ];
  return links.flatMap((one, at) => (at === 0 ? [one] : [plain(' · '), one]));
}

/**
 * What to do: the account's own note if it has one, otherwise the step for the first reason that has one; then links. For a
 * healthy account only its page in the console.
 */
export function nextStepLine(
  { verdict, note, runbook, consoleUrl }: Answer,
  words: Words,
): RichTextSection[] {
  const { reasons, status, level } = verdict;
  if (level === 'healthy') return consoleUrl === undefined ? [] : [line(...linksOf({ consoleUrl }, words))];
  const usual = reasons.map((reason) => words.verdict.nextStep(reason, status)).find(Boolean);
  const step = note === undefined ? usual : sanitize(note, MAX_LENGTHS.note);
  const links = linksOf({ runbook, consoleUrl }, words);
  if (step === undefined && links.length === 0) return [];
  const read = links.length === 0 ? [] : [plain(step ? ' · ' : '  '), ...links];
  return [line(bold(words.card.labels.nextStep), plain(step ? `  ${step}` : ''), ...read)];
}

const MAX_REASONS = 3;

/** The reasons that the title leaves out, as many as a phone shows at a glance. */
function reasonTexts(verdict: Verdict, words: Words): string[] {
  const others = otherReasons(verdict, words);
  const shown = others.slice(0, MAX_REASONS);
  const more = others.length - shown.length;
  return more > 0 ? [...shown, words.verdict.moreInDetails(more)] : shown;
}

/** Every reason that the title leaves out, in the judge's ranking, notes last. */
export function otherReasons(verdict: Verdict, words: Words): string[] {
  const label = rulesInHeadline(headlineOf(verdict));
  return verdict.reasons.filter(({ rule }) => !label.includes(rule)).map(words.verdict.reason);
}

function todayText({ account, readAtMs, source }: Answer, { nowMs, words }: FormatContext): string {
  const { todayBackupCount, dailyBackupCount, zone } = account;
  const made = todayBackupCount ?? withoutValue(account, 'todayBackupCount', words);
  const allowed = dailyBackupCount ?? withoutValue(account, 'dailyBackupCount', words);
  const { notReported } = words.card;
  if (made === notReported && allowed === notReported) return notReported;
  const text = words.card.backupsToday(made, allowed);
  // A count of an earlier day says nothing about today.
  if (source !== 'last-known' || dayNumber(readAtMs, zone.id) === dayNumber(nowMs, zone.id)) return text;
  return isShowable(readAtMs)
    ? `${text} · ${words.time.dayOf({ atMs: readAtMs, zoneId: zone.id, nowMs })}`
    : text;
}

function packageText({ account, verdict }: Answer, words: Words): string {
  const { packageEndsOn } = account;
  const has = (rule: string) => verdict.reasons.some((reason) => reason.rule === rule);
  const state = has('package-ended') ? 'ended' : has('package-ends-soon') ? 'ends-soon' : 'running';
  const end =
    packageEndsOn === undefined || has('package-end-unreadable')
      ? words.card.packageEndWithout(withoutValue(account, 'endDate', words))
      : words.card.packageEnd(words.time.day(packageEndsOn), state);
  return `${account.packageName || withoutValue(account, 'packageName', words)} · ${end}`;
}

/**
 * In a channel the first button carries the level that the card shows, to compare it with the next answer. Home has no room
 * for "I'm on it".
 */
function cardButtons(shown: ShownAnswer, context: FormatContext, isInHome: boolean) {
  const { id, failure } = shown;
  const { audience, words } = context;
  const { handOver, recheck, refresh, retry, share, acknowledge } = words.buttons;
  const isInChannel = audience === 'channel';
  const level = isInChannel ? encodeLevel(shown) : undefined;
  const { seen } = shown.answer;
  const isWatched = failure === undefined && !isInHome && seen?.level !== undefined;
  const isTaken = isWatched && seen.owner !== undefined;
  const hands = isTaken
    ? button(ACTIONS.handOver, handOver, level)
    : primary(button(ACTIONS.acknowledge, acknowledge, level));
  const release = isTaken ? (['release'] as const) : [];
  const menu = (...first: Parameters<typeof cardChoices>[2] & {}) =>
    overflow(ACTIONS.more, cardChoices(id, context, [...first, ...release]), words);
  const again = isInChannel
    ? button(ACTIONS.refresh, recheck, level)
    : button(ACTIONS.refresh, failure ? retry : refresh, failure ? RETRY : undefined);
  if (isInChannel) return accountRow(id, [...(isWatched ? [hands] : []), again, menu()]);
  // A phone has no room for three buttons.
  const elements = isWatched ? [hands, again, menu('share')] : [again, button(ACTIONS.share, share), menu()];
  return accountRow(id, elements);
}

/** Also matches values of 1.x, `1;critical;offline;t1795000000000+60000;…`, with the time of a backup and its age. */
const LEVEL = /^(?:1;)?([a-z]+);(?:[a-z-]+;t)?(\d{1,13})(?:\+(\d{1,13});|$)/;

/** The level that a card shows, as the `value` of its button: `critical;1795000000000`. */
const encodeLevel = ({ answer: { verdict, readAtMs } }: ShownAnswer) =>
  `${verdict.level};${isShowable(readAtMs) ? Math.trunc(readAtMs) : 0}`;

/** Undefined for any other value. */
export function decodeLevel(value: string): LevelBefore | undefined {
  const [, name, atMs, ageMs = 0] = LEVEL.exec(value) ?? [];
  const level = VERDICT_LEVELS.find((known) => known === name);
  return level && { level, readAtMs: Number(atMs) + Number(ageMs) };
}

/** `Was 🚨 act now (today 03:10)`, if the redrawn card has another level than before. */
function levelChange({ answer, failure }: ShownAnswer, { before, nowMs, words }: FormatContext) {
  // An earlier answer is not news.
  if (before === undefined || failure !== undefined || before.level === answer.verdict.level) return [];
  const { level, readAtMs } = before;
  const was = (when: string) => words.recheck.was(VERDICT_SIGN[level], level, when);
  const timeText = words.time.dateTime({ atMs: readAtMs, zoneId: answer.account.zone.id, nowMs });
  return [contextLine(dateToken(readAtMs, was('{date_short_pretty} {time}'), was(timeText)))];
}
