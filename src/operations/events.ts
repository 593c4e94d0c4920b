// Every value here but Slack's own words becomes a label of a metric, and is listed in docs/operate.md.
import type { Answer, LookupOutcome } from '../account/outcome.ts';
import type { Operation, ServiceErrorCode } from '../service/errors.ts';
import type { SlackAnswer } from '../watch/after-answer.ts';
import type { Target } from '../watch/deliveries.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';

/** How one attempt of a call ended. */
export type ServiceCallResult = 'ok' | Exclude<ServiceErrorCode, 'busy'>;

/** Methods of the Web API that the app calls, and what goes to Slack without one. */
export const SLACK_METHODS = [
  ...(['ack', 'response_url', 'apps.connections.open', 'auth.test', 'users.info'] as const),
  ...([
    'usergroups.list',
    'usergroups.users.list',
    'dnd.teamInfo',
    'views.open',
    'views.push',
    'views.update',
    'views.publish',
  ] as const),
  ...(['chat.postMessage', 'chat.update', 'chat.delete'] as const),
] as const;
export type SlackMethod = (typeof SLACK_METHODS)[number];

/** What happened, for metrics: values only, never an id of an account or a person. */
export type AppEvent =
  | { kind: 'lookup'; outcome: LookupOutcome['kind']; source?: Answer['source']; durationMs: number }
  | { kind: 'service-call'; operation: Operation; result: ServiceCallResult; durationMs: number }
  | { kind: 'watch-read'; result: (WatchReading | FailedRead)['kind'] }
  | { kind: 'alert-call'; call: 'post' | 'edit' | 'reply' | Target; result: SlackAnswer['kind'] }
  /** `error`: Slack's own word, which may be any, or ours. */
  | { kind: 'slack-error'; method: SlackMethod; error: string }
  | { kind: 'request-refused' };

/** Takes note of an event. Never throws. */
export type Observe = (event: AppEvent) => void;
