import { createDedupe } from '../../async/dedupe.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { hasAnswer, sendReply, toReply } from '../web-api/reply.ts';
import { type OnPressDeps, onPress, type PressListener } from './on-press.ts';

/** Two presses on one card within this are one press with a shaky thumb. */
const SAME_PRESS_MS = 5_000;

/** Share: posts the card to the channel, from an answer of the last moments or a new one. Without one, says why privately. */
export function createShareAction(deps: OnPressDeps & Pick<ListenerDeps, 'lookup' | 'now'>): PressListener {
  const { lookup, respond, contexts, now } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return onPress(deps, {
    by: 'share',
    isWanted: ({ person, messageTs }) => isFirst(`${person.userId}:${messageTs}`),
    async act({ account, person: { userId }, responseUrl, deadline }) {
      const outcome = await lookup(account.id, { askedAtMs: deadline.startedAtMs });
      const context = hasAnswer(outcome) ? contexts.channel(userId) : contexts.private(userId);
      const reply = toReply([outcome], context);
      const delivery = await sendReply(respond, responseUrl, reply);
      return { audience: context.audience, outcomes: [outcome], delivery };
    },
  });
}
