import { createDedupe } from '../../async/dedupe.ts';
import { isDirect } from '../authorize/read-actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../shared/look-up-all.ts';
import { openShare } from '../views/share.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressHandler, type PressListener } from './on-press.ts';
import type { MessagePress } from './press.ts';

/** Two presses on one card within this time count as one. */
const SAME_PRESS_MS = 5_000;

/**
 * Share: posts the card or the list to the channel, from an answer of the last moments or a new one; without one, says why privately.
 * In direct messages it asks for a channel first.
 */
export function createShareAction(
  deps: OnPressDeps & Pick<ListenerDeps, 'lookup' | 'names' | 'homes' | 'views' | 'now'>,
  read: PressHandler<MessagePress>['read'],
): PressListener {
  const { respond, contexts, now } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return onPress(deps, {
    by: 'share',
    read,
    // Nothing is posted before a channel was chosen, and the window may be wanted again at once.
    isWanted: ({ person, messageTs, channelId }) =>
      isDirect(channelId) || isFirst(`${person.userId}:${messageTs}`),
    isLookup: ({ channelId }) => !isDirect(channelId),
    async act(press) {
      const { accountIds, person, responseUrl, deadline, channelId } = press;
      if (isDirect(channelId)) {
        await openShare(deps, press);
        return undefined;
      }
      const { userId } = person;
      const outcomes = await lookUpAll(deps, accountIds, { askedAtMs: deadline.startedAtMs });
      const context = outcomes.some(hasAnswer) ? contexts.channel(userId) : contexts.private(userId);
      const reply = toReply(outcomes, context);
      const delivery = await sendReply(respond, responseUrl, reply);
      return { audience: context.audience, outcomes, delivery };
    },
  });
}
