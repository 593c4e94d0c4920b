import type { CardWords } from '../answer-words.ts';
import { numbers } from './numbers.ts';

export const card: CardWords = {
  labels: {
    database: 'Database backup',
    folders: 'Folder backup',
    quota: 'Quota',
    backupsToday: 'Backups today',
    folderUsage: 'Folder usage',
    package: 'Package',
  },
  never: 'never',
  notReported: 'not reported',
  clockWrong: 'clock looks wrong',
  timeNotReported: 'time not reported',
  timeAsSent: (text) => `time reads “${text}”`,
  backupsToday(made, allowed) {
    if (made === undefined) return `not reported, ${countOrNothing(allowed)} allowed`;
    return allowed === undefined
      ? `${numbers.count(made)}, allowance not reported`
      : `${numbers.count(made)} of ${numbers.count(allowed)} allowed`;
  },
  folderUsage(count, limit) {
    const used = count === undefined ? 'count not reported' : `${numbers.count(count)} folders and files`;
    return `${used} · ${limit === undefined ? 'limit not reported' : `limit ${numbers.count(limit)} folders`}`;
  },
  packageEnd: (day, state) => `${{ running: 'until', 'ends-soon': 'ends', ended: 'ended' }[state]} ${day}`,
  packageEndNotReported: 'end date not reported',
  packageEndAsSent: (text) => `end date reads “${text}”`,
  quota: (amount, unit) => `${numbers.count(amount)} ${unit}`,
  source({ asked, zone, assumedFrom }) {
    const read = `ervice times read as ${zone}${assumedFrom === 'nothing' ? ' (a guess)' : ''}`;
    return asked === undefined ? `S${read}` : `Asked ${asked} · s${read}`;
  },
  client: (version) => `client ${version}`,
  sharedBy: (person) => `Shared by ${person}`,
  earlierAnswer: (ago) => `This is what the service said ${ago}.`,
};

const countOrNothing = (value: number | undefined) => (value === undefined ? '' : numbers.count(value));
