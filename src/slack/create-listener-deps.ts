import type { Observe } from '../domain/events.ts';
import type { KnownAccounts, ListEditor } from '../domain/names/account-list.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { WatchList } from '../domain/watch/watch-list.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import type { Language } from '../words/words.ts';
import type { UserDirectory } from './authorize/user-directory.ts';
import { createHomeSession } from './home/home-session.ts';
import { createHomeSessions } from './home/home-sessions.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { createAccountsList } from './shared/accounts-list.ts';
import { createCardThreads } from './shared/card-threads.ts';
import { createContexts } from './shared/contexts.ts';
import { createNames } from './shared/names.ts';
import { createPersonalStore } from './shared/personal-store.ts';
import { createRateLimit } from './shared/rate-limit.ts';
import { createWatches } from './shared/watches.ts';
import { withSeen } from './shared/with-seen.ts';

/** What answers are made from. */
export interface AnswerDeps
  extends Pick<ListenerDeps, 'lookup' | 'checkUp' | 'termsOf' | 'inlineWithinMs' | 'now' | 'log'> {
  /** For channels, and for people whose language is unknown or not available. */
  readonly language: Language;
  readonly pins: PinStore;
  readonly recents: RecentStore;
  readonly watches: WatchList;
  /** Which accounts are known, and what they are called for everybody. */
  readonly accounts: KnownAccounts;
  readonly listEditor: ListEditor;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: LastKnownAnswers;
  /** What one person may ask for; 0 for no limit. */
  readonly lookupsPerMinute: number;
  readonly observe?: Observe;
}

/** How Slack is asked and told. */
interface Web extends Pick<ListenerDeps, 'respond' | 'views' | 'messages'> {
  readonly people: UserDirectory;
}

/** Everything that listeners use, made once for all of them. */
export function createListenerDeps(deps: AnswerDeps, { people, ...web }: Web): ListenerDeps {
  const { lastKnown, checkUp, termsOf, inlineWithinMs, lookupsPerMinute, now, observe, log } = deps;
  // Every request is authorized first: the language of its person is known by then.
  const contexts = createContexts({ localeOf: people.locale, language: deps.language, now });
  const store = createPersonalStore({ pins: deps.pins, recents: deps.recents, log });
  const watches = createWatches({ watches: deps.watches, log });
  const lookup = withSeen(deps.lookup, watches);
  const rateLimit = createRateLimit({ lookupsPerMinute, now, observe });
  const names = createNames({ store, lookup, accounts: deps.accounts });
  const shared = { lookup, store, watches, termsOf, names, rateLimit, contexts, now, log };
  const home = { ...shared, lastKnown, views: web.views };
  return {
    ...shared,
    ...web,
    checkUp,
    inlineWithinMs,
    zoneOf: people.zone,
    threads: createCardThreads(),
    accounts: createAccountsList({ editor: deps.listEditor, log }),
    homes: createHomeSessions({ create: (person) => createHomeSession(home, person), now }),
  };
}
