import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import {
  ACCOUNTS_VIEW,
  ACTIONS,
  ADD_ACCOUNTS,
  ASK_AGAIN,
  HISTORY_ACTIONS,
  LIST_ACTIONS,
  OPEN_ACTIONS,
  PIN_NAME,
  SHARE_SUMMARY,
  SHARE_SUMMARY_IN,
  SHARE_VIEW,
  STATUS_VIEW,
  STOP_PATTERN,
  STOP_SUMMARY,
  STOP_WATCH,
  TAKE_OVER,
  WATCH_FORM,
} from '../formatters/action-ids.ts';
import { adoptPressed } from './actions/adopt-pressed.ts';
import { createAskAgainAction } from './actions/ask-again-action.ts';
import { createHomeActions } from './actions/home-actions.ts';
import { createMoreAction } from './actions/more-action.ts';
import { createOpenAccountAction } from './actions/open-account-action.ts';
import { readListPress, readPress } from './actions/press.ts';
import { createRefreshAction } from './actions/refresh-action.ts';
import { createRefreshListAction } from './actions/refresh-list-action.ts';
import { createShareAction } from './actions/share-action.ts';
import { createShareSummaryAction, createShareSummaryInAction } from './actions/share-summary-action.ts';
import { createTakeOverAction } from './actions/take-over-action.ts';
import { type AuthorizeDeps, authorize } from './authorize/authorize.ts';
import { createBackupStatusCommand } from './commands/backup-status-command.ts';
import { createErrorHandler } from './error-handler.ts';
import { createHomeOpened } from './home/home-opened.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { COMMAND } from './shared/contexts.ts';
import { createStatusShortcut, STATUS_SHORTCUT } from './shortcuts/status-shortcut.ts';
import {
  ACCOUNTS_ACTIONS,
  createAccountsAction,
  createAccountsAdded,
  createAccountsSearched,
} from './views/accounts.ts';
import { createHistoryAction } from './views/history.ts';
import { createPinNameSubmitted } from './views/pin-name.ts';
import { createShareSubmitted } from './views/share.ts';
import { createStatusSubmitted } from './views/status-submitted.ts';
import { createWatchSubmitted } from './views/watch-form.ts';
import { createStopSummaryAction, createStopWatchAction } from './views/watches-list.ts';

/** Everything that Slack has to be told of in manifest.yml. Actions and views only need interactivity. */
export const REGISTERED = {
  commands: [COMMAND],
  shortcuts: [STATUS_SHORTCUT],
  events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
} as const;

/** Every listener with the parts that it uses, and what becomes of an error in any of them. */
export function registerListeners(
  app: App,
  deps: ListenerDeps & AuthorizeDeps & { readonly checkToken: () => Promise<void> },
): void {
  const {
    lookup,
    rateLimit,
    checkUp,
    store,
    names,
    accounts,
    threads,
    watches,
    termsOf,
    zoneOf,
    homes,
    respond,
    views,
    messages,
    contexts,
    inlineWithinMs,
    now,
    log,
  } = deps;
  const { decide, rules, checkToken, observe } = deps;
  const guard = authorize({ decide, rules, homes, respond, views, contexts, now, observe, log });
  // Before every listener there is or will be.
  app.use(async (args) => {
    // Of no person, so there is nobody to let in. What Slack says now counts: the event may be an old one.
    if ('event' in args && TOKEN_EVENTS.includes(args.event.type)) return checkToken();
    try {
      await guard(args);
    } catch (error) {
      // Slack takes nothing through response_url before the ack; code that throws earlier has not reached it.
      if ('ack' in args) await args.ack?.();
      throw error;
    }
  });

  const answering = { lookup, rateLimit, store, contexts, log };
  const press = { rateLimit, store, threads, respond, contexts, log };
  const watching = {
    watches,
    accounts,
    store,
    messages,
    names,
    termsOf,
    zoneOf,
    homes,
    respond,
    views,
    contexts,
    now,
    log,
  };
  const details = { lookup, store, homes, respond, views, contexts };
  app.command(
    COMMAND,
    createBackupStatusCommand({
      ...watching,
      ...answering,
      names,
      checkUp,
      respond,
      inlineWithinMs,
    }),
  );
  app.shortcut(
    { callback_id: STATUS_SHORTCUT, type: 'message_action' },
    createStatusShortcut({ ...answering, threads, respond, views }),
  );
  app.event('app_home_opened', createHomeOpened({ homes, log }));
  const actions = [
    [ACTIONS.refresh, createRefreshAction({ ...press, lookup, now })] as const,
    [ACTIONS.share, createShareAction({ ...press, ...details, names, now }, readPress)] as const,
    [LIST_ACTIONS.refresh, createRefreshListAction({ ...press, lookup })] as const,
    [LIST_ACTIONS.share, createShareAction({ ...press, ...details, names, now }, readListPress)] as const,
    [ACTIONS.more, createMoreAction({ ...press, ...watching, ...details })] as const,
    [OPEN_ACTIONS.message, createOpenAccountAction({ ...press, lookup, inlineWithinMs })] as const,
    [ASK_AGAIN, createAskAgainAction({ ...answering, names, respond, inlineWithinMs })] as const,
    [TAKE_OVER, createTakeOverAction(watching)] as const,
    [STOP_WATCH, createStopWatchAction(watching)] as const,
    [ACCOUNTS_ACTIONS, createAccountsAction(watching)] as const,
    [STOP_SUMMARY, createStopSummaryAction(watching)] as const,
    [SHARE_SUMMARY, createShareSummaryAction(watching)] as const,
    [SHARE_SUMMARY_IN, createShareSummaryInAction(watching)] as const,
    [HISTORY_ACTIONS, createHistoryAction(watching)] as const,
    [STOP_PATTERN, createStopWatchAction(watching)] as const,
    ...createHomeActions({ ...watching, ...details, rateLimit, log }),
  ];
  const forms = [
    [ACCOUNTS_VIEW.callbackId, createAccountsSearched(watching)] as const,
    [ADD_ACCOUNTS.callbackId, createAccountsAdded({ ...watching, inlineWithinMs })] as const,
    [STATUS_VIEW.callbackId, createStatusSubmitted({ ...answering, names, views, inlineWithinMs })] as const,
    [
      WATCH_FORM.callbackId,
      createWatchSubmitted({ ...watching, lookup, rateLimit, inlineWithinMs }),
    ] as const,
    [SHARE_VIEW.callbackId, createShareSubmitted({ ...watching, rateLimit, lookup })] as const,
    [PIN_NAME.callbackId, createPinNameSubmitted({ lookup, store, homes, respond, contexts })] as const,
  ];
  // One listener for all: Bolt asks every listener that it knows about every request, each time anew.
  app.action<BlockAction>(
    ANY,
    adoptPressed(watching, async (args) => listenerFor(args.action.action_id, actions)?.(args)),
  );
  app.view<ViewSubmitAction>(ANY, async (args) => listenerFor(args.view.callback_id, forms)?.(args));
  app.error(createErrorHandler({ respond, views, homes, contexts, log }));
}

const TOKEN_EVENTS: readonly string[] = ['app_uninstalled', 'tokens_revoked'];
const ANY = /(?:)/;

/** The first listener that is for the id, or for a pattern of ids. Undefined: none is. */
export const listenerFor = <Listener>(
  id: string,
  listeners: readonly (readonly [string | RegExp, Listener])[],
) => listeners.find(([of]) => (typeof of === 'string' ? of === id : of.test(id)))?.[1];
