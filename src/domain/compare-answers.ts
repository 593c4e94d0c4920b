import type { AccountStatus } from './account.ts';
import type { Answer } from './outcome.ts';
import type { BackupKind, VerdictLevel } from './verdict.ts';
import { dayNumber } from './zoned-time.ts';

/** The age of one backup as it was told. `day` where the service gave no time of day, `ahead` where its date lies in the future. */
export type ToldAge =
  | { readonly kind: 'time'; readonly atMs: number; readonly ageMs: number }
  | { readonly kind: 'day'; readonly atMs: number; readonly daysAgo: number }
  | { readonly kind: 'ahead' | 'never' | 'unreadable' | 'not-reported' };

/** What of an answer is held against a later one: small enough to travel with a button. */
export interface AnswerSnapshot {
  readonly level: VerdictLevel;
  readonly status: AccountStatus['kind'];
  readonly database: ToldAge;
  readonly folders: ToldAge;
  /** `YYYY-MM-DD`, or `unreadable`; absent when not reported. */
  readonly packageEndsOn?: string;
}

/** One thing that is no longer as it was. */
export type Difference =
  | { readonly kind: 'level'; readonly before: VerdictLevel; readonly after: VerdictLevel }
  | {
      readonly kind: 'backup';
      readonly backup: BackupKind;
      readonly before: ToldAge;
      readonly after: ToldAge;
    }
  | {
      readonly kind: 'status';
      readonly before: AccountStatus['kind'];
      readonly after: AccountStatus['kind'];
    }
  | {
      readonly kind: 'package-end';
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Ages are those of the verdict: what the card said when it was drawn. */
export function snapshotOf({ account, verdict }: Answer): AnswerSnapshot {
  const { packageEndsOn } = account;
  return {
    level: verdict.level,
    status: verdict.status,
    database: ageIn({ account, verdict }, 'database'),
    folders: ageIn({ account, verdict }, 'folders'),
    ...(packageEndsOn !== undefined && {
      packageEndsOn: DAY.test(packageEndsOn) ? packageEndsOn : 'unreadable',
    }),
  };
}

function ageIn({ account, verdict }: Pick<Answer, 'account' | 'verdict'>, backup: BackupKind): ToldAge {
  const last = account[backup];
  if (last.kind !== 'at') return { kind: last.kind };
  const { atMs, precision } = last;
  const ageMs = verdict.ageMs[backup];
  if (ageMs === undefined) return { kind: 'ahead' };
  if (precision === 'second') return { kind: 'time', atMs, ageMs };
  const daysAgo = dayNumber(atMs + ageMs, account.zone.id) - dayNumber(atMs, account.zone.id);
  return { kind: 'day', atMs, daysAgo };
}

/** What changed, the verdict first. That a backup which did not run has grown older is no change. */
export function differencesBetween(before: AnswerSnapshot, after: AnswerSnapshot): Difference[] {
  const backups = (['database', 'folders'] as const).filter(
    (backup) => !isSameBackup(before[backup], after[backup]),
  );
  return [
    ...(before.level === after.level
      ? []
      : [{ kind: 'level' as const, before: before.level, after: after.level }]),
    ...backups.map((backup) => ({
      kind: 'backup' as const,
      backup,
      before: before[backup],
      after: after[backup],
    })),
    ...(before.status === after.status
      ? []
      : [{ kind: 'status' as const, before: before.status, after: after.status }]),
    ...(before.packageEndsOn === after.packageEndsOn
      ? []
      : [{ kind: 'package-end' as const, before: before.packageEndsOn, after: after.packageEndsOn }]),
  ];
}

function isSameBackup(before: ToldAge, after: ToldAge): boolean {
  if (!('atMs' in before && 'atMs' in after)) return before.kind === after.kind;
  return before.kind === after.kind && before.atMs === after.atMs;
}
