import type { Answer } from '../outcome.ts';
import { type JudgedBy, levelAt, levelSince } from './level-over-time.ts';
import type { WatchState } from './observe-reading.ts';

/**
 * Since when a watched account has the level that is known of it, epoch milliseconds. `undefined`: it had it when its watch
 * began, and no date says since when. `isSeen`: it became bad while it was watched.
 */
export function stateSince(state: WatchState, terms: JudgedBy, isSeen: boolean): number | undefined {
  const { account, readAtMs, startedAtMs } = state;
  const isDated = account !== undefined && levelSince(account, readAtMs, terms) !== undefined;
  return isDated || isSeen ? startedAtMs : undefined;
}

/**
 * Since when an account has been as bad as an answer says, epoch milliseconds: by its own dates, and as a watch has seen it.
 * `undefined`: neither says so, or nothing is bad, or the answer is an earlier one, of which nobody knows about now.
 */
export function answerSince(answer: Answer): number | undefined {
  const { account, verdict, readAtMs, source, seen } = answer;
  const { level, thresholds, exceptions = {} } = verdict;
  if (level === 'healthy' || source === 'last-known') return undefined;
  const terms = { thresholds, exceptions };
  // A verdict is made later than the reading it is based on.
  const datedMs =
    levelAt(account, readAtMs, terms) === level ? levelSince(account, readAtMs, terms) : undefined;
  const seenMs = seen?.level === level ? seen.startedAtMs : undefined;
  // Just before either of them it had another level.
  return datedMs === undefined || seenMs === undefined ? (datedMs ?? seenMs) : Math.max(datedMs, seenMs);
}
