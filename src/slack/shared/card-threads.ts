import type { MessageShortcut } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../async.ts';
import { isPlausibleId } from '../../domain/plausible-id.ts';
import { decodeAccountAction } from '../../formatters/account/account-action.ts';

/**
 * Which account the thread under a shared card is about, as far as this process has seen the card: Slack says neither the
 * `ts` of a message posted with a response_url nor, without a history scope, what stands above a reply.
 */
export interface CardThreads {
  /** Somebody pressed on the card, or used the shortcut on it. */
  saw(card: { readonly channelId: string; readonly ts: string; readonly accountId: string }): void;
  /** Undefined for a thread under anything else, and under a card that was not seen. */
  accountOf(thread: { readonly channelId: string; readonly ts: string }): string | undefined;
}

const CARDS_AT_MOST = 5_000;

export function createCardThreads(): CardThreads {
  const accounts = new LRUCache<string, string>(atMost(CARDS_AT_MOST));
  return {
    saw: ({ channelId, ts, accountId }) => void accounts.set(`${channelId}:${ts}`, accountId),
    accountOf: ({ channelId, ts }) => accounts.get(`${channelId}:${ts}`),
  };
}

/** More than a message of Slack has. */
const BLOCKS_AT_MOST = 50;

/** The account of a card, from the row of its buttons; undefined for any other message. What Slack sends is not trusted. */
export function accountOnCard({ blocks }: Partial<MessageShortcut['message']> = {}): string | undefined {
  if (!Array.isArray(blocks)) return undefined;
  for (const block of blocks.slice(0, BLOCKS_AT_MOST)) {
    const blockId: unknown = block?.block_id;
    const account = typeof blockId === 'string' ? decodeAccountAction(blockId) : undefined;
    if (account !== undefined && isPlausibleId(account.id)) return account.id;
  }
  return undefined;
}
