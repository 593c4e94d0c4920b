import type { AccountStatus } from '../../domain/account.ts';
import type { ToldAge } from '../../domain/compare-answers.ts';
import type { RecheckWords } from '../home-words.ts';
import { card } from './card.ts';
import { LEVEL } from './level.ts';
import { time } from './time.ts';

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
  backup: (backup, before, after) => `${backup} ${age(before)} → ${age(after)}`,
  status: (before, after) => `${STATUS[before]} → ${STATUS[after]}`,
  packageEnd: (before, after) => `package end ${day(before)} → ${day(after)}`,
  cardSpent: 'That card has expired and can no longer be updated.',
  shareAgain: 'To share a new one, type:',
};

function age(told: ToldAge): string {
  switch (told.kind) {
    case 'time':
      return time.shortDuration(told.ageMs);
    case 'day':
      return time.daysAgo(told.daysAgo);
    case 'never':
      return card.never;
    case 'ahead':
      return card.clockWrong;
    case 'unreadable':
      return UNREADABLE;
    case 'not-reported':
      return card.notReported;
    default:
      return told satisfies never;
  }
}

const UNREADABLE = 'unreadable';

function day(isoDate: string | undefined): string {
  if (isoDate === undefined) return card.notReported;
  return isoDate === 'unreadable' ? UNREADABLE : time.day(isoDate);
}
