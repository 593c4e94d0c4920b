import type { LookupOutcome } from '../../domain/outcome.ts';
import type { HomeCount, HomeLead } from '../../words/en/home.ts';

/** Pinned accounts by what is to be said of them. Only `healthy` ones are fine. */
export type HomeTally = Readonly<Record<'critical' | 'healthy' | HomeCount, number>>;

/** Counts outcomes; one that is absent is still being asked for. */
export function tallyPins(outcomes: readonly (LookupOutcome | undefined)[]): HomeTally {
  const tally = {
    critical: 0,
    attention: 0,
    unknown: 0,
    notChecked: 0,
    notFound: 0,
    asking: 0,
    healthy: 0,
  };
  for (const outcome of outcomes) tally[kindOf(outcome)] += 1;
  return tally;
}

/** What was not read live proves nothing. */
function kindOf(outcome: LookupOutcome | undefined): keyof HomeTally {
  if (outcome === undefined) return 'asking';
  if (outcome.kind === 'found')
    return outcome.answer.source === 'last-known' ? 'asking' : outcome.answer.verdict.level;
  return outcome.kind === 'not-found' ? 'notFound' : 'notChecked';
}

/** The lead: whatever is worst. */
export function chooseHomeLead(tally: HomeTally): HomeLead {
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const { critical, attention, unknown, notChecked, notFound, asking, healthy } = tally;
  const unsure = unknown + notChecked + notFound;
  if (critical > 0) return { kind: 'critical', count: critical, total };
  if (attention > 0) return { kind: 'attention', count: attention, total };
  if (asking === total) return { kind: 'asking', count: total, total };
  if (unsure > 0)
    return { kind: unsure === notChecked ? 'not-checked' : 'cannot-tell', count: unsure, total };
  if (asking > 0) return { kind: 'fine-so-far', count: healthy, total };
  return { kind: 'fine', count: total, total };
}

const SAID: Readonly<Partial<Record<HomeLead['kind'], HomeCount>>> = {
  attention: 'attention',
  'not-checked': 'notChecked',
  asking: 'asking',
};

/** The counts that follow the lead. */
export function countsBeside({ kind }: HomeLead, tally: HomeTally): [what: HomeCount, count: number][] {
  const kinds = ['attention', 'unknown', 'notChecked', 'notFound', 'asking'] as const;
  return kinds.filter((what) => tally[what] > 0 && what !== SAID[kind]).map((what) => [what, tally[what]]);
}
