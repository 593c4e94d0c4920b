import type { Person } from './slack/client/person.ts';
import type { SeenMessage } from './slack/client/seen-message.ts';

/** A look-up's own time budget and some. */
const LONGEST_ANSWER_MS = 25_000;

/** The block under which the app says that it is still asking. */
const PENDING_BLOCK_ID = 'pending';

const isPending = ({ blocks }: SeenMessage) => blocks.some(({ block_id }) => block_id === PENDING_BLOCK_ID);
const stampOf = ({ ts, isEdited, text, blocks }: SeenMessage) => JSON.stringify([ts, isEdited, text, blocks]);

/**
 * Runs `act` and resolves with the messages it made or changed for this person, once one of them is more than a word that
 * the answer is still to come. Empty when `act` resolved with false: then nothing is awaited.
 */
export async function settledMessages(
  person: Person,
  channel: string,
  act: () => Promise<boolean>,
): Promise<readonly SeenMessage[]> {
  const before = new Set(person.messages(channel).map(stampOf));
  if (!(await act())) return [];
  return person.waitFor(
    () => {
      const changed = person.messages(channel).filter((message) => !before.has(stampOf(message)));
      const isAnswer = (message: SeenMessage) => message.authorId !== person.id && !isPending(message);
      return changed.some(isAnswer) ? changed : undefined;
    },
    { timeoutMs: LONGEST_ANSWER_MS },
  );
}
