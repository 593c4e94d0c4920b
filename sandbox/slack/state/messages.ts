import type { JsonObject } from '../server/json.ts';
import type { Changes } from './changes.ts';
import { fillIds, type StateValues, stateOf } from './elements.ts';
import type { Ids } from './ids.ts';

/** The text and blocks that an app or a person posts. */
export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

export interface StoredMessage extends MessageContent {
  readonly ts: string;
  readonly channelId: string;
  readonly threadTs?: string | undefined;
  readonly authorId: string;
  /** As other apps, and people who forward a message, have them. The app under test posts none. */
  readonly attachments?: readonly JsonObject[];
  /** The only person who sees an ephemeral message; undefined when the whole channel sees the message. */
  readonly visibleTo?: string | undefined;
  readonly isEdited: boolean;
  /** When it was posted or last edited. */
  readonly changedAtMs: number;
  /** The blocks as Slack returns them, with the missing ids added. */
  readonly filledBlocks: readonly JsonObject[];
  readonly state: StateValues;
}

type NewMessage = MessageContent &
  Pick<StoredMessage, 'channelId' | 'threadTs' | 'authorId' | 'visibleTo' | 'attachments'>;

const KEPT = 5_000;

/** The messages of all channels, the last five thousand. */
export function createMessages(ids: Ids, changes: Changes, now: () => number) {
  let messages: readonly StoredMessage[] = [];
  const become = (next: readonly StoredMessage[]) => {
    messages = next;
    changes.notify();
  };
  const put = (changed: StoredMessage) => {
    become(messages.map((message) => (message.ts === changed.ts ? changed : message)));
    return changed;
  };
  const fill = (blocks: readonly unknown[], before?: StateValues) => {
    const filledBlocks = fillIds(blocks, () => ids.secret(5));
    return { filledBlocks, state: stateOf(filledBlocks, before), changedAtMs: now() };
  };
  return {
    post(shown: NewMessage): StoredMessage {
      const message = { ...shown, ...fill(shown.blocks), ts: ids.ts(), isEdited: false };
      become([...messages.slice(1 - KEPT), message]);
      return message;
    },
    /** Searches one channel or all: no two messages have the same `ts`. */
    find: (ts: string, channelId?: string) =>
      messages.find((one) => one.ts === ts && (channelId === undefined || one.channelId === channelId)),
    /** The number of replies in the message's thread. */
    replyCount: ({ channelId, ts }: StoredMessage) =>
      messages.filter((one) => one.channelId === channelId && one.threadTs === ts).length,
    /** Replaces the content of a message. Its place, thread and visibility stay. */
    edit: (message: StoredMessage, content: MessageContent) =>
      put({ ...message, ...content, ...fill(content.blocks, message.state), isEdited: true }),
    setState: (message: StoredMessage, state: StateValues) => put({ ...message, state }),
    remove: ({ ts }: StoredMessage) => become(messages.filter((message) => message.ts !== ts)),
    /** The messages that this person sees in these channels, oldest first. */
    seenBy: (userId: string, channelIds: readonly string[]) =>
      messages.filter(
        ({ channelId, visibleTo }) =>
          channelIds.includes(channelId) && (visibleTo === undefined || visibleTo === userId),
      ),
    /** Removes messages posted or edited at a later time than now. */
    forgetFuture: () => become(messages.filter(({ changedAtMs }) => changedAtMs <= now())),
    /** Removes ephemeral messages, which a reload loses because Slack does not store them. */
    forgetEphemerals: (userId: string) => become(messages.filter(({ visibleTo }) => visibleTo !== userId)),
  };
}
