import { roundUpWait } from '../round-up-wait.ts';
import { time } from './time.ts';

/** What to do after a failure, and when: never sooner than `waitMs`. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Bir dakika sonra yeniden deneyin.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return 'Şimdi yeniden deneyin.';
  return seconds < 60
    ? `${seconds} sn sonra yeniden deneyin.`
    : `${time.duration(roundUpWait(waitMs))} sonra yeniden deneyin.`;
}
