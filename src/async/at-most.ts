/**
 * For an LRUCache: how many entries it keeps. Its own `max` takes the memory for all of them at once, and a millisecond for
 * 10,000.
 */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
