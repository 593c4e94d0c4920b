import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { createDedupe } from '../../async/dedupe.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logAudit } from '../shared/audit-log.ts';
import { channelContext, privateContext } from '../shared/private-context.ts';
import { hasAnswer, toReply, toSlack } from '../web-api/reply.ts';
import { readPress } from './press.ts';
import { takePress } from './take-press.ts';

/** Two presses on one card within this are one press with a shaky thumb. */
const SAME_PRESS_MS = 5_000;

/** Share: posts the card to the channel, from an answer of the last moments or a new one. Without one, says why privately. */
export function createShareAction(deps: ListenerDeps): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { lookup, respond, wordsFor, channelWords, now, log } = deps;
  const isFirst = createDedupe(SAME_PRESS_MS, now);

  return async ({ body, context: request, ack }) => {
    const user = requireAuthorizedUser(request);
    await ack();
    const press = readPress(body, user);
    if (!isFirst(`${press.asker.userId}:${press.messageTs}`)) return;
    if (!(await takePress(deps, press, 'share'))) return;
    const outcome = await lookup(press.account.id, { askedAtMs: press.receivedAtMs });
    const context = hasAnswer(outcome)
      ? channelContext({ now, words: channelWords }, press.asker.userId)
      : privateContext({ now, words: wordsFor(press.asker.userId) });
    const result = await respond(press.responseUrl, {
      ...toSlack(toReply([outcome], context)),
      replace_original: false,
    });
    logAudit(log, {
      by: 'share',
      ...press.asker,
      audience: context.audience,
      outcomes: [outcome],
      durationMs: now() - press.receivedAtMs,
      delivery: result === 'expired' ? 'spent' : 'deferred',
    });
  };
}
