import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types';
import type { Headline } from '../../account/headline.ts';
import { headlineOf, isBesideBackups, saidByHeadline } from '../../account/headline.ts';
import { answerSince } from '../../account/level-over-time.ts';
import type { Answer } from '../../account/outcome.ts';
import type { Reason, Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { dateElement, isShowable } from '../kit/date-token.ts';
import { LIMITS } from '../kit/limits.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, bullets, line, link, plain, richText } from '../kit/rich-text.ts';
import { signedStatus, VERDICT_SIGN } from '../kit/signs.ts';
import { cut } from '../kit/tidy.ts';
import { accountInList } from './account-name.ts';
import { backupAges } from './backup-age.ts';

const REASONS_AT_MOST = 3;

/**
 * `🚨 Liman (1004) · Act now: no backup for 3 days`, at most 150 characters: the title of a card and the beginning of its
 * notification. For an answer that was read live.
 */
export function verdictTitle(id: string, { verdict, displayName }: Answer, context: FormatContext): string {
  const name = accountInList(id, context, displayName);
  return cut(`${VERDICT_SIGN[verdict.level]} ${name} · ${headlineText(verdict, context)}`, LIMITS.headerText);
}

const headlineText = (verdict: Verdict, { words }: FormatContext) =>
  words.verdict.headline(headlineOf(verdict));

/** `Was ✅ Backups are fine · today 09:12, 3 h ago`: what an earlier answer said when it was read; `text` has the age alone. */
export function earlierVerdict({ account, verdict, readAtMs }: Answer, context: FormatContext): StatusLine {
  const { nowMs, words } = context;
  const was = words.card.was(VERDICT_SIGN[verdict.level], headlineText(verdict, context));
  if (!isShowable(readAtMs)) return { elements: [bold(was)], text: was };
  const ago = words.time.ago(nowMs - readAtMs);
  const moment = words.time.moment({ atMs: readAtMs, zoneId: account.zone.id, nowMs });
  const when = dateElement(readAtMs, '{date_short_pretty} {time}, {ago}', `${moment}, ${ago}`);
  return { elements: [bold(was), plain(' · '), when], text: `${was} · ${ago}` };
}

/** As rich text and as a plain line. */
export interface StatusLine {
  readonly elements: RichTextElement[];
  readonly text: string;
}

/** `⚪ Offline · read today 15:23`; good news with the ages that it rests on. */
export function statusLine(
  answer: Answer,
  { nowMs, words }: Pick<FormatContext, 'nowMs' | 'words'>,
): StatusLine {
  const { account, readAtMs, source } = answer;
  const status = signedStatus(account.status, words);
  const ages = agesText(answer, { nowMs, words });
  // Of an earlier answer the line above says when it was read.
  if (source === 'last-known' || !isShowable(readAtMs))
    return { elements: [plain(`${status}${ages}`)], text: `${status}${ages}` };
  const read = words.card.read(words.time.moment({ atMs: readAtMs, zoneId: account.zone.id, nowMs }));
  return {
    elements: [
      plain(`${status} · `),
      dateElement(readAtMs, words.card.read('{date_short_pretty} {time}'), read),
      plain(ages),
    ],
    text: `${status} · ${read}${ages}`,
  };
}

/** The status line, and below it `Act now since yesterday 14:02` where that is known. */
export function statusLines(
  answer: Answer,
  { elements }: StatusLine,
  context: FormatContext,
): RichTextElement[] {
  const atMs = answerSince(answer);
  if (atMs === undefined || !isShowable(atMs)) return elements;
  const { nowMs, words } = context;
  const since = words.history.since(answer.verdict.level);
  const moment = words.time.moment({ atMs, zoneId: answer.account.zone.id, nowMs });
  const fallback = `${since} ${moment}`;
  return [...elements, plain('\n'), dateElement(atMs, `${since} {date_short_pretty} {time}`, fallback)];
}

/** The part of a card below its title: status, reasons and the next step. Expects a showable answer. */
export function verdictBlock(answer: Answer, status: StatusLine, context: FormatContext): RichTextBlock {
  const { words } = context;
  const reasons = reasonTexts(answer.verdict, words);
  return richText(
    line(...statusLines(answer, status, context)),
    ...(reasons.length > 0 ? [bullets(...reasons.map((reason) => line(plain(reason))))] : []),
    ...nextStepLine(answer, words),
  );
}

/**
 * What to do: the account's own note if it has one, otherwise the step for the first reason that has one; and the
 * runbook. Empty for a healthy account.
 */
export function nextStepLine({ verdict, note, runbook }: Answer, words: Words): RichTextSection[] {
  if (verdict.level === 'healthy') return [];
  const step = note || usualStep(verdict, words);
  if (step === undefined && runbook === undefined) return [];
  return [
    line(
      bold(words.card.labels.nextStep),
      plain(step === undefined ? '' : `  ${step}`),
      ...(runbook === undefined
        ? []
        : [plain(step === undefined ? '  ' : ' · '), link(runbook, words.card.runbook)]),
    ),
  ];
}

function usualStep({ reasons, status }: Verdict, { verdict }: Words): string | undefined {
  return reasons.map((reason) => verdict.nextStep(reason, status)).find((step) => step !== undefined);
}

/** What the title has not said, cut to what a phone shows at a glance. */
export function reasonTexts(verdict: Verdict, words: Words): string[] {
  const unsaid = unsaidReasons(verdict, words);
  const shown = unsaid.slice(0, REASONS_AT_MOST);
  const more = unsaid.length - shown.length;
  return more > 0 ? [...shown, words.verdict.moreInDetails(more)] : shown;
}

/** All that the title has not said, in the judge's ranking, notes last. */
export function unsaidReasons(verdict: Verdict, words: Words): string[] {
  const said = saidByHeadline(headlineOf(verdict));
  return verdict.reasons.filter(({ rule }) => !said.includes(rule)).map(words.verdict.reason);
}

/** Ages as they were when the account was read. */
function agesText({ account, verdict }: Answer, context: Pick<FormatContext, 'nowMs' | 'words'>): string {
  if (!isOnlyWorry(verdict, headlineOf(verdict))) return '';
  const ages = backupAges(account, verdict, context);
  return ages.length > 0 ? ` · ${context.words.verdict.ages(ages)}` : '';
}

/** Nothing is wrong with the backups themselves: their ages are the good news beside the headline. */
function isOnlyWorry({ reasons }: Verdict, { kind }: Headline): boolean {
  return kind === 'fine' || reasons.filter(isSerious).every(({ rule }) => isBesideBackups(rule));
}

const isSerious = ({ level }: Reason) => level !== 'note';
