import { DAY_MS, thresholdMs } from '../duration.ts';
import type { Evidence } from '../evidence.ts';
import type { Rule } from './rule.ts';

/** The package's last day is over, so that nothing runs any more. The last day itself is still covered. */
export const packageEnded: Rule<'package-ended'> = (evidence) => {
  const { packageEndsOn: endedOn } = evidence.account;
  const { packageDaysLeft: daysLeft } = evidence;
  if (endedOn === undefined || daysLeft === undefined || packageStateAt(daysLeft, evidence) !== 'ended')
    return [];
  return [{ rule: 'package-ended', level: 'critical', endedOn, daysAgo: -daysLeft }];
};

/** The package's last day is today or within the threshold, counted in calendar days of the service's zone. */
export const packageEndsSoon: Rule<'package-ends-soon'> = (evidence) => {
  const { packageEndsOn: endsOn } = evidence.account;
  const { packageDaysLeft: daysLeft } = evidence;
  if (endsOn === undefined || daysLeft === undefined || packageStateAt(daysLeft, evidence) !== 'ends-soon')
    return [];
  const threshold = evidence.thresholds.packageEndsSoon;
  return [{ rule: 'package-ends-soon', level: 'attention', endsOn, daysLeft, threshold }];
};

/** Whether the package has ended, or ends soon, cannot be told from what was sent. */
export const packageEndUnreadable: Rule<'package-end-unreadable'> = ({ account, packageDaysLeft }) =>
  account.packageEndsOn === undefined || packageDaysLeft !== undefined
    ? []
    : [{ rule: 'package-end-unreadable', level: 'attention', sent: account.packageEndsOn }];

/** What a package is that many calendar days before its last one. */
function packageStateAt(daysLeft: number, { thresholds }: Evidence): 'running' | 'ends-soon' | 'ended' {
  if (daysLeft < 0) return 'ended';
  return daysLeft > thresholdMs(thresholds.packageEndsSoon) / DAY_MS ? 'running' : 'ends-soon';
}
