// slack/ owns the strict local Slack: what the platform remembers, refuses and sends, and the people who use it.
// It must never know the bot's own code, the backup service or any word the bot says.

import type { MessageContent } from '../state/messages.ts';
import { isJsonObject, type JsonObject, parseJson } from './json.ts';
import { type Refusal, refuseMessage } from './refusals.ts';

/** What an acknowledgement or a post to a response_url wants shown. */
export interface Answer {
  readonly content: MessageContent;
  readonly responseType: 'ephemeral' | 'in_channel';
  readonly isReplacing: boolean;
  readonly isDeleting: boolean;
  readonly threadTs: string | undefined;
}

const isTrue = (value: unknown) => value === true || value === 'true';

/** Reads an answer as Slack does; ephemeral unless it says `in_channel`. */
export function readAnswer(body: unknown): Answer | Refusal {
  if (!isJsonObject(body)) return { error: 'invalid_payload', messages: [] };
  const { response_type: responseType = 'ephemeral', thread_ts: threadTs } = body;
  if (responseType !== 'ephemeral' && responseType !== 'in_channel') {
    return { error: 'invalid_payload', messages: [] };
  }
  const isDeleting = isTrue(body.delete_original);
  const said = readContent(body, isDeleting);
  if ('error' in said) return said;
  return {
    content: said,
    responseType,
    isReplacing: isTrue(body.replace_original),
    isDeleting,
    threadTs: typeof threadTs === 'string' ? threadTs : undefined,
  };
}

/** Blocks may be a list, or JSON in a string. A deletion needs to say nothing. */
function readContent(body: JsonObject, isDeleting: boolean): MessageContent | Refusal {
  const { text } = body;
  const blocks = typeof body.blocks === 'string' ? parseJson(body.blocks) : body.blocks;
  if (typeof body.blocks === 'string' && !Array.isArray(blocks)) {
    return { error: 'invalid_blocks_format', messages: [] };
  }
  const isSilent = isDeleting && text === undefined && blocks === undefined;
  const refusal = isSilent ? undefined : refuseMessage({ text, blocks });
  return (
    refusal ?? { text: typeof text === 'string' ? text : '', blocks: Array.isArray(blocks) ? blocks : [] }
  );
}
