import type { KnownBlock, ModalView } from '@slack/types';
import { hasAnswer, isPlausibleId } from '../../account/outcome.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Delivery, logAudit, logWatchAudit } from '../audit-log.ts';
import { channelField, enteredIn, escapeMrkdwn, input, modal, section, textField } from '../kit/blocks.ts';
import { decodeAccounts, encodeAccounts } from '../kit/ids.ts';
import { nameOf, sentence, sharedBlock, withoutButtons } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/names.ts';
import { answerMessage, sendReply } from '../reply.ts';
import { summaryForChannel } from '../summary/summary.ts';
import { type Opening, openView, type Refused, type Submitted, showInPlace } from '../windows.ts';

/** The window in which a channel is chosen to share a card or a summary in: its `callback_id`, and its fields. */
export const SHARE_VIEW = {
  callbackId: 'share_view',
  channel: 'share_view_channel',
  note: 'share_view_note',
} as const;

/** What is to be shared: accounts, or the summary of a channel. */
type Shared = { readonly accountIds: readonly string[] } | { readonly summaryOf: string };

/** Prefix of the `private_metadata` of a window that shares a summary. No list of accounts begins with it. */
const SUMMARY_OF = '\uE02C';

/** Share, under a card or a list, or under the summary of a channel: asks where to. */
export const openShare = async (deps: ListenerDeps, opening: Opening & Shared): Promise<void> =>
  void (await openView(deps, opening, { title: opening.words.share.title, work: shareView(deps, opening) }));

/** Asks for the channel, and a note to it. */
export async function shareView(
  deps: ListenerDeps,
  { person, note = '', ...shared }: Pick<Opening, 'person'> & Shared & { readonly note?: string },
): Promise<ModalView> {
  const context = deps.contexts.private(person.userId, await deps.store.pins(person));
  const { share, numbers } = context.words;
  const isSummary = 'summaryOf' in shared;
  const origin = isSummary ? SUMMARY_OF + shared.summaryOf : encodeAccounts(shared.accountIds);
  if (origin === undefined) throw new Error('what was pressed names no accounts');
  const what = isSummary ? share.summary : numbers.list(shared.accountIds.map((id) => nameOf(id, context)));
  const { title, submit, label, hint } = share;
  // The card goes out through the `response_url` that Slack sends for the channel: no scope or membership is needed.
  const channel = channelField({ response_url_enabled: true });
  const text = textField(MAX_LENGTHS.note, sanitize(note, MAX_LENGTHS.note));
  const fields = [
    input(SHARE_VIEW.channel, label(what), channel, { hint }),
    input(SHARE_VIEW.note, share.note, text, { optional: true }),
  ];
  return modal(context.words, title, fields, { submit, callbackId: SHARE_VIEW.callbackId, metadata: origin });
}

/** Who shares, with what note, and where Slack accepts the message. */
interface Sharing extends AuthorizedUser {
  readonly note: string;
  readonly channelId: string;
  readonly responseUrl: string;
}

/**
 * Handles the chosen channel: posts the card through the `response_url` that Slack sends with it, and says so in the window.
 * Slack accepts nothing there before the ack.
 */
export async function submitShare(
  deps: ListenerDeps,
  { body, view, ack, ...user }: Submitted,
): Promise<void> {
  const { private_metadata: origin } = view;
  const [chosen] = body.response_urls ?? [];
  const summaryOf = origin.startsWith(SUMMARY_OF) ? origin.slice(SUMMARY_OF.length) : undefined;
  const accountIds = summaryOf === undefined ? decodeAccounts(origin) : [];
  if (chosen === undefined || !accountIds.every(isPlausibleId)) {
    throw new Error('a window for sharing names no channel, or no account');
  }
  const note = sanitize(enteredIn(view, SHARE_VIEW.note)?.value ?? '', MAX_LENGTHS.note);
  const { channel_id: channelId, response_url: responseUrl } = chosen;
  const sharing = { ...user, note, channelId, responseUrl };
  const acknowledged = Promise.withResolvers<void>();
  const acknowledge = async (answer: Parameters<typeof ack>[0]) => {
    await ack(answer);
    acknowledged.resolve();
  };
  const share = () =>
    summaryOf === undefined
      ? shareAccounts(deps, sharing, accountIds)
      : shareSummary(deps, sharing, summaryOf);
  const { title } = user.words.share;
  const work = acknowledged.promise
    .then(share)
    .then((done) => ('errors' in done ? done : modal(user.words, title, done)));
  await showInPlace(deps, { ...user, body, view, ack: acknowledge }, { title, work, withinMs: 0 });
}

/** What the window then shows, or why Slack did not accept the message. */
type Done = KnownBlock[] | Refused;

async function shareAccounts(
  deps: ListenerDeps,
  sharing: Sharing,
  accountIds: readonly string[],
): Promise<Done> {
  const { person, note, stopwatch, responseUrl, words } = sharing;
  const outcomes = await lookUpAll(deps.lookup, accountIds, { askedAtMs: stopwatch.startedAtMs });
  if (!outcomes.some(hasAnswer)) {
    logAudit(deps.log, sharing, { by: 'share', outcomes, delivery: 'deferred' });
    const why = answerMessage(outcomes, deps.contexts.private(person.userId));
    return [...sentence(words.share.nothing), ...withoutButtons(why)];
  }
  const channel = deps.contexts.channel();
  const shared = sharedBlock(person.userId, note, channel);
  const message = answerMessage(outcomes, { ...channel, shared });
  const delivery = await sendReply(deps.respond, responseUrl, message, { audience: 'channel' });
  logAudit(deps.log, sharing, { by: 'share', outcomes, audience: 'channel', delivery });
  return doneWith(delivery, sharing);
}

/** Shares all that is watched in a channel, as it is now. */
async function shareSummary(deps: ListenerDeps, sharing: Sharing, summaryOf: string): Promise<Done> {
  const { person, note, responseUrl } = sharing;
  const { message, result } = await summaryForChannel(deps, person, summaryOf, note);
  if (result !== 'told') {
    logWatchAudit(deps.log, sharing, { by: 'summary', result });
    return message;
  }
  const delivery = await sendReply(deps.respond, responseUrl, message, { audience: 'channel' });
  logWatchAudit(deps.log, sharing, { by: 'summary', result: delivery === 'expired' ? delivery : 'shared' });
  return doneWith(delivery, sharing);
}

const doneWith = (delivery: Delivery, { channelId, words: { command, share } }: Sharing): Done =>
  delivery === 'expired'
    ? { errors: { [SHARE_VIEW.channel]: command.notPosted } }
    : [section(share.shared(`<#${escapeMrkdwn(channelId)}>`))];
