import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { PageMessage, PageState } from '../../page-state.ts';
import { useClient } from '../hooks/use-client.ts';
import { Composer } from './composer.tsx';
import { MessageItem } from './message-item.tsx';
import { titleOf } from './sidebar.tsx';

interface ChannelProps {
  readonly channel: PageState['channels'][number];
  readonly commands: PageState['commands'];
  readonly line: string;
  readonly setLine: (line: string) => void;
  readonly composer: RefObject<HTMLInputElement | null>;
}

/** A channel: what was said, threads under what they belong to, and where to type. */
export function Channel({ channel, commands, line, setLine, composer }: ChannelProps) {
  const { act, status } = useClient();
  const log = useRef<HTMLDivElement>(null);
  const { messages } = channel;
  const newest = messages.at(-1)?.ts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what it scrolls for
  useLayoutEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [newest]);
  const title = titleOf(channel.name);
  const known = new Set(messages.map(({ ts }) => ts));
  const isReply = ({ ts, threadTs }: PageMessage) =>
    threadTs !== undefined && threadTs !== ts && known.has(threadTs);
  const submit = async () => {
    if (line.trim() === '') return;
    setLine('');
    const typed = line.trim();
    const said = typed.startsWith('/')
      ? ({ kind: 'command', channel: channel.name, line: typed } as const)
      : ({ kind: 'say', channel: channel.name, text: typed } as const);
    if (!(await act(said))) setLine(line);
  };
  return (
    <>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div ref={log} className="log" role="log" aria-label={`Messages in ${title}`} tabIndex={0}>
        {messages.length === 0 && (
          <p className="muted">
            Nothing here yet. Type /backup-status 1001 below, or pick an account from the tools.
          </p>
        )}
        {messages
          .filter((message) => !isReply(message))
          .map((message) => (
            <div key={message.ts} className="conversation">
              <MessageItem message={message} />
              <Thread replies={messages.filter((one) => isReply(one) && one.threadTs === message.ts)} />
            </div>
          ))}
      </div>
      <Composer {...{ title, commands, line, setLine, composer, status }} onSubmit={() => void submit()} />
    </>
  );
}

function Thread({ replies }: { readonly replies: readonly PageMessage[] }) {
  if (replies.length === 0) return null;
  return (
    <div className="thread">
      <p className="muted">{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</p>
      {replies.map((message) => (
        <MessageItem key={message.ts} message={message} />
      ))}
    </div>
  );
}
