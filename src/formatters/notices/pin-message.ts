import type { PinChange } from '../../words/home-words.ts';
import { line, plain, richText } from '../kit/rich-text.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { pinChangeText } from './pin-change-text.ts';

/** Answers a press that was to change a pin. `name` is the one it was to have, absent for none. */
export function formatPinned(
  change: PinChange,
  pin: { readonly accountId: string; readonly name?: string },
  { words }: FormatContext,
): Message {
  const text = pinChangeText({ change, ...pin }, words);
  return toMessage([text], [richText(line(plain(text)))]);
}
