import { time } from './time.ts';

/** What to do after a failure, and when. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Try again in a minute.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 1) return 'Try again now.';
  return seconds < 60
    ? `Try again in ${seconds} s.`
    : `Try again in ${time.duration(Math.ceil(waitMs / 60_000) * 60_000)}.`;
}
