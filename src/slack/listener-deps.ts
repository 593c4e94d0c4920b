import type { Logger } from 'pino';
import type { Answer, LookupBackupStatus } from '../account/outcome.ts';
import type { Person, Pin, Recent } from '../account/pins.ts';
import type { RulesOf } from '../account/rules-of.ts';
import type { KnownAccounts, ListEditor } from '../account-list/create-account-list.ts';
import { within } from '../async.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { Observe } from '../operations/events.ts';
import type { Store } from '../store/create-store.ts';
import type { Targets } from '../targets/targets.ts';
import type { MessageRef } from '../watch/posted.ts';
import { type Language, wordsOf } from '../words/words.ts';
import { type createAccess, NO_ZONE } from './access.ts';
import type { AccessRules } from './kit/access.ts';
import type { FormatContext, SlackContext } from './kit/message.ts';
import { TIME_LIMITS, type Web } from './web.ts';

/** What answers are made from. */
export interface AnswerDeps {
  readonly lookup: LookupBackupStatus;
  /** Looks at the service now. */
  readonly checkUp: (options: { budgetMs: number }) => Promise<CheckUp>;
  /** The limits and the name of an account, as they are now. */
  readonly rulesOf: RulesOf;
  /** For channels, and for people whose language is unknown or not available. */
  readonly language: Language;
  readonly pins: Store['pins'];
  readonly recents: Store['recents'];
  readonly watches: Store['watches'];
  /** The known accounts, and their names for everybody. */
  readonly accounts: KnownAccounts;
  readonly listEditor: ListEditor;
  readonly targets: Targets;
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
export function createListenerDeps(deps: AnswerDeps, slack: SlackParts) {
  const { lastKnown, checkUp, rulesOf, targets, inlineWithinMs, now, log } = deps;
  const { watches, accounts, ...store } = createSafeStore(deps);
  const lookup = withSeen(deps.lookup, watches);
  return {
    ...slack,
    ...{ lookup, lastKnown, store, watches, accounts, rulesOf, targets, checkUp, inlineWithinMs, now, log },
    names: deps.accounts,
    // Every request is authorized first, so the language of its person is known by then.
    contexts: createContexts(deps, slack),
  };
}

/** The store as listeners use it. Nothing rejects: a failing database must not cost anybody their answer. */
type SafeStore = ReturnType<typeof createSafeStore>;

/** The methods of a part of the store, which resolve with `unavailable` if the store fails. */
type Safe<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Promise<Result | 'unavailable'>
    : never;
};

/** Pins, recent look-ups, watches, and the list of accounts. */
function createSafeStore({ pins, recents, watches, listEditor, log }: AnswerDeps) {
  /** Logs a failure once, under the name of the method. Never rejects. */
  async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T | 'unavailable'> {
    try {
      return await work();
    } catch (error) {
      // A StoreError says what is wrong, and holds no values of rows; anything else is a defect.
      const { name, code, message } = error as NodeJS.ErrnoException;
      const isDefect = name !== 'StoreError' && code === undefined;
      const why = name === 'StoreError' ? { reason: message } : isDefect && { err: error };
      log[isDefect ? 'error' : 'warn']({ doing, error: name, code, ...why }, 'the store failed');
      return 'unavailable';
    }
  }

  const safe = <Part extends object>(part: string, methods: Part) =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        (...args: readonly unknown[]) => attempt(`${part}.${name}`, () => method(...args)),
      ]),
    ) as Safe<Part>;

  const { list, record } = safe('recents', recents);
  const { list: listPins, ...pinChanges } = safe('pins', pins);
  return {
    pins: listPins,
    pinChanges,
    /** Newest first. Empty if they cannot be read. */
    async recents(person: Person): Promise<readonly Recent[]> {
      const listed = await list(person);
      return listed === 'unavailable' ? [] : listed;
    },
    /** Records what was looked up. Resolves once it is written. */
    async record(person: Person, accountIds: readonly string[]): Promise<void> {
      if (accountIds.length > 0) await record(person, accountIds);
    },
    accounts: safe('accounts', listEditor),
    watches: safe('watches', watches),
  };
}

/** Looks accounts up, and adds what their watches have seen to those that are not fine. */
function withSeen(
  lookup: LookupBackupStatus,
  { seen }: Pick<SafeStore['watches'], 'seen'>,
): LookupBackupStatus {
  return async (id, options) => {
    const outcome = await lookup(id, options);
    // Most accounts are fine, and need no query.
    if (outcome.kind !== 'found' || outcome.answer.verdict.level === 'healthy') return outcome;
    const known = (await within(seen(id), TIME_LIMITS.seen))?.value;
    if (known === undefined || known === 'unavailable') return outcome;
    return { ...outcome, answer: { ...outcome.answer, seen: known } };
  };
}

/** What messages and views are made with: the time now, the viewer's language and pins. */
export function createContexts(
  { rulesOf, language, now }: Pick<AnswerDeps, 'rulesOf' | 'language' | 'now'>,
  /** What Slack says about a person, as it is cached. */
  { localeOf, zoneOf }: Pick<SlackParts, 'localeOf' | 'zoneOf'>,
) {
  return {
    /**
     * For one person, in the language of their Slack if it is known and ours. `pins`: theirs; without them, accounts are
     * called by their ids.
     */
    private(userId = '', pins?: readonly Pin[] | 'unavailable'): SlackContext {
      const words = wordsOf(localeOf(userId), language);
      const [zone, known] = [zoneOf(userId) ?? NO_ZONE, pins === 'unavailable' ? undefined : pins];
      return { nowMs: now(), words, audience: 'private', pins: known, rulesOf, zone };
    },
    /** For everybody in a channel. `shared`: who shared the message, and their note. */
    channel(shared: Pick<FormatContext, 'sharedBy' | 'note'> = {}): SlackContext {
      const words = wordsOf(undefined, language);
      return { nowMs: now(), words, audience: 'channel', ...shared, rulesOf, zone: NO_ZONE };
    },
  };
}
