/** Lets one replica log in at a time, on a service that may kill the older token at each login. */
export interface LoginLock {
  /**
   * Waits until no other replica holds the lock of `key`, and resolves with the function that releases it. Never rejects.
   * Without a lock when the signal aborts first, and when the database fails or is slow: then everybody may log in.
   * A holder that dies, or holds it for more than seconds, loses it: that costs one more login and nothing else.
   */
  acquire(key: string, signal: AbortSignal): Promise<() => void>;
}
