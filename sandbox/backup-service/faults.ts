import type { Counted } from '../faults.ts';

/** The two operations of the interface. */
export type Operation = 'login' | 'general-info';

/** One failure of the service. Everything else is as in the ordinary answer. */
export type Fault =
  /**
   * Any status from 200 to 599 with the interface's error object; `code` stands in for the usual one.
   * `headers`: further ones, such as `location` or `retry-after`.
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A proxy's HTML page, 502 unless said otherwise. */
  | { readonly kind: 'html-page'; readonly status?: number }
  /** The ordinary status and the first half of the ordinary body; the HTTP around it is sound. */
  | { readonly kind: 'truncated-json' }
  /** The ordinary answer with every field of a wrong type. */
  | { readonly kind: 'wrong-types' }
  /** 200 with JSON that is no object: `value`, or an empty array. */
  | { readonly kind: 'not-an-object'; readonly value?: unknown }
  /** The connection is reset: before any answer, or after half of the ordinary body. */
  | { readonly kind: 'reset'; readonly when?: 'before-answer' | 'mid-body' }
  /** No answer, ever. */
  | { readonly kind: 'hang' }
  /** The ordinary headers at once, then one byte every 100 ms. */
  | { readonly kind: 'slow-drip' }
  /** 429. `Retry-After` in seconds or as an HTTP date on the server's clock; no header without `retryAfterSeconds`. */
  | {
      readonly kind: 'rate-limited';
      readonly retryAfterSeconds?: number;
      readonly format?: 'seconds' | 'http-date';
    }
  /** The ordinary answer, well formed, with `Content-Encoding: gzip`, asked for or not. */
  | { readonly kind: 'gzip' }
  /** The ordinary answer with a padding that takes it over 1 MiB; without `Content-Length` unless `isDeclared`. */
  | { readonly kind: 'huge'; readonly isDeclared?: boolean };

/** Which requests a fault meets. Nothing said: both operations, until cleared. */
export interface FaultScope extends Counted {
  /** Only general-info of this id. */
  readonly account?: string;
  readonly operation?: Operation;
}
