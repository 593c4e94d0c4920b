import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { PinChange } from '../../account/pins.ts';
import { openAccounts } from '../accounts/accounts.ts';
import { PINNED } from '../accounts/accounts-view.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openDetails } from '../card/details.ts';
import { isPinned, openPinName, pinChangeText } from '../card/pins.ts';
import { shareView } from '../card/share.ts';
import { openHistory } from '../history/history.ts';
import { modal } from '../kit/blocks.ts';
import { HOME_ACTIONS, MORE, OPEN_ACTIONS } from '../kit/ids.ts';
import { asTyped, type Message, sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatHomeNotTaken } from '../lookup/notices.ts';
import type { PressListener } from '../press.ts';
import { type HomePress, readHomePress } from '../press.ts';
import { type AskedSummary, summaryForPerson } from '../summary/summary.ts';
import { openWatchForm } from '../watches/watch-form.ts';
import { openWatches } from '../watches/watches-list.ts';
import { openForm, openView } from '../windows.ts';
import { type HomeDone, type HomeWish, readQuestion, showHome } from './home.ts';
import { ASKING } from './home-view.ts';

/** What a press does; undefined where a modal opens and Home stays as it is. */
type Act = (press: HomePress) => Promise<HomeDone | undefined>;

/** What can be pressed or typed in Home, by `action_id`. A press there has no `response_url`: Home itself answers. */
export function createHomeActions(
  deps: ListenerDeps,
): readonly (readonly [string | RegExp, PressListener])[] {
  const opens =
    (by: 'accounts' | 'watches' | 'summary', open: (press: HomePress) => Promise<boolean | string>): Act =>
    async (press) => {
      const opened = await open(press);
      const result = typeof opened === 'string' ? opened : opened ? 'opened' : 'not-opened';
      logWatchAudit(deps.log, press, { by, result });
      return undefined;
    };
  const lookUp: Act = (press) => {
    const askedAtMs = press.stopwatch.startedAtMs;
    return show(deps, press, { question: { askedAtMs, typed: press.typed } });
  };
  const acts: readonly (readonly [string | RegExp, Act])[] = [
    [HOME_ACTIONS.lookup, lookUp],
    [HOME_ACTIONS.lookUp, lookUp],
    [HOME_ACTIONS.refresh, (press) => show(deps, press, { fresh: 'all' })],
    [HOME_ACTIONS.account, (press) => show(deps, press, { fresh: { id: press.accountId() } })],
    [
      HOME_ACTIONS.share,
      async (press) => {
        const { person, triggerId } = press;
        const opening = { person, triggerId, accountIds: [press.accountId()] };
        await openForm(deps, opening, await shareView(deps, opening));
        return undefined;
      },
    ],
    [HOME_ACTIONS.accounts, opens('accounts', (press) => openAccounts(deps, press))],
    [HOME_ACTIONS.seeAll, opens('accounts', (press) => openAccounts(deps, press))],
    [HOME_ACTIONS.morePins, opens('accounts', (press) => openAccounts(deps, press, PINNED))],
    [HOME_ACTIONS.watches, opens('watches', (press) => openWatches(deps, press))],
    [HOME_ACTIONS.summary, opens('summary', (press) => openSummary(deps, press))],
    [HOME_ACTIONS.more, (press) => choose(deps, press)],
    [OPEN_ACTIONS.home, (press) => openAccount(deps, press)],
  ];
  return acts.map(([actionId, act]) => [actionId, toListener(deps, act)] as const);
}

function toListener(deps: ListenerDeps, act: Act): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readHomePress(body, user);
    const done = await act(press);
    if (done === undefined) return;
    const { isPublished, ...answered } = done;
    if (!isPublished) {
      // Home keeps showing what it showed. Only a window could say so, and by now the trigger may have expired.
      const view = formatHomeNotTaken(deps.contexts.private(user.person.userId));
      await deps.views.open({ trigger_id: press.triggerId, view });
    }
    logAudit(deps.log, press, { by: 'home', ...answered, delivery: isPublished ? 'deferred' : 'refused' });
  };
}

/** Home goes on as it was seen, but for this. */
const show = (deps: ListenerDeps, { person, question, stopwatch }: HomePress, wish: HomeWish) =>
  showHome(deps, person, { question, askedAtMs: stopwatch.startedAtMs, ...wish });

/** Shows one account in full. */
const openAccount = (deps: ListenerDeps, press: HomePress) =>
  show(deps, press, { question: { askedAtMs: press.stopwatch.startedAtMs, id: press.accountId() } });

/** The menu beside an account. */
async function choose(deps: ListenerDeps, press: HomePress): Promise<HomeDone | undefined> {
  const { person } = press;
  const accountId = press.accountId();
  const confirm = (change: PinChange) => {
    const { words } = deps.contexts.private(person.userId);
    return show(deps, press, { notice: pinChangeText({ change, accountId }, words) });
  };
  switch (press.value) {
    case MORE.open:
      return openAccount(deps, press);
    case MORE.refresh:
      return show(deps, press, { fresh: { id: accountId } });
    case MORE.pin: {
      const change = await deps.store.pin(person, accountId);
      const opens = isPinned(change) ? openPinName(deps, { ...press, accountId }) : undefined;
      const [done] = await Promise.all([confirm(change), opens]);
      return done;
    }
    case MORE.unpin:
      return confirm(await deps.store.unpin(person, accountId));
    case MORE.history:
      await openHistory(deps, { ...press, accountId });
      return undefined;
    case MORE.watch:
      await openWatchForm(deps, { ...press, accounts: asTyped(accountId) });
      return undefined;
    case MORE.name:
      await openPinName(deps, { ...press, accountId });
      return undefined;
    case MORE.details:
      logAudit(deps.log, press, { by: 'details', ...(await openDetails(deps, { ...press, accountId })) });
      return undefined;
    default:
      throw new Error('a press chooses nothing that the menu offers');
  }
}

/** Slack sends this on every entry, for the messages tab too, and sometimes twice (bolt-js#360). */
export function createHomeOpened(
  deps: ListenerDeps,
): Middleware<SlackEventMiddlewareArgs<'app_home_opened'>> {
  return async ({ event, context }) => {
    if (event.tab !== 'home') return;
    const user = requireAuthorizedUser(context);
    // The view is absent on a first visit, but also at other times (java-slack-sdk#1115). What was looked up is among the
    // recent ones, unless it is still asked about.
    const { callback_id: shown, private_metadata: privateMetadata } = event.view ?? {};
    const question = shown === ASKING ? readQuestion(privateMetadata) : undefined;
    const wish = { question, askedAtMs: user.stopwatch.startedAtMs };
    const { isPublished, ...answered } = await showHome(deps, user.person, wish);
    logAudit(deps.log, user, { by: 'home', ...answered, delivery: isPublished ? 'deferred' : 'refused' });
  };
}

/** Opens the summary of all that the person watches. Resolves with what came of it, for the audit line. */
async function openSummary(
  deps: ListenerDeps,
  { person, triggerId }: HomePress,
): Promise<AskedSummary['result'] | 'not-opened'> {
  const { summary: text } = deps.contexts.private(person.userId).words;
  const viewOf = ({ blocks }: Message): ModalView => modal({ title: text.window, close: text.close }, blocks);
  const asked = summaryForPerson(deps, person, undefined);
  const isOpen = await openView(deps.views, {
    triggerId,
    work: asked.then(({ message }) => viewOf(message)),
    loading: () => viewOf(sentence(text.loading)),
  });
  return isOpen ? (await asked).result : 'not-opened';
}
