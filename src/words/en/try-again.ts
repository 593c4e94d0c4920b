import { roundUpWait } from '../round-up-wait.ts';
import { time } from './time.ts';

/** What to do after a failure, and when: never sooner than `waitMs`. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Try again in a minute.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Try again now.';
  return seconds < 60 ? `Try again in ${seconds} s.` : `Try again in ${time.duration(roundUpWait(waitMs))}.`;
}
