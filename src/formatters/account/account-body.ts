import type { KnownBlock } from '@slack/types';
import type { Answer } from '../../domain/outcome.ts';
import type { FormatContext } from '../message.ts';
import { backupFields } from './backup-fields.ts';
import { earlierAnswerBanner, sourceContext, type Unavailable } from './source-context.ts';
import { usageBlock } from './usage-block.ts';
import { verdictBlock, verdictLines } from './verdict-lines.ts';

/** An answer to show. `failure` is why it is an earlier one, absent when it is not. */
export interface ShownAnswer {
  readonly id: string;
  readonly answer: Answer;
  readonly failure?: Unavailable;
}

/** What stands between the title of a card and its buttons. The answer has to be a showable one already. */
export function accountBody({ answer, failure }: ShownAnswer, context: FormatContext): KnownBlock[] {
  return [
    ...(failure ? [earlierAnswerBanner(answer, failure, context)] : []),
    verdictBlock(verdictLines(answer, context), answer.verdict.level),
    backupFields(answer, context),
    usageBlock(answer, context.words),
    sourceContext(answer, failure ? undefined : answer.readAtMs, context),
  ];
}
