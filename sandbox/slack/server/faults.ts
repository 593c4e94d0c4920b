import type { Counted } from '../../faults.ts';

/** One way in which Slack's HTTP side can fail the app. */
export type ApiFault =
  /** 200 with `ok: false`. At a response_url: 404 with the same body. */
  | { readonly kind: 'error'; readonly code: string }
  /** A bare HTTP status. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** 429; without `retryAfterSeconds` the header is missing. */
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number }
  /** 200 with an HTML page, as a proxy in between sends. */
  | { readonly kind: 'html' }
  /** The connection is reset before any answer. */
  | { readonly kind: 'reset' }
  /** What was asked is done, but the connection is reset before the answer is out. */
  | { readonly kind: 'lost' }
  /** What was asked is done, and the answer is out once `until` resolves. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** No answer, until the local Slack closes. */
  | { readonly kind: 'hang' }
  /** The ordinary answer, `delayMs` later. */
  | { readonly kind: 'slow'; readonly delayMs: number };

/** Which requests a fault meets. Nothing said: all, until cleared. */
export interface ApiFaultScope extends Counted {
  /** A Web API method such as `views.open`, or `response_url`. */
  readonly method?: string;
}
