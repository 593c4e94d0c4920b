import { line, plain, richText } from '../kit/rich-text.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** Answers a request that this app has no room for. */
export function formatOverloaded({ words }: FormatContext): Message {
  const { overloaded } = words.command;
  return toMessage([overloaded], [richText(line(plain(overloaded)))]);
}
