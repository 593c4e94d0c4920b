import { withPlaceholder } from '../../async.ts';
import { answerRelease, openHandOver } from '../alerts/hands.ts';
import { openHistory } from '../history/history.ts';
import { MORE } from '../kit/ids.ts';
import { accountInList, asTyped } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatPending } from '../lookup/notices.ts';
import {
  type MessagePress,
  onPress,
  type Press,
  type PressListener,
  type readListPress,
  readPress,
} from '../press.ts';
import { privately, sendReply, toReply } from '../reply.ts';
import { openWatchForm } from '../watches/watch-form.ts';
import { openWatchesToStop } from '../watches/watches-list.ts';
import { openForm } from '../windows.ts';
import { openDetails } from './details.ts';
import { isPinned, openPinName, showPinChange } from './pins.ts';
import { redraw } from './redraw.ts';
import { shareView } from './share.ts';

/** Refresh, Retry and Re-check of a card, or of a list, all of whose accounts are asked about again. */
export const createRefreshAction = (
  deps: ListenerDeps,
  read: typeof readPress | typeof readListPress,
): PressListener =>
  onPress<MessagePress>(deps, { by: 'refresh', read, act: (press) => redraw(deps, press, { fresh: true }) });

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(deps: ListenerDeps): PressListener {
  const { lookup, store, respond, contexts, inlineWithinMs, names } = deps;
  return onPress(deps, {
    by: 'open',
    read: readPress,
    isRecorded: true,
    async act({ accountId: id, person, responseUrl, stopwatch }) {
      const work = Promise.all([lookup(id, { askedAtMs: stopwatch.startedAtMs }), store.pins(person)]);
      const viewer = contexts.private(person.userId);
      // The note stays, as that of a command does: what could be replaced is the help that was pressed.
      const { value } = await withPlaceholder(work, inlineWithinMs, () => {
        const pending = formatPending(accountInList(id, viewer, names.nameOf(id)), viewer);
        return sendReply(respond, responseUrl, privately(pending));
      });
      const [outcome, pins] = value;
      const reply = toReply([outcome], contexts.private(person.userId, pins));
      return { outcomes: [outcome], delivery: await sendReply(respond, responseUrl, reply) };
    },
  });
}

/** *Hand over…*, on a card or an alert that somebody has taken. */
export const createHandOverAction = (deps: ListenerDeps): PressListener =>
  onPress(deps, {
    by: 'open',
    read: readPress,
    async act(press) {
      const { isOnCard, audience, responseUrl, value, shared } = press;
      await openHandOver(deps, press, {
        card: isOnCard ? { audience, responseUrl, value, shared } : undefined,
      });
      return undefined;
    },
  });

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

const changedBy = ({ accountId, person, stopwatch, responseUrl, audience }: Press) => ({
  ...{ person, stopwatch, responseUrl, accountId },
  card: audience === 'private' ? responseUrl : undefined,
});
