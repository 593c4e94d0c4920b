import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';

export interface MemoryKeyv {
  readonly keyv: Keyv;
  /** How many values are kept, those that have expired included. */
  count(): number;
  /** Frees expired values; until then they are merely not found. */
  removeExpired(): void;
}

/** Values of this process alone. Those not used for the longest time go once there are more than `maxCount`. */
export function createMemoryKeyv({ maxCount }: { readonly maxCount: number }): MemoryKeyv {
  const kept = new LRUCache<string, string>(atMost(maxCount));
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string, ttlMs?: number) => void kept.set(key, value, { ttl: ttlMs }),
    delete: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  };
  return {
    // Stored as JSON, which nobody can change. Keyv's own serialisation is several times slower and only adds Buffers.
    keyv: new Keyv({ store, throwOnErrors: true, serialize: JSON.stringify, deserialize: JSON.parse }),
    count: () => kept.size,
    removeExpired: () => void kept.purgeStale(),
  };
}
