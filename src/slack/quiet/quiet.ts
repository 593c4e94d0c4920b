import type { KnownBlock, ModalView } from '@slack/types';
import { hasAnswer, isPlausibleId } from '../../account/outcome.ts';
import { HOUR_MS } from '../../account/time.ts';
import type { QuietNotice } from '../../watch/posted.ts';
import { endOfQuiet, MAX_QUIET_DAYS, type QuietLength } from '../../watch/schedule.ts';
import type { AuthorizedUser } from '../access.ts';
import type { Action } from '../action.ts';
import { quietMessage } from '../alerts/alert-message.ts';
import { logWatchAudit } from '../audit-log.ts';
import { titleOf } from '../card/card.ts';
import {
  button,
  contextLine,
  enteredIn,
  input,
  modal,
  multiSelect,
  option,
  present,
  radio,
  row,
} from '../kit/blocks.ts';
import { conversationOf, decodeAccounts, END_QUIET, EVERYWHERE, encodeAccounts, MORE } from '../kit/ids.ts';
import { asTyped, COMMAND, nameOf, notice, type SlackContext, sentence, textModal } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { isComplete, parseCommand, readPatterns, toType, type WatchWord } from '../lookup/input.ts';
import { lookUpAll, questionText, readTypedBy, resolveNames, type TypedAccount } from '../lookup/names.ts';
import { failureText, formatInvalidCommand } from '../lookup/notices.ts';
import { sendReply } from '../reply.ts';
import { namesOf } from '../watches/watch-messages.ts';
import { openWatches, showWatches } from '../watches/watches-list.ts';
import { type Opening, openView, type Refused, type Submitted, showInPlace } from '../windows.ts';

/** The window in which accounts are snoozed: its `callback_id`, and its fields. `private_metadata` is the conversation. */
export const SNOOZE = {
  callbackId: 'snooze',
  accounts: 'snooze_accounts',
  length: 'snooze_length',
  day: 'snooze_day',
} as const;

