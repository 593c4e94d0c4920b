import type { Pin } from '../account/pins.ts';
import { type Language, wordsOf } from '../words/words.ts';
import type { FormatContext } from './kit/message.ts';

/** What people type, as manifest.yml declares it. */
export const COMMAND = '/backup-status';

/** What messages and views are made with: the time now, the reader's language, what is known of them. */
export type Contexts = ReturnType<typeof createContexts>;

export function createContexts(
  /** The person's locale in Slack, from what is remembered of them. */
  localeOf: (userId: string) => string | undefined,
  /** For everybody else. */
  language: Language,
  /** Epoch milliseconds. */
  now: () => number,
) {
  return {
    /**
     * For one person, in the language of their Slack where that is known and ours. `pins`: theirs; when they are not known,
     * accounts are called by their ids.
     */
    private(userId: string | undefined, pins?: readonly Pin[] | 'unavailable'): FormatContext {
      const words = wordsOf(userId === undefined ? undefined : localeOf(userId), language);
      const known = pins === 'unavailable' ? undefined : pins;
      return { nowMs: now(), words, audience: 'private', command: COMMAND, pins: known };
    },
    /** For everybody in a channel. `shared`: who put it there by hand, and with what note. */
    channel(shared: Pick<FormatContext, 'sharedBy' | 'note'> = {}): FormatContext {
      return {
        nowMs: now(),
        words: wordsOf(undefined, language),
        audience: 'channel',
        command: COMMAND,
        ...shared,
      };
    },
  };
}
