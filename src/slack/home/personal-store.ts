import type { Logger } from 'pino';
import type { Person } from '../../account/pins.ts';
import { loggableId } from '../../lookup/last-answers.ts';
import type { Store } from '../../store/create-store.ts';
import { createAttempt, FAILED, type StoreFailed } from '../store-attempt.ts';

/** Pins and recents as the edge uses them: nothing here rejects, for nobody who asks should get less because of them. */
export type PersonalStore = ReturnType<typeof createPersonalStore>;

export interface PersonalStoreDeps {
  readonly pins: Store['pins'];
  readonly recents: Store['recents'];
  readonly log: Logger;
}

/** Every failure of the store is one line in the log and then a value. */
export function createPersonalStore({ pins, recents, log }: PersonalStoreDeps) {
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
    pins: (person: Person) => attempt('list pins', 'unavailable', () => pins.list(person)),
    recents: (person: Person) => attempt('list recents', 'unavailable', () => recents.list(person)),

    pin: (person: Person, accountId: string) =>
      change('pin', person, accountId, () => pins.add(person, { accountId })),
    unpin: (person: Person, accountId: string) =>
      change('unpin', person, accountId, async () => {
        const wasPinned = await pins.remove(person, accountId);
        return { kind: wasPinned ? ('unpinned' as const) : ('not-pinned' as const) };
      }),
    /** Without a name: takes it away. Waits `withinMs` at most. */
    rename: (person: Person, accountId: string, name: string | undefined, withinMs: number) =>
      change('rename', person, accountId, () => pins.rename(person, accountId, name), withinMs),
    /** Notes what was asked for. Resolves once it is written. */
    async record(person: Person, accountIds: readonly string[]): Promise<void> {
      if (accountIds.length > 0) await attempt('record', undefined, () => recents.record(person, accountIds));
    },
  };
}
