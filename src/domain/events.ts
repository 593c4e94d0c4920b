/** What happened, for whoever counts: values only, never an id of an account or a person. */
export type AppEvent =
  | {
      readonly kind: 'lookup';
      readonly outcome: 'found' | 'not-found' | 'invalid-id' | 'forbidden' | 'unavailable';
      readonly source?: 'live' | 'cached' | 'last-known';
      readonly isShared: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'service-call';
      readonly operation: 'login' | 'general-info';
      readonly result: string;
      readonly durationMs: number;
    }
  | { readonly kind: 'token-renewed' }
  | { readonly kind: 'token-renewal-failed' }
  | { readonly kind: 'slack-error'; readonly method: string; readonly error: string }
  | { readonly kind: 'request-refused'; readonly reason: string }
  | { readonly kind: 'access-refused'; readonly reason: string }
  | { readonly kind: 'rate-limited' };

/** What the next look-up meets: it is asked, it is the one that tries, or it is refused at once. */
export const BREAKER_STATES = ['closed', 'half-open', 'open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Takes note of an event. Never throws. */
export type Observe = (event: AppEvent) => void;
