/** Tells whether a key comes for the first time within `momentMs`, and remembers it for as long. */
export function createOncePerMoment(momentMs: number, now: () => number): (key: string) => boolean {
  const seenAtMs = new Map<string, number>();
  return (key) => {
    for (const [seen, atMs] of seenAtMs) {
      if (now() - atMs < momentMs) break;
      seenAtMs.delete(seen);
    }
    if (seenAtMs.has(key)) return false;
    seenAtMs.set(key, now());
    return true;
  };
}
