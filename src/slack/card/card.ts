import type { KnownBlock, RichTextSection } from '@slack/types';
import { headlineOf, isInHeadline } from '../../account/headline.ts';
import { answerSince } from '../../account/level-over-time.ts';
import { type Answer, answerIn, type LookupOutcome, type Mute } from '../../account/outcome.ts';
import { type AccountInfo, reasonIn, VERDICT_LEVELS, type Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { button, contextLine, header, overflow, type Parts, pair, present, primary } from '../kit/blocks.ts';
import { ACTIONS } from '../kit/ids.ts';
import { type LevelBefore, type Message, nameOf, type SlackContext } from '../kit/message.ts';
import {
  bold,
  bullets,
  dateElement,
  joined,
  type Line,
  line,
  link,
  paragraph,
  richText,
  timeElement,
  timeToken,
  untilElement,
  user,
  type Viewer,
} from '../kit/rich-text.ts';
import {
  FAILURE_SIGN,
  MAX_LENGTHS,
  NOTE_SIGN,
  OWNER_SIGN,
  QUIET_SIGN,
  sanitize,
  VERDICT_SIGN,
} from '../kit/text.ts';
import { failureBlock, failureText } from '../lookup/notices.ts';
import { accountRow, type Choice, cardChoices } from './buttons.ts';
import { folderUsage } from './folder-usage.ts';
import { backupField } from './freshness.ts';
import { quotaText, withoutValue } from './quota.ts';
import { signedStatus } from './status.ts';

/** One look-up as a message: the account's card, the card of an earlier answer, or what went wrong. */
export function cardBlocks(outcome: LookupOutcome, context: SlackContext): Message {
  const answer = answerIn(outcome);
  return present([
    ...topBlocks(outcome, context),
    answer && answerBlocks(answer, context),
    context.shared,
    cardButtons(outcome, context),
  ]);
}

/** The verdict of a live answer; otherwise why there is none, and the verdict of an earlier one when it was read. */
export function topBlocks(outcome: LookupOutcome, context: SlackContext): Parts<KnownBlock> {
  const { sign, title } = titleOf(outcome, context);
  const top = header(`${sign} ${title}`);
  if (outcome.kind === 'found') return [top, levelChange(outcome.answer, context)];
  const earlier = answerIn(outcome);
  if (earlier === undefined) return [top, failureBlock(outcome, context)];
  return [top, paragraph(earlierVerdict(earlier, context), `\n${failureText(outcome, context.words).next}`)];
}

/** `🚨` and `Liman (1004) · Act now: no backup for 3 days`, or what went wrong. Not for an answer of the past. */
export function titleOf(outcome: LookupOutcome, context: SlackContext) {
  const { words } = context;
  const name = nameOf(outcome.id, context);
  if (outcome.kind !== 'found')
    return { sign: FAILURE_SIGN[outcome.kind], title: `${name} · ${failureText(outcome, words).what}` };
  const { verdict } = outcome.answer;
  return { sign: VERDICT_SIGN[verdict.level], title: `${name} · ${headlineText(verdict, context)}` };
}

const headlineText = (verdict: Verdict, { words }: SlackContext) =>
  words.verdict.headline(headlineOf(verdict));

/** Between the title of a card and its buttons. */
function answerBlocks(answer: Answer, context: SlackContext): Message {
  const { words } = context;
  const { account } = answer;
  const { labels } = words.card;
  const { fields } = words.details;
  const reasons = reasonTexts(answer, words);
  return [
    richText(
      line(...statusLines(answer, context)),
      bullets(...reasons.map((reason) => line(reason))),
      nextStepLine(answer, context),
    ),
    {
      type: 'section',
      fields: [
        backupField(answer, 'database', context),
        backupField(answer, 'folders', context),
        pair(fields.quota, quotaText(account, words)),
        pair(fields.todayBackupCount, todayText(answer, context)),
      ],
    },
    paragraph(
      bold(labels.folderUsage),
      `  ${folderUsage(account, words)}\n`,
      bold(fields.packageName),
      `  ${packageText(answer, words)}`,
    ),
  ];
}

/** `Was ✅ Backups are fine`: the verdict of an earlier answer. */
export const wasText = ({ verdict }: Answer, context: SlackContext) =>
  context.words.card.was(VERDICT_SIGN[verdict.level], headlineText(verdict, context));

/** The same and when it was read: `· today 09:12, 3 h ago`. */
function earlierVerdict(answer: Answer, context: SlackContext) {
  const { account, readAtMs } = answer;
  const { nowMs, words } = context;
  const timeText = words.time.dateTime({ atMs: readAtMs, zoneId: account.zone.id, nowMs });
  const when = `· ${timeText}, ${words.time.ago(nowMs - readAtMs)}`;
  // Slack begins a date with a capital unless something precedes it.
  const date = dateElement(readAtMs, '· {date_short_pretty} {time}, {ago}', when);
  return [bold(wasText(answer, context)), ' ', date];
}

/**
 * `⚪ Offline · read today 15:23`. Below: since when the account is as bad, and what its watches know.
 */
export function statusLines(answer: Answer, viewer: Viewer): Line {
  const { account, readAtMs, source, verdict } = answer;
  const { words } = viewer;
  const zoneId = account.zone.id;
  const sinceMs = answerSince(answer);
  const since = (when: string) => words.verdict.since(verdict.level, when);
  const { level, owner, mute, note } = answer.seen ?? {};
  const { quiet, summary } = words;
  return joined('\n', [
    [
      signedStatus(account.status, words),
      // For an earlier answer the line above has the time of the read.
      source !== 'last-known' && [' · ', timeElement(readAtMs, zoneId, viewer, words.card.read)],
    ],
    [sinceMs !== undefined && timeElement(sinceMs, zoneId, viewer, since)],
    level && [
      `${OWNER_SIGN} `,
      owner ? user(owner.userId) : summary.nobodyYet,
      owner && [' ', timeElement(owner.sinceMs, zoneId, viewer, words.card.onItSince)],
    ],
    mute && [
      `${QUIET_SIGN} ${quiet.isMuted} · `,
      untilElement(mute.untilMs, zoneId, viewer),
      [' · ', user(mute.userId), mute.reason && `: ${mute.reason}`],
    ],
    note && noteElements(note, viewer, zoneId),
  ]);
}

/** `📝 new disk on Friday · Ada · until today 16:00` */
export const noteElements = ({ reason, userId, untilMs }: Mute, viewer: Viewer, zoneId: string): Line => [
  `${NOTE_SIGN} ${reason} · `,
  user(userId),
  ' · ',
  untilElement(untilMs, zoneId, viewer),
];

/** The runbook of an account, and its page in the console. Empty if it has neither. */
export const linksOf = ({ runbook, consoleUrl }: AccountInfo, { card }: Words) =>
  joined(' · ', [
    [runbook !== undefined && link(runbook, card.runbook)],
    [consoleUrl !== undefined && link(consoleUrl, card.console)],
  ]);

/**
 * What to do: the account's own note if it has one, otherwise the step for the first reason; then links. For a
 * healthy account only its page in the console.
 */
export function nextStepLine(
  { account, verdict }: Answer,
  { words, rulesOf }: SlackContext,
): RichTextSection {
  const { note, runbook, consoleUrl } = rulesOf(account.id);
  const { reasons, status, level } = verdict;
  if (level === 'healthy') return line(linksOf({ consoleUrl }, words));
  const [first] = reasons.filter((reason) => reason.level !== 'note');
  const usual = first && words.verdict.nextStep(first, status);
  const step = note === undefined ? usual : sanitize(note, MAX_LENGTHS.note);
  const todo = joined(' · ', [[step], linksOf({ runbook, consoleUrl }, words)]);
  return line(todo.length > 0 && [bold(words.card.labels.nextStep), '  ', ...todo]);
}

const MAX_REASONS = 3;

/**
 * The reasons that the title leaves out, as many as a phone shows at a glance. Not those of an earlier answer: the ages, the
 * “now” and the “today” in them are those of its read.
 */
function reasonTexts({ source, verdict }: Answer, words: Words): string[] {
  const others = source === 'last-known' ? [] : otherReasons(verdict, words);
  const shown = others.slice(0, MAX_REASONS);
  const more = others.length - shown.length;
  return more > 0 ? [...shown, words.verdict.moreInDetails(more)] : shown;
}

/** Every reason that the title leaves out, in the judge's ranking, notes last. */
export function otherReasons(verdict: Verdict, words: Words): string[] {
  const headline = headlineOf(verdict);
  return verdict.reasons.filter((reason) => !isInHeadline(headline, reason)).map(words.verdict.reason);
}

function todayText({ account, readAtMs, source }: Answer, { nowMs, words }: SlackContext): string {
  const { todayBackupCount, dailyBackupCount, zone } = account;
  const made = todayBackupCount ?? withoutValue(account, 'todayBackupCount', words);
  const allowed = dailyBackupCount ?? withoutValue(account, 'dailyBackupCount', words);
  const text = words.card.backupsToday(made, allowed);
  // A count of an earlier day says nothing about today.
  const day = words.time.dayOf({ atMs: readAtMs, zoneId: zone.id, nowMs });
  return source === 'last-known' ? `${text} · ${day}` : text;
}

function packageText({ account, verdict }: Answer, words: Words): string {
  const { packageEndsOn } = account;
  const ended = reasonIn(verdict, 'package-ended');
  const state = ended ? 'ended' : reasonIn(verdict, 'package-ends-soon') ? 'ends-soon' : 'running';
  const end =
    packageEndsOn === undefined || reasonIn(verdict, 'package-end-unreadable')
      ? words.card.packageEndWithout(withoutValue(account, 'endDate', words))
      : words.card.packageEnd(words.time.day(packageEndsOn), state);
  return `${account.packageName || withoutValue(account, 'packageName', words)} · ${end}`;
}

/** The first buttons carry the level that the card shows, and when it was read, to compare them with the next answer. */
function cardButtons(outcome: LookupOutcome, context: SlackContext) {
  const { id } = outcome;
  const { buttons } = context.words;
  const answer = answerIn(outcome);
  const isInChannel = context.audience === 'channel';
  const level = answer ? `${answer.verdict.level};${Math.trunc(answer.readAtMs)}` : undefined;
  const again = button(ACTIONS.refresh, isInChannel ? buttons.recheck : buttons.refresh, level);
  if (answer === undefined) return outcome.kind === 'unavailable' ? accountRow(id, [again]) : [];
  const { level: knownLevel, owner } = answer.seen ?? {};
  const isWatched = knownLevel !== undefined;
  const isTaken = isWatched && owner !== undefined;
  // Only the owner can release it.
  const isOwn = isTaken && [owner.userId, undefined].includes(context.viewerId);
  const hands = isTaken
    ? button(ACTIONS.handOver, buttons.handOver, level)
    : primary(button(ACTIONS.acknowledge, buttons.acknowledge, level));
  // A phone has no room for three buttons.
  const isShareInMenu = isWatched && !isInChannel;
  const first = present<Choice>([isShareInMenu && 'share', isOwn && 'release']);
  return accountRow(id, [
    isWatched && hands,
    again,
    !isInChannel && !isShareInMenu && button(ACTIONS.share, buttons.share),
    overflow(ACTIONS.more, cardChoices(id, context, first, isWatched), context.words),
  ]);
}

/** The level that a card shows, from the `value` of its button: `critical;1795000000000`. Undefined for any other value. */
export function decodeLevel(value: string): LevelBefore | undefined {
  const [, name, atMs] = /^([a-z]+);(\d{1,13})$/.exec(value) ?? [];
  const level = VERDICT_LEVELS.find((known) => known === name);
  return level && { level, readAtMs: Number(atMs) };
}

/** `Was 🚨 Act now · today 03:10`, if the redrawn card has another level than before. */
function levelChange({ account, verdict }: Answer, context: SlackContext): KnownBlock | undefined {
  const { before, words } = context;
  if (before === undefined || before.level === verdict.level) return undefined;
  const { level, readAtMs } = before;
  const was = words.card.was(VERDICT_SIGN[level], words.verdict.headline({ kind: 'bare', level }));
  return contextLine(timeToken(readAtMs, account.zone.id, context, (when) => `${was} · ${when}`));
}
