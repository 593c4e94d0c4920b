import { DAY_MS, thresholdMs } from '../duration.ts';
import type { Rule } from './rule.ts';

/** The package's last day is over, so that nothing runs any more. The last day itself is still covered. */
export const packageEnded: Rule<'package-ended'> = ({ account, packageDaysLeft }) =>
  account.packageEndsOn !== undefined && packageDaysLeft !== undefined && packageDaysLeft < 0
    ? [
        {
          rule: 'package-ended',
          level: 'critical',
          endedOn: account.packageEndsOn,
          daysAgo: -packageDaysLeft,
        },
      ]
    : [];

/** The package's last day is today or within the threshold, counted in calendar days of the service's zone. */
export const packageEndsSoon: Rule<'package-ends-soon'> = ({ account, packageDaysLeft, thresholds }) => {
  const threshold = thresholds.packageEndsSoon;
  const limitDays = thresholdMs(threshold) / DAY_MS;
  const { packageEndsOn: endsOn } = account;
  if (endsOn === undefined || packageDaysLeft === undefined) return [];
  if (packageDaysLeft < 0 || packageDaysLeft > limitDays) return [];
  return [{ rule: 'package-ends-soon', level: 'attention', endsOn, daysLeft: packageDaysLeft, threshold }];
};
