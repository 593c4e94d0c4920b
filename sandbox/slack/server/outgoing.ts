import type { JsonObject } from './json.ts';

/** What Slack sends the app: a command, an interaction or an event. */
export interface Outgoing {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
  /** Whether the acknowledgement may carry an answer. */
  readonly acceptsResponse: boolean;
  /** Events only: which repetition this is, and why. */
  readonly retry?: { readonly attempt: number; readonly reason: string };
}

/** What an acknowledgement carried. */
export type AckBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown };

/** How a delivery went. `reason` in Slack's words for X-Slack-Retry-Reason. */
export type TransportResult =
  | { readonly kind: 'acked'; readonly ackMs: number; readonly body: AckBody }
  | { readonly kind: 'timeout'; readonly ackMs: number }
  | { readonly kind: 'unreachable'; readonly ackMs: number; readonly reason: string }
  | {
      readonly kind: 'http-error';
      readonly ackMs: number;
      readonly status: number;
      /** The answer asked for no more retries. */
      readonly isFinal: boolean;
    };
