import type { Logger } from 'pino';
import type { TermsOf } from '../domain/account-terms.ts';
import type { CheckUp } from '../domain/check-up.ts';
import type { LookupBackupStatus } from '../domain/outcome.ts';
import type { HomeSessions } from './home/home-sessions.ts';
import type { AccountsList } from './shared/accounts-list.ts';
import type { CardThreads } from './shared/card-threads.ts';
import type { Contexts } from './shared/contexts.ts';
import type { Names } from './shared/names.ts';
import type { PersonalStore } from './shared/personal-store.ts';
import type { RateLimit } from './shared/rate-limit.ts';
import type { Watches } from './shared/watches.ts';
import type { Respond } from './web-api/respond.ts';
import type { SlackMessages } from './web-api/slack-messages.ts';
import type { SlackViews } from './web-api/slack-views.ts';

/** Everything that listeners use; each picks its own. */
export interface ListenerDeps {
  readonly lookup: LookupBackupStatus;
  /** What each person may ask for in a minute. */
  readonly rateLimit: RateLimit;
  /** Looks at the service now. */
  readonly checkUp: (options: { budgetMs: number }) => Promise<CheckUp>;
  readonly store: PersonalStore;
  /** What people type in place of ids. */
  readonly names: Names;
  /** Of shared cards. */
  readonly threads: CardThreads;
  readonly accounts: AccountsList;
  readonly watches: Watches;
  /** The limits and the name of an account, as they are now. */
  readonly termsOf: TermsOf;
  /** Of the person, as their Slack profile says. Undefined: not known. */
  readonly zoneOf: (userId: string) => string | undefined;
  readonly homes: HomeSessions;
  readonly respond: Respond;
  readonly views: SlackViews;
  readonly messages: SlackMessages;
  readonly contexts: Contexts;
  /** How long a command waits for its answer before it says that one is on its way; Slack allows 3,000 in all. */
  readonly inlineWithinMs: number;
  readonly now: () => number;
  readonly log: Logger;
}
