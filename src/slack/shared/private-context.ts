import type { Pin } from '../../domain/pins.ts';
import type { FormatContext } from '../../formatters/message.ts';
import type { Words } from '../../words/words.ts';
import { COMMAND } from '../commands/command-name.ts';

/** What a message for one person is made with. Without their pins, when nobody knows them, accounts stand under their ids. */
export function privateContext(
  { now, words }: { readonly now: () => number; readonly words: Words },
  pins?: readonly Pin[] | 'unavailable',
): FormatContext & { readonly command: string } {
  const known = pins === 'unavailable' ? undefined : pins;
  return { nowMs: now(), words, audience: 'private', command: COMMAND, ...(known && { pins: known }) };
}
