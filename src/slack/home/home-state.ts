import { compareOutcomes } from '../../domain/compare-outcomes.ts';
import type { HomeState, LookedUp } from '../../formatters/home/home-view.ts';
import type { HomeMemory } from './home-memory.ts';

/** The accounts that Home shows: the pinned ones, the one last asked for, and what was looked up in it. */
export function shownIds({ pins, recents, lookedUp }: HomeMemory): string[] {
  const pinned = pins === 'unavailable' ? [] : pins.map(({ accountId }) => accountId);
  const newest = recents === 'unavailable' ? [] : recents.slice(0, 1).map(({ accountId }) => accountId);
  return [...new Set([...pinned, ...newest, ...questionIds(lookedUp)])];
}

const questionIds = (lookedUp: HomeMemory['lookedUp']) =>
  lookedUp !== undefined && 'ids' in lookedUp ? lookedUp.ids : [];

/** What is to be drawn. */
export function toHomeState(memory: HomeMemory): HomeState {
  const { pins, recents, outcomes, notice, page } = memory;
  const lookedUp = toLookedUp(memory);
  const lastAsked = lastAskedIn(memory);
  return {
    pins:
      pins === 'unavailable'
        ? pins
        : pins.map((pin) => {
            const outcome = outcomes.get(pin.accountId);
            return { pin, ...(outcome !== undefined && { outcome }) };
          }),
    recents,
    ...(lastAsked !== undefined && { lastAsked }),
    ...(lookedUp !== undefined && { lookedUp }),
    ...(notice !== undefined && { notice }),
    isAsking: memory.asking.size > 0,
    page,
  };
}

/** Nothing while the very same account is shown as looked up. */
function lastAskedIn({ recents, lookedUp, outcomes }: HomeMemory) {
  const id = recents === 'unavailable' ? undefined : recents[0]?.accountId;
  const [only, ...others] = questionIds(lookedUp);
  return id === undefined || (only === id && others.length === 0) ? undefined : outcomes.get(id);
}

function toLookedUp({ lookedUp, outcomes }: HomeMemory): LookedUp | undefined {
  if (lookedUp === undefined) return undefined;
  const { askedAtMs } = lookedUp;
  if ('problem' in lookedUp) return { kind: 'problem', askedAtMs, problem: lookedUp.problem };
  const { ids } = lookedUp;
  const known = ids.flatMap((id) => outcomes.get(id) ?? []);
  const [only, ...others] = known;
  if (only === undefined || known.length < ids.length) return { kind: 'asking', askedAtMs, ids };
  if (others.length === 0) return { kind: 'outcome', askedAtMs, outcome: only };
  return { kind: 'outcomes', askedAtMs, outcomes: known.toSorted(compareOutcomes) };
}
