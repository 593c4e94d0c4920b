import type { SeenMessage } from '../client/seen.ts';
import type { JsonObject } from './json.ts';

/** What Slack sends the app: a command, an interaction or an event. */
export interface Outgoing {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
}

/** How the app acknowledged it. `body`: text or JSON; undefined when it was empty. `status`: of an answer other than 200. */
export type Acknowledgement =
  | { readonly ack: 'ok'; readonly body: unknown }
  | { readonly ack: 'operation_timeout' | 'dispatch_failed' }
  | { readonly ack: 'http_error'; readonly status: number };

/** How an action of a person reached the app, and its immediate result. */
export interface Delivery {
  readonly ack: Acknowledgement['ack'];
  /** The message that the acknowledgement itself showed. */
  readonly message?: SeenMessage;
  /** What Slack shows to the person when it failed. */
  readonly error?: string;
  /** The errors of `response_action: errors`, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
}

/** One exchange between Slack and the app. */
export type TrafficRecord = { readonly atMs: number } & (
  | { readonly kind: 'delivery'; readonly type: Outgoing['type']; readonly response?: unknown }
  /** A Web API call of the app. `status` 0: the connection was reset or left open without an answer. */
  | ({ readonly kind: 'api'; readonly method: string; readonly args: JsonObject } & Answered)
  /** A post of the app to a response_url. */
  | ({ readonly kind: 'response_url'; readonly body: unknown } & Answered)
);

interface Answered {
  readonly status: number;
  readonly result: unknown;
}
