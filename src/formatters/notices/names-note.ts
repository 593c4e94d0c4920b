import { plainText } from '../kit/text-objects.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** The same message, with a word that a short name was not recognised because nobody can read names just now. */
export function withNamesNote({ text, blocks }: Message, { words }: Pick<FormatContext, 'words'>): Message {
  const note = words.pins.namesUnavailable;
  return {
    text: `${text}\n${toMessage([note], []).text}`,
    blocks: [...blocks, { type: 'context', elements: [plainText(note)] }],
  };
}
