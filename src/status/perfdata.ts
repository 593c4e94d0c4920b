import type { LookupOutcome } from '../domain/outcome.ts';
import { BACKUP_KINDS } from '../domain/verdict.ts';
import { secondsOf } from './report.ts';

/**
 * `'1004_database'=273600s;93600;172800;0`: the age of each backup, with the limits of late and stale, in seconds, as Nagios
 * reads it. A backup without a believable age, or that is not looked at, has none.
 */
export function perfdataOf(outcome: LookupOutcome): readonly string[] {
  if (outcome.kind !== 'found') return [];
  const { ageMs, thresholds, exceptions } = outcome.answer.verdict;
  const [late, stale] = [secondsOf(thresholds.late), secondsOf(thresholds.stale)];
  return BACKUP_KINDS.flatMap((backup) => {
    const age = ageMs[backup];
    if (age === undefined || exceptions?.ignored?.backup === backup) return [];
    return [`'${labelOf(outcome.id)}_${backup}'=${Math.round(age / 1000)}s;${late};${stale};0`];
  });
}

/** What Nagios allows in a label, quotes doubled. */
const labelOf = (id: string) => id.replace(/[=|\s]/gu, '_').replaceAll("'", "''");
