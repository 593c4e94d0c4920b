import type { LookupOutcome } from '../../domain/outcome.ts';
import { failureText, isRetryFutile, type Unavailable } from '../failure/failure-text.ts';
import { dateToken } from '../kit/date-token.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import type { FormatContext } from '../message.ts';

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

/** What ails the service, said once for all accounts, as markup and as a plain line. */
export function serviceFailureText(
  { failure, readAtMs }: ServiceFailure,
  { nowMs, words }: FormatContext,
): { readonly markup: string; readonly plain: string } {
  const { what, next } = failureText(failure, words);
  const lead = `${OUTAGE_SIGN} *${what}*`;
  if (readAtMs === undefined) return { markup: `${lead} ${next}`, plain: `${what} ${next}` };
  const [newest, oldest] = [nowMs - readAtMs.newest, nowMs - readAtMs.oldest].map(words.time.duration);
  const ago = words.time.ago(nowMs - readAtMs.oldest);
  const showing = (oldestAgo: string) => words.home.showingEarlier(newest ?? '', oldest ?? '', oldestAgo);
  const tail = isRetryFutile(failure) ? ` · ${next}` : '';
  return {
    markup: `${lead} ${showing(dateToken(readAtMs.oldest, '{ago}', ago))}${tail}`,
    plain: `${what} ${showing(ago)}${tail}`,
  };
}
