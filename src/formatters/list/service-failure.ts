import type { LookupOutcome } from '../../domain/outcome.ts';
import type { Unavailable } from '../account/source-context.ts';

/** The service itself is in trouble, so that this is worth saying once instead of beside every account. */
export interface ServiceFailure {
  /** One failure for all: the commonest, with the longest wait. */
  readonly failure: Unavailable;
  /** When the earlier answers that stand in were given; absent when there are none. */
  readonly readAtMs?: { readonly oldest: number; readonly newest: number };
}

/** Undefined unless more than half of the accounts that were asked about could not be. */
export function serviceFailureIn(outcomes: readonly LookupOutcome[]): ServiceFailure | undefined {
  const failures = outcomes.filter((outcome) => outcome.kind === 'unavailable');
  if (failures.length * 2 <= outcomes.length) return undefined;
  const failure = commonest(failures);
  if (failure === undefined) return undefined;
  const read = failures.flatMap(({ lastKnown }) => (lastKnown === undefined ? [] : [lastKnown.readAtMs]));
  return {
    failure,
    ...(read.length > 0 && { readAtMs: { oldest: Math.min(...read), newest: Math.max(...read) } }),
  };
}

function commonest(failures: readonly Unavailable[]): Unavailable | undefined {
  const groups = Object.values(Object.groupBy(failures, ({ reason }) => reason));
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length);
  return largest.toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0))[0];
}
