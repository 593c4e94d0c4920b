import { LRUCache } from 'lru-cache';
import type { Person } from '../../domain/pins.ts';
import type { HomeSession } from './home-session.ts';

/** The Homes of all people, as far as this process has seen them lately. */
export interface HomeSessions {
  /** The one of this person, a new one if it was forgotten. */
  of(person: Person): HomeSession;
  /** Undefined when this person's Home was not open lately. */
  find(person: Person): HomeSession | undefined;
  /** The same where the team is not known. */
  findUser(userId: string): HomeSession | undefined;
}

export interface HomeSessionsDeps {
  readonly create: (person: Person) => HomeSession;
  /** Not used for so long: forgotten. Default 30 minutes. */
  readonly forgetAfterMs?: number;
  /** Those not used for the longest time go once there are more. Default 1,000. */
  readonly maxCount?: number;
  readonly now: () => number;
}

/** Never forgets a Home in which something is under way: a person has one publisher at a time. */
export function createHomeSessions(deps: HomeSessionsDeps): HomeSessions {
  const { create, forgetAfterMs = 30 * 60_000, maxCount = 1_000, now } = deps;
  const busy = new Map<string, HomeSession>();
  const recent = new LRUCache<string, HomeSession>({
    max: maxCount,
    ttl: forgetAfterMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
    dispose(session, key) {
      if (session.isBusy()) busy.set(key, session);
    },
  });

  function findKey(key: string): HomeSession | undefined {
    for (const [idleKey, { isBusy }] of busy) if (!isBusy()) busy.delete(idleKey);
    const session = recent.get(key) ?? busy.get(key);
    if (session !== undefined) recent.set(key, session);
    return session;
  }

  const find = (person: Person) => findKey(keyOf(person));

  return {
    find,
    findUser(userId) {
      const key = [...recent.keys(), ...busy.keys()].find((one) => one.endsWith(`:${userId}`));
      return key === undefined ? undefined : findKey(key);
    },
    of(person) {
      const found = find(person);
      if (found !== undefined) return found;
      const session = create(person);
      recent.set(keyOf(person), session);
      return session;
    },
  };
}

const keyOf = ({ teamId, userId }: Person) => `${teamId}:${userId}`;
