import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { ListenerDeps } from './listener-deps.ts';
import { logAsked } from './log-asked.ts';
import { personOf } from './person-of.ts';
import { readPress } from './press.ts';
import { privateContext } from './private-context.ts';
import { isAccount, toReply, toSlack } from './reply.ts';

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { lookup, store, respond, wordsFor, now, log } = deps;

  return async ({ body, ack }) => {
    const startedAtMs = now();
    await ack();
    const press = readPress(body);
    const person = personOf(press.asker);
    const { id } = press.account;
    const [outcome, pins, words] = await Promise.all([
      lookup(id),
      store.pins(person),
      wordsFor(person.userId),
    ]);
    const result = await respond(press.responseUrl, {
      ...toSlack(toReply([outcome], privateContext({ now, words }, pins))),
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
