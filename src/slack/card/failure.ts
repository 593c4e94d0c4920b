import type { KnownBlock, RichTextSection } from '@slack/types';
import type { Failure, LookupOutcome } from '../../account/outcome.ts';
import type { FailureText } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import type { SlackContext } from '../kit/message.ts';
import { bold, line, richText } from '../kit/rich-text.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';

/** What to do about a look-up without anything to show. The title says what happened. */
export function failureBlock(failure: Failure, context: SlackContext): KnownBlock {
  const { next } = failureText(failure, context.words);
  return richText(line(next), failure.kind === 'unavailable' && contactLine(failure.id, context));
}

/** The words of a failure. An id that the service does not accept is one that it does not have. */
export function failureText(failure: Failure, words: Words): FailureText {
  if (failure.kind === 'unavailable') {
    const { what, next } = words.failure.unavailable[failure.reason](failure.retryAfterMs);
    return { what: words.failure.notChecked(what), next };
  }
  return words.failure[failure.kind === 'invalid-id' ? 'not-found' : failure.kind];
}

/** `Contact  Jane, +44 20`. Empty without a contact. It is personal, so no channel gets it. */
export function contactLine(id: string, { audience, rulesOf, words }: SlackContext): RichTextSection {
  const contact = audience === 'private' ? sanitize(rulesOf(id).contact ?? '', MAX_LENGTHS.contact) : '';
  return line(contact && [bold(words.details.contact), `  ${contact}`]);
}

/**
 * The failure of the service as markup, once for all accounts: the one with the longest wait. Undefined unless more than half
 * of the accounts that were asked about could not be read.
 */
export function serviceFailure(outcomes: readonly LookupOutcome[], { words }: SlackContext) {
  const failures = outcomes.filter((outcome) => outcome.kind === 'unavailable');
  const [longest] = failures.toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0));
  if (longest === undefined || failures.length * 2 <= outcomes.length) return undefined;
  const { what, next } = failureText(longest, words);
  return `${OUTAGE_SIGN} *${what}* · ${next}`;
}
