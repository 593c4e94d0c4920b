import { Keyv } from 'keyv';
import type { Store } from '../../src/store/create-store.ts';
import { StoreError } from '../../src/store/store-error.ts';

/** A store whose database is down: whatever is asked of it rejects as the real one does. */
export function failingStore(): Store {
  const reject = () => Promise.reject(new StoreError('unavailable', 'the database is down'));
  return {
    pins: { list: reject, add: reject, rename: reject, remove: reject },
    recents: { record: reject, list: reject },
    accountList: { revision: reject, read: reject, take: reject, levels: reject, retire: reject },
    watches: {
      add: reject,
      remove: reject,
      followList: reject,
      setSummary: reject,
      stopSummary: reject,
      overview: reject,
      workspace: reject,
      list: reject,
      openAt: reject,
      broken: reject,
      seen: reject,
      record: reject,
      take: reject,
      takeAccount: reject,
      handOver: reject,
      renew: reject,
      release: reject,
      quiet: reject,
      setQuiet: reject,
      endQuiet: reject,
    },
    watchStore: {
      claimAccounts: reject,
      commitReading: reject,
      claimChannel: reject,
      beginPost: reject,
      finishChannel: reject,
      readSource: reject,
      tick: reject,
      nextReadAtMs: reject,
      makeAllDue: reject,
      nextDueAtMs: reject,
      countByLevel: reject,
      forgetOld: reject,
      readStates: reject,
      figures: reject,
    },
    caches: { answers: new Keyv({ throwOnErrors: true }), tokens: undefined, loginLock: undefined },
    ping: reject,
    failingSinceMs: () => undefined,
    close: async () => {},
  };
}
