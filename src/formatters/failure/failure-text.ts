import type { Failure, UnavailableReason } from '../../domain/outcome.ts';
import type { FailureText } from '../../words/en/failure.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from '../kit/limits.ts';
import { tidy } from '../kit/tidy.ts';

type Unavailable = Extract<Failure, { kind: 'unavailable' }>;

/** What to read after the title, which has said of the other kinds what happened. */
export function failureLine(failure: Failure, words: Words): string {
  const { what, next } = failureText(failure, words);
  return failure.kind === 'unavailable' ? `${what} ${next}` : next;
}

const ASKING_AGAIN_IS_FUTILE: readonly UnavailableReason[] = [
  'login-rejected',
  'account-refused',
  'moved',
  'rate-limited',
];

/** Whether pressing Retry at once would change nothing: then it is said what else to do, or when. */
export function isRetryFutile({ reason, retryAfterMs }: Unavailable): boolean {
  return ASKING_AGAIN_IS_FUTILE.includes(reason) || retryAfterMs !== undefined;
}

/** The words of a failure, its id made fit to be quoted. */
export function failureText(failure: Failure, words: Words): FailureText {
  return failure.kind === 'unavailable'
    ? words.failure.unavailable[failure.reason](failure.retryAfterMs)
    : words.failure[failure.kind](tidy(failure.id, CUTS.typed));
}
