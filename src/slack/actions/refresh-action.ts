import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { RETRY } from '../../formatters/action-ids.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Delivery, logAudit } from '../shared/audit-log.ts';
import { personOf } from '../shared/person-of.ts';
import { privateContext } from '../shared/private-context.ts';
import { hasAnswer, toReply, toSlack } from '../web-api/reply.ts';
import { createRecheck } from './create-recheck.ts';
import { type Press, readPress } from './press.ts';
import { takePress } from './take-press.ts';

/** Refresh, Retry and Re-check: asks the service anew and changes the card where it stands, whoever can see it. */
export function createRefreshAction(deps: ListenerDeps): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { lookup, now, log } = deps;
  const recheck = createRecheck(deps);

  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readPress(body, user);
    if (!(await takePress(deps, press, 'refresh'))) return;
    const asked = lookup(press.account.id, { fresh: true, askedAtMs: press.receivedAtMs });
    const delivery =
      press.audience === 'channel' ? await recheck(press, await asked) : await refresh(deps, press, asked);
    logAudit(log, {
      by: 'refresh',
      ...press.asker,
      audience: press.audience,
      outcomes: [await asked],
      durationMs: now() - press.receivedAtMs,
      delivery,
    });
  };
}

async function refresh(deps: ListenerDeps, press: Press, asked: Promise<LookupOutcome>): Promise<Delivery> {
  const { store, respond, wordsFor, now } = deps;
  const words = wordsFor(press.asker.userId);
  const [outcome, pins] = await Promise.all([asked, store.pins(personOf(press.asker))]);
  const result = await respond(press.responseUrl, {
    ...toSlack(toReply([outcome], privateContext({ now, words }, pins))),
    replace_original: mayGiveWay(press, outcome),
  });
  return result === 'expired' ? 'spent' : 'deferred';
}

/**
 * Whether a private card may give way to the outcome. One with figures is better than "could not be checked"; what is
 * left of a card that only says "Retry" is nothing to keep.
 */
function mayGiveWay({ value }: Press, outcome: LookupOutcome): boolean {
  return hasAnswer(outcome) || outcome.kind !== 'unavailable' || value === RETRY;
}
