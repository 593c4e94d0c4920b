import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import { type AuthorizeDeps, authorize } from './access.ts';
import {
  ACCOUNTS_ACTIONS,
  createAccountsAction,
  createAccountsAdded,
  createAccountsSearched,
} from './accounts/accounts.ts';
import type { WindowId } from './actor.ts';
import { createAlertAccountAction, createAlertPageAction, createSeeAllAction } from './alerts/alert.ts';
import {
  createAcknowledgeAction,
  createHandedOver,
  createStillAction,
  createTakeAccountAction,
} from './alerts/hands.ts';
import {
  createHandOverAction,
  createMoreAction,
  createOpenAccountAction,
  createRefreshAction,
} from './card/actions.ts';
import { createPinNameSubmitted } from './card/pins.ts';
import { createShareAction, createShareSubmitted } from './card/share.ts';
import { createErrorHandler } from './defects.ts';
import { createHomeActions, createHomeOpened } from './home/home-actions.ts';
import {
  ACCOUNTS_VIEW,
  ACKNOWLEDGE,
  ACTIONS,
  ADD_ACCOUNTS,
  ALERT_PAGES,
  ALERT_VIEW,
  HAND_OVER,
  LIST_ACTIONS,
  OPEN_ACTIONS,
  PIN_NAME,
  SHARE_VIEW,
  STATUS_VIEW,
  STILL,
  STOP_SUMMARY,
  STOP_WATCH,
  SUMMARY_MORE,
  SUMMARY_TIME,
  WATCH_FORM,
} from './kit/ids.ts';
import { COMMAND, type ListenerDeps } from './listener-deps.ts';
import { createBackupStatusCommand } from './lookup/command.ts';
import { createStatusShortcut, createStatusSubmitted, STATUS_SHORTCUT } from './lookup/shortcut.ts';
import { readListPress, readPress } from './press.ts';
import { createSummaryMenu, createTimeSubmitted } from './summary/summary-time.ts';
import { createWatchSubmitted } from './watches/watch-form.ts';
import { createStopAction } from './watches/watches-list.ts';
import type { SubmitListener } from './windows.ts';

/** Everything that Slack has to be told of in manifest.yml. Actions and views only need interactivity. */
export const REGISTERED = {
  commands: [COMMAND],
  shortcuts: [STATUS_SHORTCUT],
  events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
} as const;

type RegisterDeps = AuthorizeDeps & { readonly checkToken: () => Promise<unknown> };

/** Every listener, each with what it picks of the parts, and what becomes of an error in any of them. */
export function registerListeners(app: App, deps: RegisterDeps): void {
  const guard = authorize(deps);
  // Before every listener there is or will be.
  app.use(async (args) => {
    // Not from a person, so there is nobody to authorize. The event may be old: what Slack says now counts.
    if ('event' in args && TOKEN_EVENTS.includes(args.event.type)) return void (await deps.checkToken());
    try {
      await guard(args);
    } catch (error) {
      // Slack accepts no messages through response_url before the ack; code that throws earlier has not reached it.
      if ('ack' in args) await args.ack?.();
      throw error;
    }
  });
  app.command(COMMAND, createBackupStatusCommand(deps));
  app.shortcut({ callback_id: STATUS_SHORTCUT, type: 'message_action' }, createStatusShortcut(deps));
  app.event('app_home_opened', createHomeOpened(deps));
  // One listener for all: Bolt runs every listener's check for every request.
  const [actions, forms] = [createActions(deps), Object.entries(createForms(deps))];
  app.action<BlockAction>(ANY, async (args) => listenerFor(args.action.action_id, actions)?.(args));
  app.view<ViewSubmitAction>(ANY, async (args) => listenerFor(args.view.callback_id, forms)?.(args));
  app.error(createErrorHandler(deps));
}

/** Everything that can be pressed, by its `action_id`. */
export const createActions = (deps: ListenerDeps) => [
  [ACTIONS.refresh, createRefreshAction(deps, readPress)] as const,
  [ACTIONS.share, createShareAction(deps, readPress)] as const,
  [ACTIONS.acknowledge, createTakeAccountAction(deps)] as const,
  [ACTIONS.handOver, createHandOverAction(deps)] as const,
  [STILL.renew, createStillAction(deps, 'renewed')] as const,
  [STILL.release, createStillAction(deps, 'released')] as const,
  [LIST_ACTIONS.refresh, createRefreshAction(deps, readListPress)] as const,
  [LIST_ACTIONS.share, createShareAction(deps, readListPress)] as const,
  [ACTIONS.more, createMoreAction(deps)] as const,
  [OPEN_ACTIONS.message, createOpenAccountAction(deps)] as const,
  [ACKNOWLEDGE, createAcknowledgeAction(deps)] as const,
  [ALERT_VIEW.seeAll, createSeeAllAction(deps)] as const,
  [ALERT_PAGES, createAlertPageAction(deps)] as const,
  [ALERT_VIEW.more, createAlertAccountAction(deps)] as const,
  [STOP_WATCH, createStopAction(deps)] as const,
  [ACCOUNTS_ACTIONS, createAccountsAction(deps)] as const,
  [STOP_SUMMARY, createStopAction(deps)] as const,
  [SUMMARY_MORE, createSummaryMenu(deps)] as const,
  ...createHomeActions(deps),
];

/** Every window that can be submitted: what `WINDOWS` lists, which says from where. */
export const createForms = (deps: AuthorizeDeps): Record<WindowId, SubmitListener> => ({
  [ACCOUNTS_VIEW.callbackId]: createAccountsSearched(deps),
  [ADD_ACCOUNTS.callbackId]: createAccountsAdded(deps),
  [STATUS_VIEW.callbackId]: createStatusSubmitted(deps),
  [WATCH_FORM.callbackId]: createWatchSubmitted(deps),
  [SHARE_VIEW.callbackId]: createShareSubmitted(deps),
  [PIN_NAME.callbackId]: createPinNameSubmitted(deps),
  [HAND_OVER.callbackId]: createHandedOver(deps),
  [SUMMARY_TIME.callbackId]: createTimeSubmitted(deps),
});

const TOKEN_EVENTS: readonly string[] = ['app_uninstalled', 'tokens_revoked'];
const ANY = /(?:)/;

/** The first listener that is for the id, or for a pattern of ids. Undefined: none is. */
export const listenerFor = <Listener>(
  id: string,
  listeners: readonly (readonly [string | RegExp, Listener])[],
) => listeners.find(([of]) => (typeof of === 'string' ? of === id : of.test(id)))?.[1];
