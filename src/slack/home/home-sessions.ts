import { LRUCache } from 'lru-cache';
import { atMost } from '../../async.ts';
import type { Person } from '../../domain/pins.ts';
import type { HomeSession } from './home-session.ts';

/** The Homes of all people, as far as this process has seen them lately. */
export type HomeSessions = ReturnType<typeof createHomeSessions>;

/** Not used for so long: forgotten. */
const FORGET_AFTER_MS = 30 * 60_000;
/** Those not used for the longest time go once there are more. */
const MAX_COUNT = 1_000;

/** By user id, as there is one team. Never forgets a Home in which something is under way: a person has one publisher at a time. */
export function createHomeSessions(create: (person: Person) => HomeSession, now: () => number) {
  const busy = new Map<string, HomeSession>();
  const recent = new LRUCache<string, HomeSession>({
    ...atMost(MAX_COUNT),
    ttl: FORGET_AFTER_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
    dispose(session, userId) {
      if (session.isBusy()) busy.set(userId, session);
    },
  });

  function find(userId: string): HomeSession | undefined {
    for (const [idle, { isBusy }] of busy) if (!isBusy()) busy.delete(idle);
    const session = recent.get(userId) ?? busy.get(userId);
    if (session !== undefined) recent.set(userId, session);
    return session;
  }

  return {
    /** Undefined when this person's Home was not open lately. */
    find,
    /** The one of this person, a new one if it was forgotten. */
    of(person: Person) {
      const found = find(person.userId);
      if (found !== undefined) return found;
      const session = create(person);
      recent.set(person.userId, session);
      return session;
    },
  };
}
