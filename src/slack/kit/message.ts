import type { KnownBlock } from '@slack/types';
import type { Pin } from '../../account/pins.ts';
import type { VerdictLevel } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { CUTS, LIMITS } from './limits.ts';
import { bold, code, line, plain, richText } from './rich-text.ts';
import { escapeMrkdwn } from './text-objects.ts';
import { cut, tidy } from './tidy.ts';

/** What Slack is sent: `text` is the notification and what screen readers read, `blocks` what is drawn. */
export interface Message {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** What a card said before it was drawn anew. */
export interface LevelBefore {
  readonly level: VerdictLevel;
  readonly readAtMs: number;
}

export interface FormatContext {
  readonly nowMs: number;
  /** What Slack calls our command, with its slash. */
  readonly command: string;
  readonly words: Words;
  /** In a channel nothing personal is shown. */
  readonly audience: 'private' | 'channel';
  /** Slack user id, for a card in a channel. */
  readonly sharedBy?: string;
  /** For a card that is drawn anew. */
  readonly before?: LevelBefore;
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

/** A message of one sentence. */
export const sentence = (text: string): Message => toMessage([text], [richText(line(plain(text)))]);

/** What happened, and what to do; `typed` is the command to type for it. */
export function notice(what: string, next: string, typed?: string): Message {
  return typed === undefined
    ? toMessage([what, next], [richText(line(bold(what), plain(`\n${next}`)))])
    : toMessage([what, `${next} ${typed}`], [richText(line(bold(what), plain(`\n${next} `), code(typed)))]);
}

/** An id or name as it has to be typed after the command: in quotes where a space or comma would end it. */
export function asTyped(shown: string): string {
  return /[\s,;]/u.test(shown) ? `"${shown}"` : shown;
}

/** The command that asks about an account. */
export const commandFor = (id: string, { command }: Pick<FormatContext, 'command'>): string =>
  `${command} ${asTyped(tidy(id, CUTS.id))}`;
