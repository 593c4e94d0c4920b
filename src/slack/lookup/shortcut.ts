import type { MessageShortcut } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { type Pin, toAccountName } from '../../account/names.ts';
import { hasAnswer, isPlausibleId, type LookupOutcome } from '../../account/outcome.ts';
import { createStopwatch } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import type { Action } from '../action.ts';
import { type AuditEntry, logAudit } from '../audit-log.ts';
import { accountRow, cardChoices } from '../card/buttons.ts';
import { showHome } from '../home/home.ts';
import { enteredIn, input, modal, overflow, plainText, textField } from '../kit/blocks.ts';
import { ACTIONS, decodeAccountAction } from '../kit/ids.ts';
import { type SlackContext, sentence, withoutButtons } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { accountIds, answerMessage } from '../reply.ts';
import { openView, type Submitted, showInPlace } from '../windows.ts';
import { answerTo } from './command.ts';
import { MAX_IDS, normalize } from './input.ts';
import { lookUpAll, lookUpTyped, ownNames, readTypedBy } from './names.ts';
import { problemText } from './notices.ts';

/** The window that answers a message shortcut or the field of Home: its `callback_id`, and its field. */
export const STATUS_VIEW = { callbackId: 'status_view', ids: 'status_view_ids' } as const;

/** The `callback_id` in manifest.yml. */
export const STATUS_SHORTCUT = 'backup_status';

/** Where that window was opened, if not in a channel. */
const HOME = 'home';

/** "Backup status" on a message, in a thread too, where no command can be typed: the accounts it names, in a window. */
export async function answerShortcut(
  deps: ListenerDeps,
  user: AuthorizedUser,
  shortcut: MessageShortcut,
): Promise<void> {
  const { message, trigger_id: triggerId, response_url: responseUrl } = shortcut;
  // Throws if the channel is missing, so it comes before any work begins.
  const { id: channelId } = shortcut.channel;
  const work = readMessage(deps, user, message).then(({ asked, found, pins }) => {
    const viewer = deps.contexts.private(user.person.userId, pins);
    const answer =
      found.length > 0 ? answerMessage(found, viewer) : sentence(viewer.words.shortcut.noneFound);
    const typed = found.length === 0 ? '' : undefined;
    return { outcomes: asked, view: statusView(withoutButtons(answer), channelId, viewer, typed) };
  });
  await show(deps, { ...user, channelId }, work, (shown) =>
    openView(deps, { ...user, triggerId, responseUrl }, shown),
  );
}

/** The look-up field of Home: the answer in a window, with a field for another account. */
export async function answerHomeField(deps: ListenerDeps, action: Action): Promise<void> {
  const work = answerTyped(deps, action, action.typed, HOME);
  await show(deps, { ...action, channelId: HOME }, work, (shown) => openView(deps, action, shown));
}

type Shown = Pick<AuditEntry, 'outcomes' | 'reply'> & { readonly view: ModalView };

/** Shows an answer in the window, and logs it. Home then lists the account, and the field is empty if that is a new one. */
async function show(
  deps: ListenerDeps,
  { channelId, ...user }: AuthorizedUser & { readonly channelId: string },
  work: Promise<Shown>,
  open: (shown: { readonly title: string; readonly work: Promise<ModalView> }) => Promise<boolean>,
): Promise<void> {
  const isShown = await open({ title: user.words.shortcut.title, work: work.then(({ view }) => view) });
  const { outcomes, reply } = await work;
  const isInHome = channelId === HOME;
  const entry = { by: isInHome ? 'home' : 'shortcut', outcomes, reply } as const;
  const delivery = isShown ? 'deferred' : 'refused';
  logAudit(deps.log, { ...user, channelId: isInHome ? undefined : channelId }, { ...entry, delivery });
  await deps.store.record(user.person, accountIds(outcomes));
  if (!isInHome || !isShown || outcomes.length === 0) return;
  // Its other accounts have the time of an opened Home.
  await showHome(deps, { ...user, stopwatch: createStopwatch(deps.now) });
}

