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

/** One way for Slack's HTTP side to fail. */
export type ApiFault =
  /** 200 with `ok: false`, and the sentences of `response_metadata`. At a response_url: 404 with the same body. */
  | { readonly kind: 'error'; readonly code: string; readonly messages?: readonly string[] }
  /** An HTTP status without Slack's JSON, or a page such as a proxy sends. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** 429. Without `retryAfterSeconds`, the header is missing. */
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number }
  /** The connection is reset before any answer. */
  | { readonly kind: 'reset' }
  /** The request is carried out, but the connection is reset before the answer. */
  | { readonly kind: 'lost' }
  /** The request is carried out, but answered only once `until` resolves. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Never answers, until the local Slack closes. */
  | { readonly kind: 'hang' }
  /** The ordinary answer, `delayMs` later. */
  | { readonly kind: 'slow'; readonly delayMs: number };
