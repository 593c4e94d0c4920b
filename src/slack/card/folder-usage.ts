import type { Account } from '../../account/account.ts';
import type { Words } from '../../words/words.ts';
import { withoutValue } from './quota.ts';

const CELLS = 10;

/** `▰▰▰▰▱▱▱▱▱▱ 42%`, and below it the count of folders and files and the limit of folders. */
export function folderUsage(account: Account, words: Words): string {
  const { foldersFilesCount: used, maxFolderCount: limit } = account;
  const count = used ?? withoutValue(account, 'foldersFilesCount', words);
  const most = limit ?? withoutValue(account, 'maxFolderCount', words);
  const numbers = words.card.folderUsage(count, most);
  // The count includes files, so it may exceed the limit, which is for folders only: a percentage would be wrong.
  if (used === undefined || limit === undefined || !(limit > 0 && used >= 0 && used <= limit)) return numbers;
  const full = Math.floor((used / limit) * CELLS);
  const percent = words.numbers.percent(Math.floor((used * 100) / limit));
  return `${'▰'.repeat(full)}${'▱'.repeat(CELLS - full)} ${percent}\n${numbers}`;
}
