import type { Store } from '../../src/store/create-store.ts';
import { StoreError } from '../../src/store/store-error.ts';

/** A store whose database is down: whatever is asked of it rejects as the real one does. */
export function failingStore(): Store {
  const reject = () => Promise.reject(new StoreError('unavailable', 'the database is down'));
  return {
    pins: { list: reject, add: reject, rename: reject, remove: reject },
    recents: { record: reject, list: reject },
    ping: reject,
    close: async () => {},
  };
}
