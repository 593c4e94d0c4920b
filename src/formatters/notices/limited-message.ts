import type { LookupLimit } from '../../words/command-words.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** Says to somebody who has asked for too much that they have, and when to ask again. */
export function formatLimited(limit: LookupLimit, { words }: FormatContext): Message {
  const { what, next } = words.command.limited(limit);
  return toMessage([what, next], [richText(line(bold(what), plain(`\n${next}`)))]);
}
