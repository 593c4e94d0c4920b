import { type AuthorizedUser, requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { STOP_PATTERN } from '../kit/action-ids.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { formatNotOpened } from '../lookup/notices.ts';
import type { PressListener } from '../on-press.ts';
import type { Opening } from '../open-form.ts';
import { privately, sendReply } from '../reply.ts';
import { openView } from '../show-view.ts';
import { decodeStopValue, formatWatches } from './watches-view.ts';

/** Opens the list of what is watched in the channel, and by the person anywhere. False: the person sees nothing of it. */
export async function openWatches(
  deps: ListenerDeps,
  { person: { userId }, triggerId, viewId, channelId = '' }: Opening,
): Promise<boolean> {
  return openView(deps.views, {
    triggerId,
    viewId,
    work: viewOf(deps, userId, channelId),
    loading: () =>
      formatWatches(
        { here: 'loading', termsOf: deps.termsOf, origin: channelId },
        deps.contexts.private(userId),
      ),
  });
}

/** *Stop watching…* in a menu: the list, where each *Stop* asks first. A menu would ask at every choice in it. */
export async function openWatchesToStop(deps: ListenerDeps, press: Opening & AuthorizedUser): Promise<void> {
  const isOpen = await openWatches(deps, press);
  if (!isOpen && press.responseUrl !== undefined) {
    const reader = deps.contexts.private(press.person.userId);
    const message = formatNotOpened(`${reader.command} watches`, reader);
    await sendReply(deps.respond, press.responseUrl, privately(message));
  }
  logWatchAudit(deps.log, press, { by: 'watches', result: isOpen ? 'opened' : 'not-opened' });
}

async function viewOf({ watches, termsOf, contexts }: ListenerDeps, userId: string, origin: string) {
  const here = await watches.list(origin === '' ? [userId] : [origin, userId], userId);
  return formatWatches({ here, termsOf, origin }, contexts.private(userId));
}

/** A press on a button of the list, acknowledged: who pressed what, and from where the list was opened. */
async function takePress({ body, context, ack }: Parameters<PressListener>[0]) {
  const user = requireAuthorizedUser(context);
  await ack();
  const [action] = body.actions;
  const { id: viewId, private_metadata: origin } = body.view ?? {};
  if (action?.type !== 'button' || viewId === undefined) throw new Error('a press in no list of watches');
  const { action_id: actionId, value = '' } = action;
  return { user, userId: user.person.userId, actionId, value, viewId, origin: origin ?? '' };
}

/** Stop, beside a summary: none comes any more, and the list shows it. The channel reads who did it. */
export function createStopSummaryAction(deps: ListenerDeps): PressListener {
  return async (args) => {
    const { user, userId, value: channelId, viewId, origin } = await takePress(args);
    if (!isListed(channelId, { userId, origin })) {
      throw new Error('a press stops no summary that the list of watches shows');
    }
    const stopped = await deps.watches.stopSummary(channelId, userId);
    await deps.views.update({ view_id: viewId, view: await viewOf(deps, userId, origin) });
    const result = stopped === 'unavailable' ? stopped : stopped ? 'stopped' : 'not-watched';
    logWatchAudit(deps.log, { ...user, channelId }, { by: 'summary', result });
  };
}

/** Watches that others made for themselves stay theirs. */
const isListed = (
  channelId: string | undefined,
  { userId, origin }: { readonly userId: string; readonly origin: string },
) => channelId === userId || (origin !== '' && channelId === origin);

/** Stop, in that list: the watch is gone, and the list shows it. */
export function createStopWatchAction(deps: ListenerDeps): PressListener {
  return async (args) => {
    const { user, userId, actionId, value, viewId, origin } = await takePress(args);
    const stop = decodeStopValue(value);
    if (stop === undefined || !isListed(stop.channelId, { userId, origin })) {
      throw new Error('a press stops nothing that the list of watches shows');
    }
    const { channelId, accountId } = stop;
    const isPattern = actionId === STOP_PATTERN;
    const removed = await deps.watches.remove(channelId, [accountId], userId);
    await deps.views.update({ view_id: viewId, view: await viewOf(deps, userId, origin) });
    const result = removed === 'unavailable' ? removed : removed.length === 0 ? 'not-watched' : 'stopped';
    const accountIds = isPattern ? [] : [accountId];
    logWatchAudit(deps.log, { ...user, channelId }, { by: 'unwatch', result, accountIds });
  };
}
