import type { BlockAction } from '@slack/bolt';
import type { AppHomeOpenedEvent } from '@slack/types';
import type { PinChange } from '../../account/pins.ts';
import type { AuthorizedUser } from '../access.ts';
import { openAccounts, PINNED } from '../accounts/accounts.ts';
import { accountsOfAction, type HomeAction, readHomeAction } from '../action.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { changePin, isPinned, openPinName, pinChangeText } from '../card/pins.ts';
import { modal } from '../kit/blocks.ts';
import { HOME_ACTIONS, MORE } from '../kit/ids.ts';
import { textModal } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openView } from '../windows.ts';
import { type HomeDone, type HomeWish, readQuestion, showHome } from './home.ts';
import { ASKING } from './home-view.ts';

/** Handles what is pressed, chosen or typed in Home. It has no `response_url`: Home itself answers. */
export async function actInHome(deps: ListenerDeps, user: AuthorizedUser, body: BlockAction): Promise<void> {
  const action = readHomeAction(body, user);
  const done = await act(deps, action, body);
  if (done !== undefined) logHome(deps, user, done);
}

const logHome = ({ log }: ListenerDeps, user: AuthorizedUser, { isPublished, outcomes }: HomeDone) =>
  logAudit(log, user, { by: 'home', outcomes, delivery: isPublished ? 'deferred' : 'refused' });

/** Resolves with what Home shows then. Undefined: a window opened. */
async function act(deps: ListenerDeps, action: HomeAction, body: BlockAction): Promise<HomeDone | undefined> {
  const { startedAtMs: askedAtMs } = action.stopwatch;
  switch (body.actions[0]?.action_id) {
    case HOME_ACTIONS.lookup:
    case HOME_ACTIONS.lookUp:
      return show(deps, action, { question: { askedAtMs, typed: action.typed } });
    case HOME_ACTIONS.refresh:
      return show(deps, action, { fresh: 'all' });
    case HOME_ACTIONS.accounts:
    case HOME_ACTIONS.seeAll:
      return logOpened(deps, action, 'accounts', await openAccounts(deps, action));
    case HOME_ACTIONS.morePins:
      return logOpened(deps, action, 'accounts', await openAccounts(deps, action, PINNED));
    case HOME_ACTIONS.watches:
      return logOpened(deps, action, 'watches', await openWatches(deps, action));
    case HOME_ACTIONS.summary:
      return logOpened(deps, action, 'summary', await openSummary(deps, action));
    default:
      return actOnAccount(deps, action, body);
  }
}

function logOpened(
  { log }: ListenerDeps,
  action: HomeAction,
  by: 'accounts' | 'watches' | 'summary',
  opened: boolean | string,
): undefined {
  const result = typeof opened === 'string' ? opened : opened ? 'opened' : 'not-opened';
  logWatchAudit(log, action, { by, result });
}

/** Shows Home as the person last saw it, with this change. */
const show = (deps: ListenerDeps, { person, question, stopwatch }: HomeAction, wish: HomeWish) =>
  showHome(deps, person, { question, askedAtMs: stopwatch.startedAtMs, ...wish });

/** The buttons of an account, and the menu beside it. Throws if it names none: then no Home of ours can have sent it. */
async function actOnAccount(
  deps: ListenerDeps,
  action: HomeAction,
  body: BlockAction,
): Promise<HomeDone | undefined> {
  const { person, stopwatch } = action;
  const [accountId] = accountsOfAction(body);
  const showChange = (change: PinChange) => {
    const { words } = deps.contexts.private(person.userId);
    return show(deps, action, { notice: pinChangeText({ change, accountId }, words) });
  };
  const value = choiceOf(body.actions[0]?.action_id ?? '', action.value);
  switch (value) {
    case MORE.open:
      return show(deps, action, { question: { askedAtMs: stopwatch.startedAtMs, id: accountId } });
    case MORE.refresh:
      return show(deps, action, { fresh: { id: accountId } });
    case MORE.pin: {
      const change = await changePin(deps, person, accountId, 'pin');
      const opens = isPinned(change) ? openPinName(deps, { ...action, accountId }) : undefined;
      const [done] = await Promise.all([showChange(change), opens]);
      return done;
    }
    case MORE.unpin:
      return showChange(await changePin(deps, person, accountId, 'unpin'));
    default:
      await openChosen(deps, { ...action, accountId, value });
      return undefined;
  }
}

/** The entry of the menu that does the same as a button. A Home of 1.x has buttons of its own, such as `home_share`. */
function choiceOf(actionId: string, chosen: string): string {
  if (actionId.endsWith('_refresh')) return MORE.refresh;
  if (actionId.endsWith('_share')) return MORE.share;
  return /_open_\d+$/.test(actionId) ? MORE.open : chosen;
}

/** Slack sends this on every entry, for the messages tab too, and sometimes twice (bolt-js#360). */
export async function homeOpened(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { view }: AppHomeOpenedEvent,
): Promise<void> {
  // The view is absent on a first visit, but also at other times (java-slack-sdk#1115). What was looked up is among the
  // recent look-ups, unless its answer is still awaited.
  const question = view?.callback_id === ASKING ? readQuestion(view.private_metadata) : undefined;
  const wish = { question, askedAtMs: user.stopwatch.startedAtMs };
  logHome(deps, user, await showHome(deps, user.person, wish));
}

/** Opens the summary of everything the person watches. Resolves with the result for the audit line. */
async function openSummary(deps: ListenerDeps, action: HomeAction): Promise<string> {
  const { words } = deps.contexts.private(action.person.userId);
  const { window, loading } = words.summary;
  const asked = summaryForPerson(deps, action.person, undefined);
  const isOpen = await openView(deps, action, {
    work: asked.then(({ message }) => modal(words, window, message.blocks)),
    loading: textModal(words, window, loading),
  });
  return isOpen ? (await asked).result : 'not-opened';
}
