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
  const percent = usedPercent(account);
  if (percent === undefined) return numbers;
  const full = Math.floor((percent * CELLS) / 100);
  return `${'▰'.repeat(full)}${'▱'.repeat(CELLS - full)} ${words.numbers.percent(percent)}\n${numbers}`;
}

/** Undefined: not known. The count includes files, so it may exceed the limit, which is for folders only. */
export function usedPercent({ foldersFilesCount: used = -1, maxFolderCount: limit = 0 }: Account) {
  return used >= 0 && used <= limit && limit > 0
    ? Math.min(Math.floor((used * 100) / limit), 100)
    : undefined;
}
