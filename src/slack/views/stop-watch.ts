import { formatNotOpened } from '../../formatters/notices/notices.ts';
import { formatStopped, formatStopView } from '../../formatters/watches/stop-view.ts';
import { decodeStopValue } from '../../formatters/watches/watches-view.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import { isDirect } from '../authorize/read-actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { namesOf, stopOne } from '../shared/stop-watches.ts';
import { isUserPlace } from '../shared/watches.ts';
import { privately, sendReply } from '../web-api/reply.ts';
import type { AccountOpening } from './open-form.ts';
import { openView, type SubmitListener, showInPlace } from './show-view.ts';

/** Asks whether the account is really to be watched no more where its alert stands: one tap beside History is soon made. */
export async function openStopWatch(
  deps: Pick<ListenerDeps, 'names' | 'respond' | 'views' | 'contexts'>,
  { person: { userId }, accountId, channelId = '', triggerId, responseUrl, viewId }: AccountOpening,
): Promise<void> {
  const reader = deps.contexts.private(userId);
  const place = isDirect(channelId) ? userId : channelId;
  const [account = ''] = namesOf([accountId], deps, reader);
  const view = () => formatStopView({ place, accountId, account }, reader);
  const isOpen = await openView(deps.views, {
    triggerId,
    viewId,
    work: Promise.resolve(view()),
    loading: view,
  });
  if (isOpen || responseUrl === undefined) return;
  const message = formatNotOpened(`${reader.command} unwatch ${accountId}`, reader);
  await sendReply(deps.respond, responseUrl, privately(message));
}

/** The window, submitted: the watch is gone, and the window says so. The channel reads who did it. */
export function createStopWatchSubmitted(
  deps: Pick<ListenerDeps, 'watches' | 'names' | 'homes' | 'views' | 'contexts' | 'inlineWithinMs' | 'log'>,
): SubmitListener {
  return async ({ view, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    const stop = decodeStopValue(view.private_metadata);
    // Watches that others made for themselves stay theirs.
    if (stop === undefined || (isUserPlace(stop.channelId) && stop.channelId !== userId)) {
      throw new Error('a window stops nothing that an alert is about');
    }
    const reader = deps.contexts.private(userId);
    const work = stopOne(deps, { userId, ...stop }, reader);
    await showInPlace(deps.views, ack, {
      work: work.then(({ message }) => formatStopped(message, reader)),
      withinMs: user.deadline.leftMs(deps.inlineWithinMs),
      loading: () => formatStopped(undefined, reader),
    });
    const { result } = await work;
    const accountIds = [stop.accountId];
    logWatchAudit(deps.log, { ...user, channelId: stop.channelId }, { by: 'unwatch', result, accountIds });
    if (stop.channelId === userId) await deps.homes.find(userId)?.storeChanged();
  };
}
