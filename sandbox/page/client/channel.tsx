import type { KnownBlock } from '@slack/types';
import { type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { PageChannel, PageMessage } from '../page-state.ts';
import { Blocks } from './blocks.tsx';
import { useClient } from './client.ts';
import { OverflowMenu } from './overflow-menu.tsx';

/** The name of a channel on screen. */
export const titleOf = (name: string): string => (name === 'direct' ? 'Backup Status Messages' : `#${name}`);

interface ChannelProps {
  readonly channel: PageChannel;
  readonly line: string;
  readonly setLine: (line: string) => void;
  readonly composer: RefObject<HTMLInputElement | null>;
}

/** A channel: its messages, each with its thread below it, and the input for messages and commands. */
export function Channel({ channel: { name, messages }, line, setLine, composer }: ChannelProps) {
  const { act, status } = useClient();
  const log = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.ts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what it scrolls for
  useLayoutEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [newest]);
  const title = titleOf(name);
  const known = new Set(messages.map(({ ts }) => ts));
  const isReply = ({ threadTs }: PageMessage) => threadTs !== undefined && known.has(threadTs);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = line.trim();
    if (typed === '') return;
    setLine('');
    const isSent = await act(typed.startsWith('/') ? 'command' : 'say', typed, { channel: name });
    if (!isSent) setLine(line);
  };
  return (
    <>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div ref={log} className="log" role="log" aria-label={`Messages in ${title}`} tabIndex={0}>
        {messages.length === 0 && (
          <p className="muted">
            Nothing here yet. Type /backup-status 1001 below, or pick an account from the tools; /invite
            @backup-status lets the app post here.
          </p>
        )}
        {messages
          .filter((message) => !isReply(message))
          .map((message) => (
            <div key={message.ts}>
              <MessageItem message={message} />
              <Thread replies={messages.filter(({ threadTs }) => threadTs === message.ts)} />
            </div>
          ))}
      </div>
      <form className="composer" onSubmit={(event) => void submit(event)}>
        <p role="status" className="status">
          {status}
        </p>
        <div className="row">
          <input
            ref={composer}
            className="text-field"
            type="text"
            aria-label={`Message ${title}`}
            placeholder={`Message ${title}`}
            autoComplete="off"
            spellCheck={false}
            value={line}
            onChange={({ target }) => setLine(target.value)}
          />
          <button type="submit" className="button primary">
            Send
          </button>
        </div>
      </form>
    </>
  );
}

function Thread({ replies }: { readonly replies: readonly PageMessage[] }) {
  const items = replies.map((message) => <MessageItem key={message.ts} message={message} />);
  if (items.length === 0) return null;
  return (
    <div className="thread">
      <p className="muted">{items.length === 1 ? '1 reply' : `${items.length} replies`}</p>
      {items}
    </div>
  );
}

/** One message, as its reader sees it. */
function MessageItem({ message }: { readonly message: PageMessage }) {
  const { act, nowMs, state } = useClient();
  const { text, blocks, ts, atMs, authorName, isApp, isEphemeral, isEdited } = message;
  const options = state.shortcuts.map(({ name, callback_id }) => ({
    text: { text: name },
    value: callback_id,
  }));
  const shown: readonly KnownBlock[] =
    blocks.length > 0 ? blocks : [{ type: 'section', text: { type: 'mrkdwn', text } }];
  return (
    <article className="message">
      <span className="avatar" aria-hidden="true">
        {authorName.charAt(0)}
      </span>
      <div className="message-body">
        {isEphemeral && <p className="muted">Only visible to you</p>}
        <p className="author">
          <strong>{authorName}</strong> {isApp && <small className="muted">APP</small>}{' '}
          <time dateTime={new Date(atMs).toISOString()}>{timeOf(atMs, nowMs, state.person.tz)}</time>
          {!isEphemeral && (
            <OverflowMenu
              label="Message shortcuts"
              options={options}
              onChoose={(callbackId) => void act('shortcut', callbackId, { messageTs: ts })}
            />
          )}
        </p>
        <Blocks blocks={shown} place={{ messageTs: ts }} />
        {/* Slack marks no edit that was made with blocks. */}
        {isEdited && blocks.length === 0 && <p className="muted">(edited)</p>}
      </div>
    </article>
  );
}

/** The time of day, with the date unless it is today. */
function timeOf(atMs: number, nowMs: number, timeZone: string): string {
  const dayOf = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(ms);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(atMs);
  return dayOf(atMs) === dayOf(nowMs) ? time : `${dayOf(atMs)}, ${time}`;
}
