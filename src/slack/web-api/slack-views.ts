import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ViewsOpenArguments,
  ViewsPublishArguments,
  ViewsPushArguments,
  ViewsUpdateArguments,
  WebClient,
} from '@slack/web-api';
import type { CallSlack } from './create-call-slack.ts';

/** Modals and Homes in Slack. As with `CallSlack`, a failure is a value, counted and in the log by then. */
export type SlackViews = ReturnType<typeof createSlackViews>;

const BACK_OFF_MS = 500;
/** Times the back-off: no attempt begins later. By default these are four seconds. */
const GIVE_UP_AFTER = 8;

/** `backOffMs`: before a view is filled in again, doubled each time. Default 500. */
export function createSlackViews(
  client: () => Pick<WebClient, 'views'>,
  callSlack: CallSlack,
  backOffMs = BACK_OFF_MS,
) {
  const update = (args: ViewsUpdateArguments) => callSlack('views.update', () => client().views.update(args));
  return {
    open: (args: ViewsOpenArguments) => callSlack('views.open', () => client().views.open(args)),
    /** On top of the modal in which the trigger was made. */
    push: (args: ViewsPushArguments) => callSlack('views.push', () => client().views.push(args)),
    update,
    /** Updates a view that says "loading", and again while the failure is one that passes and somebody may still be looking. */
    async fill(args: ViewsUpdateArguments) {
      const startedAtMs = performance.now();
      for (let attempt = 1; ; attempt += 1) {
        const called = await update(args);
        if (called.kind !== 'passing') return called;
        const waitMs = called.retryAfterMs ?? backOffMs * 2 ** (attempt - 1);
        if (performance.now() - startedAtMs + waitMs > GIVE_UP_AFTER * backOffMs) return called;
        await sleep(waitMs);
      }
    },
    publish: (args: ViewsPublishArguments) => callSlack('views.publish', () => client().views.publish(args)),
  };
}
