import type { KnownBlock, RichTextBlock, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { isPlausibleId } from '../../account/outcome.ts';
import { within } from '../../async.ts';
import type { AuthorizedUser } from '../access.ts';
import type { AccountAction, Action } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { enteredIn, input, modal, row, textField } from '../kit/blocks.ts';
import { ACKNOWLEDGE, conversationOf, decodeAccounts, MORE } from '../kit/ids.ts';
import { asSent, nameOf, sentence } from '../kit/message.ts';
import { line, link, paragraph, richText, user } from '../kit/rich-text.ts';
import { HEARD_SIGN, MAX_LENGTHS, OWNER_SIGN, sanitize } from '../kit/text.ts';
import { type ListenerDeps, orUndefined } from '../listener-deps.ts';
import { redraw, sendReply } from '../reply.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { namesOf } from '../watches/watch-messages.ts';
import { ACK_BY_MS, openView, type Submitted } from '../windows.ts';
import { STILL } from './alert-message.ts';
import { showAlert } from './alert-view.ts';

/** The window in which an account is handed over: its `callback_id`, and its fields. */
export const HAND_OVER = { callbackId: 'hand_over', to: 'hand_over_to', note: 'hand_over_note' } as const;

/**
 * "I'm on it" on an alert, a summary, its window, or the message that began a watch. Answers the person at once. An alert
 * shows the new owner with its next edit; the engine never edits the others, so they are changed here.
 */
export async function acknowledge(deps: ListenerDeps, action: Action): Promise<void> {
  const { watches, respond, contexts, linkTo, log } = deps;
  const { value, message: alert, blocks, responseUrl, viewId } = action;
  const { userId } = action.person;
  const shownIds = value === '' ? undefined : decodeAccounts(value).filter(isPlausibleId);
  const channelId = conversationOf(alert.channelId, userId);
  const taken = await watches.take({ channelId, ts: alert.ts }, userId, shownIds);
  const viewer = contexts.private(userId);
  const { words } = viewer;
  const accountIds = taken.kind === 'taken' ? taken.accountIds : [];
  const text = {
    taken: words.watches.taken(namesOf(accountIds, viewer)),
    'taken-already': words.watches.takenAlready,
    'nothing-open': words.watches.nothingOpen,
    'unknown-message': words.watches.alertOver,
    outdated: words.watches.outdated,
  }[taken.kind];
  const present = taken.kind === 'outdated' && [' ', link(linkTo(taken.present), words.alert.present)];
  logWatchAudit(log, action, { by: 'acknowledge', result: taken.kind, accountIds });
  if (viewId === undefined) await sendReply(respond, responseUrl, [paragraph(text, present)]);
  // Of those that only the person sees, summaries alone name the accounts in the button.
  if (viewId !== undefined || (shownIds !== undefined && action.audience === 'private')) {
    const { message } = await summaryForPerson(deps, action.person, alert.channelId);
    if (viewId === undefined) await sendReply(respond, responseUrl, message, { replace: true });
    else await deps.views.update({ view_id: viewId, view: modal(words, words.buttons.summary, message) });
  }
  if (shownIds === undefined || accountIds.length === 0 || blocks.length === 0) return;
  const channel = channelId === userId ? viewer : contexts.channel();
  const what = channel.words.alert.tookOver(namesOf(accountIds, channel));
  const owner = richText(line(`${OWNER_SIGN} `, user(userId), ` ${what}`));
  // In place of the button, and of what its rows said.
  let rows = shownIds.length;
  const nobody = ` · ${channel.words.summary.nobodyYet}`;
  const before = JSON.stringify(blocks).replaceAll(nobody, (text) => (rows-- > 0 ? '' : text));
  const shown = asSent<typeof blocks>(JSON.parse(before)).flatMap((block): KnownBlock[] =>
    block.type === 'actions'
      ? [owner, ...row(...block.elements.filter(({ action_id }) => action_id !== ACKNOWLEDGE))]
      : [block],
  );
  await sendReply(respond, responseUrl, shown, { replace: true, audience: 'channel' });
}

/**
 * "I'm on it" on a card or in *See all*, which then shows the owner: the person who pressed, or somebody who was faster. In
 * *See all* also from others, if its row offers *Hand over…*: it showed that somebody is on it.
 */
export async function acknowledgeAccount(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { person, accountId, accountIds, blockId, view } = action;
  const menu = view?.blocks.find((block): block is SectionBlock => block.block_id === blockId)?.accessory;
  const fromOthers = menu?.type === 'overflow' && menu.options.some((one) => one.value === MORE.handOver);
  const result = await deps.watches.give(accountId, { userId: person.userId }, { fromOthers });
  logWatchAudit(deps.log, action, { by: 'acknowledge', result, accountIds });
  await showOwner(deps, action, action);
}

/** *Release* in a menu: ends "I'm on it". */
export async function answerRelease(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { person, accountId } = action;
  const done = await deps.watches.release(person.userId, { accountId });
  const result = done.length > 0 ? 'released' : 'not-yours';
  logWatchAudit(deps.log, action, { by: 'release', result, accountIds: [accountId] });
  const isShown = action.view !== undefined || (action.isOnCard && done.length > 0);
  if (isShown) await showOwner(deps, action, action);
  else await sendReply(deps.respond, action.responseUrl, sentence(action.words.watches.released));
}

/** *Tell me when it is fine* in the menu of a card: once, by direct message. */
export async function tellWhenFine(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { person, accountId } = action;
  const isOpen = await deps.watches.tellWhenFine(accountId, person.userId);
  const { willTell, nothingOpen } = action.words.watches;
  const result = isOpen ? 'asked' : 'nothing-open';
  logWatchAudit(deps.log, action, { by: 'tell-when-fine', result, accountIds: [accountId] });
  const name = nameOf(accountId, deps.contexts.private(person.userId));
  const text = isOpen ? `${HEARD_SIGN} ${willTell(name)}` : nothingOpen;
  await sendReply(deps.respond, action.responseUrl, sentence(text));
}

/** The buttons under "Still on …?": the answer replaces the question. */
export async function answerStill(deps: ListenerDeps, action: Action): Promise<void> {
  const { userId } = action.person;
  const untilMs = Number(action.value);
  const isRenewed = action.actionId === STILL.renew;
  const { renew, release } = deps.watches;
  const done = await (isRenewed ? renew(userId, untilMs) : release(userId, { untilMs }));
  const { taken, released } = action.words.watches;
  const isOn = isRenewed && done.length > 0;
  const text = isOn ? taken(namesOf(done, deps.contexts.private(userId))) : released;
  const result = done.length === 0 ? 'not-yours' : isRenewed ? 'renewed' : 'released';
  logWatchAudit(deps.log, action, { by: isRenewed ? 'acknowledge' : 'release', result, accountIds: done });
  await sendReply(deps.respond, action.responseUrl, sentence(text), { audience: 'channel', replace: true });
}

/** Where somebody acted on an account. The window of *Hand over…* keeps it in its `private_metadata`. */
const PRESSED = z.object({
  accountId: z.string().refine(isPlausibleId),
  isOnCard: z.boolean().default(false),
  audience: z.enum(['private', 'channel']).default('private'),
  responseUrl: z.string().default(''),
  value: z.string().default(''),
  shared: z.custom<RichTextBlock>().optional(),
  /** *See all*. */
  view: z.object({ id: z.string(), private_metadata: z.string() }).optional(),
});

/** Shows the present owner there: on the card or in *See all*. The engine edits alerts. */
async function showOwner(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { accountId, isOnCard, view, ...card }: z.infer<typeof PRESSED>,
): Promise<void> {
  if (view !== undefined) await showAlert(deps, user.person, view);
  else if (isOnCard) await redraw(deps, { ...card, ...user, accountIds: [accountId] }, { fresh: false });
}

/** *Hand over…* on a card or an alert that has an owner, or in *See all*: asks for the new owner and a note. */
export async function openHandOver(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const viewer = deps.contexts.private(action.person.userId);
  const { words } = viewer;
  const { title, label, note } = words.handOver;
  const fields = [
    input(HAND_OVER.to, label(nameOf(action.accountId, viewer)), { type: 'users_select' }),
    input(HAND_OVER.note, note, textField(MAX_LENGTHS.note), { optional: true }),
  ];
  const metadata = JSON.stringify(PRESSED.parse(action));
  const form = { submit: title, callbackId: HAND_OVER.callbackId, metadata };
  await openView(deps, action, { title, work: Promise.resolve(modal(words, title, fields, form)) });
}

/** Handles that window: the account has a new owner, or the window says why not. */
export async function submitHandOver(deps: ListenerDeps, { view, ack, ...user }: Submitted): Promise<void> {
  const { person, stopwatch } = user;
  const pressed = PRESSED.parse(JSON.parse(view.private_metadata));
  const { accountId } = pressed;
  const userId = enteredIn(view, HAND_OVER.to)?.selected_user ?? '';
  const note = sanitize(enteredIn(view, HAND_OVER.note)?.value ?? '', MAX_LENGTHS.note) || undefined;
  const decision = await deps.decide({ userId, place: 'modal' });
  const isMember = typeof decision === 'object';
  const refusal = decision === 'unknown' ? 'not-checked' : 'no-member';
  const hands = { userId, byId: person.userId, note };
  const give = () => orUndefined(deps.watches.give(accountId, hands, { fromOthers: true }));
  const given = isMember ? (await within(give(), stopwatch.leftMs(ACK_BY_MS)))?.value : refusal;
  const result = given === 'taken' ? 'handed-over' : (given ?? 'unavailable');
  logWatchAudit(deps.log, user, { by: 'hand-over', result, accountIds: [accountId] });
  if (result !== 'handed-over') {
    const { access, command, watches } = user.words;
    const { what, next } = access.refusals['not-checked'];
    const why = {
      'not-checked': `${what} ${next}`,
      'no-member': watches.problem.noMember,
      'nothing-open': watches.nothingOpen,
      'taken-already': watches.takenAlready,
      'theirs-already': watches.theirsAlready,
      unavailable: command.storageFailed,
    }[result];
    return ack({ response_action: 'errors', errors: { [HAND_OVER.to]: why } });
  }
  await ack();
  await showOwner(deps, user, pressed);
}
