import type { App } from '@slack/bolt';
import { ACTIONS, OPEN_ACTIONS, PIN_NAME, STATUS_VIEW } from '../formatters/action-ids.ts';
import { createHomeActions } from './actions/home-actions.ts';
import { createMoreAction } from './actions/more-action.ts';
import { createOpenAccountAction } from './actions/open-account-action.ts';
import { createRefreshAction } from './actions/refresh-action.ts';
import { routeById } from './actions/route-by-id.ts';
import { createShareAction } from './actions/share-action.ts';
import { type AuthorizeDeps, authorize } from './authorize/authorize.ts';
import { createBackupStatusCommand } from './commands/backup-status-command.ts';
import { COMMAND } from './commands/command-name.ts';
import { createErrorHandler } from './error-handler.ts';
import { createHomeOpened } from './home/home-opened.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { createStatusShortcut, STATUS_SHORTCUT } from './shortcuts/status-shortcut.ts';
import { createPinNameSubmitted } from './views/pin-name-submitted.ts';
import { createStatusSubmitted } from './views/status-submitted.ts';

/** Everything that Slack has to be told of in manifest.yml. Actions and views only need interactivity. */
export const REGISTERED = {
  commands: [COMMAND],
  shortcuts: [STATUS_SHORTCUT],
  events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
} as const;

/** Every listener, and what becomes of an error in any of them. */
export function registerListeners(
  app: App,
  deps: ListenerDeps & AuthorizeDeps & { readonly checkToken: () => Promise<void> },
): void {
  const guard = authorize(deps);
  // Before every listener there is or will be.
  app.use(async (args) => {
    // Of no person, so there is nobody to let in. What Slack says now counts: the event may be an old one.
    if ('event' in args && TOKEN_EVENTS.includes(args.event.type)) return deps.checkToken();
    try {
      await guard(args);
    } catch (error) {
      // Slack takes nothing through response_url before the ack; whoever throws first has not got to it.
      if ('ack' in args) await args.ack?.();
      throw error;
    }
  });
  app.command(COMMAND, createBackupStatusCommand(deps));
  app.shortcut({ callback_id: STATUS_SHORTCUT, type: 'message_action' }, createStatusShortcut(deps));
  app.event('app_home_opened', createHomeOpened(deps));
  app.action(
    ANY,
    routeById(({ action }) => action.action_id, actionsOf(deps)),
  );
  app.view(
    ANY,
    routeById(({ view }) => view.callback_id, viewsOf(deps)),
  );
  app.error(createErrorHandler({ ...deps, views: app.client.views }));
}

const TOKEN_EVENTS: readonly string[] = ['app_uninstalled', 'tokens_revoked'];
const ANY = /(?:)/;

const actionsOf = (deps: ListenerDeps) => [
  [ACTIONS.refresh, createRefreshAction(deps)] as const,
  [ACTIONS.share, createShareAction(deps)] as const,
  [ACTIONS.more, createMoreAction(deps)] as const,
  [OPEN_ACTIONS.message, createOpenAccountAction(deps)] as const,
  ...createHomeActions(deps),
];

const viewsOf = (deps: ListenerDeps) => [
  [STATUS_VIEW.callbackId, createStatusSubmitted(deps)] as const,
  [PIN_NAME.callbackId, createPinNameSubmitted(deps)] as const,
];
