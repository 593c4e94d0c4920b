import type { Person } from '../../domain/pins.ts';

/** Whose pins count: the person alone, of whatever else is known about who asks. */
export function personOf({ userId, teamId }: Person): Person {
  return { userId, teamId };
}
