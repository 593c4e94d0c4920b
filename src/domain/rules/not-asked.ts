import { ageOf, type Clock, isRunning, type RunningClock } from '../read-clock.ts';
import { BACKUP_KINDS, otherBackup } from '../verdict.ts';
import { packageStateAt } from './package.ts';
import type { Rule } from './rule.ts';

const WORSE = ['fresh', 'late', 'stale'] as const satisfies readonly RunningClock['kind'][];

/** Backups that are later by now than they were when the account was read. A newer one may have run since. */
export const backupNotAsked: Rule<'backup-not-asked'> = ({ clocks, since }) => {
  if (since === undefined) return [];
  const aged = BACKUP_KINDS.flatMap((backup) => {
    const clock = since.clocks[backup];
    return isRunning(clock) && isWorse(clock, clocks[backup]) ? [{ backup, clock }] : [];
  });
  const [newest] = aged.toSorted((one, other) => one.clock.ageMs - other.clock.ageMs);
  if (newest === undefined) return [];
  const isOneOfTwo = aged.length === 1 && clocks[otherBackup(newest.backup)].kind !== 'never';
  return [
    {
      rule: 'backup-not-asked',
      level: 'unknown',
      ...ageOf(newest.clock),
      ...(isOneOfTwo && { backup: newest.backup }),
      notAskedMs: since.notAskedMs,
    },
  ];
};

/** A package that by what was last known ends soon or has ended by now. The customer may have renewed it since. */
export const packageNotAsked: Rule<'package-not-asked'> = (evidence) => {
  const { packageDaysLeft: daysLeftThen, since } = evidence;
  const daysLeft = since?.packageDaysLeft;
  if (since === undefined || daysLeft === undefined || daysLeftThen === undefined) return [];
  const [then, now] = [daysLeftThen, daysLeft].map((days) => packageStateAt(days, evidence));
  if (then === now) return [];
  const level = then === 'ends-soon' ? 'attention' : 'unknown';
  return [{ rule: 'package-not-asked', level, daysLeft, notAskedMs: since.notAskedMs }];
};

const isWorse = (now: RunningClock, then: Clock) =>
  isRunning(then) && WORSE.indexOf(now.kind) > WORSE.indexOf(then.kind);
