import type { RespondArguments } from '@slack/bolt';
import { within } from '../../async/within.ts';
import type { Message } from '../../formatters/message.ts';
import type { Delivery } from '../shared/audit-log.ts';
import { type Reply, toSlack } from '../web-api/reply.ts';

export interface AnswerInTimeOptions {
  readonly work: Promise<Reply>;
  readonly withinMs: number;
  /** What to say when it takes longer. */
  readonly pending: () => Message;
  readonly ack: (message: RespondArguments) => Promise<void>;
  /** Posts to the command's `response_url`. */
  readonly respond: (message: RespondArguments) => Promise<'delivered' | 'expired'>;
}

/**
 * Answers a command: by its ack when the work is done in time, so that there is one message and no flicker; otherwise by
 * an ack that says so and, later, through `response_url`. Rejects when the work does.
 */
export async function answerInTime(options: AnswerInTimeOptions): Promise<Delivery> {
  const { work, withinMs, pending, ack, respond } = options;
  const ready = await within(work, withinMs);
  if (ready !== undefined) {
    await ack(toSlack(ready.value));
    return 'inline';
  }
  await ack(toSlack({ audience: 'private', message: pending() }));
  const reply = await work;
  // Slack decides whether the ack can be replaced; where it cannot, this becomes a message of its own (bolt-js#2287).
  const result = await respond({ ...toSlack(reply), replace_original: reply.audience === 'private' });
  return result === 'expired' ? 'spent' : 'deferred';
}
