import { createDedupe } from '../../async.ts';
import { requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { isSlackId } from '../kit/slack-id.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { lookUpAll } from '../lookup/look-up-all.ts';
import { onPress, type PressHandler, type PressListener } from '../on-press.ts';
import type { MessagePress } from '../press.ts';
import { hasAnswer, sendReply, toReply } from '../reply.ts';
import { summaryForChannel } from '../summary/summarize.ts';
import { openShare, openShareSummary } from './share.ts';

/** Two presses on one message within this time count as one. */
const SAME_PRESS_MS = 5_000;

/**
 * Share: posts the card or the list to the channel, from an answer of the last moments or a new one; without one, says why privately.
 * In direct messages it asks for a channel first.
 */
export function createShareAction(
  deps: ListenerDeps,
  read: PressHandler<MessagePress>['read'],
): PressListener {
  const { respond, contexts, now } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return onPress(deps, {
    by: 'share',
    read,
    // Nothing is posted before a channel was chosen, and the window may be wanted again at once.
    isWanted: ({ person, messageTs, channelId }) =>
      isSlackId('direct', channelId) || isFirst(`${person.userId}:${messageTs}`),
    async act(press) {
      const { accountIds, person, responseUrl, deadline, channelId } = press;
      if (isSlackId('direct', channelId)) {
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

/** Share, under a summary: the channel reads how all is now, and who shares it. */
export function createShareSummaryAction(deps: ListenerDeps): PressListener {
  const { respond, now, log } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const { person } = user;
    const channelId = body.channel?.id ?? '';
    if (!isFirst(`${person.userId}:${String(body.container.message_ts)}`)) return;
    const { message, result } = await summaryForChannel(deps, person, { channelId });
    const audience = result === 'told' ? 'channel' : 'private';
    const delivery = await sendReply(respond, body.response_url, { audience, message });
    const said = delivery === 'spent' ? 'expired' : result === 'told' ? 'shared' : result;
    logWatchAudit(log, { ...user, channelId }, { by: 'summary', result: said });
  };
}

/** Share…, under the summary of all that a person watches: asks for the channel first. */
export function createShareSummaryInAction(deps: ListenerDeps): PressListener {
  return async ({ body, context, ack }) => {
    const { person } = requireAuthorizedUser(context);
    await ack();
    const { trigger_id: triggerId, response_url: responseUrl, view } = body;
    await openShareSummary(deps, { person, triggerId, responseUrl, viewId: view?.id });
  };
}
