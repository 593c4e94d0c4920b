import type { Person } from '../../domain/pins.ts';

/** The person's part of every key. The same user id in another team is another person. */
export const personKey = ({ teamId, userId }: Person) => ({ team_id: teamId, user_id: userId });
