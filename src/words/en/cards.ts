import type { BackupKind, Threshold, VerdictLevel } from '../../account/verdict.ts';
import { NO_BREAK } from '../durations.ts';
import { attentionOf, LEVEL } from './names.ts';
import { counted, numbers } from './numbers.ts';
import { inDays, time } from './time.ts';

export const card = {
  labels: {
    database: 'Database backup',
    folders: 'Folder backup',
    quota: 'Quota',
    backupsToday: 'Backups today',
    folderUsage: 'Folder usage',
    package: 'Package',
    nextStep: 'Next step',
  },
  /** A link to what the people who run the app have written down about an account. */
  runbook: 'Runbook',
  never: 'never',
  notReported: 'not reported',
  clockWrong: 'clock looks wrong',
  timeNotReported: 'time not reported',
  /** A time of day that cannot be read. */
  timeAsSent: (text: string) => `time reads “${text}”`,
  /** What was sent where it cannot be read. */
  asSent: (text: string) => `reads “${text}”`,
  /** Text is what to say in place of a number. */
  backupsToday(made: number | string, allowed: number | string): string {
    const done = typeof made === 'number' ? numbers.count(made) : made;
    if (typeof allowed === 'string') return `${done}, allowance ${allowed}`;
    return `${done}${typeof made === 'number' ? ' so far' : ''}, at most ${numbers.count(allowed)}`;
  },
  folderUsage(count: number | string, limit: number | string): string {
    const used =
      typeof count === 'number' ? counted(count, 'folder or file', 'folders and files') : `count ${count}`;
    return `${used} · limit ${typeof limit === 'number' ? counted(limit, 'folder', 'folders') : limit}`;
  },
  packageEnd: (day: string, state: 'running' | 'ends-soon' | 'ended') =>
    `${{ running: 'until', 'ends-soon': 'ends', ended: 'ended' }[state]} ${day}`,
  /** `what` was sent in place of a date, or that nothing was. */
  packageEndWithout: (what: string) => `end date ${what}`,
  /** Limits of an account's own, each with the name of its rule. */
  ownLimits: (limits: readonly string[]) => `Own limits here: ${limits.join(', ')}`,
  ownLimit: (limit: string, rule: string) => `${limit} (${rule})`,
  lateAfter: (threshold: Threshold) => `late after ${time.threshold(threshold)}`,
  staleAfter: (threshold: Threshold) => `stale after ${time.threshold(threshold)}`,
  weekdaysOnly: 'weekends do not count',
  quota: (amount: number, unit: string) => `${numbers.count(amount)}${NO_BREAK}${unit}`,
  /** When an account was read. `when` is a moment or what a reader's device makes one of. */
  read: (when: string) => `read ${when}`,
  /** A status that this app does not know, by the service's own word. */
  statusAsSent: (word: string) => `Status “${word}”`,
  sharedBy: (person: string) => `Shared by ${person}`,
  /** What an earlier answer said: the sign and the headline of that time. */
  was: (sign: string, headline: string) => `Was ${sign} ${headline}`,
};

/** How many accounts of a list came out how. */
export interface Tally {
  readonly critical: number;
  readonly attention: number;
  readonly unknown: number;
  readonly notChecked: number;
  readonly notFound: number;
  readonly healthy: number;
}

export const triage = {
  backup: (backup: BackupKind, value: string) => `${backup} ${value}`,
  summary(total: number, tally: Tally): string {
    const parts = [
      [tally.critical, LEVEL.critical],
      [tally.attention, attentionOf(tally.attention)],
      [tally.unknown, LEVEL.unknown],
      [tally.notChecked, 'not checked'],
      [tally.notFound, 'not found'],
      [tally.healthy, LEVEL.healthy],
    ] as const;
    const said = parts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${numbers.count(count)}${NO_BREAK}${what}`);
    return `${counted(total, 'account', 'accounts')}: ${said.join(', ')}`;
  },
  /** Without a full stop. */
  noneChecked: (total: number) => `${counted(total, 'account', 'accounts')} could not be checked`,
  /** For a backup time that cannot be told. */
  notKnown: 'not known',
  packageEnds: (daysLeft: number) => `package ends ${inDays(daysLeft)}`,
  /** Under an account that is not fine: since when it is as bad. `moment` is that, or what a reader’s device makes one of. */
  since: (moment: string) => `since ${moment}`,
  /** Begins the last line: what the ages in the list go by. `when` is a moment or what a reader’s device makes one of. */
  asOf: (when: string) => `As of ${when}`,
};

/** On a shared card, after Re-check. */
export const recheck = {
  /** The level before, where it is another one now, and when it was read. */
  was: (sign: string, level: VerdictLevel, when: string) => `Was ${sign} ${LEVEL[level]} (${when})`,
  /** A card in a channel that can no longer be changed. */
  cardSpent: 'That card has expired and can no longer be updated.',
  /** Opens the command to type. */
  shareAgain: 'To share a new one, type:',
};
