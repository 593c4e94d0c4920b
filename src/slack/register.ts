import type { App } from '@slack/bolt';
import { ACTIONS, OPEN_ACTIONS, PIN_NAME, STATUS_VIEW } from '../formatters/action-ids.ts';
import { createBackupStatusCommand } from './backup-status-command.ts';
import { COMMAND } from './command-name.ts';
import { createGuard, type GuardDeps } from './create-guard.ts';
import { createErrorHandler } from './error-handler.ts';
import { createHomeActions } from './home-actions.ts';
import { createHomeOpened } from './home-opened.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { createMoreAction } from './more-action.ts';
import { createOpenAccountAction } from './open-account-action.ts';
import { createPinNameSubmitted } from './pin-name-submitted.ts';
import { createRefreshAction } from './refresh-action.ts';
import { createShareAction } from './share-action.ts';
import { createStatusShortcut, STATUS_SHORTCUT } from './status-shortcut.ts';
import { createStatusSubmitted } from './status-submitted.ts';

/** Everything that Slack has to be told of in manifest.yml. Actions and views only need interactivity. */
export const REGISTERED = {
  commands: [COMMAND],
  shortcuts: [STATUS_SHORTCUT],
  events: ['app_home_opened'],
} as const;

/** Every listener, and what becomes of an error in any of them. */
export function registerListeners(app: App, deps: ListenerDeps & GuardDeps): void {
  // Slack takes nothing through response_url before the ack; whoever throws first has not got to it.
  app.use(async (args) => {
    try {
      await args.next();
    } catch (error) {
      if ('ack' in args) await args.ack?.();
      throw error;
    }
  });
  // Before every listener there is or will be.
  app.use(createGuard(deps));
  app.command(COMMAND, createBackupStatusCommand(deps));
  app.action(ACTIONS.refresh, createRefreshAction(deps));
  app.action(ACTIONS.share, createShareAction(deps));
  app.action(ACTIONS.more, createMoreAction(deps));
  app.action(OPEN_ACTIONS.message, createOpenAccountAction(deps));
  app.shortcut({ callback_id: STATUS_SHORTCUT, type: 'message_action' }, createStatusShortcut(deps));
  app.view(STATUS_VIEW.callbackId, createStatusSubmitted(deps));
  app.event('app_home_opened', createHomeOpened(deps));
  for (const [actionId, listener] of createHomeActions(deps)) app.action(actionId, listener);
  app.view(PIN_NAME.callbackId, createPinNameSubmitted(deps));
  app.error(createErrorHandler({ ...deps, views: app.client.views }));
}
