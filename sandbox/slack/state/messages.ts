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
  };

export interface Messages {
  post(message: NewMessage): StoredMessage;
  find(channelId: string, ts: string): StoredMessage | undefined;
  /** Replaces what a message says; its place, thread and visibility stay. */
  edit(message: StoredMessage, content: MessageContent): void;
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
    find: (channelId, ts) => messages.find((message) => message.channelId === channelId && message.ts === ts),
    edit(message, content) {
      const filledBlocks = fill(content, ids);
      const state = stateOf(filledBlocks, message.state);
      put({ ...message, ...content, filledBlocks, state, isEdited: true, changedAtMs: now() });
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
  { threadTs, visibleTo, ...said }: NewMessage,
  ids: Ids,
): Omit<StoredMessage, 'changedAtMs'> {
  const filledBlocks = fill(said, ids);
  const state = stateOf(filledBlocks);
  return { ...said, threadTs, visibleTo, ts: ids.ts(), isEdited: false, filledBlocks, state };
}
