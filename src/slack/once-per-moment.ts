/** More keys than this at a time are not remembered unless said otherwise: the oldest goes. */
const KEYS_AT_MOST = 10_000;

/** Tells whether a key comes for the first time within `momentMs`, and remembers it for as long. */
export function createOncePerMoment(
  momentMs: number,
  now: () => number,
  maxKeys = KEYS_AT_MOST,
): (key: string) => boolean {
  const seenAtMs = new Map<string, number>();
  return (key) => {
    for (const [seen, atMs] of seenAtMs) {
      if (now() - atMs < momentMs && seenAtMs.size < maxKeys) break;
      seenAtMs.delete(seen);
    }
    if (seenAtMs.has(key)) return false;
    seenAtMs.set(key, now());
    return true;
  };
}
