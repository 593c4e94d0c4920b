import type { BlockAction } from '@slack/bolt';
import { isPlausibleId } from '../../account/outcome.ts';
import { openCard } from '../accounts/accounts.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openDetails } from '../card/details.ts';
import { openHistory } from '../history/history.ts';
import { decodeAccountAction, MORE } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type PressListener, pressedMessage, pressedPage } from '../press.ts';
import { openWatchesToStop } from '../watches/watches-list.ts';
import { openView, sayNotOpened } from '../windows.ts';
import { alertView, formatAlertView, SHOWN } from './alert-view.ts';
import { answerRelease, openHandOver } from './hands.ts';

/** See all, on an alert: its accounts in a window. */
export function createSeeAllAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const shown = { alert: pressedMessage(body), page: 0 };
    const viewer = { ...deps.contexts.private(userId), termsOf: deps.termsOf, userId };
    const isOpen = await openView(deps.views, {
      triggerId: body.trigger_id,
      work: alertView(deps, userId, shown),
      loading: () => formatAlertView(shown, 'loading', viewer),
    });
    if (!isOpen) await sayNotOpened(deps, { person: user.person, responseUrl: body.response_url }, 'summary');
    const result = isOpen ? 'opened' : 'not-opened';
    logWatchAudit(deps.log, { ...user, channelId: shown.alert.channelId }, { by: 'alert', result });
  };
}

/** A press in that window: what it shows, and the window. */
function readWindow({ view, actions: [action] }: BlockAction) {
  if (view === undefined || action === undefined) throw new Error('a press in no window of an alert');
  const shown = SHOWN.parse(JSON.parse(view.private_metadata));
  return { shown, viewId: view.id, action };
}

/** Another page of it. */
export function createAlertPageAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const { userId } = requireAuthorizedUser(context).person;
    await ack();
    const { shown, viewId } = readWindow(body);
    const view = await alertView(deps, userId, { ...shown, page: pressedPage(body) });
    await deps.views.update({ view_id: viewId, view });
  };
}

/** The menu of an account in it: opens another window on top. */
export function createAlertAccountAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const { shown, viewId, action } = readWindow(body);
    const accountId = decodeAccountAction(action.block_id) ?? '';
    if (action.type !== 'overflow' || !isPlausibleId(accountId)) throw new Error('a press names no account');
    const { channelId } = shown.alert;
    const press = { ...user, accountId, viewId, channelId, triggerId: body.trigger_id };
    switch (action.selected_option.value) {
      case MORE.open:
        return openCard(deps, press);
      case MORE.history:
        return openHistory(deps, press);
      case MORE.stopWatching:
        return openWatchesToStop(deps, press);
      case MORE.acknowledge: {
        const taken = await deps.watches.takeAccount(accountId, user.person.userId, { fromOthers: true });
        logWatchAudit(
          deps.log,
          { ...user, channelId },
          { by: 'take-over', result: taken.kind, accountIds: [accountId] },
        );
        await deps.views.update({ view_id: viewId, view: await alertView(deps, user.person.userId, shown) });
        return;
      }
      case MORE.release: {
        await answerRelease(deps, press);
        await deps.views.update({ view_id: viewId, view: await alertView(deps, user.person.userId, shown) });
        return;
      }
      case MORE.handOver:
        return openHandOver(deps, press, { window: { ...shown, viewId } });
      case MORE.details:
        return logAudit(deps.log, press, { by: 'details', ...(await openDetails(deps, press)) });
      default:
        throw new Error('a press chooses nothing that the menu offers');
    }
  };
}
