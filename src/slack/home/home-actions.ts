import type { AppHomeOpenedEvent } from '@slack/types';
import type { AuthorizedUser } from '../access.ts';
import { openAccounts, PINNED } from '../accounts/accounts.ts';
import { type AccountAction, type Action, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { modal } from '../kit/blocks.ts';
import { HOME_ACTIONS, MORE } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openView } from '../windows.ts';
import { readQuestion, showHome } from './home.ts';
import { ASKING } from './home-view.ts';

/** Handles what is pressed, chosen or typed in Home. It has no `response_url`: Home itself answers, or a window opens. */
export async function actInHome(deps: ListenerDeps, action: Action): Promise<void> {
  const { startedAtMs: askedAtMs } = action.stopwatch;
  switch (action.actionId) {
    case HOME_ACTIONS.lookUpField:
    case HOME_ACTIONS.lookUp:
      return showHome(deps, { ...action, question: { askedAtMs, typed: action.typed } });
    case HOME_ACTIONS.refresh:
      return showHome(deps, action);
    case HOME_ACTIONS.accounts:
    case HOME_ACTIONS.seeAll:
      return openAccounts(deps, action);
    case HOME_ACTIONS.morePins:
      return openAccounts(deps, action, PINNED);
    case HOME_ACTIONS.watches:
      return openWatches(deps, action);
    case HOME_ACTIONS.summary:
      return openSummary(deps, action);
    default:
      return actOnAccount(deps, withAccounts(action));
  }
}

/** The buttons of an account, and the menu beside it. */
async function actOnAccount(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { stopwatch, accountId } = action;
  const value = choiceOf(action);
  switch (value) {
    case MORE.open:
      return showHome(deps, { ...action, question: { askedAtMs: stopwatch.startedAtMs, id: accountId } });
    case MORE.refresh:
      return showHome(deps, { ...action, freshId: accountId });
    default:
      return openChosen(deps, { ...action, value });
  }
}

/** The entry of the menu that does the same as a button. A Home of 1.x has buttons of its own, such as `home_share`. */
function choiceOf({ actionId, value }: Action): string {
  if (actionId.endsWith('_refresh')) return MORE.refresh;
  if (actionId.endsWith('_share')) return MORE.share;
  return /_open_\d+$/.test(actionId) ? MORE.open : value;
}

/** Slack sends this on every entry, for the messages tab too, and sometimes twice (bolt-js#360). */
export async function homeOpened(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { view }: AppHomeOpenedEvent,
): Promise<void> {
  // The view is absent on a first visit, but also at other times (java-slack-sdk#1115). What was looked up is among the
  // recent look-ups, unless its answer is still awaited.
  const question = view?.callback_id === ASKING ? readQuestion(view.private_metadata) : undefined;
  await showHome(deps, { ...user, question });
}

/** Opens the summary of everything the person watches. */
async function openSummary(deps: ListenerDeps, action: Action): Promise<void> {
  const { words } = action;
  const title = words.buttons.summary;
  const work = summaryForPerson(deps, action.person).then(({ message }) => modal(words, title, message));
  const isOpen = await openView(deps, action, { title, work });
  logWatchAudit(deps.log, action, { by: 'summary', result: isOpen ? 'opened' : 'not-opened' });
}
