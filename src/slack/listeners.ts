// slack/ owns the edge: commands and actions in, acks, messages and views out, over either transport.
// It must never know the service's HTTP or JSON, SQL, or the rules behind a verdict.
import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import { requireAuthorizedUser } from './access.ts';
import {
  ACCOUNTS_ACTIONS,
  ACCOUNTS_VIEW,
  ADD_ACCOUNTS,
  actInAccounts,
  openAccounts,
  submitAddAccounts,
  submitSearch,
} from './accounts/accounts.ts';
import { type AccountAction, type Action, readAction, withAccounts } from './action.ts';
import { actInAlertWindow, seeAll } from './alerts/alert.ts';
import { ALERT_MENU } from './alerts/alert-blocks.ts';
import { STILL } from './alerts/alert-message.ts';
import {
  acknowledge,
  acknowledgeAccount,
  answerStill,
  HAND_OVER,
  openHandOver,
  submitHandOver,
} from './alerts/hands.ts';
import { authorize, SCOPES, type ScopeOf } from './authorize.ts';
import { openAccount, openChosen, refresh } from './card/actions.ts';
import { PIN_NAME, submitPinName } from './card/pins.ts';
import { openShare, SHARE_VIEW, submitShare } from './card/share.ts';
import { type DefectArgs, handleDefect } from './defects.ts';
import { showHome } from './home/home.ts';
import {
  ACKNOWLEDGE,
  ACTIONS,
  ALERT_VIEW,
  END_QUIET,
  HOME_ACTIONS,
  IN_ALERT_WINDOW,
  OPEN,
  STOP_WATCH,
} from './kit/ids.ts';
import { COMMAND } from './kit/message.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { answerCommand } from './lookup/command.ts';
import {
  answerHomeField,
  answerShortcut,
  STATUS_SHORTCUT,
  STATUS_VIEW,
  submitStatus,
} from './lookup/shortcut.ts';
import { chooseInAlert, endQuietNow, SNOOZE, submitSnooze } from './quiet/quiet.ts';
import { openSummary, SUMMARY_MORE } from './summary/summary.ts';
import { chooseInSummary, SUMMARY_TIME, submitSummaryTime } from './summary/summary-time.ts';
import { submitWatch, WATCH_FORM } from './watches/watch-form.ts';
import {
  openWatches,
  STOP_SUMMARY,
  sendTestAlert,
  stopWatching,
  TEST_ALERT,
} from './watches/watches-list.ts';
import type { Submitted } from './windows.ts';

/** Everything that manifest.yml has to declare. Actions and views only need interactivity. */
export const REGISTERED = {
  commands: [COMMAND],
  shortcuts: [STATUS_SHORTCUT],
  events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
} as const;

/** Handles what an authorized person pressed, chose or typed. The request is already acknowledged. */
type OnAction = (deps: ListenerDeps, action: Action) => Promise<unknown>;

/** The same about the accounts that the action names. */
const onAccounts =
  (act: (deps: ListenerDeps, action: AccountAction) => Promise<unknown>): OnAction =>
  (deps, action) =>
    act(deps, withAccounts(action));

const ANY = /(?:)/;

/** Everything that can be pressed outside of Home, by its `action_id`. */
export const ON_ACTION: readonly (readonly [string | RegExp, OnAction])[] = [
  // Lists of older versions have the others.
  [/^(?:account|list)_refresh$/, onAccounts(refresh)],
  [/^(?:account|list)_share$/, onAccounts(openShare)],
  [ACTIONS.acknowledge, onAccounts(acknowledgeAccount)],
  [ACTIONS.handOver, onAccounts(openHandOver)],
  [ACTIONS.more, onAccounts(openChosen)],
  [STILL.renew, answerStill],
  [STILL.release, answerStill],
  [OPEN, onAccounts(openAccount)],
  [ACKNOWLEDGE, acknowledge],
  [ALERT_VIEW.seeAll, seeAll],
  [ALERT_MENU, chooseInAlert],
  [IN_ALERT_WINDOW, actInAlertWindow],
  [END_QUIET, endQuietNow],
  [STOP_WATCH, stopWatching],
  [STOP_SUMMARY, stopWatching],
  [TEST_ALERT, sendTestAlert],
  [ACCOUNTS_ACTIONS, actInAccounts],
  [SUMMARY_MORE, chooseInSummary],
];

