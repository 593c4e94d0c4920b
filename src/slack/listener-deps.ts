import type { Logger } from 'pino';
import type { Answer, LookupBackupStatus } from '../account/outcome.ts';
import type { Pin } from '../account/pins.ts';
import type { TermsOf } from '../account/terms.ts';
import type { KnownAccounts, ListEditor } from '../account-list/create-account-list.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { Observe } from '../operations/events.ts';
import type { Store } from '../store/create-store.ts';
import type { MessageRef } from '../watch/posted.ts';
import { type Language, wordsOf } from '../words/words.ts';
import type { createAccess } from './access.ts';
import type { AccessRules } from './kit/access.ts';
import type { FormatContext } from './kit/message.ts';
import { createNames } from './lookup/names.ts';
import { createSafeStore, withSeen } from './safe-store.ts';
import type { Web } from './web.ts';

/** What answers are made from. */
export interface AnswerDeps {
  readonly lookup: LookupBackupStatus;
  /** Looks at the service now. */
  readonly checkUp: (options: { budgetMs: number }) => Promise<CheckUp>;
  /** The limits and the name of an account, as they are now. */
  readonly termsOf: TermsOf;
  /** For channels, and for people whose language is unknown or not available. */
  readonly language: Language;
  readonly pins: Store['pins'];
  readonly recents: Store['recents'];
  readonly watches: Store['watches'];
  /** Which accounts are known, and what they are called for everybody. */
  readonly accounts: KnownAccounts;
  readonly listEditor: ListEditor;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  /** How long a command waits for its answer before it says that one is on its way; Slack allows 3,000 in all. */
  readonly inlineWithinMs: number;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** How Slack is called, who may ask, and what Slack says about people who have asked. */
interface SlackParts extends Omit<Web, 'tokenRefusal'>, ReturnType<typeof createAccess> {
  /** What narrows who may ask. */
  readonly rules: AccessRules;
  /** The address of a message. */
  readonly linkTo: (message: MessageRef) => string;
}

export type ListenerDeps = ReturnType<typeof createListenerDeps>;

/** Everything that listeners use, made once for all of them. */
export function createListenerDeps(deps: AnswerDeps, { localeOf, ...slack }: SlackParts) {
  const { lastKnown, checkUp, termsOf, inlineWithinMs, now, log } = deps;
  const { watches, accounts, ...store } = createSafeStore(deps);
  const lookup = withSeen(deps.lookup, watches);
  return {
    ...{ ...slack, lookup, lastKnown, store, watches, accounts, termsOf, checkUp, inlineWithinMs, now, log },
    names: createNames(store, lookup, deps.accounts),
    // Every request is authorized first: the language of its person is known by then.
    contexts: createContexts(localeOf, deps.language, now),
  };
}

/** What people type, as manifest.yml declares it. */
export const COMMAND = '/backup-status';

/** What messages and views are made with: the time now, the viewer's language, what is known of them. */
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
