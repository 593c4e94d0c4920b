import { withPlaceholder } from '../../async.ts';
import { formatPending } from '../../formatters/notices/notices.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { privately, sendReply, toReply } from '../reply.ts';
import { onPress, type PressListener } from './on-press.ts';
import { readPress } from './press.ts';

/** An account's own button, as help has them: its card, below what was pressed. */
export function createOpenAccountAction(deps: ListenerDeps): PressListener {
  const { lookup, store, respond, contexts, inlineWithinMs } = deps;
  return onPress(deps, {
    by: 'open',
    read: readPress,
    isRecorded: true,
    async act({ account: { id }, person, responseUrl, deadline }) {
      const work = Promise.all([lookup(id, { askedAtMs: deadline.startedAtMs }), store.pins(person)]);
      // The note stays, as that of a command does: what could be replaced is the help that was pressed.
      const { value } = await withPlaceholder(work, inlineWithinMs, () =>
        sendReply(respond, responseUrl, privately(formatPending([id], contexts.private(person.userId)))),
      );
      const [outcome, pins] = value;
      const reply = toReply([outcome], contexts.private(person.userId, pins));
      return { outcomes: [outcome], delivery: await sendReply(respond, responseUrl, reply) };
    },
  });
}
