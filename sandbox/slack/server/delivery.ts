import type { SeenMessage } from '../client/seen.ts';
import type { JsonObject } from './json.ts';

/** What Slack sends the app: a command, an interaction or an event. */
export interface Outgoing {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
}

/** What an acknowledgement carried. */
export type AckBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown };

/** How a delivery went. */
export type TransportResult =
  | { readonly kind: 'acked'; readonly body: AckBody }
  | { readonly kind: 'timeout' | 'unreachable' }
  | { readonly kind: 'http-error'; readonly status: number };

/** How something a person did reached the app, and what came of it at once. */
export interface Delivery {
  readonly ack: 'ok' | 'operation_timeout' | 'dispatch_failed' | 'http_error';
  /** What the acknowledgement itself made visible. */
  readonly message?: SeenMessage;
  /** What Slack would tell the person when it went wrong. */
  readonly error?: string;
  /** What `response_action: errors` said, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
}

const ACKS = {
  acked: 'ok',
  timeout: 'operation_timeout',
  unreachable: 'dispatch_failed',
  'http-error': 'http_error',
} as const;

/** What every delivery says: whether it was acknowledged. */
export const toDelivery = ({ kind }: TransportResult): Delivery => ({ ack: ACKS[kind] });
