import { createDedupe } from '../../async/dedupe.ts';
import { isDirect } from '../authorize/read-actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { openShare } from '../views/share.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';

/** Two presses on one card within this are one press with a shaky thumb. */
const SAME_PRESS_MS = 5_000;

/**
 * Share: posts the card to the channel, from an answer of the last moments or a new one; without one, says why privately.
 * In direct messages it asks for a channel first.
 */
export function createShareAction(
  deps: OnPressDeps & Pick<ListenerDeps, 'lookup' | 'homes' | 'views' | 'now'>,
): PressListener {
  const { lookup, respond, contexts, now } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return onPress(deps, {
    by: 'share',
    // Nothing is posted before a channel was chosen, and the window may be wanted again at once.
    isWanted: ({ person, messageTs, channelId }) =>
      isDirect(channelId) || isFirst(`${person.userId}:${messageTs}`),
    isLookup: ({ channelId }) => !isDirect(channelId),
    async act(press) {
      const { account, person, responseUrl, deadline, channelId } = press;
      if (isDirect(channelId)) {
        await openShare(deps, { ...press, accountId: account.id });
        return undefined;
      }
      const { userId } = person;
      const outcome = await lookup(account.id, { askedAtMs: deadline.startedAtMs });
      const context = hasAnswer(outcome) ? contexts.channel(userId) : contexts.private(userId);
      const reply = toReply([outcome], context);
      const delivery = await sendReply(respond, responseUrl, reply);
      return { audience: context.audience, outcomes: [outcome], delivery };
    },
  });
}
