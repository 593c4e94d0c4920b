import { withPlaceholder } from '../../async/placeholder.ts';
import type { LookupOptions, LookupOutcome } from '../../domain/outcome.ts';
import { type Person, PINS_AT_MOST } from '../../domain/pins.ts';
import type { NameChoice } from '../../formatters/notices/name-messages.ts';
import type { Names } from '../shared/names.ts';
import type { PersonalStore } from '../shared/personal-store.ts';
import { accountIds } from '../web-api/reply.ts';
import type { HomeAccounts } from './home-accounts.ts';
import { shownIds, withRecents } from './home-model.ts';
import type { HomePublisher } from './home-publisher.ts';

/** What is asked and shown after a press. */
export interface HomeRun extends LookupOptions {
  /** What the person asked for: shown the moment it is answered, before the others. */
  readonly ids?: readonly string[];
  /** Whether `ids` are shown in full, and are among the recent accounts from now on. */
  readonly isInFull?: boolean;
  /** Names among what was typed that several accounts have. */
  readonly choices?: readonly NameChoice[];
  /** Of the other accounts shown: whether to ask about one. By default, when nothing is known of it. */
  readonly isDue?: (outcome: LookupOutcome | undefined) => boolean;
}

/** What came of something done in Home, for the audit line. */
export interface HomeDone {
  /** Why nothing was asked. */
  readonly said?: 'rate-limited';
  /** Of the accounts that were asked about. */
  readonly outcomes: readonly LookupOutcome[];
  /** Whether Slack took the last view. */
  readonly isPublished: boolean;
}

export interface HomeRunDeps {
  readonly person: Person;
  readonly accounts: HomeAccounts;
  readonly publisher: Pick<HomePublisher, 'publish'>;
  readonly store: Pick<PersonalStore, 'record'>;
  readonly names: Pick<Names, 'near'>;
  readonly now: () => number;
}

/** An answer within this time needs no loading note. */
const QUICK_MS = 400;

/** Loads what is known, shows it, and shows answers as they come in: one publish where there is nothing to ask. */
export function createHomeRun(deps: HomeRunDeps): (options: HomeRun) => Promise<HomeDone> {
  const { accounts, publisher, person, store, names, now } = deps;

  return async ({ ids = [], choices = [], isInFull = false, isDue = isUnknown, ...options }) => {
    await accounts.load();
    const question = { askedAtMs: now(), ids, hints: { choices, near: [] } };
    if (isInFull) accounts.change({ lookedUp: question });
    const { outcomes } = accounts.model();
    const due = shownIds(accounts.model()).filter((id) => !ids.includes(id) && isDue(outcomes.get(id)));
    const asked = accounts.ask(ids, options);
    const othersOptions = ids.length === 0 ? options : {};
    // Pins come first. Opening Home never asks for more; the others show the last known answer.
    const most = othersOptions.fresh ? due.length : PINS_AT_MOST;
    const others = accounts.ask(due.slice(0, most), othersOptions);
    // A defect with one account must not hide the others: it is thrown once they are shown.
    const settled = Promise.allSettled([asked]);
    const othersSettled = Promise.allSettled([others]);
    let isPublished = false;
    const publish = async () => {
      isPublished = await publisher.publish();
    };
    if (ids.length === 0) await publish();
    else await withPlaceholder(settled, QUICK_MS, publish);
    const [answers] = await settled;
    const recent = isInFull && answers.status === 'fulfilled' ? accountIds(answers.value) : [];
    if (recent.length > 0) accounts.change(withRecents(accounts.model(), recent, now()));
    if (isInFull && answers.status === 'fulfilled') {
      const { pins } = accounts.model();
      const near = await names.near(person, answers.value, pins === 'unavailable' ? undefined : pins);
      // Somebody may have asked for something else by now.
      if (near.length > 0 && accounts.model().lookedUp === question) {
        accounts.change({ lookedUp: { ...question, hints: { choices, near } } });
      }
    }
    if (ids.length > 0) await publish();
    await othersSettled;
    if (due.length > 0) await publish();
    const done = { outcomes: [...(await asked), ...(await others)], isPublished };
    await store.record(person, recent);
    return done;
  };
}

const isUnknown = (outcome: LookupOutcome | undefined) => outcome === undefined;
