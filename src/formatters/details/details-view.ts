import type { ContextBlock, KnownBlock, ModalView, RichTextBlock, RichTextSection } from '@slack/types';
import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../../domain/account.ts';
import { answerIn } from '../../domain/compare-outcomes.ts';
import type { Answer, Failure, LookupOutcome } from '../../domain/outcome.ts';
import type { Exceptions, Reason, RuleName, Threshold, Thresholds } from '../../domain/verdict.ts';
import type { Words } from '../../words/words.ts';
import { accountName } from '../account/account-name.ts';
import { failureTitle, formatLookup } from '../account/lookup-message.ts';
import { showableAnswer } from '../account/showable.ts';
import {
  earlierVerdict,
  nextStepLine,
  statusLine,
  statusLines,
  verdictTitle,
} from '../account/verdict-lines.ts';
import { contactLine, contactLines, failureText } from '../failure/failure-text.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { header, modal, plainText } from '../kit/text-objects.ts';
import { tidy, tidyShowingUnseen } from '../kit/tidy.ts';
import { type FormatContext, type Message, sentence, toMessage } from '../message.ts';

/**
 * Everything about one account: whom to call, the verdict with its rules and limits, then all fields as sent, the e-mail
 * among them. A view is seen by one person only, so the audience of the context does not matter here.
 */
export function formatDetails(outcome: LookupOutcome, context: FormatContext): ModalView {
  return view(detailsBlocks(outcome, context), context);
}

/** What stands in the view while the service is asked: a trigger lasts three seconds, an answer may take longer. */
export function formatDetailsLoading(id: string, context: FormatContext): ModalView {
  const text = context.words.details.loading(accountName(id, privately(context)));
  return view(sentence(text).blocks, context);
}

/** The same as a message for one person, for when Slack cannot open a window. */
export function formatDetailsMessage(outcome: LookupOutcome, context: FormatContext): Message {
  const { insteadOfWindow } = context.words.command;
  const { text } = formatLookup(outcome, privately(context));
  const first = toMessage([insteadOfWindow], [richText(line(bold(insteadOfWindow)))]);
  return { text: `${first.text}\n${text}`, blocks: [...first.blocks, ...detailsBlocks(outcome, context)] };
}

/** A view has one reader, wherever it was opened from. */
const privately = (context: FormatContext): FormatContext => ({ ...context, audience: 'private' });

const view = (blocks: KnownBlock[], { words }: FormatContext): ModalView => modal(words.details, blocks);

function detailsBlocks(outcome: LookupOutcome, context: FormatContext): KnownBlock[] {
  const answer = answerIn(outcome);
  return [
    ...(outcome.kind === 'found' ? [] : failureBlocks(outcome, context)),
    ...(answer === undefined ? [] : answerBlocks(outcome.id, answer, context)),
  ];
}

function failureBlocks(failure: Failure, context: FormatContext): KnownBlock[] {
  const { what, next } = failureText(failure, context.words);
  const reader = privately(context);
  return [
    header(failureTitle(failure, reader)),
    richText(line(bold(what), plain(`\n${next}`)), ...contactLines(failure, reader)),
  ];
}

function answerBlocks(id: string, answer: Answer, context: FormatContext): KnownBlock[] {
  const shown = showableAnswer(answer);
  return [
    header(
      answer.source === 'last-known'
        ? earlierVerdict(shown, context).text
        : verdictTitle(id, shown, privately(context)),
    ),
    ...contactBlock(shown, context.words),
    whyBlock(shown, context),
    limitsBlock(shown, context.words),
    sentBlock(shown.account, context.words),
    sourceBlock(shown, context),
  ];
}

function sourceBlock({ account, readAtMs, source }: Answer, { nowMs, words }: FormatContext): ContextBlock {
  const { zone } = account;
  const asked = words.details.source(source, words.time.ago(nowMs - readAtMs));
  const read = words.details.zone(words.time.zone(zone.id), zone.assumedFrom);
  return { type: 'context', elements: [plainText(`${asked} · ${read}`)] };
}

/** Whom to call; empty where nothing is known. Personal: for one reader. */
function contactBlock({ contact, account }: Answer, words: Words): RichTextBlock[] {
  const { fields } = words.details;
  const email = tidy(account.email ?? '', CUTS.sentField);
  const lines = [
    ...contactLine(contact, words),
    ...(email === '' ? [] : [line(bold(fields.email), plain(`  ${email}`))]),
  ];
  return lines.length === 0 ? [] : [richText(...lines)];
}

