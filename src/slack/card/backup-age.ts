import type { Account } from '../../account/account.ts';
import type { Answer } from '../../account/outcome.ts';
import type { BackupKind, Verdict } from '../../account/verdict.ts';
import type { Words } from '../../words/words.ts';
import { isShowable } from '../kit/date-token.ts';

export interface BackupAge {
  readonly backup: BackupKind;
  /** Of a bare date since the end of that day. */
  readonly ageMs: number;
  /** `20 Nov`, when no time of day was given; the app never invents one. */
  readonly day?: string;
}

/** The backups whose age the verdict believes, and looks at. */
export function backupAges(
  account: Account,
  verdict: Verdict,
  { nowMs, words }: { readonly nowMs: number; readonly words: Words },
): BackupAge[] {
  return (['database', 'folders'] as const).flatMap((backup) => {
    const last = account[backup];
    const ageMs = verdict.ageMs[backup];
    if (verdict.exceptions?.ignored?.backup === backup) return [];
    if (last.kind !== 'at' || ageMs === undefined || !isShowable(last.atMs)) return [];
    if (last.precision === 'second') return [{ backup, ageMs }];
    return [{ backup, ageMs, day: words.time.dayOf({ atMs: last.atMs, zoneId: account.zone.id, nowMs }) }];
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
