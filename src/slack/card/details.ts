import type { KnownBlock, ModalView, RichTextBlock, RichTextSection } from '@slack/types';
import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../../account/account.ts';
import { type Answer, answerIn, type LookupOutcome } from '../../account/outcome.ts';
import type { Reason, RuleName, Threshold, Thresholds } from '../../account/verdict.ts';
import type { Stopwatch } from '../../async.ts';
import type { Words } from '../../words/words.ts';
import type { Answered } from '../audit-log.ts';
import { header, modal, plainText } from '../kit/blocks.ts';
import { accountName, type FormatContext, textModal } from '../kit/message.ts';
import { bold, bullets, line, plain, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize, sanitizeShowingInvisible } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type AccountOpening, openView } from '../windows.ts';
import { earlierText, nextStepLine, statusLines, verdictTitle } from './card.ts';
import { contactLine, failureBlocks } from './failure.ts';

/** Opens the details of an account. */
export async function openDetails(
  deps: ListenerDeps,
  action: AccountOpening & { readonly stopwatch: Stopwatch },
): Promise<Answered> {
  const { person, accountId, stopwatch } = action;
  const work = Promise.all([
    deps.lookup(accountId, { askedAtMs: stopwatch.startedAtMs }),
    deps.store.pins(person),
  ]);
  const viewer = deps.contexts.private(person.userId);
  const { title, loading } = viewer.words.details;
  const isShown = await openView(deps, action, {
    work: work.then(([outcome, pins]) => formatDetails(outcome, deps.contexts.private(person.userId, pins))),
    loading: textModal(viewer.words, title, loading(accountName(accountId, viewer))),
  });
  const [outcome] = await work;
  return { outcomes: [outcome], delivery: isShown ? 'deferred' : 'refused' };
}

/**
 * Everything about one account: the contact, the verdict with its rules and limits, then all fields as sent, the e-mail
 * address among them. Only one person sees a view.
 */
export function formatDetails(outcome: LookupOutcome, context: FormatContext): ModalView {
  const answer = answerIn(outcome);
  return modal(context.words, context.words.details.title, [
    ...(outcome.kind === 'found' ? [] : failureBlocks(outcome, context)),
    ...(answer === undefined ? [] : answerBlocks(outcome.id, answer, context)),
  ]);
}

function answerBlocks(id: string, answer: Answer, context: FormatContext): KnownBlock[] {
  const { nowMs, words } = context;
  const { account, contact, readAtMs, source, verdict } = answer;
  const isEarlier = source === 'last-known';
  const email = sanitize(account.email ?? '', MAX_LENGTHS.sentField);
  const whom = [
    ...contactLine(contact, words),
    ...(email === '' ? [] : [line(bold(words.details.fields.email), plain(`  ${email}`))]),
  ];
  const reasons = verdict.reasons.map((reason) => reasonLine(reason, words));
  const asked = words.details.source(source, words.time.ago(nowMs - readAtMs));
  const read = words.details.zone(words.time.zone(account.zone.id), account.zone.assumedFrom);
  return [
    header(isEarlier ? earlierText(answer, context) : verdictTitle(id, answer, context)),
    ...(whom.length === 0 ? [] : [richText(...whom)]),
    richText(
      line(...statusLines(answer, context)),
      ...(reasons.length > 0 ? [bullets(...reasons)] : []),
      ...nextStepLine(answer, words),
    ),
    ...limitsBlock(answer, words),
    sentBlock(account, words),
    { type: 'context', elements: [plainText(`${asked} · ${read}`)] },
  ];
}

/** A reason under the name of its rule, with the setting behind it. */
function reasonLine(reason: Reason, { details, verdict }: Words): RichTextSection {
  const lines = [verdict.reason(reason)];
  if ('threshold' in reason) {
    const setting = settingName(reason.threshold);
    const hasLimit = !WITHOUT_LIMIT.includes(reason.rule);
    lines.push(hasLimit ? details.reasonSetBy(setting) : details.reasonLimit(reason.threshold, setting));
  }
  if ('setBy' in reason) lines.push(details.reasonSetBy(settingName(reason)));
  return line(bold(details.rules[reason.rule]), plain(`\n${lines.join('\n')}`));
}

/** Rules whose sentence does not contain the limit. */
const WITHOUT_LIMIT: readonly RuleName[] = ['online-but-stale', 'package-ends-soon'];

const settingName = ({ setBy }: Pick<Threshold, 'setBy'>) => sanitize(setBy, MAX_LENGTHS.fact);

const LIMIT_NAMES = ['late', 'stale', 'packageEndsSoon'] as const satisfies (keyof Thresholds)[];

/**
 * Every limit that no reason names, and its setting; for a healthy verdict only those that something was checked against.
 * Then the exceptions. Empty if there is nothing to add.
 */
function limitsBlock({ account, verdict }: Answer, { details }: Words): RichTextBlock[] {
  const { level, reasons, thresholds, exceptions = {} } = verdict;
  const { weekdaysOnly, ignored, minimumClientVersion: minimum } = exceptions;
  // A healthy verdict rests on at least one backup time, so the limits on those always apply.
  const applies = (name: keyof Thresholds) =>
    name !== 'packageEndsSoon' || account.packageEndsOn !== undefined;
  const isNamed = (name: keyof Thresholds) =>
    reasons.some((reason) => 'threshold' in reason && reason.threshold === thresholds[name]);
  const names = LIMIT_NAMES.filter((name) => (level === 'healthy' ? applies(name) : !isNamed(name)));
  const heading = level === 'healthy' ? 'passed' : names.length < LIMIT_NAMES.length ? 'others' : 'limits';
  const lines = [
    ...names.map((name) => details.limit(name, thresholds[name], settingName(thresholds[name]))),
    ...(weekdaysOnly ? [details.weekdaysOnly(settingName(weekdaysOnly))] : []),
    ...(ignored ? [details.ignored(ignored.backup, settingName(ignored))] : []),
    ...(minimum
      ? [details.minimumClient(sanitize(minimum.version, MAX_LENGTHS.fact), settingName(minimum))]
      : []),
  ];
  if (lines.length === 0) return [];
  return [
    richText(line(bold(details.headings[heading])), bullets(...lines.map((text) => line(plain(text))))),
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

/** The text as sent, and our reading of it if that differs. */
function sentText(field: GeneralInfoField, { sent, status, email }: Account, words: Words): string {
  if (sent[field] === undefined) return words.details.notSent;
  const text = sanitizeShowingInvisible(sent[field], MAX_LENGTHS.sentField);
  if (text === '') return words.details.emptyText;
  const ofEmail = email === undefined ? text : sanitize(email, MAX_LENGTHS.sentField);
  const meaning = field === 'status' ? words.status[status.kind] : field === 'email' ? ofEmail : text;
  return meaning === text ? text : `${text} (${meaning})`;
}
