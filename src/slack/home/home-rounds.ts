import type { LookupOptions, LookupOutcome } from '../../domain/outcome.ts';
import { PINS_AT_MOST, RECENTS_AT_MOST } from '../../domain/pins.ts';
import type { PersonalStore } from '../shared/personal-store.ts';
import { within } from '../shared/within.ts';
import { isAccount } from '../web-api/reply.ts';
import type { PaintHome } from './create-home-painter.ts';
import type { HomeFacts } from './home-facts.ts';
import type { HomeMemory } from './home-memory.ts';
import { shownIds } from './home-state.ts';

/** What came of something done in Home, for the audit line. */
export interface HomeDone {
  /** Why nothing was asked. */
  readonly said?: 'rate-limited';
  /** Of the accounts that were asked about. */
  readonly outcomes: readonly LookupOutcome[];
  /** Whether Slack took the last view. */
  readonly isPublished: boolean;
}

/** What is done to a Home: facts brought in, then shown. All of it rejects for defects only. */
export interface HomeRounds {
  load(memory: HomeMemory): Promise<void>;
  /**
   * Everything that is shown, in two publishes: what is known, at once; then what the service says. One publish when there
   * is nothing to ask. A round that is under way is joined.
   */
  round(memory: HomeMemory, options: LookupOptions): Promise<HomeDone>;
  /** Shows what is known, and asks nobody; reads pins and recents only if that was never done. */
  repaint(memory: HomeMemory): Promise<boolean>;
  /** Shows what the store holds now, and asks only about accounts of which nothing is known. */
  catchUp(memory: HomeMemory): Promise<HomeDone>;
  /** Asks about some accounts; that it is being asked is shown only when it takes a while. */
  answer(memory: HomeMemory, ids: readonly string[], options?: LookupOptions): Promise<HomeDone>;
  /** The same for accounts that are then shown in full, and are among the recent ones from now on. */
  show(memory: HomeMemory, ids: readonly string[], options?: LookupOptions): Promise<HomeDone>;
}

export interface HomeRoundsDeps {
  readonly facts: HomeFacts;
  readonly paint: PaintHome;
  readonly store: PersonalStore;
  readonly now: () => number;
}

/** An answer within this needs no word that it is on its way. */
const QUICK_MS = 400;

export function createHomeRounds({ facts, paint, store, now }: HomeRoundsDeps): HomeRounds {
  /** Loads, shows what is known, asks about those that are due, shows the rest. */
  async function run(
    memory: HomeMemory,
    isDue: (outcome: LookupOutcome | undefined) => boolean,
    options: LookupOptions,
  ): Promise<HomeDone> {
    await facts.load(memory);
    const wanted = shownIds(memory).filter((id) => isDue(memory.outcomes.get(id)));
    // Pins come first. Opening Home never costs more; of what is beyond, the last known answer is shown.
    const due = options.fresh === true ? wanted : wanted.slice(0, PINS_AT_MOST);
    const asked = facts.ask(memory, due, options);
    const [answers, first] = await Promise.allSettled([asked, paint(memory)]);
    // A defect with one account keeps nobody from seeing the others.
    const last = due.length > 0 ? await paint(memory) : first.status === 'fulfilled' && first.value;
    if (answers.status === 'rejected') throw answers.reason;
    if (first.status === 'rejected') throw first.reason;
    return { outcomes: answers.value, isPublished: last };
  }

  async function answer(
    memory: HomeMemory,
    { ids, options = {}, onAnswers = () => {} }: Questions,
  ): Promise<HomeDone> {
    const asked = facts.ask(memory, ids, options);
    const unknown = shownIds(memory).filter((id) => !memory.outcomes.has(id) && !ids.includes(id));
    const others = facts.ask(memory, unknown);
    const [settled, othersSettled] = [Promise.allSettled([asked]), Promise.allSettled([others])];
    if ((await within(settled, QUICK_MS)) === undefined) await paint(memory);
    const [answers] = await settled;
    if (answers.status === 'fulfilled') onAnswers(answers.value);
    let isPublished = await paint(memory);
    if (unknown.length > 0) {
      await othersSettled;
      isPublished = await paint(memory);
    }
    return { outcomes: [...(await asked), ...(await others)], isPublished };
  }

  return {
    load: facts.load,
    async repaint(memory) {
      if (memory.loadsBegun === 0) await facts.load(memory);
      return paint(memory);
    },
    round(memory, options) {
      const isDue = (outcome: LookupOutcome | undefined) => options.fresh || !isOfTheLastMoments(outcome);
      memory.round ??= run(memory, isDue, options).finally(() => {
        memory.round = undefined;
      });
      return memory.round;
    },
    catchUp: (memory) => run(memory, (outcome) => outcome === undefined, {}),
    answer: (memory, ids, options = {}) => answer(memory, { ids, options }),
    async show(memory, ids, options = {}) {
      memory.lookedUp = { askedAtMs: now(), ids };
      const accounts: string[] = [];
      const done = await answer(memory, {
        ids,
        options,
        onAnswers(outcomes) {
          accounts.push(...outcomes.filter(isAccount).map(({ id }) => id));
          noteRecent(memory, accounts, now());
        },
      });
      await store.record(memory.person, accounts);
      return done;
    },
  };
}

interface Questions {
  readonly ids: readonly string[];
  readonly options?: LookupOptions;
  /** Gets the answers before they are shown. */
  readonly onAnswers?: (outcomes: readonly LookupOutcome[]) => void;
}

function isOfTheLastMoments(outcome: LookupOutcome | undefined): boolean {
  return outcome?.kind === 'found' && outcome.answer.source !== 'last-known';
}

/** As the store will have it. */
function noteRecent(memory: HomeMemory, ids: readonly string[], askedAtMs: number): void {
  if (memory.recents === 'unavailable') return;
  const others = memory.recents.filter(({ accountId }) => !ids.includes(accountId));
  const asked = ids.map((accountId) => ({ accountId, askedAtMs }));
  memory.recents = [...asked, ...others].slice(0, RECENTS_AT_MOST);
}
