import { withPlaceholder } from '../../async.ts';
import type { AccountAction } from '../action.ts';
import { acknowledgeAccount, answerRelease, openHandOver } from '../alerts/hands.ts';
import { logAudit } from '../audit-log.ts';
import { openHistory } from '../history/history.ts';
import { showHome } from '../home/home.ts';
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

/** What the entries of the menu of an account do, by their value. Most open a window. */
const ON_CHOICE: ReadonlyMap<string, (deps: ListenerDeps, action: AccountAction) => Promise<void>> = new Map([
  [MORE.open, openCard],
  // In a Home of an older version.
  [MORE.refresh, showHome],
  [MORE.acknowledge, acknowledgeAccount],
  [MORE.handOver, openHandOver],
  [MORE.release, answerRelease],
  [MORE.pin, choosePin],
  [MORE.unpin, choosePin],
  [MORE.details, openDetails],
  [MORE.share, openShare],
  [MORE.history, openHistory],
  [MORE.watch, (deps, action) => openWatchForm(deps, { ...action, accounts: asTyped(action.accountId) })],
  // In the list *Stop* asks first. In a menu a dialog would open at every entry.
  [MORE.stopWatching, openWatches],
  [MORE.snooze, openSnooze],
  [MORE.name, openPinName],
]);

/** Handles an entry of that menu. */
export async function openChosen(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const act = ON_CHOICE.get(action.value);
  if (act === undefined) throw new Error('an action chooses nothing that the menu offers');
  await act(deps, action);
}
