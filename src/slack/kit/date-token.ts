import type { RichTextElement } from '@slack/types';
import { plain } from './rich-text.ts';
import { escapeMrkdwn } from './text-objects.ts';

/** Ten digits of seconds (the year 2286): clients mistake longer numbers for milliseconds. */
const LATEST_MS = 9_999_999_999_999;

/**
 * A moment inside a sentence. Slack begins a date with a capital, "Today 15:23", unless something stands before it: here a
 * space of no width.
 */
export const MOMENT_FORMAT = '\u200B{date_short_pretty} {time}';

/** Whether a moment can be shown as a date at all. */
export function isShowable(atMs: number): boolean {
  return atMs >= 0 && atMs <= LATEST_MS;
}

/**
 * Markup that each reader's device draws in its own zone and language. Clients that cannot draw it show the fallback,
 * which also stands for a moment that is not showable.
 */
export function dateToken(atMs: number, format: string, fallback: string): string {
  const text = escapeMrkdwn(fallback);
  return isShowable(atMs) ? `<!date^${Math.floor(atMs / 1000)}^${format}|${text}>` : text;
}

/** The same as rich text. */
export function dateElement(atMs: number, format: string, fallback: string): RichTextElement {
  if (!isShowable(atMs)) return plain(fallback);
  return { type: 'date', timestamp: Math.floor(atMs / 1000), format, fallback };
}
