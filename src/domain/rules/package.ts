import { DAY_MS, thresholdMs } from '../duration.ts';
import type { Evidence } from '../evidence.ts';
import type { Rule } from './rule.ts';

/** The package's last day is over, so that nothing runs any more. The last day itself is still covered. */
export const packageEnded: Rule<'package-ended'> = (evidence) => {
  const { packageEndsOn: endedOn } = evidence.account;
  const { packageDaysLeft: then, since } = evidence;
  if (endedOn === undefined || then === undefined || packageStateAt(then, evidence) !== 'ended') return [];
  return [{ rule: 'package-ended', level: 'critical', endedOn, daysAgo: -(since?.packageDaysLeft ?? then) }];
};

/**
 * The package's last day is today or within the threshold, counted in calendar days of the service's zone. Unsaid of an
 * earlier answer once that day is over.
 */
export const packageEndsSoon: Rule<'package-ends-soon'> = (evidence) => {
  const { packageEndsOn: endsOn } = evidence.account;
  const { packageDaysLeft: then, since } = evidence;
  const threshold = evidence.thresholds.packageEndsSoon;
  if (endsOn === undefined || then === undefined) return [];
  const daysLeft = since?.packageDaysLeft ?? then;
  if ([then, daysLeft].some((days) => packageStateAt(days, evidence) !== 'ends-soon')) return [];
  return [{ rule: 'package-ends-soon', level: 'attention', endsOn, daysLeft, threshold }];
};

/** Whether the package has ended, or ends soon, cannot be told from what was sent. */
export const packageEndUnreadable: Rule<'package-end-unreadable'> = ({ account, packageDaysLeft }) =>
  account.packageEndsOn === undefined || packageDaysLeft !== undefined
    ? []
    : [{ rule: 'package-end-unreadable', level: 'attention', sent: account.packageEndsOn }];

/** What a package is that many calendar days before its last one. */
export function packageStateAt(
  daysLeft: number,
  { thresholds }: Evidence,
): 'running' | 'ends-soon' | 'ended' {
  if (daysLeft < 0) return 'ended';
  return daysLeft > thresholdMs(thresholds.packageEndsSoon) / DAY_MS ? 'running' : 'ends-soon';
}
