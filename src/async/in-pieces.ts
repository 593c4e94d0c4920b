import { setImmediate as nextTurn } from 'node:timers/promises';

/** The items a piece at a time, and after each a turn of the event loop: work on thousands of them holds nothing else up. */
export async function* inPieces<Item>(
  items: readonly Item[],
  size: number,
): AsyncGenerator<readonly Item[], void, void> {
  for (let at = 0; at < items.length; at += size) {
    yield items.slice(at, at + size);
    await nextTurn();
  }
}
