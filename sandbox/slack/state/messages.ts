import type { JsonObject } from '../server/json.ts';
import type { Changes } from './changes.ts';
import { fillIds, type StateValues, stateOf } from './elements.ts';
import type { Ids } from './ids.ts';

/** What an app or a person says. */
export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

export interface StoredMessage extends MessageContent {
  readonly ts: string;
  readonly channelId: string;
  readonly threadTs?: string | undefined;
  readonly authorId: string;
  /** The one person who sees an ephemeral message; undefined for one that the whole channel sees. */
  readonly visibleTo?: string | undefined;
  readonly isEdited: boolean;
  /** When it was posted or, if later, edited. */
  readonly changedAtMs: number;
  /** The blocks as Slack hands them back: with ids for those that came without. */
  readonly filledBlocks: readonly JsonObject[];
  readonly state: StateValues;
}

type NewMessage = MessageContent & Pick<StoredMessage, 'channelId' | 'threadTs' | 'authorId' | 'visibleTo'>;

const KEPT = 5_000;

/** The messages of all channels; the oldest of more than five thousand goes. */
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
    /** In that channel, or in any: no two messages have the same `ts`. */
    find: (ts: string, channelId?: string) =>
      messages.find((one) => one.ts === ts && (channelId === undefined || one.channelId === channelId)),
    /** How many replies the thread of a message has. */
    replyCount: ({ channelId, ts }: StoredMessage) =>
      messages.filter((one) => one.channelId === channelId && one.threadTs === ts).length,
    /** Replaces what a message says; its place, thread and visibility stay. */
    edit: (message: StoredMessage, content: MessageContent) =>
      put({ ...message, ...content, ...fill(content.blocks, message.state), isEdited: true }),
    setState: (message: StoredMessage, state: StateValues) => put({ ...message, state }),
    remove: ({ ts }: StoredMessage) => become(messages.filter((message) => message.ts !== ts)),
    /** What this person has before their eyes in these channels, oldest first. */
    seenBy: (userId: string, channelIds: readonly string[]) =>
      messages.filter(
        ({ channelId, visibleTo }) =>
          channelIds.includes(channelId) && (visibleTo === undefined || visibleTo === userId),
      ),
    /** Those posted or edited at a time that is still to come are gone. */
    forgetFuture: () => become(messages.filter(({ changedAtMs }) => changedAtMs <= now())),
    /** Slack stores no ephemeral message: a reload loses them. */
    forgetEphemerals: (userId: string) => become(messages.filter(({ visibleTo }) => visibleTo !== userId)),
  };
}
