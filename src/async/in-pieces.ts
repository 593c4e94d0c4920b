import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The items a piece at a time, with a turn of the event loop in between: work on thousands of them does not block
 * anything else.
 */
export async function* inPieces<Item>(
  items: readonly Item[],
  size: number,
): AsyncGenerator<readonly Item[], void, void> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await nextTurn();
    yield items.slice(at, at + size);
  }
}
