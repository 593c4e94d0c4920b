import type { Account } from '../../domain/account.ts';
import type { Answer } from '../../domain/outcome.ts';
import type { BackupKind, Verdict } from '../../domain/verdict.ts';
import { dayNumber } from '../../domain/zoned-time.ts';
import type { Words } from '../../words/words.ts';
import { isShowable } from '../kit/date-token.ts';

export interface BackupAge {
  readonly backup: BackupKind;
  /** Of a bare date the most it can be. */
  readonly ageMs: number;
  readonly precision: 'second' | 'day';
  /** `2 h ago`, or `yesterday` when no time of day was given. */
  readonly ago: string;
}

/** How long ago a moment was; days are counted in the service's zone, and no time of day is made up for a bare date. */
export function agoOf(
  moment: { readonly atMs: number; readonly precision: 'second' | 'day' },
  account: Account,
  { nowMs, words }: { readonly nowMs: number; readonly words: Words },
): string {
  if (moment.precision === 'second') return words.time.ago(nowMs - moment.atMs);
  const days = dayNumber(nowMs, account.zone.id) - dayNumber(moment.atMs, account.zone.id);
  return words.time.daysAgo(Math.max(0, days));
}

/** The backups whose age the verdict believes, and looks at. */
export function backupAges(
  account: Account,
  verdict: Verdict,
  context: { readonly nowMs: number; readonly words: Words },
): BackupAge[] {
  return (['database', 'folders'] as const).flatMap((backup) => {
    const last = account[backup];
    const ageMs = verdict.ageMs[backup];
    if (verdict.exceptions?.ignored?.backup === backup) return [];
    if (last.kind !== 'at' || ageMs === undefined || !isShowable(last.atMs)) return [];
    return [{ backup, ageMs, precision: last.precision, ago: agoOf(last, account, context) }];
  });
}

/** Whether the judge found this backup dated in the future. */
export function isClockWrong({ reasons }: Verdict, backup: BackupKind): boolean {
  return reasons.some((reason) => reason.rule === 'clock-wrong' && reason.backup === backup);
}

/** Null reads as "never", but where every field is null the service has said nothing at all. */
export function isNever(
  { account, verdict }: Pick<Answer, 'account' | 'verdict'>,
  backup: BackupKind,
): boolean {
  return account[backup].kind === 'never' && !verdict.reasons.some(({ rule }) => rule === 'nothing-reported');
}
