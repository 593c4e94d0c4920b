import type { LookupOptions, LookupOutcome } from '../../account/outcome.ts';
import { compareOutcomes } from '../../account/outcome.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** Worst first. */
export async function lookUpAll(
  { lookup }: ListenerDeps,
  ids: readonly string[],
  options: LookupOptions,
): Promise<readonly LookupOutcome[]> {
  const outcomes = await Promise.all(ids.map((id) => lookup(id, options)));
  return outcomes.toSorted(compareOutcomes);
}