/** The same in Home, which has no `response_url`: Home itself answers, or a window opens. An outdated button draws it again. */
const IN_HOME: readonly (readonly [string | RegExp, OnAction])[] = [
  [HOME_ACTIONS.refresh, showHome],
  [HOME_ACTIONS.lookUpField, answerHomeField],
  [HOME_ACTIONS.lookUp, answerHomeField],
  [HOME_ACTIONS.accounts, openAccounts],
  [HOME_ACTIONS.watches, openWatches],
  [HOME_ACTIONS.summary, openSummary],
  [ACTIONS.more, onAccounts(openChosen)],
  [OPEN, onAccounts(openAccount)],
  [ANY, showHome],
];

/** Handles a window that an authorized person submitted, and acknowledges it. */
type OnSubmit = (deps: ListenerDeps, submitted: Submitted) => Promise<void>;

/** Every window that can be submitted, by its `callback_id`: from where, and its listener. */
export const ON_SUBMIT: ReadonlyMap<string, readonly [ScopeOf, OnSubmit]> = new Map([
  [ACCOUNTS_VIEW.callbackId, [SCOPES.anywhere, submitSearch]],
  [ADD_ACCOUNTS.callbackId, [SCOPES.anywhere, submitAddAccounts]],
  // It shows accounts, and keeps the channel in which it was opened.
  [STATUS_VIEW.callbackId, [SCOPES.inConversation, submitStatus]],
  [WATCH_FORM.callbackId, [SCOPES.inWatchedChannel, submitWatch]],
  [SHARE_VIEW.callbackId, [SCOPES.inSharedChannel, submitShare]],
  [PIN_NAME.callbackId, [SCOPES.anywhere, submitPinName]],
  // The channels were chosen with their watches, and the new owner is checked separately.
  [HAND_OVER.callbackId, [SCOPES.anywhere, submitHandOver]],
  [SNOOZE.callbackId, [SCOPES.inConversation, submitSnooze]],
  [SUMMARY_TIME.callbackId, [SCOPES.inConversation, submitSummaryTime]],
]);

const TOKEN_EVENTS: readonly string[] = ['app_uninstalled', 'tokens_revoked'];

/** Registers every listener, and the handler of their errors. */
export function registerListeners(app: App, deps: ListenerDeps): void {
  // Runs before every listener, whenever it was registered.
  app.use(async (args) => {
    // Not from a person, so there is nobody to authorize. The event may be old, so Slack is asked for the present state.
    if ('event' in args && TOKEN_EVENTS.includes(args.event.type)) return void (await deps.checkToken());
    try {
      await authorize(deps, args, (body) => ON_SUBMIT.get(body.view.callback_id)?.[0](body));
    } catch (error) {
      // Slack accepts no messages through response_url before the ack; code that throws earlier has not reached it.
      if ('ack' in args) await args.ack?.();
      throw error;
    }
  });
  app.command(COMMAND, ({ command, context, ack }) =>
    answerCommand(deps, requireAuthorizedUser(context), command, ack),
  );
  app.shortcut(
    { callback_id: STATUS_SHORTCUT, type: 'message_action' },
    async ({ shortcut, context, ack }) => {
      const user = requireAuthorizedUser(context);
      await ack();
      await answerShortcut(deps, user, shortcut);
    },
  );
  // Slack sends this on every entry, sometimes twice (bolt-js#360).
  app.event('app_home_opened', ({ context }) => showHome(deps, requireAuthorizedUser(context)));
  // One listener for all, because Bolt runs the check of every listener for every request.
  app.action<BlockAction>(ANY, async ({ action, body, context, ack }) => {
    const act = listenerFor(action.action_id, body.view?.type === 'home' ? IN_HOME : ON_ACTION);
    if (act === undefined) return;
    const user = requireAuthorizedUser(context);
    await ack();
    await act(deps, readAction(body, user));
  });
  app.view<ViewSubmitAction>(ANY, async ({ context, body, view, ack }) => {
    const [, submit] = ON_SUBMIT.get(view.callback_id) ?? [];
    await submit?.(deps, { ...requireAuthorizedUser(context), body, view, ack });
  });
  app.error((args: DefectArgs) => handleDefect(deps, args));
}

/** The first listener for this id, or for a pattern that matches it. Undefined: none. */
export const listenerFor = <Listener>(
  id: string,
  listeners: readonly (readonly [string | RegExp, Listener])[],
) => listeners.find(([of]) => (typeof of === 'string' ? of === id : of.test(id)))?.[1];
