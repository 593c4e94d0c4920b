import type { ContextBlock } from '@slack/types';
import type { Answer } from '../../account/outcome.ts';
import type { FormatContext } from '../kit/message.ts';
import { isSlackId } from '../kit/slack-id.ts';
import { contextLine } from '../kit/text-objects.ts';
import type { Unavailable } from './failure-text.ts';

/** An answer to show. `failure` is why it is an earlier one; absent for a live one, and while a newer one is asked for. */
export interface ShownAnswer {
  readonly id: string;
  readonly answer: Answer;
  readonly failure?: Unavailable;
}

/** Who put a card into a channel; nothing on a private one. */
export const sharedByContext = (context: FormatContext): ContextBlock[] => sharer(context).map(contextLine);

/** The same as markup, to stand in a line. */
export function sharer({ audience, sharedBy, words }: FormatContext): string[] {
  if (audience !== 'channel' || !isSlackId('person', sharedBy)) return [];
  return [words.card.sharedBy(`<@${sharedBy}>`)];
}
