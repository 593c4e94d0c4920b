import { answerIn, newerOutcome } from '../../domain/newer-outcome.ts';
import type { Answer, LookupBackupStatus, LookupOptions, LookupOutcome } from '../../domain/outcome.ts';
import type { LastKnownAnswers } from '../../lookup/last-known-answers.ts';
import type { PersonalStore } from '../shared/personal-store.ts';
import type { HomeMemory } from './home-memory.ts';
import { shownIds } from './home-state.ts';

/** Brings what a Home shows into its memory. */
export interface HomeFacts {
  /** Reads pins, recents and last known answers. Asks the service nothing and never rejects. */
  load(memory: HomeMemory): Promise<void>;
  /**
   * Asks about accounts, each at most once at a time: what is being asked already is waited for. Rejects for defects
   * only, once everything else is in.
   */
  ask(memory: HomeMemory, ids: readonly string[], options?: LookupOptions): Promise<readonly LookupOutcome[]>;
}

export interface HomeFactsDeps {
  readonly lookup: LookupBackupStatus;
  readonly lastKnown: LastKnownAnswers;
  readonly store: PersonalStore;
}

export function createHomeFacts({ lookup, lastKnown, store }: HomeFactsDeps): HomeFacts {
  async function askOne(memory: HomeMemory, id: string, options?: LookupOptions): Promise<LookupOutcome> {
    try {
      const outcome = newerOutcome(memory.outcomes.get(id), await lookup(id, options));
      memory.outcomes.set(id, outcome);
      return outcome;
    } finally {
      memory.asking.delete(id);
    }
  }

  function askOnce(memory: HomeMemory, id: string, options?: LookupOptions): Promise<LookupOutcome> {
    const underWay = memory.asking.get(id);
    if (underWay !== undefined) return underWay;
    const asked = askOne(memory, id, options);
    memory.asking.set(id, asked);
    return asked;
  }

  return {
    async load(memory) {
      const { person } = memory;
      memory.loadsBegun += 1;
      const load = memory.loadsBegun;
      const [pins, recents] = await Promise.all([store.pins(person), store.recents(person)]);
      if (load > memory.lastLoad) Object.assign(memory, { pins, recents, lastLoad: load });
      const before = new Map(memory.outcomes);
      const held = [...before.values()].flatMap((outcome) => answerIn(outcome) ?? []);
      const answers = await lastKnown(shownIds(memory), held);
      forget(memory, { before, answers });
      remember(memory, answers);
    },

    async ask(memory, ids, options) {
      const results = await Promise.allSettled(ids.map((id) => askOnce(memory, id, options)));
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    },
  };
}

interface Known {
  readonly before: ReadonlyMap<string, LookupOutcome>;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Drops accounts that are no longer shown, and figures that are too old by now to be shown to anybody. */
function forget(memory: HomeMemory, { before, answers }: Known): void {
  const { outcomes, asking } = memory;
  const ids = shownIds(memory);
  for (const [id, outcome] of outcomes) {
    const isShown = ids.includes(id) || asking.has(id);
    const isOutdated = answerIn(outcome) !== undefined && before.get(id) === outcome && !answers.has(id);
    if (!isShown || isOutdated) outcomes.delete(id);
  }
}

/** Takes over what is known now. */
function remember(memory: HomeMemory, answers: ReadonlyMap<string, Answer>): void {
  const { outcomes } = memory;
  for (const [id, answer] of answers) {
    const known = outcomes.get(id);
    outcomes.set(id, newerOutcome(known, withAnswer(id, known, answer)));
  }
}

/** A failure stands until there is an answer of the last moments. */
function withAnswer(id: string, known: LookupOutcome | undefined, answer: Answer): LookupOutcome {
  if (known === undefined || known.kind === 'found' || answer.source === 'cached') {
    return { kind: 'found', id, answer };
  }
  return known.kind === 'unavailable' ? { ...known, lastKnown: answer } : known;
}
