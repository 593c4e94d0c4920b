import type { Counted } from '../faults.ts';

/** The two operations of the interface. */
export type Operation = 'login' | 'general-info';

/** One way for the service to fail. Everything else stays as in the ordinary answer. */
export type Fault =
  /**
   * Any status from 200 to 599 with the interface's error object. `code` replaces the usual one. `headers` adds more, such
   * as `location` or `retry-after`.
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An HTML page from a proxy, with status 502 by default. */
  | { readonly kind: 'html-page'; readonly status?: number }
  /** The ordinary status and half of the ordinary body, in valid HTTP. */
  | { readonly kind: 'truncated-json' }
  /** The ordinary answer with every field of a wrong type. */
  | { readonly kind: 'wrong-types' }
  /** 200 with JSON that is not an object: `value`, or an empty array by default. */
  | { readonly kind: 'not-an-object'; readonly value?: unknown }
  /** The connection is reset: before any answer, or after half of the ordinary body. */
  | { readonly kind: 'reset'; readonly when?: 'before-answer' | 'mid-body' }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** The ordinary headers at once, then one byte every 100 ms. */
  | { readonly kind: 'slow-drip' }
  /** 429. `Retry-After` is in seconds or an HTTP date; absent without `retryAfterSeconds`. */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterSeconds?: number;
      readonly format?: 'seconds' | 'http-date';
    }
  /** The ordinary answer with `Content-Encoding: gzip`, whether the client asked for it or not. */
  | { readonly kind: 'gzip' }
  /** The ordinary answer, padded to more than 1 MiB; without `Content-Length` unless `isDeclared`. */
  | { readonly kind: 'huge'; readonly isDeclared?: boolean };

/** Which requests a fault applies to. By default both operations, until it is cleared. */
export interface FaultScope extends Counted {
  /** Only general-info of this id. */
  readonly account?: string;
  readonly operation?: Operation;
}
