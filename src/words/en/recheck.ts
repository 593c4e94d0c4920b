import type { AccountStatus } from '../../domain/account.ts';
import type { RecheckWords } from '../home-words.ts';
import { LEVEL } from './level.ts';

const STATUS: Readonly<Record<AccountStatus['kind'], string>> = {
  online: 'online',
  offline: 'offline',
  'backing-up': 'backing up',
  unknown: 'unknown status',
  'not-reported': 'status not reported',
};

export const recheck: RecheckWords = {
  line(person, changes) {
    const what = changes === undefined ? '' : `: ${changes.length === 0 ? 'no change' : changes.join(', ')}`;
    return `Re-checked${person === undefined ? '' : ` by ${person}`}${what}`;
  },
  level: (before, after) => `${LEVEL[before]} → ${LEVEL[after]}`,
  backup: (backup, before, after) => `${backup} ${before} → ${after}`,
  status: (before, after) => `${STATUS[before]} → ${STATUS[after]}`,
  packageEnd: (before, after) => `package end ${before} → ${after}`,
  unreadable: 'unreadable',
  cardSpent: 'That card has expired and can no longer be updated.',
  shareAgain: 'To share a new one, type:',
};
