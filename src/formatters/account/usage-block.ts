import type { RichTextBlock } from '@slack/types';
import type { Account } from '../../domain/account.ts';
import type { Answer } from '../../domain/outcome.ts';
import type { Words } from '../../words/words.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { withoutValue } from './showable.ts';

const CELLS = 10;

/** Folder usage and package: what explains a full or ended account. */
export function usageBlock({ account, verdict }: Answer, words: Words): RichTextBlock {
  const { labels } = words.card;
  return richText(
    line(
      bold(labels.folderUsage),
      plain(`  ${folderUsage(account, words)}\n`),
      bold(labels.package),
      plain(`  ${packageText({ account, verdict }, words)}`),
    ),
  );
}

function folderUsage(account: Account, words: Words): string {
  const { foldersFilesCount, maxFolderCount } = account;
  const count = foldersFilesCount ?? withoutValue(account, 'foldersFilesCount', words);
  const limit = maxFolderCount ?? withoutValue(account, 'maxFolderCount', words);
  const { notReported } = words.card;
  if (count === notReported && limit === notReported) return notReported;
  const numbers = words.card.folderUsage(count, limit);
  const bar = usageBar(foldersFilesCount, maxFolderCount, words);
  return bar === undefined ? numbers : `${bar}\n${numbers}`;
}

/** Undefined where a percentage would be wrong: `count` holds files too, so it may exceed the limit on folders. */
function usageBar(count: number | undefined, limit: number | undefined, words: Words): string | undefined {
  if (count === undefined || limit === undefined) return undefined;
  if (!(limit > 0 && count >= 0 && count <= limit)) return undefined;
  const share = count / limit;
  const full = Math.floor(share * CELLS);
  return `${'▰'.repeat(full)}${'▱'.repeat(CELLS - full)} ${words.numbers.percent(Math.floor((count * 100) / limit))}`;
}

function packageText({ account, verdict }: Pick<Answer, 'account' | 'verdict'>, words: Words): string {
  return `${account.packageName || withoutValue(account, 'packageName', words)} · ${packageEnd({ account, verdict }, words)}`;
}

function packageEnd({ account, verdict }: Pick<Answer, 'account' | 'verdict'>, words: Words): string {
  const { packageEndsOn } = account;
  const rules = verdict.reasons.map(({ rule }) => rule);
  if (packageEndsOn === undefined || rules.includes('package-end-unreadable')) {
    return words.card.packageEndWithout(withoutValue(account, 'endDate', words));
  }
  const state = rules.includes('package-ended')
    ? 'ended'
    : rules.includes('package-ends-soon')
      ? 'ends-soon'
      : 'running';
  return words.card.packageEnd(words.time.day(packageEndsOn), state);
}
