import { withPlaceholder } from '../../async.ts';
import { decodeTypedValue } from '../../formatters/account/account-action.ts';
import { formatPending } from '../../formatters/notices/notices.ts';
import { type AuthorizedUser, requireAuthorizedUser } from '../authorize/authorized-user.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { type Answered, logAudit } from '../shared/audit-log.ts';
import { lookUpTyped } from '../shared/look-up-typed.ts';
import { accountIds, privately, sendReply } from '../web-api/reply.ts';
import type { PressListener } from './on-press.ts';
import { pressedValue } from './press.ts';

/**
 * "Ask again", below a command that the rate limit refused: what was typed is read once more as a command is, and its answer
 * takes the place of the refusal. Too early, that is a new refusal. What is shared is posted, and the refusal deleted.
 */
export function createAskAgainAction(deps: ListenerDeps): PressListener {
  /** A second press while the first is being answered is accidental. */
  const underWay = new Set<string>();
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    await ack();
    const key = `${user.person.userId}:${body.container.message_ts}`;
    if (underWay.has(key)) return;
    underWay.add(key);
    try {
      const text = decodeTypedValue(pressedValue(body));
      const answered = await answer(deps, user, { text, responseUrl: body.response_url });
      logAudit(deps.log, { ...user, channelId: body.channel?.id }, { by: 'ask-again', ...answered });
      // The answer is out; nobody waits for this.
      await deps.store.record(user.person, accountIds(answered.outcomes));
    } finally {
      underWay.delete(key);
    }
  };
}

async function answer(
  deps: ListenerDeps,
  user: AuthorizedUser,
  { text, responseUrl }: { readonly text: string; readonly responseUrl: string },
): Promise<Answered> {
  const { respond, contexts, inlineWithinMs } = deps;
  let asked: readonly string[] = [text];
  const work = lookUpTyped(deps, { ...user, text }, (ids) => {
    asked = ids;
  });
  const { value } = await withPlaceholder(work, inlineWithinMs, () =>
    sendReply(respond, responseUrl, privately(formatPending(asked, contexts.private(user.person.userId))), {
      replace: true,
    }),
  );
  const { reply, said, outcomes } = value;
  const isShared = reply.audience === 'channel';
  const delivery = await sendReply(respond, responseUrl, reply, { replace: !isShared });
  if (isShared) await respond(responseUrl, { delete_original: true });
  return { audience: reply.audience, said, outcomes, delivery };
}
