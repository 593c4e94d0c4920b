import type { Person } from '../domain/pins.ts';

/**
 * Whose pins count for somebody who typed or pressed something. A press in an organisation-wide installation may come
 * without a team; user ids are unique by themselves.
 */
export function personOf({
  userId,
  teamId,
}: {
  readonly userId: string;
  readonly teamId: string | undefined;
}): Person {
  return { userId, teamId: teamId ?? 'no-team' };
}
