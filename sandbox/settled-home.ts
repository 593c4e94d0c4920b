import type { Person } from './slack/client/person.ts';
import type { View } from './slack/client/seen-view.ts';

/** Fifty look-ups of a slow service and some. */
const LONGEST_HOME_MS = 25_000;

/** The `callback_id` of a Home whose answers are still on their way. */
const ASKING = 'home-asking';

/**
 * Does `act` and resolves with this person's Home once it is another than before and says no longer that answers are on
 * their way. A Home that was never published counts as another.
 */
export async function settledHome(person: Person, act: () => Promise<unknown>): Promise<View> {
  const before = person.home()?.hash;
  await act();
  return person.waitFor(
    () => {
      const home = person.home();
      return home && home.hash !== before && home.callback_id !== ASKING ? home : undefined;
    },
    { timeoutMs: LONGEST_HOME_MS },
  );
}
