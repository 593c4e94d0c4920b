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
  /** The ordinary headers at once, then one byte every `intervalMs` (100). */
  | { readonly kind: 'slow-drip'; readonly intervalMs?: number }
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
export interface FaultScope {
  /** Only general-info of this id. */
  readonly account?: string;
  readonly operation?: Operation;
  /** Only the next so many requests that it fits. */
  readonly next?: number;
}

export interface Faults {
  /** Throws a RangeError for a status outside 200 to 599 or a `next` that is no whole number above 0. */
  add(fault: Fault, scope?: FaultScope): void;
  clear(): void;
  /** The fault that this request meets, if any, counted as used. */
  take(request: { readonly operation: Operation; readonly accountId?: string }): Fault | undefined;
}

/** Faults with a `next` are used up first, in the order given; of lasting ones that fit, the newest counts. */
export function createFaults(): Faults {
  let counted: { fault: Fault; scope: FaultScope; left: number }[] = [];
  let lasting: { fault: Fault; scope: FaultScope }[] = [];
  return {
    add(fault, scope = {}) {
      check(fault, scope);
      if (scope.next === undefined) lasting.unshift({ fault, scope });
      else counted.push({ fault, scope, left: scope.next });
    },
    clear() {
      counted = [];
      lasting = [];
    },
    take(request) {
      const fits = ({ scope }: { scope: FaultScope }) =>
        (scope.operation ?? request.operation) === request.operation &&
        (scope.account === undefined || scope.account === request.accountId);
      const used = counted.find(fits);
      if (used === undefined) return lasting.find(fits)?.fault;
      used.left -= 1;
      if (used.left === 0) counted.splice(counted.indexOf(used), 1);
      return used.fault;
    },
  };
}

function check(fault: Fault, { next }: FaultScope): void {
  if (next !== undefined && !(Number.isInteger(next) && next > 0)) {
    throw new RangeError('next must be a whole number above 0');
  }
  const status = 'status' in fault ? (fault.status ?? 502) : 502;
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw new RangeError('status must be a whole number from 200 to 599');
  }
}
