import type { Pin } from '../../domain/pins.ts';
import type { FormatContext } from '../../formatters/message.ts';
import { type Language, wordsOf } from '../../words/words.ts';

/** What people type, as manifest.yml declares it. */
export const COMMAND = '/backup-status';

/** What messages and views are made with: the time now, the reader's language, what is known of them. */
export interface Contexts {
  /**
   * For one person, in the language of their Slack where that is known and ours. `pins`: theirs; when they are not known,
   * accounts are called by their ids.
   */
  private(userId: string | undefined, pins?: readonly Pin[] | 'unavailable'): FormatContext;
  /** For everybody in a channel. */
  channel(sharedBy: string | undefined): FormatContext;
}

export interface ContextsDeps {
  /** The person's locale in Slack, from what is remembered of them. */
  readonly localeOf: (userId: string) => string | undefined;
  /** For everybody else. */
  readonly language: Language;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createContexts({ localeOf, language, now }: ContextsDeps): Contexts {
  return {
    private(userId, pins) {
      const words = wordsOf(userId === undefined ? undefined : localeOf(userId), language);
      const known = pins === 'unavailable' ? undefined : pins;
      return { nowMs: now(), words, audience: 'private', command: COMMAND, pins: known };
    },
    channel(sharedBy) {
      const words = wordsOf(undefined, language);
      const by = sharedBy !== undefined && { sharedBy };
      return { nowMs: now(), words, audience: 'channel', command: COMMAND, ...by };
    },
  };
}