/** Looks up what a message may be about, worst first. `found`: the guesses in it that are accounts, as far as is known. */
async function readMessage(
  deps: ListenerDeps,
  { person, stopwatch }: AuthorizedUser,
  message: MessageShortcut['message'],
) {
  const pins = await deps.store.pins(person);
  const onCard = accountOnCard(message);
  const options = { askedAtMs: stopwatch.startedAtMs };
  const asked: LookupOutcome[] = [];
  // Messages of apps may have no text, and what is forwarded is an attachment.
  for (const part of [{ text: message.text }, [message.attachments, message.blocks]]) {
    const named = onCard ? [onCard] : findIds(textsUnder(TEXTS, part).join('\n'), pins ?? [], deps.names);
    const others = named.filter((id) => asked.every((one) => one.id !== id));
    const outcomes = await lookUpAll(deps.lookup, others, options);
    asked.push(...outcomes);
    // The others were numbers of something else.
    const found = outcomes.filter(({ kind }) => kind !== 'not-found' && kind !== 'invalid-id');
    if (found.length > 0) return { asked, found, pins };
  }
  return { asked, found: [], pins };
}

/** Where a message, its blocks and its attachments have text that people read. */
const TEXTS = ['text', 'pretext', 'title', 'value', 'fallback'];

/** What is under these keys, at any depth. What Slack sends is not trusted. */
function textsUnder(keys: readonly string[], part: unknown): readonly string[] {
  const found: string[] = [];
  JSON.stringify(part, (key, value) => {
    if (typeof value === 'string' && keys.includes(key)) found.push(value);
    return value;
  });
  return found;
}

/** The account of a card, from the row of its buttons; undefined for any other message. */
const accountOnCard = ({ blocks }: MessageShortcut['message']): string | undefined =>
  textsUnder(['block_id'], blocks)
    .map(decodeAccountAction)
    .find((account) => account !== undefined && isPlausibleId(account));

