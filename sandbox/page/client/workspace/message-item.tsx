import type { KnownBlock } from '@slack/types';
import type { PageMessage } from '../../page-state.ts';
import { Blocks } from '../block-kit/blocks.tsx';
import { OverflowMenu } from '../block-kit/overflow-menu.tsx';
import { useClient } from '../hooks/use-client.ts';

/** One message, as its reader sees it. */
export function MessageItem({ message }: { readonly message: PageMessage }) {
  const { act, shortcuts, timeZone, nowMs } = useClient();
  const { text, blocks, ts, atMs, authorName, isApp, isEphemeral, isEdited } = message;
  // Slack marks no edit that was made with blocks.
  const isMarked = isEdited && blocks.length === 0;
  const at = new Date(atMs);
  const shown: readonly KnownBlock[] =
    blocks.length > 0 ? blocks : [{ type: 'section', text: { type: 'mrkdwn', text } }];
  return (
    <article className="message">
      <span className="avatar" aria-hidden="true">
        {authorName.charAt(0)}
      </span>
      <div className="message-body">
        {isEphemeral && <p className="only-you">Only visible to you</p>}
        <p className="author">
          <strong>{authorName}</strong> {isApp && <span className="app-badge">APP</span>}{' '}
          <time dateTime={at.toISOString()}>{momentOf(atMs, nowMs, timeZone)}</time>
          {!isEphemeral && shortcuts.length > 0 && (
            <OverflowMenu
              label="Message shortcuts"
              options={shortcuts.map(({ name, callback_id }) => ({
                text: { type: 'plain_text', text: name },
                value: callback_id,
              }))}
              onChoose={(callbackId) => void act({ kind: 'shortcut', callbackId, messageTs: ts })}
            />
          )}
        </p>
        <Blocks blocks={shown} place={{ messageTs: ts }} />
        {isMarked && <p className="muted">(edited)</p>}
      </div>
    </article>
  );
}

/** The time of day; with the day when that is not today. */
function momentOf(atMs: number, nowMs: number, timeZone: string): string {
  const dayOf = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(ms);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(atMs);
  return dayOf(atMs) === dayOf(nowMs) ? time : `${dayOf(atMs)}, ${time}`;
}
