import type { Logger } from 'pino';
import type { ListEditor } from '../account/account-list.ts';
import type { KnownAccounts } from '../account/names.ts';
import type { LookupBackupStatus } from '../account/outcome.ts';
import type { TermsOf } from '../account/terms.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { LastKnownAnswers } from '../lookup/last-answers.ts';
import type { Observe } from '../operations/events.ts';
import type { Store } from '../store/create-store.ts';
import type { MessageRef } from '../watch/posted.ts';
import type { Language } from '../words/words.ts';
import { createContexts } from './contexts.ts';
import { createPersonalStore } from './home/personal-store.ts';
import { createNames } from './lookup/names.ts';
import { createAttempt } from './store-attempt.ts';
import { createWatches, withSeen } from './watches/watches.ts';
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
  readonly lastKnown: LastKnownAnswers;
  /** How long a command waits for its answer before it says that one is on its way; Slack allows 3,000 in all. */
  readonly inlineWithinMs: number;
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** How Slack is called, and what it says about people who have asked: see `createAccess`. */
interface SlackParts extends Pick<Web, 'respond' | 'views' | 'messages'> {
  /** The address of a message. */
  readonly linkTo: (message: MessageRef) => string;
  readonly localeOf: (userId: string) => string | undefined;
  readonly zoneOf: (userId: string) => string | undefined;
}

export type ListenerDeps = ReturnType<typeof createListenerDeps>;

/** Enough to read as many accounts as can be pasted, a few per second. */
const ADDED_WITHIN_MS = 600_000;

/** Everything that listeners use, made once for all of them. */
export function createListenerDeps(deps: AnswerDeps, { localeOf, ...slack }: SlackParts) {
  const { lastKnown, checkUp, termsOf, listEditor: editor, inlineWithinMs, now, log } = deps;
  const attempt = createAttempt(log);
  // Every request is authorized first: the language of its person is known by then.
  const contexts = createContexts(localeOf, deps.language, now);
  const store = createPersonalStore({ pins: deps.pins, recents: deps.recents, log });
  const watches = createWatches({ watches: deps.watches, log });
  const lookup = withSeen(deps.lookup, watches);
  return {
    ...slack,
    lookup,
    lastKnown,
    store,
    watches,
    names: createNames(store, lookup, deps.accounts),
    termsOf,
    checkUp,
    contexts,
    inlineWithinMs,
    now,
    log,
    /** The list of accounts: as in `ListEditor`, and nothing rejects. */
    accounts: {
      levels: () => attempt('read the list of accounts', 'unavailable', () => editor.levels()),
      retire: (ids: readonly string[]) => attempt('retire accounts', 'unavailable', () => editor.retire(ids)),
      add: (pasted: string) =>
        attempt('add accounts', { kind: 'unavailable' }, () => editor.add(pasted), ADDED_WITHIN_MS),
    },
  };
}
