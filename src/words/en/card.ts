import type { CardWords } from '../answer-words.ts';
import { counted, numbers } from './numbers.ts';

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
  asSent: (text) => `reads “${text}”`,
  backupsToday(made, allowed) {
    const done = typeof made === 'number' ? numbers.count(made) : made;
    if (typeof allowed === 'string') return `${done}, allowance ${allowed}`;
    return `${done}${typeof made === 'number' ? ' of ' : ', '}${numbers.count(allowed)} allowed`;
  },
  folderUsage(count, limit) {
    const used =
      typeof count === 'number' ? counted(count, 'folder or file', 'folders and files') : `count ${count}`;
    return `${used} · limit ${typeof limit === 'number' ? counted(limit, 'folder', 'folders') : limit}`;
  },
  packageEnd: (day, state) => `${{ running: 'until', 'ends-soon': 'ends', ended: 'ended' }[state]} ${day}`,
  packageEndWithout: (what) => `end date ${what}`,
  quota: (amount, unit) => `${numbers.count(amount)} ${unit}`,
  source({ asked, zone, assumedFrom }) {
    const read = `ervice times read as ${zone}${assumedFrom === 'nothing' ? ' (a guess)' : ''}`;
    return asked === undefined ? `S${read}` : `Asked ${asked} · s${read}`;
  },
  client: (version) => `client ${version}`,
  sharedBy: (person) => `Shared by ${person}`,
  earlierAnswer: (ago) => `This is what the service said ${ago}.`,
};
