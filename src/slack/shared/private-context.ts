import type { Pin } from '../../domain/pins.ts';
import type { FormatContext } from '../../formatters/message.ts';
import type { Words } from '../../words/words.ts';
import { COMMAND } from '../commands/command-name.ts';

/** What a message for one person is made with. Without their pins, when nobody knows them, accounts stand under their ids. */
export function privateContext(
  { now, words }: { readonly now: () => number; readonly words: Words },
  pins?: readonly Pin[] | 'unavailable',
): FormatContext {
  const known = pins === 'unavailable' ? undefined : pins;
  return { nowMs: now(), words, audience: 'private', command: COMMAND, ...(known && { pins: known }) };
}

/** What a card for a whole channel is made with. `sharedBy` is absent where nobody knows who shared it. */
export function channelContext(
  { now, words }: { readonly now: () => number; readonly words: Words },
  sharedBy: string | undefined,
): FormatContext {
  return {
    nowMs: now(),
    words,
    audience: 'channel',
    command: COMMAND,
    ...(sharedBy !== undefined && { sharedBy }),
  };
}
