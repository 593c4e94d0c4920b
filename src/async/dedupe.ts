/** The older half is forgotten early once there are more. */
const KEYS_AT_MOST = 10_000;

/**
 * Tells whether a key comes for the first time within `momentMs`, and remembers it for as long. Two generations, so that
 * forgetting is one step however many there are: taking keys out of a Map one by one leaves holes that each later look
 * has to pass.
 */
export function createDedupe(momentMs: number, now: () => number): (key: string) => boolean {
  let older = new Map<string, number>();
  let newer = new Map<string, number>();
  let newerSinceMs = now();

  const isRecent = (atMs: number) => {
    const ageMs = now() - atMs;
    return ageMs >= 0 && ageMs < momentMs;
  };

  return (key) => {
    const seenAtMs = newer.get(key) ?? older.get(key);
    if (seenAtMs !== undefined && isRecent(seenAtMs)) return false;
    if (newer.size >= KEYS_AT_MOST / 2 || !isRecent(newerSinceMs)) {
      older = newer;
      newer = new Map();
      newerSinceMs = now();
    }
    newer.set(key, now());
    return true;
  };
}
