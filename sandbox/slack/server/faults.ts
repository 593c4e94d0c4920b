import type { Counted } from '../../faults.ts';

/** One way for Slack's HTTP side to fail. */
export type ApiFault =
  /** 200 with `ok: false`. At a response_url: 404 with the same body. */
  | { readonly kind: 'error'; readonly code: string }
  /** An HTTP status without Slack's JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  /** 429. Without `retryAfterSeconds`, the header is missing. */
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number }
  /** 200 with an HTML page, such as a proxy sends. */
  | { readonly kind: 'html' }
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

/** Which requests a fault applies to. By default all, until it is cleared. */
export interface ApiFaultScope extends Counted {
  /** A Web API method such as `views.open`, or `response_url`. */
  readonly method?: string;
}
