import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { Message } from '../../formatters/message.ts';
import { formatPending } from '../../formatters/notices/notices.ts';
import { requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logAudit } from '../shared/audit-log.ts';
import { privateContext } from '../shared/private-context.ts';
import { isAccount, toReply, toSlack } from '../web-api/reply.ts';
import { readPress } from './press.ts';
import { takePress } from './take-press.ts';

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(
  deps: ListenerDeps,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  const { lookup, store, respond, wordsFor, inlineWithinMs, now, log } = deps;

  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const press = readPress(body, user);
    if (!(await takePress(deps, press, 'open'))) return;
    const { id } = press.account;
    const { person } = user;
    const words = wordsFor(person.userId);
    const say = (message: Message) =>
      respond(press.responseUrl, { ...toSlack({ audience: 'private', message }), replace_original: false });
    const work = Promise.all([lookup(id, { askedAtMs: press.receivedAtMs }), store.pins(person)]);
    // The note stays, as that of a command does: what could be replaced is the help that was pressed.
    if ((await within(work, inlineWithinMs)) === undefined) {
      await Promise.all([
        say(formatPending([id], privateContext({ now, words }))),
        Promise.allSettled([work]),
      ]);
    }
    const [outcome, pins] = await work;
    const result = await say(toReply([outcome], privateContext({ now, words }, pins)).message);
    logAudit(log, {
      by: 'open',
      ...press.asker,
      outcomes: [outcome],
      durationMs: now() - press.receivedAtMs,
      delivery: result === 'expired' ? 'spent' : 'deferred',
    });
    if (isAccount(outcome)) await store.record(person, [id]);
  };
}