/** `mute 1004 4h server move`, `note 1004 3d ticket 4711`, `unmute 1004` and `unnote 1004`: everywhere, for everybody. */
export async function muteOrNote(
  deps: ListenerDeps,
  { person, stopwatch, channelId }: AuthorizedUser & { readonly channelId: string },
  word: Extract<WatchWord, { readonly kind: 'mute' | 'unmute' | 'note' | 'unnote' }>,
) {
  const { watches, names, now } = deps;
  const { userId } = person;
  const { words } = deps.contexts.private(userId);
  const { quiet, notes } = words;
  const isNote: true | undefined = word.kind === 'note' || word.kind === 'unnote' ? true : undefined;
  /** `typed`: the accounts in the right form. */
  const invalid = (what: string, typed: string, result = 'invalid') => {
    const example = toType(word.kind, words).replace('1004', () => sanitize(typed, MAX_LENGTHS.line));
    return { message: notice(what, words.command.typeThis, `${COMMAND} ${example}`), result };
  };
  if (readPatterns(word.accounts).patterns.length > 0) return invalid(quiet.noPatterns, '1004');
  const read = (text: string) => readTypedBy(deps, person, text, { isChange: true });
  const whole = await read(word.accounts);
  const isOne = whole.accounts.length === 1 && whole.accounts[0]?.accountIds.length !== 0;
  // Without a length the reason or note may be among the accounts. Then only the first word is certain to be one.
  const isKnown = ({ typed, accountIds }: TypedAccount) => accountIds.length > 0 || names.isKnown(typed);
  const areKnown = whole.accounts.length > 0 && whole.accounts.every(isKnown);
  const [first = ''] = areKnown ? [word.accounts] : (/^"[^"]+"|[^\s,;]+/u.exec(word.accounts) ?? []);
  const without = (what: keyof typeof quiet.missing) =>
    invalid(quiet.missing[what], parseCommand(first).kind === 'lookup' ? first : '1004');
  const isTimed = 'reason' in word && word.length !== undefined;
  if (!isComplete(word)) return without(word.accounts === '' ? 'account' : isTimed ? 'text' : 'length');
  const shorter = word.accounts.replace(/ (?:at|saat)$/iu, '');
  const { pins, problem, accounts } = isOne ? whole : await read(shorter);
  const context = deps.contexts.private(userId, pins);
  if (problem) return { message: formatInvalidCommand(problem, context), result: 'invalid' };
  if (accounts.length === 0) return without('account');
  const options = { askedAtMs: stopwatch.startedAtMs };
  const { ids, choices } = await resolveNames(deps.lookup, names, accounts, options);
  const [choice] = choices;
  if (choice !== undefined) {
    const meant = [...ids, ...choice.accountIds.slice(0, 1)].map(asTyped).join(' ');
    return invalid(questionText(choice, context), meant, 'ambiguous');
  }
  // Only what begins something has a reason.
  if (!('reason' in word)) {
    const ended = await watches.endQuiet(ids, { isNote, userId });
    const here = { channelId: conversationOf(channelId, userId), userId };
    const snoozed = isNote ? [] : await watches.endQuiet(ids, here);
    return ofEnded(ids, [...ended, ...snoozed], { userId, isMute: ended.length > 0, isNote }, context);
  }
  const untilMs = word.length && endOfQuiet(word.length, now(), context.zone);
  if (untilMs === undefined) return invalid(quiet.tooLong(MAX_QUIET_DAYS), word.accounts);
  const unknown = ids.filter((id) => !names.isKnown(id));
  const outcomes = await lookUpAll(deps.lookup, unknown, options);
  const missing = outcomes.find((one) => !hasAnswer(one));
  if (missing !== undefined && missing.kind !== 'found') {
    const { title } = titleOf(missing, context);
    const { next } = failureText(missing, words);
    return { message: notice(`${title}. ${quiet.nothing}`, next), result: missing.kind };
  }
  const reason = sanitize(word.reason, MAX_LENGTHS.note) || undefined;
  await watches.setQuiet(ids, { isNote, untilMs, userId, reason });
  const value = encodeAccounts([EVERYWHERE, ...ids]);
  const end = !isNote && value && button(END_QUIET, words.buttons.endNow, value);
  const begun = { accountIds: ids, userId, isMute: true, isNote, endsAtMs: untilMs, reason };
  const meaning = contextLine(isNote ? notes.meaning : quiet.meaning);
  const message = [...quietMessage(begun, context), meaning, ...row(end)];
  return { message, result: `${word.kind}d`, accountIds: ids };
}

/** *End now*, on the answer to a command and in the list of watches. */
export async function endQuietNow(deps: ListenerDeps, action: Action): Promise<void> {
  const { person, view } = action;
  const { userId } = person;
  const [conversation = '', ...ids] = decodeAccounts(action.value);
  const channelId = conversation === EVERYWHERE ? undefined : conversation;
  const ended = await deps.watches.endQuiet(ids.filter(isPlausibleId), { channelId, userId });
  const { message, ...done } = ofEnded(ids, ended, { userId, isMute: true }, deps.contexts.private(userId));
  logWatchAudit(deps.log, { ...action, channelId }, { by: 'unmute', ...done });
  // The window shows it.
  if (view !== undefined) return showWatches(deps, userId, view);
  await sendReply(deps.respond, action.responseUrl, message, { replace: true });
}

/** Which of the accounts are no longer quiet, or have no note any more, and which were not quiet or had none. */
function ofEnded(
  ids: readonly string[],
  over: readonly string[],
  by: Pick<QuietNotice, 'userId' | 'isMute' | 'isNote'>,
  context: SlackContext,
) {
  const { quiet, notes } = context.words;
  const { isNote } = by;
  const accountIds = ids.filter((id) => over.includes(id));
  const others = ids.filter((id) => !over.includes(id));
  const message = present<KnownBlock>([
    accountIds.length > 0 && quietMessage({ ...by, accountIds }, context),
    others.length > 0 && sentence((isNote ? notes : quiet).none(namesOf(others, context))),
  ]);
  const result = accountIds.length === 0 ? 'nothing-to-end' : isNote ? 'unnoted' : 'unmuted';
  return { message, result, accountIds };
}

/** The menu of an alert about several accounts. */
export const chooseInAlert = (deps: ListenerDeps, action: Action): Promise<void> =>
  action.value === MORE.snooze ? openSnooze(deps, action) : openWatches(deps, action);

