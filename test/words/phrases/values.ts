import type { RuleName } from '../../../src/account/verdict.ts';
// The values of phrases, the same in every language.

/** An hour in milliseconds. */
export const H = 3_600_000;
export const BACKUPS = ['database', 'folders'] as const;
export const LEVELS = ['critical', 'attention', 'unknown', 'healthy'] as const;
export const limit = { value: 26, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' } as const;
export const ids = ['1001', '1002'];

/** Every rule, in the order in which the judge ranks them. */
export const RULES = Object.keys({
  'package-ended': true,
  'stuck-while-backing-up': true,
  'online-but-stale': true,
  'never-backed-up': true,
  'backup-stale': true,
  'backup-late': true,
  'half-protected': true,
  'folders-unprotected': true,
  'package-ends-soon': true,
  'package-end-unreadable': true,
  'client-outdated': true,
  'clock-wrong': true,
  'time-unreadable': true,
  'time-not-reported': true,
  'nothing-reported': true,
  'status-unknown': true,
  'backup-unused': true,
  'backup-ignored': true,
  'offline-but-fresh': true,
  'status-not-reported': true,
  'daily-allowance-used': true,
} satisfies Record<RuleName, true>) as RuleName[];
