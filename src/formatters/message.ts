import type { KnownBlock } from '@slack/types';
import type { Pin } from '../domain/pins.ts';
import type { Words } from '../words/words.ts';
import { LIMITS } from './kit/limits.ts';
import { escapeMrkdwn } from './kit/text-objects.ts';
import { cut } from './kit/tidy.ts';

/** What Slack is sent: `text` is the notification and what screen readers read, `blocks` what is drawn. */
export interface Message {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

export interface FormatContext {
  readonly nowMs: number;
  readonly words: Words;
  /** In a channel nothing personal is shown. */
  readonly audience: 'private' | 'channel';
  /** Slack user id, for a card in a channel. */
  readonly sharedBy?: string;
  /** The reader's own pins, for names and menus. Absent when nobody knows them; never looked at for a channel. */
  readonly pins?: readonly Pin[];
}

/** A message from its blocks and its plain lines. The lines are joined, escaped and cut here, never before. */
export function toMessage(lines: readonly string[], blocks: KnownBlock[]): Message {
  // Cut before escaping, so that no entity is cut in two; an escaped character takes five at most.
  let text = escapeMrkdwn(cut(lines.join('\n'), LIMITS.messageText));
  for (let max = LIMITS.messageText; text.length > LIMITS.messageText; max -= 100) {
    text = escapeMrkdwn(cut(lines.join('\n'), max));
  }
  return { text, blocks };
}
