import { openAccounts, PINNED } from '../accounts/accounts.ts';
import { type AccountAction, type Action, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openAccount, openChosen } from '../card/actions.ts';
import { modal } from '../kit/blocks.ts';
import { ACTIONS, HOME_ACTIONS, MORE, OPEN } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { answerHomeField } from '../lookup/shortcut.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openView } from '../windows.ts';
import { showHome } from './home.ts';

/** Handles what is pressed, chosen or typed in Home. It has no `response_url`: Home itself answers, or a window opens. */
export async function actInHome(deps: ListenerDeps, action: Action): Promise<void> {
  switch (action.actionId) {
    case HOME_ACTIONS.lookUpField:
    case HOME_ACTIONS.lookUp:
      return answerHomeField(deps, action);
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

/** The menu of an account, and the buttons of recent look-ups. A button of an older Home draws it again. */
async function actOnAccount(deps: ListenerDeps, action: AccountAction): Promise<void> {
  const { actionId, accountId, value } = action;
  if (OPEN.test(actionId)) return openAccount(deps, action);
  if (actionId === ACTIONS.more && value !== MORE.refresh) return openChosen(deps, action);
  return showHome(deps, { ...action, freshId: accountId });
}

/** Opens the summary of everything the person watches. */
async function openSummary(deps: ListenerDeps, action: Action): Promise<void> {
  const { words } = action;
  const title = words.buttons.summary;
  const work = summaryForPerson(deps, action.person).then(({ message }) => modal(words, title, message));
  const isOpen = await openView(deps, action, { title, work });
  logWatchAudit(deps.log, action, { by: 'summary', result: isOpen ? 'opened' : 'not-opened' });
}
