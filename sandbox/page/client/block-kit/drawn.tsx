import { type Block, Message, type MessageProps } from 'slack-blocks-to-jsx';
import { drawDate } from '../../../draw/draw-date.ts';
import { useClient } from '../hooks/use-client.ts';
import { drawable } from './drawable.ts';

/** Blocks without anything to press, drawn by the renderer. */
export function Drawn({ blocks }: { readonly blocks: readonly object[] }) {
  const { theme } = useClient();
  // What it does not know it leaves out; the local Slack let only valid blocks through.
  const shown = drawable(blocks) as Block[];
  return <Message withoutWrapper blocks={shown} name="" logo="" theme={theme} hooks={HOOKS} />;
}

/** The renderer keeps the first hooks it was given, so what changes is read inside of them. */
const HOOKS: NonNullable<MessageProps['hooks']> = {
  user: ({ id }) => <Mention id={id} />,
  channel: ({ id }) => <ChannelMention id={id} />,
  date: (date) => <SlackDate {...date} />,
  link: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ),
};

function Mention({ id }: { readonly id: string }) {
  const { users } = useClient();
  return <span className="mention">@{users[id] ?? id}</span>;
}

function ChannelMention({ id }: { readonly id: string }) {
  const { channels } = useClient();
  return <span className="mention">#{channels.find((channel) => channel.id === id)?.name ?? id}</span>;
}

interface DateProps {
  readonly timestamp: string;
  readonly format: string;
  readonly fallback: string;
}

function SlackDate({ timestamp, format, fallback }: DateProps) {
  const { nowMs, timeZone, locale } = useClient();
  const date = { seconds: Number(timestamp), format, fallback };
  return <time title={fallback}>{drawDate(date, { nowMs, timeZone, locale })}</time>;
}
