import type { RichTextBlock, RichTextElement, RichTextList, RichTextSection } from '@slack/types';
import type { Words } from '../../words/words.ts';
import { escapeMrkdwn, type Parts, present } from './blocks.ts';
import { isSlackId } from './ids.ts';
import { MAX_LENGTHS, truncate } from './text.ts';

/** What a line is made of: a text is plain. */
export type Line = Parts<RichTextElement | string>;

/**
 * Rich text for text from outside. Its text elements are never parsed: nothing needs escaping, nothing that was sent can
 * format, mention or link, and copying gives the characters as they came.
 */
export const richText = (...parts: Parts<RichTextSection | RichTextList>): RichTextBlock => ({
  type: 'rich_text',
  elements: present(parts),
});

/** One line as a block. */
export const paragraph = (...parts: Line): RichTextBlock => richText(line(...parts));

/** Leaves out empty texts, which Slack refuses. */
export function line(...parts: Line): RichTextSection {
  const elements = present(parts).map((part) => (typeof part === 'string' ? plain(part) : part));
  return {
    type: 'rich_text_section',
    elements: elements.filter((element) => element.type !== 'text' || element.text !== ''),
  };
}

/** Several in one line, without those that are empty. */
export const joined = (between: string, groups: readonly (Line | false | undefined)[]) =>
  groups
    .map((group) => present<RichTextElement | string>(group || []))
    .filter(({ length }) => length > 0)
    .flatMap((group, at) => (at === 0 ? group : [between, ...group]));

export const bullets = (...lines: Parts<RichTextSection>): RichTextList => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: present(lines),
});

const styled =
  (style?: { readonly bold?: true; readonly code?: true }) =>
  (text: string): RichTextElement => ({ type: 'text', text: truncate(text, MAX_LENGTHS.line), style });

export const plain = styled();
export const bold = styled({ bold: true });
/** Something to type. */
export const code = styled({ code: true });

/** A link with our own text. */
export const link = (url: string, text: string): RichTextElement => ({ type: 'link', url, text });

/** A mention, which Slack shows as the name of the person. */
export const user = (userId: string): RichTextElement => ({ type: 'user', user_id: userId });

/** The same for an id from outside: empty unless it is one of a person or a user group. */
export const mention = (id: string | undefined): RichTextElement[] => {
  if (isSlackId('userGroup', id)) return [{ type: 'usergroup', usergroup_id: id }];
  return isSlackId('person', id) ? [user(id)] : [];
};

const DATE_FORMAT = '{date_short_pretty} {time}';

/**
 * A time inside a sentence. Slack begins a date with a capital, "Today 15:23", unless something precedes it: here a
 * zero-width space.
 */
export const MOMENT_FORMAT = `\u200B${DATE_FORMAT}`;

/** Markup that each viewer's device draws in its own zone and language. Clients that cannot draw it show the fallback. */
export const dateToken = (atMs: number, format: string, fallback: string): string =>
  `<!date^${Math.floor(atMs / 1000)}^${format}|${escapeMrkdwn(fallback)}>`;

/** The same as rich text. */
export const dateElement = (atMs: number, format: string, fallback: string): RichTextElement => ({
  type: 'date',
  timestamp: Math.floor(atMs / 1000),
  format,
  fallback,
});

/** In whose language a time is written, and when. */
export interface Viewer {
  readonly words: Words;
  readonly nowMs: number;
}

/** A time, and the phrase that it is put into. */
type Time = readonly [atMs: number, zoneId: string, viewer: Viewer, label?: (when: string) => string];

/** The format and the fallback of a time. */
function formatsOf([atMs, zoneId, { words, nowMs }, label]: Time) {
  const text = words.time.dateTime({ atMs, zoneId, nowMs });
  return [label?.(DATE_FORMAT) ?? MOMENT_FORMAT, label?.(text) ?? text] as const;
}

/**
 * `today 15:23`, drawn by each viewer's device, in the phrase `label` or inside a sentence. Clients that cannot draw it show
 * the time in the zone `zoneId`.
 */
export const timeElement = (...time: Time) => dateElement(time[0], ...formatsOf(time));

/** The same as markup. */
export const timeToken = (...time: Time) => dateToken(time[0], ...formatsOf(time));

/** `until today 16:00`, inside a sentence. */
export const untilElement = (atMs: number, zoneId: string, viewer: Viewer): RichTextElement =>
  timeElement(atMs, zoneId, viewer, viewer.words.quiet.until);
