import type { Logger } from 'pino';
import type { Person, Pin } from '../account/names.ts';
import { type Answer, answerIn, type LookupBackupStatus } from '../account/outcome.ts';
import type { RulesOf } from '../account/verdict.ts';
import type { KnownAccounts, ListEditor } from '../account-list/account-list.ts';
import { within } from '../async.ts';
import type { CheckUp } from '../lookup/check-up.ts';
import type { Instruments } from '../operations/events.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/create-store.ts';
import type { Targets } from '../targets/targets.ts';
import type { MessageRef } from '../watch/posted.ts';
import { wordsOf } from '../words/words.ts';
import { type createAccess, NO_ZONE } from './access.ts';
import type { AccessRules } from './kit/access.ts';
import type { SlackContext } from './kit/message.ts';
import { TIME_LIMITS, type Web } from './web.ts';

/** What answers are made from, and how Slack is reached. */
export interface SlackAppDeps extends Instruments {
  readonly settings: Settings;
  readonly lookup: LookupBackupStatus;
  /** Looks at the service now. */
  readonly checkUp: (budgetMs: number) => Promise<CheckUp>;
  /** The limits and the name of an account, as they are now. */
  readonly rulesOf: RulesOf;
  readonly pins: Store['pins'];
  readonly watches: Store['watches'];
  /** The known accounts, and their names for everybody. */
  readonly accounts: KnownAccounts;
  readonly listEditor: ListEditor;
  readonly targets: Targets;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  /** How long a command waits for its answer before it says that one is on its way; Slack allows 3,000 in all. */
  readonly inlineWithinMs: number;
}

/** How Slack is called, who may ask, and what Slack says about people who have asked. */
export interface SlackParts extends Omit<Web, 'tokenRefusal'>, ReturnType<typeof createAccess> {
  /** What narrows who may ask. */
  readonly rules: AccessRules;
  /** The address of a message. */
  readonly linkTo: (message: MessageRef) => string;
}

export type ListenerDeps = ReturnType<typeof createListenerDeps>;

/**
 * Everything that listeners use, made once for all of them. What cannot be read of `store` is undefined or empty: a failing
 * database must not cost anybody their answer. Watches, the list of accounts and changes of pins reject with a StorageError.
 */
export function createListenerDeps(deps: SlackAppDeps, slack: SlackParts) {
  const { lastKnown, checkUp, rulesOf, targets, inlineWithinMs, now, observe, log } = deps;
  const { list: listPins, recents, record, ...pinChanges } = reported('pins', deps.pins, log);
  const watches = reported('watches', deps.watches, log);
  const contexts = createContexts(deps, slack);
  const store = {
    pins: (person: Person) => orUndefined(listPins(person)),
    pinChanges,
    /** Newest first. */
    recents: async (person: Person) => (await orUndefined(recents(person))) ?? [],
    /** Records what was looked up. Resolves once it is written. */
    async record(person: Person, accountIds: readonly string[]): Promise<void> {
      if (accountIds.length > 0) await orUndefined(record(person, accountIds));
    },
  };
  return {
    ...slack,
    ...{ lastKnown, store, watches, rulesOf, targets, checkUp, inlineWithinMs, now, observe, log },
    lookup: withSeen(deps.lookup, watches.seen),
    names: deps.accounts,
    accounts: reported('accounts', deps.listEditor, log),
    // Every request is authorized first, so the language of its person is known by then.
    contexts,
    /** The result of work, and what its person is answered with, including their pins. Ages are as of its end. */
    async withViewer<T>(person: Person, work: Promise<T>) {
      const [done, pins] = await Promise.all([work, store.pins(person)]);
      return [done, contexts.private(person.userId, pins)] as const;
    },
  };
}

/** The store failed, which is logged already. What was to be saved may have been. */
export class StorageError extends Error {
  readonly code = 'storage_failed';
}

/** What the store answers. Undefined if it fails. */
export const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** A part of the store that rejects with a StorageError. A failure is logged once, under the name of the method. */
function reported<Part extends object>(part: string, methods: Part, log: Logger): Part {
  const report = (doing: string) => (error: NodeJS.ErrnoException) => {
    // A StoreError says what is wrong, and holds no values of rows; anything else is a defect.
    const { name, code, message } = error;
    const isDefect = name !== 'StoreError' && code === undefined;
    const why = name === 'StoreError' ? { reason: message } : isDefect && { err: error };
    log[isDefect ? 'error' : 'warn']({ doing, error: name, code, ...why }, 'the store failed');
    throw new StorageError(doing, { cause: error });
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...args: readonly unknown[]) => method(...args).catch(report(`${part}.${name}`)),
    ]),
  ) as Part;
}

/** Looks accounts up, and adds their mute and note, and what their watches have seen of those that are not fine. */
function withSeen(lookup: LookupBackupStatus, seen: Store['watches']['seen']): LookupBackupStatus {
  return async (id, options) => {
    const outcome = await lookup(id, options);
    const answer = answerIn(outcome);
    if (answer === undefined) return outcome;
    // The incident of an account that is fine again closes with the next read of its watch.
    const isHealthy = outcome.kind === 'found' && answer.verdict.level === 'healthy';
    const known = await within(orUndefined(seen(id, isHealthy)), TIME_LIMITS.seen);
    const shown = { ...answer, seen: known?.value };
    return outcome.kind === 'found' ? { ...outcome, answer: shown } : { ...outcome, lastKnown: shown };
  };
}

/**
 * What messages and views are made with: the time now, the viewer's language and pins. `localeOf` and `zoneOf`: what Slack
 * says about a person, as it is cached.
 */
function createContexts({ rulesOf, settings, now }: SlackAppDeps, { localeOf, zoneOf }: SlackParts) {
  return {
    /**
     * For one person, in the language of their Slack if it is known and ours. `pins`: theirs, which name accounts.
     */
    private(userId = '', pins?: readonly Pin[]): SlackContext {
      const words = wordsOf(localeOf(userId), settings.LANGUAGE);
      const viewer = {
        viewerId: userId,
        audience: 'private',
        pins,
        zone: zoneOf(userId) ?? NO_ZONE,
      } as const;
      return { ...viewer, nowMs: now(), words, rulesOf };
    },
    /** For everybody in a channel. */
    channel(): SlackContext {
      const words = wordsOf(undefined, settings.LANGUAGE);
      return { nowMs: now(), words, audience: 'channel', rulesOf, zone: NO_ZONE };
    },
  };
}
