import type { LookupOutcome } from '../../account/outcome.ts';
import type { FormatContext } from '../kit/message.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { failureText, type Unavailable } from './failure-text.ts';

/**
 * The service itself is in trouble, so that this is worth saying once instead of beside every account: the commonest
 * failure, with its longest wait. Undefined unless more than half of the accounts that were asked about could not be.
 */
export function serviceFailureIn(outcomes: readonly LookupOutcome[]): Unavailable | undefined {
  const failures = outcomes.filter((outcome) => outcome.kind === 'unavailable');
  if (failures.length * 2 <= outcomes.length) return undefined;
  const groups = Object.values(Object.groupBy(failures, ({ reason }) => reason));
  const [largest = []] = groups.toSorted((a, b) => b.length - a.length);
  return largest.toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0))[0];
}

/** What ails the service, said once for all accounts, as markup and as a plain line. */
export function serviceFailureText(
  failure: Unavailable,
  { words }: FormatContext,
): { readonly markup: string; readonly plain: string } {
  const { what, next } = failureText(failure, words);
  return { markup: `${OUTAGE_SIGN} *${what}* ${next}`, plain: `${what} ${next}` };
}
