import { type Block, Message, type MessageProps } from 'slack-blocks-to-jsx';
import { drawDate } from '../../draw/draw-date.ts';
import { useClient } from './client.ts';

/** Blocks without interactive elements, drawn by the renderer. */
export function Drawn({ blocks }: { readonly blocks: readonly object[] }) {
  const { theme } = useClient();
  // The renderer skips what it does not know. The local Slack accepts only valid blocks.
  const shown = drawable(blocks) as Block[];
  return <Message withoutWrapper blocks={shown} name="" logo="" theme={theme} hooks={HOOKS} />;
}

/** The renderer keeps the first hooks it gets, so these components read what changes. */
const HOOKS: NonNullable<MessageProps['hooks']> = {
  user: ({ id }) => <Mention id={id} />,
  channel: ({ id }) => <Mention id={id} />,
  date: (date) => <SlackDate {...date} />,
  link: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
};

function Mention({ id }: { readonly id: string }) {
  const { mentions } = useClient().state;
  return <span className="mention">{mentions[id] ?? id}</span>;
}

interface DateProps {
  readonly timestamp: string;
  readonly format: string;
  readonly fallback: string;
}

function SlackDate({ timestamp, format, fallback }: DateProps) {
  const { nowMs, state } = useClient();
  const { tz: timeZone, locale } = state.person;
  const date = { seconds: Number(timestamp), format, fallback };
  return <time title={fallback}>{drawDate(date, { nowMs, timeZone, locale })}</time>;
}

/**
 * A copy of a block that the renderer draws as Slack does. Without it, the renderer takes `verbatim` to mean no formatting
 * at all, parses plain text as markup, turns escaped brackets into markup and `12:30:45` into emoji, and repeats ids.
 */
function drawable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(drawable);
  if (typeof value !== 'object' || value === null) return value;
  const { verbatim, block_id, action_id, ...rest } = value as Record<string, unknown>;
  if (rest.type === 'plain_text') return { ...rest, verbatim: true };
  if (rest.type === 'mrkdwn') return { ...rest, text: disarm(String(rest.text)) };
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, drawable(inner)]));
}

/** Escapes with numeric entities, which are decoded after the parsing. Code and tokens stay as they are. */
function disarm(text: string): string {
  const pieces = text.split(/(`[^`\n]+`|<[^<>]+>)/);
  const disarmed = (piece: string) =>
    piece
      .replaceAll('&lt;', '&#60;')
      .replaceAll('&gt;', '&#62;')
      .replace(/(?<=\d):(?=\d)/g, '&#58;');
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : disarmed(piece))).join('');
}
