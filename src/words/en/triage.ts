import type { BackupKind } from '../../domain/verdict.ts';
import { NO_BREAK } from '../durations.ts';
import { attentionOf, LEVEL } from './names.ts';
import { counted, numbers } from './numbers.ts';
import { inDays } from './time.ts';

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
