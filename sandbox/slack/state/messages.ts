import { fillIds } from '../client/elements.ts';
import type { JsonObject } from '../server/json.ts';
import type { Changes } from './changes.ts';
import { type StateValues, stateOf } from './element-state.ts';
import type { Ids } from './ids.ts';

/** What an app or a person says. */
export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

export interface StoredMessage extends MessageContent {
  readonly ts: string;
  readonly channelId: string;
  readonly threadTs: string | undefined;
  readonly authorId: string;
  /** The one person who sees an ephemeral message; undefined for one that the whole channel sees. */
  readonly visibleTo: string | undefined;
  /** A reply that the channel shows as well. */
  readonly isBroadcast: boolean;
  /** What the app attached for itself; nobody reads it. */
  readonly metadata: JsonObject | undefined;
  readonly isEdited: boolean;
  /** When it was posted or, if later, edited. */
  readonly changedAtMs: number;
  /** The blocks as Slack hands them back: with ids for those that came without. */
  readonly filledBlocks: readonly JsonObject[];
  readonly state: StateValues;
}

type NewMessage = MessageContent &
  Pick<StoredMessage, 'channelId' | 'authorId'> & {
    readonly threadTs?: string | undefined;
    readonly visibleTo?: string | undefined;
    readonly isBroadcast?: boolean;
    readonly metadata?: JsonObject | undefined;
  };

export interface Messages {
  post(message: NewMessage): StoredMessage;
  /** In that channel, or in any: no two messages have the same `ts`. */
  find(ts: string, channelId?: string): StoredMessage | undefined;
  /** How many replies the thread of a message has. */
  replyCount(message: StoredMessage): number;
  /** Replaces what a message says; its place, thread and visibility stay, and its metadata unless it is given. */
  edit(
    message: StoredMessage,
    content: MessageContent & Partial<Pick<StoredMessage, 'metadata'>>,
  ): StoredMessage;
  setState(message: StoredMessage, state: StateValues): void;
  remove(message: StoredMessage): void;
  /** What this person has before their eyes in these channels, oldest first. */
  seenBy(userId: string, channelIds: readonly string[]): StoredMessage[];
  /** Slack stores no ephemeral message: a reload loses them. */
  forgetEphemerals(userId: string): void;
  /** Those posted or edited at a time that is still to come are gone. */
  forgetFuture(): void;
}

interface MessageDeps {
  readonly ids: Ids;
  readonly changes: Changes;
  readonly now: () => number;
}

const KEPT = 5_000;

/** The messages of all channels; the oldest of more than five thousand goes. */
export function createMessages({ ids, changes, now }: MessageDeps): Messages {
  let messages: StoredMessage[] = [];
  const put = (changed: StoredMessage) => {
    messages = messages.map((message) => (message.ts === changed.ts ? changed : message));
    changes.notify();
  };
  const keep = (isKept: (message: StoredMessage) => boolean) => {
    messages = messages.filter(isKept);
    changes.notify();
  };
  return {
    post(said) {
      const message = { ...toStored(said, ids), changedAtMs: now() };
      messages = [...messages.slice(1 - KEPT), message];
      changes.notify();
      return message;
    },
    find: (ts, channelId) =>
      messages.find(
        (message) => message.ts === ts && (channelId === undefined || message.channelId === channelId),
      ),
    replyCount: ({ channelId, ts }) =>
      messages.filter((one) => one.channelId === channelId && one.threadTs === ts).length,
    edit(message, content) {
      const filledBlocks = fill(content, ids);
      const state = stateOf(filledBlocks, message.state);
      const edited = { ...message, ...content, filledBlocks, state, isEdited: true, changedAtMs: now() };
      put(edited);
      return edited;
    },
    setState(message, state) {
      put({ ...message, state });
    },
    remove: ({ ts }) => keep((message) => message.ts !== ts),
    seenBy: (userId, channelIds) =>
      messages.filter(
        ({ channelId, visibleTo }) =>
          channelIds.includes(channelId) && (visibleTo === undefined || visibleTo === userId),
      ),
    forgetEphemerals: (userId) => keep(({ visibleTo }) => visibleTo !== userId),
    forgetFuture: () => keep(({ changedAtMs }) => changedAtMs <= now()),
  };
}

const fill = ({ blocks }: MessageContent, ids: Ids) => fillIds(blocks, () => ids.secret(5));

function toStored(
  { threadTs, visibleTo, isBroadcast = false, metadata, ...said }: NewMessage,
  ids: Ids,
): Omit<StoredMessage, 'changedAtMs'> {
  const filledBlocks = fill(said, ids);
  const state = stateOf(filledBlocks);
  const place = { threadTs, visibleTo, isBroadcast };
  return { ...said, ...place, metadata, ts: ids.ts(), isEdited: false, filledBlocks, state };
}
