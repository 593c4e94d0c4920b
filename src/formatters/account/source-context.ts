import type { ContextBlock } from '@slack/types';
import type { Answer } from '../../domain/outcome.ts';
import type { Words } from '../../words/words.ts';
import { failureText, isRetryFutile, type Unavailable } from '../failure/failure-text.ts';
import { dateToken } from '../kit/date-token.ts';
import { OUTAGE_SIGN } from '../kit/signs.ts';
import { contextLine } from '../kit/text-objects.ts';
import type { FormatContext } from '../message.ts';
import { isUserId } from './account-action.ts';

/** An answer to show. `failure` is why it is an earlier one, absent when it is not. */
export interface ShownAnswer {
  readonly id: string;
  readonly answer: Answer;
  readonly failure?: Unavailable;
}

/** Why there is no newer answer, and how old this one is: the first thing to know about a card that is not live. */
export function earlierAnswerBanner(
  { readAtMs }: Answer,
  failure: Unavailable,
  { nowMs, words }: FormatContext,
): ContextBlock {
  const { what } = failureText(failure, words);
  const said = words.card.earlierAnswer(dateToken(readAtMs, '{ago}', words.time.ago(nowMs - readAtMs)));
  return contextLine(`${OUTAGE_SIGN} *${what}* ${said}${nextStep(failure, words)}`);
}

/** The same as a plain line. */
export function earlierAnswerText(
  { readAtMs }: Answer,
  failure: Unavailable,
  { nowMs, words }: FormatContext,
): string {
  const { what } = failureText(failure, words);
  const said = words.card.earlierAnswer(words.time.ago(nowMs - readAtMs));
  return `${what} ${said}${nextStep(failure, words)}`;
}

/** The next step, only where pressing Retry at once would not help. */
function nextStep(failure: Unavailable, words: Words): string {
  return isRetryFutile(failure) ? ` ${failureText(failure, words).next}` : '';
}

/** Who put a card into a channel; nothing on a private one. */
export const sharedByContext = (context: FormatContext): ContextBlock[] => sharer(context).map(contextLine);

/** The same as markup, to stand in a line. */
export function sharer({ audience, sharedBy, words }: FormatContext): string[] {
  if (audience !== 'channel' || sharedBy === undefined || !isUserId(sharedBy)) return [];
  return [words.card.sharedBy(`<@${sharedBy}>`)];
}
