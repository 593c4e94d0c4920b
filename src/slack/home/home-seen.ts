import { z } from 'zod';
import { isPlausibleId } from '../../account/outcome.ts';

/** What Home was asked about: typed into its field, or one account that was opened. */
const QUESTION = z.union([
  z.object({ askedAtMs: z.number(), typed: z.string() }),
  z.object({ askedAtMs: z.number(), id: z.string().refine(isPlausibleId) }),
]);

export type HomeQuestion = z.infer<typeof QUESTION>;

/** In UTF-16 units. Slack takes 3,000 as `private_metadata`, and the window for a name puts its own beside it. */
const METADATA_AT_MOST = 2_000;

/** What a Home keeps of itself from one press in it to the next. Text without room was too long to be read, and Home says so. */
export function writeQuestion(question: HomeQuestion | undefined): string {
  const text = JSON.stringify(question ?? {});
  return text.length <= METADATA_AT_MOST ? text : '{}';
}

/** Undefined: nothing was asked, or the Home is one of another version. */
export function readQuestion(privateMetadata = ''): HomeQuestion | undefined {
  try {
    return QUESTION.parse(JSON.parse(privateMetadata));
  } catch {
    return undefined;
  }
}
