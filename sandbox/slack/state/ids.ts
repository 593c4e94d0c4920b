import { randomBytes } from 'node:crypto';

export interface Ids {
  /** Seconds with six digits, as Slack stamps messages and actions. Never the same twice, even while the clock stands. */
  ts(): string;
  /** Digits, never the same twice. */
  number(): string;
  /** `V0000000001`, `V0000000002`, … for the prefix `V`. */
  next(prefix: string): string;
  /** Lower-case letters and digits that nobody can guess. */
  secret(length: number): string;
  /** Stamps go by the clock again, which was set back. */
  forgetFuture(): void;
}

/** Ids in the shapes that Slack gives them. */
export function createIds(now: () => number): Ids {
  let lastMicros = 0;
  let count = 0;
  const counted = () => {
    count += 1;
    return count;
  };
  return {
    number: () => String(1e12 + counted()),
    next: (prefix) => `${prefix}${counted().toString(36).toUpperCase().padStart(10, '0')}`,
    ts() {
      lastMicros = Math.max(Math.floor(now() * 1000), lastMicros + 1);
      return `${Math.floor(lastMicros / 1e6)}.${String(lastMicros % 1e6).padStart(6, '0')}`;
    },
    secret: (length) => randomBytes(length).toString('hex').slice(0, length),
    forgetFuture() {
      lastMicros = Math.min(lastMicros, Math.floor(now() * 1000));
    },
  };
}
