import type { Evidence } from '../evidence.ts';
import type { Clock } from '../read-clock.ts';
import { BACKUP_KINDS, type BackupKind, otherBackup, type ReasonOf, type RuleName } from '../verdict.ts';

/** Looks at the evidence and gives its reasons: none when it has nothing to say, two at most (one a backup). */
export type Rule<Name extends RuleName> = (evidence: Evidence) => readonly ReasonOf<Name>[];

/** A rule that looks at one backup at a time, database first. */
export const eachBackup =
  <Name extends RuleName>(
    judge: (backup: BackupKind, clock: Clock, evidence: Evidence) => ReasonOf<Name> | undefined,
  ): Rule<Name> =>
  (evidence) =>
    BACKUP_KINDS.flatMap((backup) => judge(backup, evidence.clocks[backup], evidence) ?? []);

/** The backup that is looked at where the other is ignored; nothing where both are. */
export function onlyCounted({ exceptions: { ignored } }: Evidence): BackupKind | undefined {
  return ignored && otherBackup(ignored.backup);
}
