import type { BlockAction } from '@slack/bolt';
import type { AppHomeOpenedEvent } from '@slack/types';
import type { PinChange } from '../../account/pins.ts';
import type { AuthorizedUser } from '../access.ts';
import { openAccounts, PINNED } from '../accounts/accounts.ts';
import { accountsOfAction, type HomeAction, readHomeAction } from '../action.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openChosen } from '../card/actions.ts';
import { isPinned, openPinName, pinChangeText } from '../card/pins.ts';
import { modal } from '../kit/blocks.ts';
import { HOME_ACTIONS, MORE, OPEN_ACTIONS } from '../kit/ids.ts';
import { textModal } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatHomeNotTaken } from '../lookup/notices.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openView } from '../windows.ts';
import { type HomeDone, type HomeWish, readQuestion, showHome } from './home.ts';
import { ASKING } from './home-view.ts';

/** An action in Home. `accountId` throws if it names no account: then no Home of ours can have sent it. */
type HomeAccountAction = HomeAction & { readonly accountId: () => string };

/** Handles an action. Resolves with what Home shows then, or undefined if a window opened. */
type Act = (deps: ListenerDeps, action: HomeAccountAction) => Promise<HomeDone | undefined>;

const lookUp: Act = (deps, action) =>
  show(deps, action, { question: { askedAtMs: action.stopwatch.startedAtMs, typed: action.typed } });

/** Shows one account in full. */
const openAccount: Act = (deps, action) =>
  show(deps, action, { question: { askedAtMs: action.stopwatch.startedAtMs, id: action.accountId() } });

const opens =
  (
    by: 'accounts' | 'watches' | 'summary',
    open: (deps: ListenerDeps, action: HomeAction) => Promise<boolean | string>,
  ): Act =>
  async (deps, action) => {
    const opened = await open(deps, action);
    const result = typeof opened === 'string' ? opened : opened ? 'opened' : 'not-opened';
    logWatchAudit(deps.log, action, { by, result });
    return undefined;
  };

const ACTS: readonly (readonly [string | RegExp, Act])[] = [
  [HOME_ACTIONS.lookup, lookUp],
  [HOME_ACTIONS.lookUp, lookUp],
  [HOME_ACTIONS.refresh, (deps, action) => show(deps, action, { fresh: 'all' })],
  [HOME_ACTIONS.account, (deps, action) => show(deps, action, { fresh: { id: action.accountId() } })],
  [HOME_ACTIONS.share, (deps, action) => choose(deps, { ...action, value: MORE.share })],
  [HOME_ACTIONS.accounts, opens('accounts', openAccounts)],
  [HOME_ACTIONS.seeAll, opens('accounts', openAccounts)],
  [HOME_ACTIONS.morePins, opens('accounts', (deps, action) => openAccounts(deps, action, PINNED))],
  [HOME_ACTIONS.watches, opens('watches', openWatches)],
  [HOME_ACTIONS.summary, opens('summary', openSummary)],
  [HOME_ACTIONS.more, choose],
  [OPEN_ACTIONS.home, openAccount],
];

/** What can be pressed or typed in Home, by `action_id`. An action there has no `response_url`: Home itself answers. */
export const HOME_LISTENERS = ACTS.map(
  ([actionId, act]) =>
    [
      actionId,
      async (deps: ListenerDeps, user: AuthorizedUser, body: BlockAction): Promise<void> => {
        const action = { ...readHomeAction(body, user), accountId: () => accountsOfAction(body)[0] };
        const done = await act(deps, action);
        if (done === undefined) return;
        logHome(deps, user, done);
        if (done.isPublished) return;
        // Home still shows its previous state. Only a window could say so, and the trigger may have expired by now.
        const view = formatHomeNotTaken(deps.contexts.private(user.person.userId));
        await deps.views.open({ trigger_id: action.triggerId, view });
      },
    ] as const,
);

const logHome = ({ log }: ListenerDeps, user: AuthorizedUser, { isPublished, outcomes }: HomeDone) =>
  logAudit(log, user, { by: 'home', outcomes, delivery: isPublished ? 'deferred' : 'refused' });

/** Shows Home as the person last saw it, with this change. */
const show = (deps: ListenerDeps, { person, question, stopwatch }: HomeAction, wish: HomeWish) =>
  showHome(deps, person, { question, askedAtMs: stopwatch.startedAtMs, ...wish });

/** The menu beside an account. */
async function choose(deps: ListenerDeps, action: HomeAccountAction): Promise<HomeDone | undefined> {
  const { person } = action;
  const accountId = action.accountId();
  const showChange = (change: PinChange) => {
    const { words } = deps.contexts.private(person.userId);
    return show(deps, action, { notice: pinChangeText({ change, accountId }, words) });
  };
  switch (action.value) {
    case MORE.open:
      return openAccount(deps, action);
    case MORE.refresh:
      return show(deps, action, { fresh: { id: accountId } });
    case MORE.pin: {
      const change = await deps.store.pin(person, accountId);
      const opens = isPinned(change) ? openPinName(deps, { ...action, accountId }) : undefined;
      const [done] = await Promise.all([showChange(change), opens]);
      return done;
    }
    case MORE.unpin:
      return showChange(await deps.store.unpin(person, accountId));
    default:
      await openChosen(deps, { ...action, accountId });
      return undefined;
  }
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
