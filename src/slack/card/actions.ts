import { withPlaceholder } from '../../async.ts';
import { answerRelease } from '../alerts/take-over-action.ts';
import { type Answered, logWatchAudit } from '../audit-log.ts';
import { openHistory } from '../history/history.ts';
import { MORE, RETRY } from '../kit/action-ids.ts';
import { asTyped, sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/look-up-all.ts';
import { formatExpiredCard, formatPending } from '../lookup/notices.ts';
import { onPress, type PressListener } from '../on-press.ts';
import { openForm } from '../open-form.ts';
import { type MessagePress, type Press, readListPress, readPress } from '../press.ts';
import { hasAnswer, privately, sendReply, toReply } from '../reply.ts';
import { openWatchForm } from '../watches/watch-form.ts';
import { openWatchesToStop } from '../watches/watches-list.ts';
import { accountInList } from './account-name.ts';
import { decodeLevel } from './card.ts';
import { openDetails } from './details.ts';
import { isPinned, openPinName, showPinChange } from './pin-name.ts';
import { shareView } from './share.ts';

/** Refresh, Retry and Re-check of a card. */
export const createRefreshAction = (deps: ListenerDeps): PressListener => refreshing(deps, readPress);
/** The same for a list: all its accounts are asked about again. */
export const createRefreshListAction = (deps: ListenerDeps): PressListener => refreshing(deps, readListPress);

const refreshing = (deps: ListenerDeps, read: typeof readPress | typeof readListPress): PressListener =>
  onPress<MessagePress>(deps, { by: 'refresh', read, act: (press) => redraw(deps, press, { fresh: true }) });

/**
 * Asks the service again and changes the message where it stands, in a channel too: through the `response_url` of the press,
 * a new one each time, without a scope.
 */
async function redraw(
  deps: ListenerDeps,
  { accountIds, person, audience, shared, responseUrl, value, deadline }: MessagePress,
  { fresh }: { readonly fresh: boolean },
): Promise<Answered> {
  const { store, respond, contexts } = deps;
  const [outcomes, pins] = await Promise.all([
    lookUpAll(deps, accountIds, { fresh, askedAtMs: deadline.startedAtMs }),
    audience === 'private' ? store.pins(person) : undefined,
  ]);
  const personal = contexts.private(person.userId, pins);
  const isAnswered = outcomes.some(hasAnswer);
  // A channel keeps its figures; the person who pressed is told why there are no newer ones.
  const isForChannel = audience === 'channel' && isAnswered;
  const context = isForChannel ? { ...contexts.channel(shared), before: decodeLevel(value) } : personal;
  // A card with figures is better than "could not be checked"; a card that only says "Retry" need not be kept.
  const isKept = outcomes.length === 1 && outcomes[0]?.kind === 'unavailable' && value !== RETRY;
  const replace = isForChannel || (audience === 'private' && (isAnswered || !isKept));
  const delivery = await sendReply(respond, responseUrl, toReply(outcomes, context), { replace });
  const [first] = accountIds;
  // A deleted card cannot be changed, but the person who pressed can still be told.
  if (delivery === 'spent' && isForChannel && first !== undefined)
    await sendReply(respond, responseUrl, privately(formatExpiredCard(accountIds, personal)));
  return { audience, outcomes, delivery };
}

/** "I'm on it", on a card, which then shows who is: the person who pressed, or who was faster. */
export const createTakeAccountAction = (deps: ListenerDeps): PressListener =>
  onPress(deps, {
    by: 'refresh',
    read: readPress,
    async act(press) {
      const { person, accountId, accountIds, responseUrl } = press;
      const { kind: result } = await deps.watches.takeAccount(accountId, person.userId, {
        fromOthers: false,
      });
      logWatchAudit(deps.log, press, { by: 'take-over', result, accountIds });
      if (result === 'store-failed') {
        const { words } = deps.contexts.private(person.userId);
        await sendReply(deps.respond, responseUrl, privately(sentence(words.watches.notTaken)));
      } else await redraw(deps, press, { fresh: false });
      return undefined;
    },
  });

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(deps: ListenerDeps): PressListener {
  const { lookup, store, respond, contexts, inlineWithinMs, names } = deps;
  return onPress(deps, {
    by: 'open',
    read: readPress,
    isRecorded: true,
    async act({ accountId: id, person, responseUrl, deadline }) {
      const work = Promise.all([lookup(id, { askedAtMs: deadline.startedAtMs }), store.pins(person)]);
      const reader = contexts.private(person.userId);
      // The note stays, as that of a command does: what could be replaced is the help that was pressed.
      const { value } = await withPlaceholder(work, inlineWithinMs, () => {
        const pending = formatPending(accountInList(id, reader, names.nameOf(id)), reader);
        return sendReply(respond, responseUrl, privately(pending));
      });
      const [outcome, pins] = value;
      const reply = toReply([outcome], contexts.private(person.userId, pins));
      return { outcomes: [outcome], delivery: await sendReply(respond, responseUrl, reply) };
    },
  });
}

/** The menu beside the buttons of a card, or of an alert about one account. */
export function createMoreAction(deps: ListenerDeps): PressListener {
  const { store } = deps;
  return onPress(deps, {
    by: 'details',
    read: readPress,
    async act(press) {
      const { person, accountId } = press;
      switch (press.value) {
        case MORE.details:
          return openDetails(deps, press);
        case MORE.share:
          await openForm(deps, press, await shareView(deps, press));
          return undefined;
        case MORE.history:
          await openHistory(deps, press);
          return undefined;
        case MORE.watch:
          await openWatchForm(deps, { ...press, accounts: asTyped(accountId) });
          return undefined;
        case MORE.release:
          await answerRelease(deps, press);
          return undefined;
        case MORE.stopWatching:
          await openWatchesToStop(deps, press);
          return undefined;
        case MORE.name:
          await openPinName(deps, press);
          return undefined;
        case MORE.pin:
          await pin(deps, press);
          return undefined;
        case MORE.unpin:
          await showPinChange(deps, changedBy(press), await store.unpin(person, accountId));
          return undefined;
        default:
          throw new Error('a press chooses nothing that the menu offers');
      }
    },
  });
}

/** Pins at once, since the window for a name may be closed again or never open. */
async function pin(deps: ListenerDeps, press: Press): Promise<void> {
  const change = await deps.store.pin(press.person, press.accountId);
  await Promise.all([
    isPinned(change) ? openPinName(deps, press) : undefined,
    showPinChange(deps, changedBy(press), change),
  ]);
}

const changedBy = ({ accountId, person, deadline, responseUrl, audience }: Press) => ({
  ...{ person, deadline, responseUrl, pin: { accountId } },
  card: audience === 'private' ? responseUrl : undefined,
});
