import { type Action, pageOf, windowOf, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { MORE } from '../kit/ids.ts';
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

/** *Next* and *Previous* in that window. */
export const turnAlertPage = (deps: ListenerDeps, action: Action) =>
  showAlert(deps, action.person, { ...shownIn(windowOf(action)), page: pageOf(action) });

/** The menu of an account in that window: acts at once, or opens another window on top. */
export async function actInAlertWindow(deps: ListenerDeps, pressed: Action): Promise<void> {
  const shown = shownIn(windowOf(pressed));
  const action = { ...withAccounts(pressed), channelId: shown.channelId };
  const { person, value } = action;
  await openChosen(deps, action);
  if (value === MORE.acknowledge || value === MORE.release) await showAlert(deps, person, shown);
}
