import type { RespondArguments } from '@slack/bolt';
import type { LookupOutcome } from '../../domain/outcome.ts';
import { formatLookup } from '../../formatters/account/lookup-message.ts';
import { formatTriage } from '../../formatters/list/triage-message.ts';
import type { FormatContext, Message } from '../../formatters/message.ts';

/** A message and who is to see it. */
export interface Reply {
  readonly audience: FormatContext['audience'];
  readonly message: Message;
}

/** One outcome as a card, several as a list; the list is the caller's to sort. */
export function toReply(outcomes: readonly LookupOutcome[], context: FormatContext): Reply {
  const [only, ...others] = outcomes;
  const message =
    only !== undefined && others.length === 0 ? formatLookup(only, context) : formatTriage(outcomes, context);
  return { audience: context.audience, message };
}

/** Whether there are figures to show. A channel is never shown anything else: an unknown id is nobody's news. */
export function hasAnswer(outcome: LookupOutcome): boolean {
  return outcome.kind === 'found' || (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined);
}

/** Whether this was an account, as far as anybody knows: only then it is kept among the recent ones. */
export function isAccount({ kind }: LookupOutcome): boolean {
  return kind === 'found' || kind === 'unavailable';
}

/** A reply in Slack's terms, as an ack or as a new message. */
export function toSlack({ audience, message }: Reply): RespondArguments {
  if (audience === 'private') return { response_type: 'ephemeral', ...message };
  // Text from outside may hold an address: Slack must not fetch it and show a channel what it finds.
  return { response_type: 'in_channel', unfurl_links: false, unfurl_media: false, ...message };
}
