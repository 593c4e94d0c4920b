import type { BlockAction } from '@slack/bolt';
import { accountHistory, daysToRead, HISTORY_LENGTHS } from '../../domain/history/picture.ts';
import type { Person } from '../../domain/pins.ts';
import { decodeAccountValue } from '../../formatters/account/account-action.ts';
import { historyAction } from '../../formatters/action-ids.ts';
import {
  formatHistory,
  formatHistoryLoading,
  formatHistoryView,
  type ShownHistory,
} from '../../formatters/history/history-message.ts';
import type { PressListener } from '../actions/on-press.ts';
import { pressedValue } from '../actions/press.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { privately, sendReply } from '../web-api/reply.ts';
import type { AccountOpening } from './open-form.ts';
import { openView } from './show-view.ts';

/** What is kept of an account, for somebody to read. */
export async function readHistory(
  { watches, names, termsOf, now }: ListenerDeps,
  id: string,
  length: number,
): Promise<ShownHistory> {
  const nowMs = now();
  const record = await watches.record(id, daysToRead(nowMs));
  const asked = { terms: termsOf(id), nowMs, length };
  const history = record === 'unavailable' ? record : accountHistory(record, asked);
  return { id, displayName: names.nameOf(id), history };
}

/** Opens the history of an account in a window. */
export async function openHistory(
  deps: ListenerDeps,
  opening: AccountOpening & AuthorizedUser & { readonly length?: number },
): Promise<void> {
  const { person, triggerId, viewId, accountId, responseUrl, length = HISTORY_LENGTHS[0] } = opening;
  const work = readFor(deps, person, accountId, length);
  const isOpen = await openView(deps.views, {
    triggerId,
    viewId,
    work: work.then(({ shown, context }) => formatHistoryView(shown, context)),
    loading: () => formatHistoryLoading(accountId, deps.contexts.private(person.userId)),
  });
  if (!isOpen && responseUrl !== undefined) {
    const { shown, context } = await work;
    await sendReply(deps.respond, responseUrl, privately(formatHistory(shown, context)));
  }
  logWatchAudit(deps.log, opening, { by: 'history', result: 'shown', accountIds: [accountId] });
}

async function readFor(deps: ListenerDeps, person: Person, accountId: string, length: number) {
  const [shown, pins] = await Promise.all([readHistory(deps, accountId, length), deps.store.pins(person)]);
  return { shown, context: deps.contexts.private(person.userId, pins) };
}

/** Another length, on the message or in the window, which is changed then. */
export function createHistoryAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const { accountId, length } = readLength(body);
    const { view, trigger_id: triggerId, response_url: responseUrl, channel } = body;
    if (view === undefined) {
      const opening = { ...user, triggerId, accountId, length, responseUrl, channelId: channel?.id };
      return openHistory(deps, opening);
    }
    const { shown, context: reader } = await readFor(deps, user.person, accountId, length);
    await deps.views.update({ view_id: view.id, view: formatHistoryView(shown, reader) });
    logWatchAudit(deps.log, user, { by: 'history', result: 'shown', accountIds: [accountId] });
  };
}

function readLength(body: BlockAction) {
  const value = pressedValue(body);
  const length = HISTORY_LENGTHS.find((one) => historyAction(one) === body.actions[0]?.action_id);
  if (value === '' || length === undefined) throw new Error('a press chooses no length of a history');
  return { accountId: decodeAccountValue(value), length };
}
