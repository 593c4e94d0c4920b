import type { HomeView } from '@slack/types';
import type { Answer, LookupOutcome } from '../../account/outcome.ts';
import { answerIn, compareOutcomes, newerOutcome } from '../../account/outcome.ts';
import { type Pin, RECENTS_AT_MOST } from '../../account/pins.ts';
import type { CommandProblem } from '../../words/command-problem.ts';
import type { NameHints } from '../lookup/name-messages.ts';
import type { HomeState, LookedUp } from './home-state.ts';

/** What is known of one person's Home. A value: every change makes a new one. */
export interface HomeModel
  extends Required<Pick<HomeState, 'recents' | 'watched' | 'watchedPatterns' | 'broken' | 'next'>>,
    Pick<HomeState, 'notice' | 'page'> {
  readonly pins: readonly Pin[] | 'unavailable';
  /** The newest outcome of each account shown. */
  readonly outcomes: ReadonlyMap<string, LookupOutcome>;
  /** What was typed into the look-up field, or opened. */
  readonly lookedUp?: HomeQuestion;
  /** Present: the person may not ask, and this is shown in place of everything else until they may again. */
  readonly refusal?: HomeView;
}

export type HomeQuestion = { readonly askedAtMs: number } & (
  | { readonly ids: readonly string[]; readonly hints: NameHints }
  | { readonly problem: CommandProblem }
);

export const EMPTY_HOME: HomeModel = {
  pins: [],
  recents: [],
  watched: [],
  watchedPatterns: [],
  broken: [],
  next: [],
  outcomes: new Map(),
  page: 0,
};

/** The accounts that Home shows: the pinned ones, the one last asked for, and those looked up in it. */
export function shownIds({ pins, recents, lookedUp }: HomeModel): readonly string[] {
  const pinned = pins === 'unavailable' ? [] : pins.map(({ accountId }) => accountId);
  const newest = recents === 'unavailable' ? [] : recents.slice(0, 1).map(({ accountId }) => accountId);
  return [...new Set([...pinned, ...newest, ...questionIds(lookedUp)])];
}

/** The answers in a model, by account. */
export function answersIn({ outcomes }: HomeModel): readonly Answer[] {
  return [...outcomes.values()].flatMap((outcome) => answerIn(outcome) ?? []);
}

/** The outcome joins the model; its answer never replaces a newer one. */
export function withOutcome(model: HomeModel, outcome: LookupOutcome): HomeModel {
  const { id } = outcome;
  return {
    ...model,
    outcomes: new Map(model.outcomes).set(id, newerOutcome(model.outcomes.get(id), outcome)),
  };
}

/**
 * Takes over the answers that improve on those of the model `before`; drops accounts that are neither shown nor being asked
 * about, and answers too old to be shown to anybody.
 */
export function withAnswers(
  model: HomeModel,
  before: HomeModel,
  answers: ReadonlyMap<string, Answer>,
  isAsking: (id: string) => boolean,
): HomeModel {
  const ids = shownIds(model);
  const kept = [...model.outcomes].filter(([id, outcome]) => {
    const isOutdated =
      answerIn(outcome) !== undefined && before.outcomes.get(id) === outcome && !answers.has(id);
    return (ids.includes(id) || isAsking(id)) && !isOutdated;
  });
  let next: HomeModel = { ...model, outcomes: new Map(kept) };
  for (const [id, answer] of answers) next = withOutcome(next, withAnswer(next, id, answer));
  return next;
}

/** A failure stays until there is an answer of the last moments. */
function withAnswer({ outcomes }: HomeModel, id: string, answer: Answer): LookupOutcome {
  const known = outcomes.get(id);
  if (known === undefined || known.kind === 'found' || answer.source === 'cached') {
    return { kind: 'found', id, answer };
  }
  return known.kind === 'unavailable' ? { ...known, lastKnown: answer } : known;
}

/** The accounts become the ones last asked for, as the store will have them. */
export function withRecents(model: HomeModel, ids: readonly string[], askedAtMs: number): HomeModel {
  if (model.recents === 'unavailable') return model;
  const others = model.recents.filter(({ accountId }) => !ids.includes(accountId));
  const asked = ids.map((accountId) => ({ accountId, askedAtMs }));
  return { ...model, recents: [...asked, ...others].slice(0, RECENTS_AT_MOST) };
}

/** What is to be drawn. `isAsking`: newer answers are on their way; without, answers are shown as they were read. */
export function toHomeState(held: HomeModel, isAsking: boolean): HomeState {
  const read = [...held.outcomes].map(([id, outcome]) => [id, asRead(outcome)] as const);
  const model = isAsking ? held : { ...held, outcomes: new Map(read) };
  const { pins, outcomes, refusal: _refusal, ...shown } = model;
  return {
    ...shown,
    pins: pins === 'unavailable' ? pins : pins.map((pin) => ({ pin, outcome: outcomes.get(pin.accountId) })),
    lastAsked: lastAskedIn(model),
    lookedUp: toLookedUp(model),
    isAsking,
  };
}

const asRead = (outcome: LookupOutcome): LookupOutcome =>
  outcome.kind === 'found' ? { ...outcome, answer: { ...outcome.answer, source: 'cached' } } : outcome;

/** Nothing while the very same account is shown as looked up. */
function lastAskedIn({ recents, lookedUp, outcomes }: HomeModel) {
  const id = recents === 'unavailable' ? undefined : recents[0]?.accountId;
  const [only, ...others] = questionIds(lookedUp);
  return id === undefined || (only === id && others.length === 0) ? undefined : outcomes.get(id);
}

function toLookedUp({ lookedUp, outcomes }: HomeModel): LookedUp | undefined {
  if (lookedUp === undefined) return undefined;
  const { askedAtMs } = lookedUp;
  if ('problem' in lookedUp) return { kind: 'problem', askedAtMs, problem: lookedUp.problem };
  const { ids, hints } = lookedUp;
  if (ids.length === 0) return { kind: 'outcomes', askedAtMs, outcomes: [], hints };
  const known = ids.flatMap((id) => outcomes.get(id) ?? []);
  const [only, ...others] = known;
  if (only === undefined || known.length < ids.length) return { kind: 'asking', askedAtMs, ids };
  if (others.length === 0) return { kind: 'outcome', askedAtMs, outcome: only, hints };
  return { kind: 'outcomes', askedAtMs, outcomes: known.toSorted(compareOutcomes), hints };
}

const questionIds = (lookedUp: HomeModel['lookedUp']) =>
  lookedUp !== undefined && 'ids' in lookedUp ? lookedUp.ids : [];
