import { withPlaceholder } from '../../async.ts';
import type { AccountAction } from '../action.ts';
import { acknowledgeAccount, answerRelease, openHandOver } from '../alerts/hands.ts';
import { logAudit } from '../audit-log.ts';
import { openHistory } from '../history/history.ts';
import { MORE } from '../kit/ids.ts';
import { asTyped, nameOf } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatPending } from '../lookup/notices.ts';
import { openSnooze } from '../quiet/quiet.ts';
import { accountIds, answerMessage, sendReply } from '../reply.ts';
import { openWatchForm } from '../watches/watch-form.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openCard, openDetails } from './details.ts';
import { choosePin, openPinName } from './pins.ts';
import { redraw } from './redraw.ts';
import { openShare } from './share.ts';

/** *Refresh*, *Retry* and *Re-check* on a card or a list. A list looks up all of its accounts again. */
export async function refresh(deps: ListenerDeps, action: AccountAction): Promise<void> {
  logAudit(deps.log, action, { by: 'refresh', ...(await redraw(deps, action, { fresh: true })) });
}

/** The button of an account, as in help: posts its card below the message. */
export async function openAccount(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { lookup, store, respond, contexts, withViewer, inlineWithinMs } = deps;
  const { accountId: id, person, responseUrl, stopwatch } = action;
  const work = withViewer(person, lookup(id, { askedAtMs: stopwatch.startedAtMs }));
  // The note stays, like that of a command: replacing would remove the help that was pressed.
  const { value } = await withPlaceholder(work, inlineWithinMs, () => {
    const viewer = contexts.private(person.userId);
    return sendReply(respond, responseUrl, formatPending(nameOf(id, viewer), viewer));
  });
  const [outcome, viewer] = value;
  const delivery = await sendReply(respond, responseUrl, answerMessage([outcome], viewer));
  logAudit(deps.log, action, { by: 'open', outcomes: [outcome], delivery });
  // Runs after the answer was sent, so nobody waits for it.
  await store.record(person, accountIds([outcome]));
}

/** Handles an entry of the menu of an account. Most open a window. */
export async function openChosen(deps: ListenerDeps, action: AccountAction): Promise<void> {
  switch (action.value) {
    case MORE.open:
      return openCard(deps, action);
    case MORE.acknowledge:
      return acknowledgeAccount(deps, action);
    case MORE.handOver:
      return openHandOver(deps, action);
    case MORE.release:
      return answerRelease(deps, action);
    case MORE.pin:
    case MORE.unpin:
      return choosePin(deps, action);
    case MORE.details:
      return openDetails(deps, action);
    case MORE.share:
      return openShare(deps, action);
    case MORE.history:
      return openHistory(deps, action);
    case MORE.watch:
      return openWatchForm(deps, { ...action, accounts: asTyped(action.accountId) });
    // In the list *Stop* asks first. In a menu a dialog would open at every entry.
    case MORE.stopWatching:
      return openWatches(deps, action);
    case MORE.snooze:
      return openSnooze(deps, action);
    case MORE.name:
      return openPinName(deps, action);
    default:
      throw new Error('an action chooses nothing that the menu offers');
  }
}
