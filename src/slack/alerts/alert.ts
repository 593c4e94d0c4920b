import { type Action, pageOf, windowOf, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { ALERT_VIEW } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { openView } from '../windows.ts';
import { alertView, showAlert, shownIn } from './alert-view.ts';

/** *See all* on an alert: opens its accounts in a window. */
export async function seeAll(deps: ListenerDeps, action: Action): Promise<void> {
  const isOpen = await openView(deps, action, {
    title: action.words.alert.openHere,
    work: alertView(deps, action.person.userId, { channelId: action.message.channelId, page: 0 }),
  });
  logWatchAudit(deps.log, action, { by: 'alert', result: isOpen ? 'opened' : 'not-opened' });
}

/** *Next* and *Previous* in that window, and the menu of an account: it acts at once, or opens another window on top. */
export async function actInAlertWindow(deps: ListenerDeps, action: Action): Promise<void> {
  const window = windowOf(action);
  const shown = shownIn(window);
  if (action.actionId === ALERT_VIEW.more)
    await openChosen(deps, { ...withAccounts(action), channelId: shown.channelId });
  else await showAlert(deps, action.person, window, { ...shown, page: pageOf(action) });
}
