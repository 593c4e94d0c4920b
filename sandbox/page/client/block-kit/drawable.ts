/** A text object, as far as it is changed here. */
interface Text {
  readonly type: string;
  readonly text: string;
}

/**
 * A copy of a block that the renderer draws as Slack does. It reads `verbatim` as "no formatting at all", parses plain
 * text as markup, turns escaped brackets into live ones and `12:30:45` into emoji, and repeats ids in the document.
 */
export function drawable<T>(value: T): T {
  if (Array.isArray(value)) return value.map(drawable) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { verbatim, block_id, action_id, ...rest } = value as Record<string, unknown>;
  if (isText(rest, 'plain_text')) return { ...rest, verbatim: true } as T;
  if (isText(rest, 'mrkdwn')) return { ...rest, text: disarm(rest.text) } as T;
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, drawable(inner)])) as T;
}

const isText = (value: object, type: string): value is Text =>
  'type' in value && value.type === type && 'text' in value && typeof value.text === 'string';

/** Numeric entities are decoded after the parsing; code and tokens stay as they are. */
function disarm(text: string): string {
  return text
    .split(/(`[^`\n]+`|<[^<>]+>)/)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece
            .replaceAll('&lt;', '&#60;')
            .replaceAll('&gt;', '&#62;')
            .replace(/(?<=\d):(?=\d)/g, '&#58;'),
    )
    .join('');
}
