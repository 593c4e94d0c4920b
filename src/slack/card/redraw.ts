import { hasAnswer } from '../../account/outcome.ts';
import type { AuthorizedUser } from '../access.ts';
import type { AccountAction } from '../action.ts';
import type { Answered } from '../audit-log.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/names.ts';
import { answerMessage, sendReply } from '../reply.ts';
import { decodeLevel } from './card.ts';

/**
 * Looks the accounts up again and changes the message in place, in a channel too: through the `response_url` of the action,
 * which is new with each press and needs no scope.
 */
export async function redraw(
  deps: ListenerDeps,
  { accountIds, person, audience, shared, responseUrl, value, stopwatch }: Redrawn,
  { fresh }: { readonly fresh: boolean },
): Promise<Answered> {
  const { respond, contexts, withViewer } = deps;
  const looking = lookUpAll(deps.lookup, accountIds, { fresh, askedAtMs: stopwatch.startedAtMs });
  const [outcomes, personal] = await withViewer(person, looking);
  // A channel keeps its figures. Only the person who pressed reads why there are no newer ones.
  const isAnswered = outcomes.some(hasAnswer);
  const isForChannel = audience === 'channel' && isAnswered;
  const context = isForChannel ? { ...contexts.channel(), shared, before: decodeLevel(value) } : personal;
  // The figures of a card are worth more than "not checked", which then is a message of its own.
  const hasFigures = !fresh || decodeLevel(value) !== undefined;
  const replace = isForChannel || (audience === 'private' && (isAnswered || !hasFigures));
  const delivery = await sendReply(respond, responseUrl, answerMessage(outcomes, context), {
    replace,
    audience: context.audience,
  });
  // If the shared card is gone, the person who pressed gets one of their own, which can be shared.
  if (delivery === 'expired' && isForChannel)
    await sendReply(respond, responseUrl, answerMessage(outcomes, personal));
  return { audience, outcomes, delivery };
}

type Redrawn = AuthorizedUser &
  Pick<AccountAction, 'accountIds' | 'audience' | 'responseUrl' | 'value'> &
  Partial<Pick<AccountAction, 'shared'>>;
