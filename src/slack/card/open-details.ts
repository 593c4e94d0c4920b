import type { Deadline } from '../../async.ts';
import type { Answered } from '../audit-log.ts';
import { showHome } from '../home/home.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { AccountOpening } from '../open-form.ts';
import { privately, sendReply } from '../reply.ts';
import { openView } from '../show-view.ts';
import { formatDetails, formatDetailsLoading, formatDetailsMessage } from './details-view.ts';

/**
 * Opens the details of an account. When Slack opens nothing, or does not let what it opened be filled in, they are said
 * as a private message; in Home, which has no messages, the account itself is shown.
 */
export async function openDetails(
  deps: ListenerDeps,
  press: AccountOpening & { readonly deadline: Deadline },
): Promise<Answered> {
  const { lookup, store, respond, views, contexts } = deps;
  const { person, accountId, triggerId, viewId, responseUrl, question, deadline } = press;
  const work = Promise.all([lookup(accountId, { askedAtMs: deadline.startedAtMs }), store.pins(person)]);
  const isShown = await openView(views, {
    triggerId,
    viewId,
    work: work.then(([outcome, pins]) => formatDetails(outcome, contexts.private(person.userId, pins))),
    loading: () => formatDetailsLoading(accountId, contexts.private(person.userId)),
  });
  const [outcome, pins] = await work;
  const outcomes = [outcome];
  if (isShown) return { outcomes, delivery: 'deferred' };
  if (responseUrl === undefined) {
    const notice = { kind: 'not-opened', accountId } as const;
    const { isPublished } = await showHome(deps, person, { question, notice });
    return { outcomes, delivery: isPublished ? 'deferred' : 'refused' };
  }
  const message = formatDetailsMessage(outcome, contexts.private(person.userId, pins));
  return { outcomes, delivery: await sendReply(respond, responseUrl, privately(message)) };
}
