import { type Action, pageOf, windowOf, withAccounts } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { openCard } from '../card/details.ts';
import { MORE } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { openView } from '../windows.ts';
import { alertView, SHOWN } from './alert-view.ts';
import { answerRelease, openHandOver } from './hands.ts';

/** *See all* on an alert: opens its accounts in a window. */
export async function seeAll(deps: ListenerDeps, action: Action): Promise<void> {
  const isOpen = await openView(deps, action, {
    title: action.words.accounts.all,
    work: alertView(deps, action.person.userId, { channelId: action.message.channelId, page: 0 }),
  });
  logWatchAudit(deps.log, action, { by: 'alert', result: isOpen ? 'opened' : 'not-opened' });
}

/** Reads an action in that window: what the window shows, and its id. */
function readWindow(action: Action) {
  const { id: viewId, private_metadata: metadata } = windowOf(action);
  return { shown: SHOWN.parse(JSON.parse(metadata)), viewId };
}

/** *Next* and *Previous* in that window. */
export async function turnAlertPage(deps: ListenerDeps, action: Action): Promise<void> {
  const { shown, viewId } = readWindow(action);
  const view = await alertView(deps, action.person.userId, { ...shown, page: pageOf(action) });
  await deps.views.update({ view_id: viewId, view });
}

/** The menu of an account in that window: acts at once, or opens another window on top. */
export async function actInAlertWindow(deps: ListenerDeps, pressed: Action): Promise<void> {
  const { shown, viewId } = readWindow(pressed);
  const action = { ...withAccounts(pressed), channelId: shown.channelId };
  const { accountId, accountIds, value } = action;
  const { userId } = action.person;
  switch (value) {
    case MORE.open:
      return openCard(deps, action);
    case MORE.acknowledge: {
      const result = await deps.watches.give(accountId, { userId }, { fromOthers: true });
      logWatchAudit(deps.log, action, { by: 'acknowledge', result, accountIds });
      break;
    }
    case MORE.release:
      await answerRelease(deps, action);
      break;
    case MORE.handOver:
      return openHandOver(deps, action, { window: { ...shown, viewId } });
    default:
      return openChosen(deps, action);
  }
  await deps.views.update({ view_id: viewId, view: await alertView(deps, userId, shown) });
}
