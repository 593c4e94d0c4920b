import { type FormatContext, type Message, toMessage } from './message.ts';
import { line, plain, richText } from './rich-text.ts';

/** Answers a request that this app has no room for. */
export function formatOverloaded({ words }: FormatContext): Message {
  const { overloaded } = words.command;
  return toMessage([overloaded], [richText(line(plain(overloaded)))]);
}
