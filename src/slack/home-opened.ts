import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { ListenerDeps } from './listener-deps.ts';
import { logAsked } from './log-asked.ts';
import { personOf } from './person-of.ts';

/** Slack sends this on every entry, for the messages tab too, and sometimes twice (bolt-js#360). */
export function createHomeOpened({
  home,
  now,
  log,
}: ListenerDeps): Middleware<SlackEventMiddlewareArgs<'app_home_opened'>> {
  return async ({ event, body }) => {
    if (event.tab !== 'home') return;
    const startedAtMs = now();
    const asker = { userId: event.user, channelId: undefined, teamId: body.team_id };
    // Absent on a first visit, but also at other times (java-slack-sdk#1115).
    const { hash, private_metadata: privateMetadata } = (event.view ?? {}) as ViewSeen;
    const { said, outcomes, isPublished } = await home.open(personOf(asker), {
      ...(hash !== undefined && { hash }),
      ...(privateMetadata !== undefined && { privateMetadata }),
    });
    logAsked(log, {
      by: 'home',
      ...asker,
      ...(said !== undefined && { said }),
      outcomes,
      durationMs: now() - startedAtMs,
      delivery: isPublished ? 'deferred' : 'refused',
    });
  };
}

/** The event's `view` is one that Slack has, with a hash; @slack/types has the shape of one that is sent. */
interface ViewSeen {
  readonly hash?: string;
  readonly private_metadata?: string;
}
