import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { HOME_ACTIONS, MORE, OPEN_ACTIONS } from '../../formatters/action-ids.ts';
import { formatHomeNotTaken } from '../../formatters/failure/defect-message.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { HomeDone } from '../home/home-run.ts';
import type { HomeSession } from '../home/home-session.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logAudit } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { type OpenDetailsDeps, openDetails } from '../views/open-details.ts';
import { openPinName } from '../views/open-pin-name.ts';
import { type HomePress, readHomePress } from './home-press.ts';

type Listener = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

type HomeActionsDeps = OpenDetailsDeps & Pick<ListenerDeps, 'homes' | 'rateLimit' | 'log'>;

/** What a press does; undefined where a modal opens and Home stays as it is. */
type Act = (press: HomePress, home: HomeSession, views: WebClient['views']) => Promise<HomeDone | undefined>;

/** What can be pressed or typed in Home, by `action_id`. A press there has no `response_url`: Home itself answers. */
export function createHomeActions(deps: HomeActionsDeps): readonly (readonly [string | RegExp, Listener])[] {
  const acts: readonly (readonly [string | RegExp, Act])[] = [
    [HOME_ACTIONS.lookup, ({ seen, typed }, home) => home.lookUp(seen, typed)],
    [HOME_ACTIONS.lookUp, ({ seen, typed }, home) => home.lookUp(seen, typed)],
    [HOME_ACTIONS.refresh, ({ seen }, home) => home.refresh(seen)],
    [HOME_ACTIONS.account, ({ seen, accountId }, home) => home.refreshOne(seen, accountId())],
    [HOME_ACTIONS.more, (press, home, views) => choose(deps, press, { home, views })],
    [HOME_ACTIONS.previous, ({ seen, value }, home) => home.turnTo(seen, Number(value))],
    [HOME_ACTIONS.next, ({ seen, value }, home) => home.turnTo(seen, Number(value))],
    [OPEN_ACTIONS.home, ({ seen, accountId }, home) => home.show(seen, accountId())],
  ];
  return acts.map(([actionId, act]) => [actionId, toListener(deps, act)] as const);
}

function toListener(deps: HomeActionsDeps, act: Act): Listener {
  const { homes, log } = deps;
  return async ({ body, context, ack, client }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readHomePress(body, user);
    const done = await act(press, homes.of(user.person), client.views);
    if (done === undefined) return;
    if (!done.isPublished) await sayNotTaken(deps, press, client.views);
    const { said, outcomes, isPublished } = done;
    const delivery = isPublished ? 'deferred' : 'refused';
    logAudit(log, press, { by: 'home', said, outcomes, delivery });
  };
}

/** Home keeps showing what it showed, and only a window can say so; by its own time a trigger may be spent for that. */
async function sayNotTaken(
  { callSlack, contexts }: HomeActionsDeps,
  { asker, triggerId }: HomePress,
  views: WebClient['views'],
): Promise<void> {
  const view = formatHomeNotTaken(contexts.private(asker.userId));
  await callSlack('views.open', () => views.open({ trigger_id: triggerId, view }));
}

/** The menu beside an account. */
async function choose(
  deps: HomeActionsDeps,
  press: HomePress,
  { home, views }: { readonly home: HomeSession; readonly views: WebClient['views'] },
): Promise<HomeDone | undefined> {
  const { seen } = press;
  const id = press.accountId();
  switch (press.value) {
    case MORE.open:
      return home.show(seen, id);
    case MORE.refresh:
      return home.refreshOne(seen, id);
    case MORE.pin:
      return home.pin(seen, id);
    case MORE.unpin:
      return home.unpin(seen, id);
    case MORE.name:
      await openPinName(deps, { ...press, accountId: id, views });
      return undefined;
    case MORE.details: {
      const limit = deps.rateLimit.take(personOf(press.asker), 1);
      if (limit !== undefined) return home.refuse(seen, limit);
      const answered = await openDetails(deps, { ...press, accountId: id, views });
      logAudit(deps.log, press, { by: 'details', ...answered });
      return undefined;
    }
    default:
      throw new Error('a press chooses nothing that the menu offers');
  }
}
