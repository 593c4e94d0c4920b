import type { Logger } from 'pino';
import type { NameResult, Person, Pin, PinResult, PinStore, Recent, RecentStore } from '../../domain/pins.ts';
import { loggableId } from '../../lookup/log-outcome.ts';
import { createAttempt, FAILED, type StoreFailed } from './store-attempt.ts';

/** Pins and recents as the edge uses them: nothing here rejects, for nobody who asks should get less because of them. */
export interface PersonalStore {
  pins(person: Person): Promise<readonly Pin[] | 'unavailable'>;
  recents(person: Person): Promise<readonly Recent[] | 'unavailable'>;
  pin(person: Person, accountId: string): Promise<PinResult | StoreFailed>;
  unpin(
    person: Person,
    accountId: string,
  ): Promise<{ readonly kind: 'unpinned' | 'not-pinned' } | StoreFailed>;
  /** Without a name: takes it away. Waits `withinMs` at most. */
  rename(
    person: Person,
    accountId: string,
    name: string | undefined,
    withinMs: number,
  ): Promise<NameResult | StoreFailed>;
  /** Notes what was asked for. */
  record(person: Person, accountIds: readonly string[]): Promise<void>;
}

export interface PersonalStoreDeps {
  readonly pins: PinStore;
  readonly recents: RecentStore;
  readonly log: Logger;
}

/** Every failure of the store is one line in the log and then a value. */
export function createPersonalStore({ pins, recents, log }: PersonalStoreDeps): PersonalStore {
  const attempt = createAttempt(log);

  async function change<T extends { readonly kind: string }>(
    change: 'pin' | 'unpin' | 'rename',
    person: Person,
    accountId: string,
    work: () => Promise<T>,
    withinMs?: number,
  ): Promise<T | StoreFailed> {
    const result = await attempt(change, FAILED, work, withinMs);
    log.info({ ...person, change, accountId: loggableId(accountId), result: result.kind }, 'changed a pin');
    return result;
  }

  return {
    pins: (person) => attempt('list pins', 'unavailable', () => pins.list(person)),
    recents: (person) => attempt('list recents', 'unavailable', () => recents.list(person)),

    pin: (person, accountId) => change('pin', person, accountId, () => pins.add(person, { accountId })),
    unpin: (person, accountId) =>
      change('unpin', person, accountId, async () => {
        const wasPinned = await pins.remove(person, accountId);
        return { kind: wasPinned ? 'unpinned' : 'not-pinned' };
      }),
    rename: (person, accountId, name, withinMs) =>
      change('rename', person, accountId, () => pins.rename(person, accountId, name), withinMs),
    async record(person, accountIds) {
      if (accountIds.length > 0) await attempt('record', undefined, () => recents.record(person, accountIds));
    },
  };
}
