import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../../account/outcome.ts';
import { newerOutcome } from '../../account/outcome.ts';
import type { Person } from '../../account/pins.ts';
import type { TermsOf } from '../../account/terms.ts';
import type { LastKnownAnswers } from '../../lookup/last-answers.ts';
import { turnOf } from '../../watch/summary.ts';
import type { WatchedAccount } from '../../watch/watch-list.ts';
import type { Watches } from '../watches/watches.ts';
import { answersIn, EMPTY_HOME, type HomeModel, shownIds, withAnswers, withOutcome } from './home-model.ts';
import type { PersonalStore } from './personal-store.ts';

/** The model of one person's Home and what brings facts into it. */
export type HomeAccounts = ReturnType<typeof createHomeAccounts>;

export interface HomeAccountsDeps {
  readonly lookup: LookupBackupStatus;
  readonly lastKnown: LastKnownAnswers;
  readonly store: PersonalStore;
  readonly watches: Pick<Watches, 'list' | 'broken'>;
  readonly termsOf: TermsOf;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createHomeAccounts(deps: HomeAccountsDeps, person: Person) {
  const { lookup, lastKnown } = deps;
  let model = EMPTY_HOME;
  const asking = new Map<string, Promise<LookupOutcome>>();
  // Loads overlap: what began earlier must not undo what began later.
  let loadsBegun = 0;
  let lastLoad = 0;

  async function askOne(id: string, options?: LookupOptions): Promise<LookupOutcome> {
    try {
      const answered = await lookup(id, options);
      const outcome = newerOutcome(model.outcomes.get(id), answered);
      model = withOutcome(model, outcome);
      return outcome;
    } finally {
      asking.delete(id);
    }
  }

  function askOnce(id: string, options?: LookupOptions): Promise<LookupOutcome> {
    const asked = asking.get(id) ?? askOne(id, options);
    asking.set(id, asked);
    return asked;
  }

  return {
    model: () => model,
    change(changes: Partial<HomeModel>) {
      model = { ...model, ...changes };
    },
    /** Reads pins, recents and last known answers. Asks the service nothing and never rejects. */
    async load() {
      loadsBegun += 1;
      const load = loadsBegun;
      const stored = await readStored(deps, person);
      if (load > lastLoad) {
        lastLoad = load;
        model = { ...model, ...stored };
      }
      const before = model;
      const answers = await lastKnown(shownIds(before), answersIn(before));
      model = withAnswers(model, before, answers, (id) => asking.has(id));
    },
    isLoaded: () => loadsBegun > 0,
    /**
     * Asks about accounts, each at most once at a time: what is being asked already is waited for. Rejects for defects
     * only, once everything else is in.
     */
    async ask(ids: readonly string[], options?: LookupOptions) {
      const results = await Promise.allSettled(ids.map((id) => askOnce(id, options)));
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    },
    isAsking: () => asking.size > 0,
  };
}

async function readStored({ store, watches, termsOf, now }: HomeAccountsDeps, person: Person) {
  const [pins, recents, listed, broken] = await Promise.all([
    store.pins(person),
    store.recents(person),
    watches.list([person.userId]),
    watches.broken(person.userId),
  ]);
  // Says nothing about watches that cannot be read: Home already says that the database fails.
  const here = listed === 'unavailable' ? [] : listed;
  const watched = here.flatMap(({ accounts }) => accounts);
  return {
    pins,
    recents,
    watched,
    watchedPatterns: here.flatMap(({ patterns = [] }) => patterns),
    broken: broken === 'unavailable' ? [] : broken,
    next: nextTurns(watched, termsOf, now()),
  } satisfies Partial<HomeModel>;
}

/** A place has so few accounts of its own that judging them blocks nothing. */
function nextTurns(watched: readonly WatchedAccount[], termsOf: TermsOf, nowMs: number) {
  return watched
    .flatMap((account) => turnOf(account, termsOf, nowMs) ?? [])
    .filter(({ atMs }) => atMs > nowMs)
    .toSorted((one, other) => one.atMs - other.atMs)
    .map((turn) => ({ ...turn, displayName: termsOf(turn.accountId).displayName }));
}
