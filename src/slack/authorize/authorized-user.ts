import type { Context } from '@slack/bolt';
import type { Deadline } from '../../async.ts';
import type { Person } from '../../domain/pins.ts';

/** A person who may ask. */
export interface AuthorizedUser {
  readonly person: Person;
  /** From the moment Slack's request came, before anything was asked about the person. */
  readonly deadline: Deadline;
}

const KEY = 'authorizedUser';

export function setAuthorizedUser(context: Context, user: AuthorizedUser): void {
  context[KEY] = user;
}

/** Undefined for a request that is not authorized (yet). */
export const authorizedUser = (context: Context): AuthorizedUser | undefined => context[KEY];

/** Throws for a request that was not authorized, so that no listener answers one by accident. */
export function requireAuthorizedUser(context: Context): AuthorizedUser {
  const user = authorizedUser(context);
  if (user === undefined) throw new Error('a listener was reached without authorization');
  return user;
}
