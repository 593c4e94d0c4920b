import type { RespondArguments } from '@slack/bolt';
import { withPlaceholder } from '../../async/placeholder.ts';
import type { Message } from '../../formatters/message.ts';
import type { Delivery } from '../shared/audit-log.ts';
import { privately, type Reply, sendReply, toSlack } from '../web-api/reply.ts';
import type { Respond } from '../web-api/respond.ts';

export interface AnswerInTimeOptions {
  readonly work: Promise<Reply>;
  readonly withinMs: number;
  /** What to say when it takes longer. */
  readonly pending: () => Message;
  readonly ack: (message: RespondArguments) => Promise<void>;
  readonly respond: Respond;
  readonly responseUrl: string;
}

/**
 * Answers a command: by its ack when the work is done in time, so that there is one message and no flicker; otherwise by
 * an ack that says so and, later, through `response_url`. Rejects when the work does.
 */
export async function answerInTime(options: AnswerInTimeOptions): Promise<Delivery> {
  const { work, withinMs, pending, ack, respond, responseUrl } = options;
  const { value: reply, isLate } = await withPlaceholder(work, withinMs, () =>
    ack(toSlack(privately(pending()))),
  );
  // Slack decides whether the ack can be replaced; where it cannot, this becomes a message of its own (bolt-js#2287).
  if (isLate) return sendReply(respond, responseUrl, reply, { replace: reply.audience === 'private' });
  await ack(toSlack(reply));
  return 'inline';
}
