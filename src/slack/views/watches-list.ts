import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Person } from '../../domain/pins.ts';
import { decodeStopValue, formatWatches } from '../../formatters/watches/watches-view.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { stopWatches } from '../shared/stop-watches.ts';
import { openView } from './show-view.ts';

type WatchesListDeps = Pick<ListenerDeps, 'watches' | 'names' | 'views' | 'contexts'>;

/** Opens the list of what is watched in the channel and by the person. False: the person sees nothing of it. */
export async function openWatches(
  deps: WatchesListDeps,
  {
    person: { userId },
    triggerId,
    channelId = '',
  }: {
    readonly person: Person;
    readonly triggerId: string;
    /** Where it is opened; absent in Home. */
    readonly channelId?: string;
  },
): Promise<boolean> {
  return openView(deps.views, {
    triggerId,
    work: viewOf(deps, userId, channelId),
    loading: () =>
      formatWatches({ here: [], nameOf: () => undefined, origin: channelId }, deps.contexts.private(userId)),
  });
}

async function viewOf(
  { watches, names, contexts }: WatchesListDeps,
  userId: string,
  origin: string,
): Promise<ModalView> {
  const here = await watches.list(origin === '' ? [userId] : [origin, userId]);
  return formatWatches({ here, nameOf: names.nameOf, origin }, contexts.private(userId));
}

/** Stop, in that list: the watch is gone, and the list shows it. */
export function createStopWatchAction(
  deps: WatchesListDeps & Pick<ListenerDeps, 'messages' | 'homes' | 'log'>,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const [action] = body.actions;
    const stop = decodeStopValue(action?.type === 'button' ? (action.value ?? '') : '');
    const { view } = body;
    const origin = view?.private_metadata ?? '';
    // What others watch for themselves is theirs.
    const isListed = stop?.channelId === userId || (origin !== '' && stop?.channelId === origin);
    if (stop === undefined || view === undefined || !isListed) {
      throw new Error('a press stops nothing that the list of watches shows');
    }
    const { channelId, accountId } = stop;
    const removed = await stopWatches(deps, { userId, channelId, accountIds: [accountId] });
    await deps.views.update({ view_id: view.id, view: await viewOf(deps, userId, origin) });
    const result = removed === 'unavailable' ? removed : removed.length === 0 ? 'not-watched' : 'stopped';
    logWatchAudit(deps.log, { ...user, channelId }, { by: 'unwatch', result, accountIds: [accountId] });
    if (channelId === userId) await deps.homes.find(userId)?.storeChanged();
  };
}
