import type { BlockAction } from '@slack/bolt';
import type { AuthorizedUser } from '../access.ts';
import { accountsOfAction, messageOfAction, pageOfAction, valueOfAction } from '../action.ts';
import { logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { openCard } from '../card/details.ts';
import { MORE } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { openView } from '../windows.ts';
import { alertView, formatAlertView, SHOWN } from './alert-view.ts';
import { answerRelease, openHandOver } from './hands.ts';

/** *See all* on an alert: opens its accounts in a window. */
export async function seeAll(deps: ListenerDeps, user: AuthorizedUser, body: BlockAction): Promise<void> {
  const { userId } = user.person;
  const shown = { alert: messageOfAction(body), page: 0 };
  const viewer = { ...deps.contexts.private(userId), rulesOf: deps.rulesOf, userId };
  const opening = { person: user.person, triggerId: body.trigger_id, responseUrl: body.response_url };
  const isOpen = await openView(deps, opening, {
    work: alertView(deps, userId, shown),
    loading: formatAlertView(shown, 'loading', viewer),
  });
  const result = isOpen ? 'opened' : 'not-opened';
  logWatchAudit(deps.log, { ...user, channelId: shown.alert.channelId }, { by: 'alert', result });
}

/** Reads an action in that window: what the window shows, and its id. */
function readWindow({ view }: BlockAction) {
  if (view === undefined) throw new Error('an action outside the window of an alert');
  const shown = SHOWN.parse(JSON.parse(view.private_metadata));
  return { shown, viewId: view.id };
}

/** *Next* and *Previous* in that window. */
export async function turnAlertPage(
  deps: ListenerDeps,
  { person: { userId } }: AuthorizedUser,
  body: BlockAction,
): Promise<void> {
  const { shown, viewId } = readWindow(body);
  const view = await alertView(deps, userId, { ...shown, page: pageOfAction(body) });
  await deps.views.update({ view_id: viewId, view });
}

/** The menu of an account in that window: acts at once, or opens another window on top. */
export async function actInAlertWindow(
  deps: ListenerDeps,
  user: AuthorizedUser,
  body: BlockAction,
): Promise<void> {
  const { shown, viewId } = readWindow(body);
  const [accountId] = accountsOfAction(body);
  const { channelId } = shown.alert;
  const value = valueOfAction(body);
  const opening = { ...user, accountId, viewId, channelId, triggerId: body.trigger_id, value };
  switch (value) {
    case MORE.open:
      return openCard(deps, opening);
    case MORE.acknowledge: {
      const result = await deps.watches.give(accountId, { userId: user.person.userId }, { fromOthers: true });
      logWatchAudit(deps.log, { ...user, channelId }, { by: 'acknowledge', result, accountIds: [accountId] });
      break;
    }
    case MORE.release:
      await answerRelease(deps, opening);
      break;
    case MORE.handOver:
      return openHandOver(deps, opening, { window: { ...shown, viewId } });
    default:
      return openChosen(deps, opening);
  }
  await deps.views.update({ view_id: viewId, view: await alertView(deps, user.person.userId, shown) });
}
