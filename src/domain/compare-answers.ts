import type { AccountStatus } from './account.ts';
import type { Answer } from './outcome.ts';
import { BACKUP_KINDS, type BackupKind, type VerdictLevel } from './verdict.ts';
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

interface Change<Kind extends string, Told> {
  readonly kind: Kind;
  readonly before: Told;
  readonly after: Told;
}

/** One thing that is no longer as it was. */
export type Difference =
  | Change<'level', VerdictLevel>
  | (Change<'backup', ToldAge> & { readonly backup: BackupKind })
  | Change<'status', AccountStatus['kind']>
  | Change<'package-end', string | undefined>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Ages are those of the verdict: what the card said when it was drawn. */
export function snapshotOf(answer: Answer): AnswerSnapshot {
  const { account, verdict } = answer;
  const { packageEndsOn } = account;
  return {
    level: verdict.level,
    status: verdict.status,
    database: ageIn(answer, 'database'),
    folders: ageIn(answer, 'folders'),
    ...(packageEndsOn !== undefined && {
      packageEndsOn: DAY.test(packageEndsOn) ? packageEndsOn : 'unreadable',
    }),
  };
}

function ageIn({ account, verdict }: Answer, backup: BackupKind): ToldAge {
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
  const all: Difference[] = [
    { kind: 'level', before: before.level, after: after.level },
    ...BACKUP_KINDS.map((backup) => ({
      kind: 'backup' as const,
      backup,
      before: before[backup],
      after: after[backup],
    })),
    { kind: 'status', before: before.status, after: after.status },
    { kind: 'package-end', before: before.packageEndsOn, after: after.packageEndsOn },
  ];
  return all.filter((change) =>
    change.kind === 'backup' ? !isSameBackup(change.before, change.after) : change.before !== change.after,
  );
}

/** The newest backup as it was told before and is told now, where none has run in between; undefined where none has a time. */
export function sameNewest(
  before: AnswerSnapshot,
  after: AnswerSnapshot,
): { readonly before: ToldAge; readonly after: ToldAge } | undefined {
  if (BACKUP_KINDS.some((backup) => !isSameBackup(before[backup], after[backup]))) return undefined;
  const [newest] = BACKUP_KINDS.filter((backup) => 'atMs' in after[backup]).toSorted(
    (one, other) => (atMsOf(after[other]) ?? 0) - (atMsOf(after[one]) ?? 0),
  );
  return newest && { before: before[newest], after: after[newest] };
}

/** Whether the later one of two tellings is of a backup that ran since; its time decides, not its age. */
export const isNewBackup = (before: ToldAge, after: ToldAge): boolean =>
  'atMs' in after && (before.kind === 'never' || after.atMs > (atMsOf(before) ?? Infinity));

const isSameBackup = (before: ToldAge, after: ToldAge) =>
  before.kind === after.kind && atMsOf(before) === atMsOf(after);

const atMsOf = (told: ToldAge) => ('atMs' in told ? told.atMs : undefined);
