import { randomBytes } from 'node:crypto';

export type Ids = ReturnType<typeof createIds>;

/** Unique ids in Slack's formats. */
export function createIds(now: () => number) {
  let lastMicros = 0;
  let count = 0;
  return {
    number: () => String(1e12 + ++count),
    /** `V0000000001`, `V0000000002`, … for the prefix `V`. */
    next: (prefix: string) => `${prefix}${(++count).toString(36).toUpperCase().padStart(10, '0')}`,
    /** Seconds with six digits, as in Slack's timestamps. Later than the last one, even while the clock stands still. */
    ts() {
      lastMicros = Math.max(Math.floor(now() * 1000), lastMicros + 1);
      return `${Math.floor(lastMicros / 1e6)}.${String(lastMicros % 1e6).padStart(6, '0')}`;
    },
    /** Makes timestamps follow the clock again after it was set back. */
    forgetFuture() {
      lastMicros = Math.min(lastMicros, Math.floor(now() * 1000));
    },
    /** Lower-case letters and digits that cannot be guessed. */
    secret: (length: number) => randomBytes(length).toString('hex').slice(0, length),
  };
}
