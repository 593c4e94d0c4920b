import type { Person } from '../slack/client/person.ts';
import type { SeenMessage, View } from '../slack/client/seen.ts';
import type { Delivery } from '../slack/server/delivery.ts';

/** Longer than the app's own time limit of 20 seconds. */
const TIMEOUT_MS = 25_000;

/** The block in which the app says that it is still asking. */
const PENDING_BLOCK_ID = 'pending';

/** The `callback_id` of a Home that is still waiting for answers. */
const PENDING_HOME = 'home-asking';

const isPending = ({ blocks }: SeenMessage) => blocks.some(({ block_id }) => block_id === PENDING_BLOCK_ID);
/** A string that changes whenever the visible message changes. */
export const stampOf = ({ ts, isEdited, text, blocks }: SeenMessage) =>
  JSON.stringify([ts, isEdited, text, blocks]);

/**
 * Runs `act` and resolves with the messages that it made or changed for this person, once one of them is an answer and not
 * just a pending note, or once the view that `inFront` returns has changed. Throws what Slack says when `act` failed.
 */
export async function settledMessages(
  person: Person,
  channel: string,
  act: () => Promise<Delivery>,
  inFront: () => View | undefined = person.modal,
): Promise<readonly SeenMessage[]> {
  const before = new Set(person.messages(channel).map(stampOf));
  const viewBefore = inFront()?.hash;
  const { error } = await act();
  if (error !== undefined) throw new Error(error);
  return person.waitFor(
    () => {
      const changed = person.messages(channel).filter((message) => !before.has(stampOf(message)));
      const hasView = ![undefined, viewBefore].includes(inFront()?.hash);
      return hasView || changed.some((message) => !isPending(message)) ? changed : undefined;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/**
 * Runs `act` and resolves with this person's Home once it has changed and no longer waits for answers. A Home that is
 * published for the first time counts as changed.
 */
export async function settledHome(person: Person, act: () => Promise<unknown>): Promise<View> {
  const before = person.home()?.hash;
  await act();
  return person.waitFor(
    () => {
      const home = person.home();
      return home && home.hash !== before && home.callback_id !== PENDING_HOME ? home : undefined;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
