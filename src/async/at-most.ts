/**
 * Limits the entries of an LRUCache. Its own `max` allocates memory for all of them at once, which takes a millisecond
 * for 10,000.
 */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
