import type { KnownBlock, RichTextSection } from '@slack/types';
import type { Failure, LookupOutcome } from '../../account/outcome.ts';
import type { FailureText } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import type { SlackContext } from '../kit/message.ts';
import { bold, line, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

export type Unavailable = Extract<Failure, { kind: 'unavailable' }>;

/** A look-up without anything to show: what happened, and what to do. */
export function failureBlock(failure: Failure, context: SlackContext): KnownBlock {
  const { what, next } = failureText(failure, context.words);
  const isUnavailable = failure.kind === 'unavailable';
  return richText(line(bold(what), `\n${next}`), isUnavailable && contactLine(failure.id, context));
}

/** What follows the title. Only for `unavailable` does it say what happened: other titles say so themselves. */
export function failureLine(failure: Failure, words: Words): string {
  const { what, next } = failureText(failure, words);
  return failure.kind === 'unavailable' ? `${what} ${next}` : next;
}

/** The words of a failure, with its id sanitized. An id that the service does not accept is one that it does not have. */
export function failureText(failure: Failure, words: Words): FailureText {
  if (failure.kind === 'unavailable') return words.failure.unavailable[failure.reason](failure.retryAfterMs);
  const kind = failure.kind === 'invalid-id' ? 'not-found' : failure.kind;
  return words.failure[kind](sanitize(failure.id, MAX_LENGTHS.typed));
}

/** `Contact  Jane, +44 20`. Empty without a contact. It is personal, so no channel gets it. */
export function contactLine(id: string, { audience, rulesOf, words }: SlackContext): RichTextSection {
  const contact = audience === 'private' ? sanitize(rulesOf(id).contact ?? '', MAX_LENGTHS.contact) : '';
  return line(contact && [bold(words.details.contact), `  ${contact}`]);
}

/**
 * The failure to show once instead of beside every account: the one with the longest wait. Undefined unless more than half
 * of the accounts that were asked about could not be read.
 */
export function serviceFailureIn(outcomes: readonly LookupOutcome[]): Unavailable | undefined {
  const failures = outcomes.filter((outcome) => outcome.kind === 'unavailable');
  if (failures.length * 2 <= outcomes.length) return undefined;
  return failures.toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0))[0];
}

/** The failure of the service, once for all accounts, as markup. */
export function serviceFailureText(failure: Unavailable, { words }: SlackContext): string {
  const { what, next } = failureText(failure, words);
  return `${OUTAGE_SIGN} *${what}* ${next}`;
}
