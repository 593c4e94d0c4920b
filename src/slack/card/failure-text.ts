import type { RichTextSection } from '@slack/types';
import type { Failure } from '../../account/outcome.ts';
import type { FailureText } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from '../kit/limits.ts';
import type { FormatContext } from '../kit/message.ts';
import { bold, line, plain } from '../kit/rich-text.ts';
import { tidy } from '../kit/tidy.ts';

export type Unavailable = Extract<Failure, { kind: 'unavailable' }>;

/** What to read after the title, which has said of the other kinds what happened. */
export function failureLine(failure: Failure, words: Words): string {
  const { what, next } = failureText(failure, words);
  return failure.kind === 'unavailable' ? `${what} ${next}` : next;
}

/** The words of a failure, its id made fit to be quoted. */
export function failureText(failure: Failure, words: Words): FailureText {
  return failure.kind === 'unavailable'
    ? words.failure.unavailable[failure.reason](failure.retryAfterMs)
    : words.failure[failure.kind](tidy(failure.id, CUTS.typed));
}

/** Whom to call where no answer says it. Personal: nothing in a channel. */
export function contactLines(failure: Failure, { words, audience }: FormatContext): RichTextSection[] {
  const contact = audience === 'private' && failure.kind === 'unavailable' ? failure.contact : undefined;
  return contactLine(contact, words);
}

/** `Contact  Jane, +44 20`; nothing where there is none. */
export function contactLine(contact: string | undefined, { details }: Words): RichTextSection[] {
  const shown = tidy(contact ?? '', CUTS.contact);
  return shown === '' ? [] : [line(bold(details.contact), plain(`  ${shown}`))];
}
