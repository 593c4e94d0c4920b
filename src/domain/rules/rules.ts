import type { RuleName } from '../verdict.ts';
import {
  backupIgnored,
  backupLate,
  backupStale,
  backupUnused,
  clockWrong,
  neverBackedUp,
  timeNotReported,
  timeUnreadable,
} from './backup.ts';
import { clientOutdated } from './client.ts';
import {
  foldersUnprotected,
  halfProtected,
  offlineButFresh,
  onlineButStale,
  stuckWhileBackingUp,
} from './contradiction.ts';
import { packageEnded, packageEndsSoon, packageEndUnreadable } from './package.ts';
import { dailyAllowanceUsed, nothingReported, statusNotReported, statusUnknown } from './report.ts';
import type { Rule } from './rule.ts';

/** Every rule by its name. The order is the ranking of reasons of one level: causes, symptoms, doubts, notes. */
export const RULES = {
  'package-ended': packageEnded,
  'stuck-while-backing-up': stuckWhileBackingUp,
  'online-but-stale': onlineButStale,

  'half-protected': halfProtected,
  'never-backed-up': neverBackedUp,
  'backup-stale': backupStale,
  'backup-late': backupLate,
  'folders-unprotected': foldersUnprotected,
  'package-ends-soon': packageEndsSoon,
  'package-end-unreadable': packageEndUnreadable,
  'client-outdated': clientOutdated,

  'nothing-reported': nothingReported,
  'clock-wrong': clockWrong,
  'time-unreadable': timeUnreadable,
  'time-not-reported': timeNotReported,
  'status-unknown': statusUnknown,

  'backup-unused': backupUnused,
  'backup-ignored': backupIgnored,
  'offline-but-fresh': offlineButFresh,
  'status-not-reported': statusNotReported,
  'daily-allowance-used': dailyAllowanceUsed,
} as const satisfies { readonly [Name in RuleName]: Rule<Name> };
