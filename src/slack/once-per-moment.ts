/** Those that came first are forgotten early once there are more. */
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
      const ageMs = now() - atMs;
      if (seenAtMs.size < maxKeys && ageMs >= 0 && ageMs < momentMs) break;
      seenAtMs.delete(seen);
    }
    if (seenAtMs.has(key)) return false;
    seenAtMs.set(key, now());
    return true;
  };
}
