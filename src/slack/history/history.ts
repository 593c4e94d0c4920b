import { accountHistory } from '../../watch/history.ts';
import type { AuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply } from '../reply.ts';
import type { AccountOpening } from '../windows.ts';
import { openView } from '../windows.ts';
import {
  formatHistory,
  formatHistoryLoading,
  formatHistoryView,
  type ShownHistory,
} from './history-message.ts';

/** What is kept of an account, for somebody to read. */
export async function readHistory({ watches, names, now }: ListenerDeps, id: string): Promise<ShownHistory> {
  const record = await watches.record(id);
  const history = record === 'unavailable' ? record : accountHistory(record, now());
  return { id, displayName: names.nameOf(id), history };
}

/** Opens the history of an account in a window. */
export async function openHistory(
  deps: ListenerDeps,
  opening: AccountOpening & AuthorizedUser,
): Promise<void> {
  const { person, triggerId, viewId, accountId, responseUrl } = opening;
  const work = Promise.all([readHistory(deps, accountId), deps.store.pins(person)]);
  const inContext = async () => {
    const [shown, pins] = await work;
    return [shown, deps.contexts.private(person.userId, pins)] as const;
  };
  const isOpen = await openView(deps.views, {
    triggerId,
    viewId,
    work: inContext().then((given) => formatHistoryView(...given)),
    loading: () => formatHistoryLoading(accountId, deps.contexts.private(person.userId)),
  });
  if (!isOpen && responseUrl !== undefined) {
    await sendReply(deps.respond, responseUrl, privately(formatHistory(...(await inContext()))));
  }
  logWatchAudit(deps.log, opening, { by: 'history', result: 'shown', accountIds: [accountId] });
}
