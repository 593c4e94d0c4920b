import { alertOfBlock } from '../../formatters/action-ids.ts';
import { requireAuthorizedUser } from '../actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { PressListener } from './on-press.ts';
import { pressedMessage } from './press.ts';

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
    await Promise.all([listener(args), messages.delete({ channelId, ts })]);
  };
}
