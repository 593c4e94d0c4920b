// All values here, except Slack's error codes, become labels of metrics and are listed in docs/operate.md.
import type { Logger } from 'pino';
import type { Answer, LookupOutcome } from '../account/outcome.ts';
import type { Operation, ServiceErrorCode } from '../service/errors.ts';
import type { SlackAnswer } from '../watch/after-answer.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';
import type { Target } from '../watch/watch-list.ts';

/** How one attempt of a call ended. */
export type ServiceCallResult = 'ok' | Exclude<ServiceErrorCode, 'busy'>;

/** Methods of the Web API that the app calls, and other ways to send something to Slack. */
export const SLACK_METHODS = [
  ...(['ack', 'response_url', 'apps.connections.open', 'auth.test', 'users.info'] as const),
  ...(['usergroups.list', 'usergroups.users.list', 'dnd.teamInfo'] as const),
  ...(['views.open', 'views.push', 'views.update', 'views.publish'] as const),
  ...(['chat.postMessage', 'chat.update'] as const),
] as const;
export type SlackMethod = (typeof SLACK_METHODS)[number];

/** An event for metrics, with the values of their labels. It never contains the id of an account or a person. */
export type AppEvent =
  | { kind: 'lookup'; outcome: LookupOutcome['kind']; source: Answer['source'] | 'none'; durationMs: number }
  | { kind: 'service-call'; operation: Operation; result: ServiceCallResult; durationMs: number }
  | { kind: 'watch-read'; result: (WatchReading | FailedRead)['kind'] }
  | { kind: 'alert-call'; call: 'post' | 'edit' | 'reply' | Target; result: SlackAnswer['kind'] }
  /** `error`: an error code of Slack, of which there may be new ones, or of ours. */
  | { kind: 'slack-error'; method: SlackMethod; error: string }
  | { kind: 'request-refused' };

/** Records an event. Never throws. */
export type Observe = (event: AppEvent) => void;

/** What every part tells the time with, and reports by. */
export interface Instruments {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
  /** Runs the work of one request from Slack, and all that it starts, so that its log lines have an id of their own. */
  readonly inRequest?: <T>(work: () => T) => T;
}