/** Letters and digits, and the separators of ids between them. */
const LIKE_AN_ID = /^[\p{L}\p{N}](?:[\p{L}\p{N}_#-]*[\p{L}\p{N}])$/u;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const MEASURE = /^\d+(?:h|m|min|ms|s|sec|d|days?|[kmgtp]?b|st|nd|rd|th|px|x)$/i;
const SHORTEST = 3;
/** Longer names are not found in a message. */
const MAX_NAME_WORDS = 6;
/** In UTF-16 units. A message may have 40,000, written by anybody. */
const MAX_READ = 3_000;
/** What surrounds words in a sentence or a log line. Inside a word a dot or colon stays: part of a time is no id. */
const BETWEEN = /[\s,;()[\]{}<>"'`=|]+/u;
/** Begins at the first of these signs, so that a row of them is scanned only once. */
const AFTER = /(?<![.!?:…])[.!?:…]+$/u;
/** Links and mentions. The label of a link stays. */
const MARKUP = /<[@#!][^<>]*>|<[a-z][a-z0-9+.-]*:[^<>|]*\|([^<>]*)>|<[a-z][a-z0-9+.-]*:[^<>]*>/gi;

/**
 * The texts in a message that may mean an account: whole names first, those of the viewer's pins and their ids before those
 * of the list, then words that look like ids, known ones first. Each once, ten at most. The service may know none of them.
 * Only the beginning of a long message is read.
 */
export function findIds(
  text: string,
  pins: readonly Pin[],
  known: Pick<ListenerDeps['names'], 'isKnown' | 'names'>,
) {
  const words = wordsOf(text).map((word) => word.replace(AFTER, ''));
  const phrases = phrasesOf(words.join(' '));
  const shown = ` ${words.join(' ')} `.toLocaleLowerCase();
  const own = pins.map(({ accountId }) => accountId);
  const names = [...ownNames(pins), ...known.names()].filter((one) => phrases.has(one.words));
  // Ids as they are written: names are compared without the dot of 10.04.
  const named = [
    ...own.filter((id) => shown.includes(` ${id.toLocaleLowerCase()} `)),
    ...names.map(({ accountId }) => accountId),
  ];
  const guesses = words.filter(looksLikeId);
  return [...new Set([...named, ...guesses.filter(known.isKnown), ...guesses])].slice(0, MAX_IDS);
}

/** All that may be a name in a text, as `AccountName.words` has it. A text of 3,000 characters has 9,000 at most. */
function phrasesOf(text: string): ReadonlySet<string> {
  const words = toAccountName('', text).words.split(' ').slice(1);
  const lengths = Array.from({ length: MAX_NAME_WORDS }, (_, index) => index + 1);
  const all = words.flatMap((_, at) => lengths.map((length) => ` ${words.slice(at, at + length).join(' ')}`));
  return new Set(all.filter((phrase) => phrase.length > SHORTEST));
}

function wordsOf(text: string): readonly string[] {
  const folded = normalize(text.slice(0, MAX_READ).replace(MARKUP, ' $1 '));
  const words = folded.slice(0, MAX_READ).split(BETWEEN);
  const isCut = text.length > MAX_READ || folded.length > MAX_READ;
  // The beginning of an id may be the id of another account.
  return isCut ? words.slice(0, -1) : words;
}

const looksLikeId = (word: string) =>
  word.length >= SHORTEST &&
  LIKE_AN_ID.test(word) &&
  /\d/.test(word) &&
  !DATE.test(word) &&
  !MEASURE.test(word) &&
  isPlausibleId(word);

/** Handles the field of that window: shows the answer in it. */
export async function submitStatus(deps: ListenerDeps, submitted: Submitted): Promise<void> {
  const { view } = submitted;
  const { private_metadata: channelId } = view;
  const text = enteredIn(view, STATUS_VIEW.ids)?.value ?? '';
  const work = answerTyped(deps, submitted, text, channelId);
  await show(deps, { ...submitted, channelId }, work, (shown) => showInPlace(deps, submitted, shown));
}

/** The answer to what was typed; or why it cannot be read, above the field with the text. */
async function answerTyped(
  deps: ListenerDeps,
  { person, words, stopwatch }: AuthorizedUser,
  text: string,
  origin: string,
): Promise<Shown> {
  const { pins, problem, accounts } = await readTypedBy(deps, person, text);
  const viewer = () => deps.contexts.private(person.userId, pins);
  if (accounts.length === 0) {
    // A window has no help or check-up, so what asks for them is no account.
    const why = problem ?? ({ kind: 'id-unreadable', typed: text } as const);
    const view = statusView(sentence(problemText(why, words)), origin, viewer(), text);
    return { outcomes: [], reply: why.kind, view };
  }
  const found = await lookUpTyped(deps, person, accounts, pins, { askedAtMs: stopwatch.startedAtMs });
  const answer = withoutButtons(answerTo(found, viewer()));
  const blocks = origin === HOME ? [...answer, ...menuOf(found.outcomes, viewer())] : answer;
  return { outcomes: found.outcomes, view: statusView(blocks, origin, viewer()) };
}

/** What can be done in Home with the account of a card: there Home says what a pin has changed. */
function menuOf([only, ...others]: readonly LookupOutcome[], viewer: SlackContext): KnownBlock[] {
  if (only === undefined || others.length > 0 || !hasAnswer(only)) return [];
  const choices = cardChoices(only.id, viewer, ['share']);
  return accountRow(only.id, [overflow(ACTIONS.more, choices, viewer.words)]);
}

/**
 * An answer, and a field to ask for another account. A window, because what only one person sees cannot be put into a thread:
 * a response_url does that for the whole channel only. `origin` comes back with the field. `typed`: to be corrected.
 */
function statusView(
  answer: KnownBlock[],
  origin: string,
  { words }: SlackContext,
  typed?: string,
): ModalView {
  const { title, label, hint } = words.shortcut;
  const placeholder = plainText(words.home.lookUpPlaceholder);
  const focus = { focus_on_load: typed !== undefined, placeholder };
  const field = input(STATUS_VIEW.ids, label, textField(MAX_READ, typed?.toWellFormed(), focus), { hint });
  const form = { callbackId: STATUS_VIEW.callbackId, metadata: origin };
  return { ...modal(words, title, [...answer, field], form), submit: plainText(words.buttons.lookUp) };
}
