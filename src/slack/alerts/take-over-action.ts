import { requireAuthorizedUser } from '../actor.ts';
import { logWatchAudit } from '../audit-log.ts';
import { alertOfBlock } from '../kit/action-ids.ts';
import { sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from '../on-press.ts';
import { pressedMessage } from '../press.ts';
import { privately, sendReply } from '../reply.ts';
import { namesOf } from '../watches/watch-answers.ts';
import { namedAccounts } from '../watches/watch-messages.ts';

/** "I'm on it", on an alert: the person is told at once; every channel that has the alert shows it when it is edited. */
export function createTakeOverAction(deps: ListenerDeps): PressListener {
  const { watches, respond, contexts, log } = deps;
  return async ({ body, context, ack }) => {
    const user = requireAuthorizedUser(context);
    const { userId } = user.person;
    await ack();
    const alert = pressedMessage(body);
    const taken = await watches.take(alert, userId);
    const reader = contexts.private(userId);
    const said = () => {
      const { taken: took, nothingOpen, alertOver, notTaken } = reader.words.watches;
      switch (taken.kind) {
        case 'taken': {
          const [shown, more] = namedAccounts(taken.accountIds);
          return took(namesOf(shown, deps, reader), more);
        }
        case 'nothing-open':
          return nothingOpen;
        case 'unknown-message':
          return alertOver;
        case 'store-failed':
          return notTaken;
        default:
          return taken satisfies never;
      }
    };
    await sendReply(respond, body.response_url, privately(sentence(said())));
    const accountIds = taken.kind === 'taken' ? taken.accountIds : [];
    logWatchAudit(
      log,
      { ...user, channelId: alert.channelId },
      { by: 'take-over', result: taken.kind, accountIds },
    );
  };
}

/**
 * Before `listener` does what a press is for: an alert whose answer Slack lost may have been posted twice, and the press
 * tells which two. From then on the older is the one that is edited, and the younger is deleted.
 */
export function adoptPressed(
  { watches, messages, log }: ListenerDeps,
  listener: PressListener,
): PressListener {
  return async (args) => {
    const { body, context, ack } = args;
    if (alertOfBlock(body.actions[0]?.block_id ?? '') === undefined) return listener(args);
    const { person } = requireAuthorizedUser(context);
    await ack();
    const pressed = pressedMessage(body);
    const { channelId } = pressed;
    const ts = await watches.adopt(pressed, person.userId);
    if (ts === undefined) return listener(args);
    log.info({ channelId }, 'an alert was posted twice: the younger one is deleted');
    await Promise.all([listener(args), messages.delete({ channel: channelId, ts })]);
  };
}
