import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { admittedOf } from './admitted.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { logAsked } from './log-asked.ts';
import { readPress } from './press.ts';
import { privateContext } from './private-context.ts';
import { isAccount, toReply, toSlack } from './reply.ts';

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { lookup, store, respond, now, log } = deps;

  return async ({ body, context, ack }) => {
    const { person, receivedAtMs: startedAtMs } = admittedOf(context);
    await ack();
    const press = readPress(body, person);
    const { id } = press.account;
    const [outcome, pins] = await Promise.all([lookup(id), store.pins(person)]);
    const result = await respond(press.responseUrl, {
      ...toSlack(toReply([outcome], privateContext(deps, pins))),
      replace_original: false,
    });
    logAsked(log, {
      by: 'open',
      ...press.asker,
      outcomes: [outcome],
      durationMs: now() - startedAtMs,
      delivery: result === 'spent' ? 'spent' : 'deferred',
    });
    if (isAccount(outcome)) await store.record(person, [id]);
  };
}
