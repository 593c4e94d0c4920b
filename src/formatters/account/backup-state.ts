import type { Answer } from '../../domain/outcome.ts';
import type { BackupKind, Verdict } from '../../domain/verdict.ts';

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
