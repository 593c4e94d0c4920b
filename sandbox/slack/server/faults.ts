/** One way in which Slack's HTTP side can fail the app. */
export type ApiFault =
  /** 200 with `ok: false`, and whatever `extra` adds. At a response_url: 404 with the same body. */
  | { readonly kind: 'error'; readonly code: string; readonly extra?: Readonly<Record<string, unknown>> }
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
export interface FaultScope {
  /** A Web API method such as `views.open`, or `response_url`. */
  readonly method?: string;
  /** Only the next so many that it fits. */
  readonly next?: number;
}

export interface Faults {
  /** Throws a RangeError for a `next` that is no whole number above 0. */
  add(fault: ApiFault, scope?: FaultScope): void;
  clear(): void;
  /** The fault that this request meets, if any, counted as used. */
  take(method: string): ApiFault | undefined;
}

/** Counted faults are used up first, oldest first; of lasting ones that fit, the newest counts. */
export function createFaults(): Faults {
  let counted: { fault: ApiFault; method: string | undefined; left: number }[] = [];
  let lasting: { fault: ApiFault; method: string | undefined }[] = [];
  return {
    add(fault, { method, next } = {}) {
      if (next === undefined) {
        lasting.unshift({ fault, method });
        return;
      }
      if (!Number.isInteger(next) || next < 1) throw new RangeError('next must be a whole number above 0');
      counted.push({ fault, method, left: next });
    },
    clear() {
      counted = [];
      lasting = [];
    },
    take(asked) {
      const fits = ({ method }: { method: string | undefined }) => method === undefined || method === asked;
      const used = counted.find(fits);
      if (!used) return lasting.find(fits)?.fault;
      used.left -= 1;
      if (used.left === 0) counted = counted.filter((entry) => entry !== used);
      return used.fault;
    },
  };
}
