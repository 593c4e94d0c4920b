// Every value that becomes a label of a metric is in one of these lists: docs/operate.md shows them, and what is in none
// of them does not compile.

/** How look-ups end, and where the figures came from. */
export const LOOKUP_ENDS = [
  { outcome: 'found', source: 'live' },
  { outcome: 'found', source: 'cached' },
  { outcome: 'not-found', source: 'none' },
  { outcome: 'invalid-id', source: 'none' },
  { outcome: 'forbidden', source: 'none' },
  { outcome: 'unavailable', source: 'last-known' },
  { outcome: 'unavailable', source: 'none' },
] as const;

export const SERVICE_OPERATIONS = ['login', 'general-info'] as const;
/** How one attempt ended: `ok`, or the code of its error (src/service/errors.ts). */
export const SERVICE_CALL_RESULTS = [
  ...(['ok', 'invalid-id', 'forbidden', 'not-found', 'unauthorized', 'login-rejected'] as const),
  ...(['rate-limited', 'server-error', 'timeout', 'network', 'bad-response', 'closed'] as const),
] as const;
export type ServiceCallResult = (typeof SERVICE_CALL_RESULTS)[number];

/** Methods of the Web API that the app calls, and what goes to Slack without one. */
export const SLACK_METHODS = [
  ...(['ack', 'response_url', 'apps.connections.open', 'auth.test', 'users.info'] as const),
  ...(['usergroups.users.list', 'views.open', 'views.push', 'views.update', 'views.publish'] as const),
  ...(['chat.postMessage', 'chat.update', 'chat.delete'] as const),
] as const;
export type SlackMethod = (typeof SLACK_METHODS)[number];

/** How reads of watched accounts end. */
export const WATCH_READ_RESULTS = ['found', 'not-found', 'forbidden', 'invalid-id', 'failed'] as const;

/** What channels are told by, and what Slack makes of it. */
export const ALERT_CALLS = ['post', 'edit', 'reply'] as const;
export const ALERT_RESULTS = ['sent', 'held', 'unconfirmed', 'gone', 'fixed', 'broken', 'stopped'] as const;

/** What happened, for metrics: values only, never an id of an account or a person. */
export type AppEvent =
  | {
      readonly kind: 'lookup';
      readonly outcome: (typeof LOOKUP_ENDS)[number]['outcome'];
      readonly source?: Exclude<(typeof LOOKUP_ENDS)[number]['source'], 'none'>;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'service-call';
      readonly operation: (typeof SERVICE_OPERATIONS)[number];
      readonly result: ServiceCallResult;
      readonly durationMs: number;
    }
  | { readonly kind: 'watch-read'; readonly result: (typeof WATCH_READ_RESULTS)[number] }
  | {
      readonly kind: 'alert-call';
      readonly call: (typeof ALERT_CALLS)[number];
      readonly result: (typeof ALERT_RESULTS)[number];
    }
  /** `error`: Slack's own word, which may be any, or ours. */
  | { readonly kind: 'slack-error'; readonly method: SlackMethod; readonly error: string }
  | { readonly kind: 'request-refused' };

/** Takes note of an event. Never throws. */
export type Observe = (event: AppEvent) => void;
