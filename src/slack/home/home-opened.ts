import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import { requireAuthorizedUser } from '../actor.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logAudit } from '../shared/audit-log.ts';

/** Slack sends this on every entry, for the messages tab too, and sometimes twice (bolt-js#360). */
export function createHomeOpened({
  homes,
  log,
}: ListenerDeps): Middleware<SlackEventMiddlewareArgs<'app_home_opened'>> {
  return async ({ event, context }) => {
    if (event.tab !== 'home') return;
    const user = requireAuthorizedUser(context);
    // Absent on a first visit, but also at other times (java-slack-sdk#1115).
    const { hash, private_metadata: privateMetadata } = (event.view ?? {}) as ViewSeen;
    const seen = { askedAtMs: user.deadline.startedAtMs, hash, privateMetadata };
    const { isPublished, ...answered } = await homes.of(user.person).open(seen);
    logAudit(log, user, { by: 'home', ...answered, delivery: isPublished ? 'deferred' : 'refused' });
  };
}

/** The event's `view` is one that Slack has, with a hash; @slack/types has the shape of one that is sent. */
interface ViewSeen {
  readonly hash?: string;
  readonly private_metadata?: string;
}