/** Slack allows 100 options; more accounts are not chosen one by one. */
const MAX_CHOSEN = 100;

type Snoozed = Opening & { readonly accountId?: string };

/** *Snooze…*: what is open in the conversation, all of it chosen, or the one account of an alert. */
export async function openSnooze(deps: ListenerDeps, opening: Snoozed): Promise<void> {
  await openView(deps, opening, { title: opening.words.quiet.form.window, work: snoozeView(deps, opening) });
}

async function snoozeView(
  { watches, contexts }: ListenerDeps,
  { channelId, person, accountId }: Snoozed,
): Promise<ModalView> {
  const conversation = conversationOf(channelId, person.userId);
  const { incidents, count } =
    accountId === undefined
      ? await watches.openAt(conversation, 0, MAX_CHOSEN)
      : { incidents: [{ accountId }], count: 1 };
  const viewer = contexts.private(person.userId);
  const { words } = viewer;
  const { window, howLong, lengths, day, dayHint, longId, rest } = words.quiet.form;
  const options = incidents.flatMap((one) => {
    const value = encodeAccounts([one.accountId]);
    const label = nameOf(one.accountId, viewer);
    return value === undefined || value.length > MAX_OPTION ? [] : [option(label, value)];
  });
  if (options.length === 0) return textModal(words, window, count > 0 ? longId : words.watches.nothingOpen);
  const times = Object.entries(lengths).map(([name, text]) => option(text, name));
  const all = options.map(({ value = '' }) => value);
  const fields = present<KnownBlock>([
    input(SNOOZE.accounts, words.buttons.accounts, multiSelect(options, all, words.buttons.accounts)),
    count > incidents.length && sentence(rest(count - incidents.length)),
    input(SNOOZE.length, howLong, radio(times, '1h')),
    input(SNOOZE.day, day, { type: 'datepicker' }, { hint: dayHint, optional: true }),
  ]);
  const form = { submit: window, callbackId: SNOOZE.callbackId, metadata: conversation };
  return modal(words, window, fields, form);
}

const LENGTHS: Readonly<Record<string, QuietLength>> = {
  '1h': { kind: 'for', ms: HOUR_MS },
  '4h': { kind: 'for', ms: 4 * HOUR_MS },
  morning: { kind: 'clock', atMinute: 8 * 60 },
};

/** Reference, "option": `value`. */
const MAX_OPTION = 75;

/** The window, submitted: these accounts are quiet in this conversation, which is notified of that. */
export async function submitSnooze(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { window: title } = submitted.words.quiet.form;
  await showInPlace(deps, submitted, { title, work: snooze(deps, submitted) });
}

async function snooze(deps: ListenerDeps, { view, ...user }: Submitted): Promise<ModalView | Refused> {
  const { userId } = user.person;
  const conversation = view.private_metadata;
  const values = enteredIn(view, SNOOZE.accounts)?.selected_options ?? [];
  const ids = values.flatMap(({ value = '' }) => decodeAccounts(value)).filter(isPlausibleId);
  const chosen = LENGTHS[enteredIn(view, SNOOZE.length)?.selected_option?.value ?? ''];
  const isoDay = enteredIn(view, SNOOZE.day)?.selected_date ?? undefined;
  const length = isoDay === undefined ? chosen : ({ kind: 'day', isoDay } as const);
  const viewer = deps.contexts.private(userId);
  const untilMs = length && endOfQuiet(length, deps.now(), viewer.zone);
  const { quiet } = viewer.words;
  if (untilMs === undefined) return { errors: { [SNOOZE.day]: quiet.tooLong(MAX_QUIET_DAYS) } };
  await deps.watches.setQuiet(ids, { channelId: conversation, untilMs, userId });
  const done = { result: 'snoozed', accountIds: ids };
  logWatchAudit(deps.log, { ...user, channelId: conversation }, { by: 'snooze', ...done });
  const begun = { accountIds: ids, userId, isMute: false, endsAtMs: untilMs };
  const blocks = [...quietMessage(begun, viewer), contextLine(quiet.meaning)];
  return modal(viewer.words, quiet.form.window, blocks);
}
