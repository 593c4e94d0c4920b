import type { KnownBlock, ModalView, RichTextBlock, RichTextSection } from '@slack/types';
import { type Account, GENERAL_INFO_FIELDS, type GeneralInfoField } from '../../account/account.ts';
import { type Answer, answerIn, type LookupOutcome } from '../../account/outcome.ts';
import type { Reason, Threshold, Thresholds, Verdict } from '../../account/verdict.ts';
import { withPlaceholder } from '../../async.ts';
import type { Words } from '../../words/words.ts';
import type { AccountAction } from '../action.ts';
import { acknowledgeAccount, answerRelease, openHandOver, tellWhenFine } from '../alerts/hands.ts';
import { logAudit } from '../audit-log.ts';
import { openHistory } from '../history/history.ts';
import { showHome } from '../home/home.ts';
import { modal, plainText, present } from '../kit/blocks.ts';
import { MORE } from '../kit/ids.ts';
import { asTyped, nameOf, type SlackContext, withoutButtons } from '../kit/message.ts';
import { bold, bullets, code, line, paragraph, richText } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize, sanitizeShowingInvisible } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { contactLine, formatPending } from '../lookup/notices.ts';
import { openSnooze } from '../quiet/quiet.ts';
import { accountIds, answerMessage, redraw, sendReply } from '../reply.ts';
import { openWatchForm } from '../watches/watch-form.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openView } from '../windows.ts';
import { cardBlocks, nextStepLine, statusLines, topBlocks } from './card.ts';
import { choosePin, openPinName } from './pins.ts';
import { openShare } from './share.ts';

/** Asks about an account, and shows the answer in a window. */
async function openAnswer(
  deps: ListenerDeps,
  opening: AccountAction,
  by: 'details' | 'open',
  format: (outcome: LookupOutcome, context: SlackContext) => ModalView,
): Promise<void> {
  const { person, words, accountId, stopwatch } = opening;
  const work = deps.withViewer(person, deps.lookup(accountId, { askedAtMs: stopwatch.startedAtMs }));
  const shown = work.then(([outcome, context]) => format(outcome, context));
  const isShown = await openView(deps, opening, { title: words.details.title, work: shown });
  const [outcome] = await work;
  logAudit(deps.log, opening, { by, outcomes: [outcome], delivery: isShown ? 'deferred' : 'refused' });
}

/** Opens the card of an account in a window. */
const openCard = (deps: ListenerDeps, opening: AccountAction): Promise<void> =>
  openAnswer(deps, opening, 'open', (outcome, context) => {
    const shown = withoutButtons(cardBlocks(outcome, context));
    return modal(context.words, context.words.shortcut.title, shown);
  });

/**
 * Everything about one account: what its card begins with, the contact, the rules and limits, then all fields as sent, the
 * e-mail address among them. Only one person sees a view.
 */
export function formatDetails(outcome: LookupOutcome, context: SlackContext): ModalView {
  const answer = answerIn(outcome);
  const blocks = present([...topBlocks(outcome, context), answer && answerBlocks(answer, context)]);
  return modal(context.words, context.words.details.title, blocks);
}

function answerBlocks(answer: Answer, context: SlackContext): KnownBlock[] {
  const { words } = context;
  const { account, verdict } = answer;
  const email = sanitize(account.email ?? '', MAX_LENGTHS.sentField);
  const read = words.details.zone(words.time.zone(account.zone.id), account.zone.assumedFrom === 'setting');
  return [
    richText(
      contactLine(account.id, context),
      line(email && [bold(words.details.fields.email), `  ${email}`]),
    ),
    richText(
      line(...statusLines(answer, context)),
      bullets(...verdict.reasons.map((reason) => reasonLine(reason, words))),
      nextStepLine(answer, context),
    ),
    limitsBlock(verdict, words),
    sentBlock(account, words),
    { type: 'context', elements: [plainText(read)] },
  ];
}

/** A reason, and the name of its rule as `--json` has it. */
const reasonLine = (reason: Reason, { verdict }: Words): RichTextSection =>
  line(`${verdict.reason(reason)}  `, code(reason.rule));

const LIMIT_NAMES = ['late', 'stale', 'packageEndsSoon'] as const satisfies (keyof Thresholds)[];

