import type { HomeView } from '@slack/types';
import type { LookupOutcome } from '../../domain/outcome.ts';
import type { Person, Pin, Recent } from '../../domain/pins.ts';
import type { HomeNotice } from '../../formatters/home/home-view.ts';
import type { CommandProblem } from '../../words/command-words.ts';
import type { HomeDone } from './home-rounds.ts';

/** What was typed into the look-up field, or opened. */
export type HomeQuestion = { readonly askedAtMs: number } & (
  | { readonly ids: readonly string[] }
  | { readonly problem: CommandProblem }
);

/** What is known of one person's Home, between one press and the next. */
export interface HomeMemory {
  readonly person: Person;
  pins: readonly Pin[] | 'unavailable';
  recents: readonly Recent[] | 'unavailable';
  /** The last that came of asking, or of what was known before, by account. */
  outcomes: Map<string, LookupOutcome>;
  /** Accounts about which the service is being asked. */
  readonly asking: Map<string, Promise<LookupOutcome>>;
  lookedUp: HomeQuestion | undefined;
  notice: HomeNotice | undefined;
  /** Present: the person may not ask, and this is shown in place of everything else until they may again. */
  refusal: HomeView | undefined;
  page: number;
  /** Of the view that Slack has, as far as we know; undefined when we do not. */
  hash: string | undefined;
  /** Reading pins and recents takes turns: what began earlier must not undo what began later. */
  loadsBegun: number;
  lastLoad: number;
  /** When everything was last asked about anew. */
  refreshedAtMs: number | undefined;
  /** The round of look-ups under way. */
  round: Promise<HomeDone> | undefined;
  /** The last publish, or those under way: whether Slack took it. */
  painting: Promise<boolean>;
  isPainting: boolean;
  isPaintWanted: boolean;
}

/** Homes that were open lately. */
export interface HomeMemories {
  /** The one of this person, a new one if it was forgotten. */
  of(person: Person): HomeMemory;
  /** Undefined when this person's Home was not open lately. */
  find(person: Person): HomeMemory | undefined;
  /** The same where the team is not known. */
  findUser(userId: string): HomeMemory | undefined;
}

export interface HomeMemoriesDeps {
  /** Not used for so long: forgotten. Default 30 minutes. */
  readonly forgetAfterMs?: number;
  /** Those not used for the longest time go once there are more. Default 1,000. */
  readonly maxCount?: number;
  readonly now: () => number;
}

/** Never forgets a Home in which something is under way: there must be one publisher a person. */
export function createHomeMemories(deps: HomeMemoriesDeps): HomeMemories {
  const { forgetAfterMs = 30 * 60_000, maxCount = 1_000, now } = deps;
  const kept = new Map<string, { readonly memory: HomeMemory; usedAtMs: number }>();

  function forgetOld(): void {
    // A Map lists in the order of insertion, and whatever is used is put in anew.
    for (const [key, { memory, usedAtMs }] of kept) {
      if (kept.size <= maxCount && now() - usedAtMs < forgetAfterMs) return;
      if (!isBusy(memory)) kept.delete(key);
    }
  }

  function find(person: Person): HomeMemory | undefined {
    forgetOld();
    const key = keyOf(person);
    const found = kept.get(key);
    if (found === undefined) return undefined;
    kept.delete(key);
    kept.set(key, { memory: found.memory, usedAtMs: now() });
    return found.memory;
  }

  return {
    find,
    findUser(userId) {
      const found = [...kept.values()].find(({ memory }) => memory.person.userId === userId);
      return found && find(found.memory.person);
    },
    of(person) {
      const found = find(person);
      if (found !== undefined) return found;
      const memory = emptyMemory(person);
      kept.set(keyOf(person), { memory, usedAtMs: now() });
      return memory;
    },
  };
}

const keyOf = ({ teamId, userId }: Person) => `${teamId}:${userId}`;

function isBusy({ round, isPainting, asking, loadsBegun, lastLoad }: HomeMemory): boolean {
  return round !== undefined || isPainting || asking.size > 0 || loadsBegun !== lastLoad;
}

function emptyMemory(person: Person): HomeMemory {
  return {
    person,
    pins: [],
    recents: [],
    outcomes: new Map(),
    asking: new Map(),
    lookedUp: undefined,
    notice: undefined,
    refusal: undefined,
    page: 0,
    hash: undefined,
    loadsBegun: 0,
    lastLoad: 0,
    refreshedAtMs: undefined,
    round: undefined,
    painting: Promise.resolve(true),
    isPainting: false,
    isPaintWanted: false,
  };
}
