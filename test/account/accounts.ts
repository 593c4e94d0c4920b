import type { Account, LastBackup } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import type { Reason, RuleName, Thresholds, Verdict } from '../../src/account/verdict.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A Saturday noon in Istanbul. */
export const NOW_MS = Date.parse('2026-11-21T12:00:00+03:00');

export const THRESHOLDS: Thresholds = {
  late: { value: 26, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' },
  stale: { value: 48, unit: 'hour', setBy: 'BACKUP_STALE_AFTER_HOURS' },
  packageEndsSoon: { value: 14, unit: 'day', setBy: 'PACKAGE_ENDS_SOON_DAYS' },
};

export const NEVER: LastBackup = { kind: 'never' };
export const UNREADABLE: LastBackup = { kind: 'unreadable' };
export const NOT_REPORTED: LastBackup = { kind: 'not-reported' };

/** A backup of this age at `NOW_MS`. Negative: in the future. */
export const aged = (ageMs: number): LastBackup => ({
  kind: 'at',
  atMs: NOW_MS - ageMs,
  precision: 'second',
});

export const ONLINE = { kind: 'online', sent: 'çevrimiçi' } as const;
export const OFFLINE = { kind: 'offline', sent: 'çevrimdışı' } as const;
export const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;

/** Online with two fresh backups and nothing else; `given` replaces properties. */
export const accountWith = (given: Partial<Account> = {}): Account => ({
  id: '1001',
  zone: { id: 'Europe/Istanbul', assumedFrom: 'setting' },
  status: ONLINE,
  database: aged(2 * HOUR_MS),
  folders: aged(5 * HOUR_MS),
  sent: {},
  ...given,
});

export const judged = (given: Partial<Account>, nowMs = NOW_MS): Verdict =>
  judge(accountWith(given), nowMs, { thresholds: THRESHOLDS });

export const rulesOf = (verdict: Verdict): RuleName[] => verdict.reasons.map((reason) => reason.rule);

/** The reasons that this rule gave. */
export const reasonsBy = (rule: RuleName, verdict: Verdict): readonly Reason[] =>
  verdict.reasons.filter((reason) => reason.rule === rule);