/** Status, every reason under the name of its rule, and the next step. */
function whyBlock(answer: Answer, context: FormatContext): RichTextBlock {
  const { words } = context;
  const { reasons } = answer.verdict;
  return richText(
    line(...statusLines(answer, statusLine(answer, context), context)),
    ...(reasons.length > 0 ? [bullets(...reasons.map((reason) => reasonLine(reason, words)))] : []),
    ...nextStepLine(answer, words),
  );
}

function reasonLine(reason: Reason, words: Words): RichTextSection {
  const lines = [words.verdict.reason(reason)];
  if ('threshold' in reason) {
    const { threshold } = reason;
    const setting = settingName(threshold);
    lines.push(
      WITHOUT_LIMIT.includes(reason.rule)
        ? words.details.reasonLimit(threshold, setting)
        : words.details.reasonSetBy(setting),
    );
  }
  if ('setBy' in reason) lines.push(words.details.reasonSetBy(settingName(reason)));
  return line(bold(words.details.rules[reason.rule]), plain(`\n${lines.join('\n')}`));
}

/** Their sentence does not say the limit. */
const WITHOUT_LIMIT: readonly RuleName[] = ['online-but-stale', 'package-ends-soon'];

const settingName = ({ setBy }: Pick<Threshold, 'setBy'>) => tidy(setBy, CUTS.fact);

const LIMIT_NAMES = ['late', 'stale', 'packageEndsSoon'] as const satisfies (keyof Thresholds)[];

/**
 * Every limit that no reason has named, and where it is set; for a healthy verdict only those that were checked against
 * something.
 */
function limitsBlock({ account, verdict }: Answer, words: Words): RichTextBlock {
  const { headings } = words.details;
  const { level, reasons, thresholds, exceptions } = verdict;
  // A healthy verdict rests on at least one backup time, so the limits on those always apply.
  const applies = (name: keyof Thresholds) =>
    name !== 'packageEndsSoon' || account.packageEndsOn !== undefined;
  const isNamed = (name: keyof Thresholds) =>
    reasons.some((reason) => 'threshold' in reason && reason.threshold === thresholds[name]);
  const names = LIMIT_NAMES.filter((name) => (level === 'healthy' ? applies(name) : !isNamed(name)));
  const heading = level === 'healthy' ? 'passed' : names.length < LIMIT_NAMES.length ? 'others' : 'limits';
  const lines = [...limitLines(thresholds, words, names), ...exceptionLines(exceptions, words)];
  return richText(line(bold(headings[heading])), bullets(...lines.map((text) => line(plain(text)))));
}

/** Each limit and where it is set; all of them unless said otherwise. */
function limitLines(
  thresholds: Thresholds,
  { details }: Words,
  names: readonly (keyof Thresholds)[] = LIMIT_NAMES,
): string[] {
  return names.map((name) => details.limit(name, thresholds[name], settingName(thresholds[name])));
}

function exceptionLines(exceptions: Exceptions | undefined, { details }: Words): string[] {
  const { weekdaysOnly, ignored, minimumClientVersion: minimum } = exceptions ?? {};
  return [
    ...(weekdaysOnly ? [details.weekdaysOnly(settingName(weekdaysOnly))] : []),
    ...(ignored ? [details.ignored(ignored.backup, settingName(ignored))] : []),
    ...(minimum ? [details.minimumClient(tidy(minimum.version, CUTS.fact), settingName(minimum))] : []),
  ];
}

/** All fields in the order of the interface, as the service sent them. */
function sentBlock(account: Account, words: Words): RichTextBlock {
  const lines = GENERAL_INFO_FIELDS.flatMap((field) => [
    plain(`\n${words.details.fields[field]}: `),
    bold(sentText(field, account, words)),
  ]);
  return richText(line(bold(words.details.headings.sent), ...lines));
}

function sentText(field: GeneralInfoField, account: Account, words: Words): string {
  const sent = account.sent[field];
  if (sent === undefined) return words.details.notSent;
  const text = tidyShowingUnseen(sent, CUTS.sentField);
  if (text === '') return words.details.emptyText;
  const meaning = meaningOf(field, account, words);
  return meaning === undefined || meaning === text ? text : words.details.meaning(text, meaning);
}

/** Our reading of a text, where it differs from the text itself. */
function meaningOf(field: GeneralInfoField, { status, email }: Account, words: Words): string | undefined {
  if (field === 'status') return words.status[status.kind];
  if (field === 'email') return email === undefined ? undefined : tidy(email, CUTS.sentField);
  return undefined;
}
