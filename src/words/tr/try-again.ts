import { time } from './time.ts';

/** What to do after a failure, and when. */
export function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Bir dakika sonra yeniden deneyin.';
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 1) return 'Şimdi yeniden deneyin.';
  return seconds < 60
    ? `${seconds} sn sonra yeniden deneyin.`
    : `${time.duration(Math.ceil(waitMs / 60_000) * 60_000)} sonra yeniden deneyin.`;
}