/** By what the account was judged, each with its setting. */
function limitsBlock({ thresholds, exceptions = {} }: Verdict, { details, time }: Words): RichTextBlock {
  const { weekdaysOnly, ignored, minimumClientVersion: minimum } = exceptions;
  const { limits } = details;
  const withSetting = (limit: string, { setBy }: Pick<Threshold, 'setBy'>) =>
    details.setBy(limit, sanitize(setBy, MAX_LENGTHS.fact));
  const lines = [
    ...LIMIT_NAMES.map((name) =>
      withSetting(limits[name](time.threshold(thresholds[name])), thresholds[name]),
    ),
    weekdaysOnly && withSetting(limits.weekdaysOnly, weekdaysOnly),
    ignored && withSetting(limits.ignored(ignored.backup), ignored),
    minimum && withSetting(limits.minimumClient(sanitize(minimum.version, MAX_LENGTHS.fact)), minimum),
  ];
  return richText(line(bold(details.headings.limits)), bullets(...lines.map((text) => line(text))));
}

/** All fields in the order of the interface, as the service sent them. */
function sentBlock(account: Account, words: Words): RichTextBlock {
  const lines = GENERAL_INFO_FIELDS.map((field) => [
    `\n${words.details.fields[field]}: `,
    bold(sentText(field, account, words)),
  ]);
  return paragraph(bold(words.details.headings.sent), ...lines);
}

/** The text as sent, and our reading of a status if that differs. */
function sentText(field: GeneralInfoField, { sent, status }: Account, words: Words): string {
  if (sent[field] === undefined) return words.details.notSent;
  const text = sanitizeShowingInvisible(sent[field], MAX_LENGTHS.sentField);
  if (text === '') return words.details.emptyText;
  const meaning = field === 'status' ? words.status[status.kind] : text;
  return meaning === text ? text : `${text} (${meaning})`;
}

/** *Refresh* and *Re-check* on a card or a list. A list looks up all of its accounts again. */
export async function refresh(deps: ListenerDeps, action: AccountAction): Promise<void> {
  logAudit(deps.log, action, { by: 'refresh', ...(await redraw(deps, action, { fresh: true })) });
}

/** The button of an account, as in help: posts its card below the message. In Home and in a window, opens a window. */
export async function openAccount(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { lookup, store, respond, contexts, withViewer, inlineWithinMs } = deps;
  const { accountId: id, person, responseUrl, stopwatch } = action;
  if (responseUrl === undefined) return openCard(deps, action);
  const work = withViewer(person, lookup(id, { askedAtMs: stopwatch.startedAtMs }));
  // The note stays, like that of a command: replacing would remove the help that was pressed.
  const [outcome, viewer] = await withPlaceholder(work, inlineWithinMs, () => {
    const context = contexts.private(person.userId);
    return sendReply(respond, responseUrl, formatPending(nameOf(id, context), context));
  });
  const delivery = await sendReply(respond, responseUrl, answerMessage([outcome], viewer));
  logAudit(deps.log, action, { by: 'open', outcomes: [outcome], delivery });
  // Runs after the answer was sent, so nobody waits for it.
  await store.record(person, accountIds([outcome]));
}

type OnChoice = (deps: ListenerDeps, action: AccountAction) => Promise<void>;
/** Entries of other menus. */
type Elsewhere = 'retire' | 'changeTime';

/** What the entries of the menu of an account do, by their value. Most open a window. */
const ON_CHOICE: ReadonlyMap<string, OnChoice> = new Map(
  Object.entries({
    [MORE.open]: openCard,
    // In a Home of an older version.
    [MORE.refresh]: showHome,
    [MORE.acknowledge]: acknowledgeAccount,
    [MORE.handOver]: openHandOver,
    [MORE.release]: answerRelease,
    [MORE.pin]: choosePin,
    [MORE.unpin]: choosePin,
    [MORE.details]: (deps, action) => openAnswer(deps, action, 'details', formatDetails),
    [MORE.share]: openShare,
    [MORE.history]: openHistory,
    [MORE.watch]: (deps, action) => openWatchForm(deps, { ...action, accounts: asTyped(action.accountId) }),
    // In the list *Stop* asks first. In a menu a dialog would open at every entry.
    [MORE.stopWatching]: openWatches,
    [MORE.snooze]: openSnooze,
    [MORE.tellFine]: tellWhenFine,
    [MORE.name]: openPinName,
  } satisfies Record<(typeof MORE)[Exclude<keyof typeof MORE, Elsewhere>], OnChoice>),
);

/** Handles an entry of that menu. */
export async function openChosen(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const act = ON_CHOICE.get(action.value);
  if (act === undefined) throw new Error('an action chooses nothing that the menu offers');
  await act(deps, action);
}
