import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { openAccounts } from '../accounts/accounts.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { logAudit, logWatchAudit } from '../audit-log.ts';
import { openDetails } from '../card/open-details.ts';
import { isPinned, openPinName } from '../card/pin-name.ts';
import { openShare } from '../card/share.ts';
import { openHistory } from '../history/history.ts';
import { HOME_ACTIONS, MORE, OPEN_ACTIONS } from '../kit/action-ids.ts';
import { formatHomeNotTaken } from '../kit/defect-message.ts';
import { type Message, sentence } from '../kit/message.ts';
import { modal } from '../kit/text-objects.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../on-press.ts';
import { type HomePress, readHomePress } from '../press.ts';
import { openView } from '../show-view.ts';
import { type AskedSummary, summaryForPerson } from '../summary/summarize.ts';
import { openWatches } from '../watches/watches-list.ts';
import type { HomeDone, HomeSession } from './home-session.ts';

/** What a press does; undefined where a modal opens and Home stays as it is. */
type Act = (press: HomePress, home: HomeSession) => Promise<HomeDone | undefined>;

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
  const acts: readonly (readonly [string | RegExp, Act])[] = [
    [HOME_ACTIONS.lookup, ({ seen, typed }, home) => home.lookUp(seen, typed)],
    [HOME_ACTIONS.lookUp, ({ seen, typed }, home) => home.lookUp(seen, typed)],
    [HOME_ACTIONS.refresh, ({ seen }, home) => home.refresh(seen)],
    [HOME_ACTIONS.account, ({ seen, accountId }, home) => home.refreshOne(seen, accountId())],
    [
      HOME_ACTIONS.share,
      async (press) => {
        await openShare(deps, { ...press, accountIds: [press.accountId()] });
        return undefined;
      },
    ],
    [HOME_ACTIONS.accounts, opens('accounts', (press) => openAccounts(deps, press))],
    [HOME_ACTIONS.watches, opens('watches', (press) => openWatches(deps, press))],
    [HOME_ACTIONS.summary, opens('summary', (press) => openSummary(deps, press))],
    [HOME_ACTIONS.more, (press, home) => choose(deps, press, home)],
    [HOME_ACTIONS.previous, ({ seen, value }, home) => home.turnTo(seen, Number(value))],
    [HOME_ACTIONS.next, ({ seen, value }, home) => home.turnTo(seen, Number(value))],
    [OPEN_ACTIONS.home, ({ seen, accountId }, home) => home.show(seen, accountId())],
  ];
  return acts.map(([actionId, act]) => [actionId, toListener(deps, act)] as const);
}

function toListener({ homes, views, contexts, log }: ListenerDeps, act: Act): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readHomePress(body, user);
    const done = await act(press, homes.of(user.person));
    if (done === undefined) return;
    const { isPublished, ...answered } = done;
    if (!isPublished) {
      // Home keeps showing what it showed. Only a window could say so, and by now the trigger may have expired.
      const view = formatHomeNotTaken(contexts.private(user.person.userId));
      await views.open({ trigger_id: press.triggerId, view });
    }
    logAudit(log, press, { by: 'home', ...answered, delivery: isPublished ? 'deferred' : 'refused' });
  };
}

/** The menu beside an account. */
async function choose(deps: ListenerDeps, press: HomePress, home: HomeSession) {
  const { seen, person } = press;
  const accountId = press.accountId();
  switch (press.value) {
    case MORE.open:
      return home.show(seen, accountId);
    case MORE.refresh:
      return home.refreshOne(seen, accountId);
    case MORE.pin: {
      const change = await deps.store.pin(person, accountId);
      const [done] = await Promise.all([
        home.tellPinChange(seen, accountId, change),
        isPinned(change) ? openPinName(deps, { ...press, accountId }) : undefined,
      ]);
      return done;
    }
    case MORE.unpin:
      return home.tellPinChange(seen, accountId, await deps.store.unpin(person, accountId));
    case MORE.history:
      await openHistory(deps, { ...press, accountId });
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
export function createHomeOpened({
  homes,
  log,
}: ListenerDeps): Middleware<SlackEventMiddlewareArgs<'app_home_opened'>> {
  return async ({ event, context }) => {
    if (event.tab !== 'home') return;
    const user = requireAuthorizedUser(context);
    // Absent on a first visit, but also at other times (java-slack-sdk#1115).
    const { hash, private_metadata: privateMetadata } = (event.view ?? {}) as {
      hash?: string;
      private_metadata?: string;
    };
    const seen = { askedAtMs: user.deadline.startedAtMs, hash, privateMetadata };
    const { isPublished, ...answered } = await homes.of(user.person).open(seen);
    logAudit(log, user, { by: 'home', ...answered, delivery: isPublished ? 'deferred' : 'refused' });
  };
}

/** Opens the summary of all that the person watches. Resolves with what came of it, for the audit line. */
async function openSummary(
  deps: ListenerDeps,
  { person, triggerId }: HomePress,
): Promise<AskedSummary['result'] | 'not-opened'> {
  const { summary: said } = deps.contexts.private(person.userId).words;
  const viewOf = ({ blocks }: Message): ModalView => modal({ title: said.window, close: said.close }, blocks);
  const asked = summaryForPerson(deps, person, undefined);
  const isOpen = await openView(deps.views, {
    triggerId,
    work: asked.then(({ message }) => viewOf(message)),
    loading: () => viewOf(sentence(said.loading)),
  });
  return isOpen ? (await asked).result : 'not-opened';
}
