import type { ServiceZone } from '../../domain/account.ts';
import { counted, numbers } from './numbers.ts';

export const card = {
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
  /** A time of day that cannot be read. */
  timeAsSent: (text: string) => `time reads “${text}”`,
  /** What was sent where it cannot be read. */
  asSent: (text: string) => `reads “${text}”`,
  /** Text is what to say in place of a number. */
  backupsToday(made: number | string, allowed: number | string): string {
    const done = typeof made === 'number' ? numbers.count(made) : made;
    if (typeof allowed === 'string') return `${done}, allowance ${allowed}`;
    return `${done}${typeof made === 'number' ? ' of ' : ', '}${numbers.count(allowed)} allowed`;
  },
  folderUsage(count: number | string, limit: number | string): string {
    const used =
      typeof count === 'number' ? counted(count, 'folder or file', 'folders and files') : `count ${count}`;
    return `${used} · limit ${typeof limit === 'number' ? counted(limit, 'folder', 'folders') : limit}`;
  },
  packageEnd: (day: string, state: 'running' | 'ends-soon' | 'ended') =>
    `${{ running: 'until', 'ends-soon': 'ends', ended: 'ended' }[state]} ${day}`,
  /** `what` was sent in place of a date, or that nothing was. */
  packageEndWithout: (what: string) => `end date ${what}`,
  quota: (amount: number, unit: string) => `${numbers.count(amount)} ${unit}`,
  /** Where the figures come from; `asked` is how long ago, absent where that has been said. */
  source({
    asked,
    zone,
    assumedFrom,
  }: {
    readonly asked: string | undefined;
    readonly zone: string;
    readonly assumedFrom: ServiceZone['assumedFrom'];
  }): string {
    const read = `ervice times read as ${zone}${assumedFrom === 'nothing' ? ' (a guess)' : ''}`;
    return asked === undefined ? `S${read}` : `Asked ${asked} · s${read}`;
  },
  client: (version: string) => `client ${version}`,
  sharedBy: (person: string) => `Shared by ${person}`,
  /** Follows the reason why there is no newer answer. */
  earlierAnswer: (ago: string) => `This is what the service said ${ago}.`,
};
