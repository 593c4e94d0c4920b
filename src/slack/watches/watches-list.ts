import { isPrefix } from '../../watch/watch-list.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { STOP_SUMMARY } from '../kit/ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../press.ts';
import { privately, sendReply } from '../reply.ts';
import { type Opening, openView, sayNotOpened } from '../windows.ts';
import { formatWatchStopped, namesOf, unavailable } from './watch-messages.ts';
import { decodeStopValue, formatWatches } from './watches-view.ts';

/** Opens the list of what is watched in the channel, and by the person anywhere; or says what to type for it. */
export async function openWatches(deps: ListenerDeps, opening: Opening, typed = 'watches'): Promise<boolean> {
  const { person, triggerId, viewId, channelId = '' } = opening;
  const { userId } = person;
  const context = () => deps.contexts.private(userId);
  const isOpen = await openView(deps.views, {
    triggerId,
    viewId,
    work: viewOf(deps, userId, channelId),
    loading: () => formatWatches({ here: 'loading', termsOf: deps.termsOf, origin: channelId }, context()),
  });
  if (!isOpen) await sayNotOpened(deps, opening, typed);
  return isOpen;
}

/** *Stop watching…* in a menu: the list, where each *Stop* asks first. A menu would ask at every choice in it. */
export async function openWatchesToStop(deps: ListenerDeps, press: Opening & AuthorizedUser): Promise<void> {
  const isOpen = await openWatches(deps, press);
  logWatchAudit(deps.log, press, { by: 'watches', result: isOpen ? 'opened' : 'not-opened' });
}

/** What is watched where the list was opened, and by the person anywhere. */
const listFor = ({ watches }: ListenerDeps, userId: string, origin: string) =>
  watches.list(origin === '' ? [userId] : [origin, userId], userId);

async function viewOf(deps: ListenerDeps, userId: string, origin: string) {
  const here = await listFor(deps, userId, origin);
  return formatWatches({ here, termsOf: deps.termsOf, origin }, deps.contexts.private(userId));
}

/** *Stop*, in that list and under the question of `unwatch all`. The channel reads who did it. */
export function createStopAction(deps: ListenerDeps): PressListener {
  const { views, contexts, respond, log } = deps;
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const { actions, view, channel, response_url: responseUrl } = body;
    const [action] = actions;
    if (action?.type !== 'button') throw new Error('a press stops nothing');
    const { action_id: actionId, value = '' } = action;
    const origin = view?.private_metadata ?? channel?.id ?? '';
    const { channelId, result, removed = [] } = await stop(deps, userId, origin, { actionId, value });
    if (view === undefined) {
      const reader = contexts.private(userId);
      const message =
        result === 'unavailable'
          ? unavailable(reader).message
          : formatWatchStopped(namesOf(removed, deps, reader), reader);
      await sendReply(respond, responseUrl, privately(message), { replace: true });
    } else {
      await views.update({ view_id: view.id, view: await viewOf(deps, userId, origin) });
    }
    const by = actionId === STOP_SUMMARY ? 'summary' : 'unwatch';
    const accountIds = removed.filter((pattern) => !isPrefix(pattern));
    logWatchAudit(log, { ...user, channelId }, { by, result, accountIds });
  };
}

/** What others watch for themselves stays theirs: only what the list shows is stopped. */
async function stop(
  deps: ListenerDeps,
  userId: string,
  origin: string,
  { actionId, value }: { readonly actionId: string; readonly value: string },
) {
  const { channelId, pattern } = decodeStopValue(value);
  const listed = await listFor(deps, userId, origin);
  if (listed === 'unavailable') return { channelId, result: 'unavailable' };
  const place = listed.find((one) => one.channelId === channelId);
  if (place === undefined) return { channelId, result: 'not-watched' };
  if (actionId === STOP_SUMMARY) {
    const stopped = await deps.watches.stopSummary(channelId, userId);
    return { channelId, result: stopped === 'unavailable' ? stopped : stopped ? 'stopped' : 'not-watched' };
  }
  const patterns = pattern === undefined ? place.watches.map((row) => row.pattern) : [pattern];
  const removed = await deps.watches.remove(channelId, patterns, userId);
  if (removed === 'unavailable') return { channelId, result: 'unavailable' };
  return { channelId, removed, result: removed.length === 0 ? 'not-watched' : 'stopped' };
}
