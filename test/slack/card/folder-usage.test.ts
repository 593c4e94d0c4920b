import { describe, expect, it } from 'vitest';
import { formatLookup } from '../../../src/slack/card/card.ts';
import { drawn } from '../../messages/drawn.ts';
import { account, accountWithout, answer, PRIVATE } from '../../messages/samples.ts';
import { words } from '../../support/reader.ts';

const { labels } = words.card;
const USAGE = labels.folderUsage;
const PACKAGE = labels.package;
const NO_END = words.card.packageEndWithout(words.card.notReported);

/** Folder usage and package, as a card shows them. */
const lines = (about = account()) => {
  const card = drawn(formatLookup({ kind: 'found', id: about.id, answer: answer(about) }, PRIVATE).blocks);
  const at = card.findIndex((line) => line.startsWith(USAGE));
  return card.slice(at, card.findIndex((line) => line.startsWith(PACKAGE)) + 1);
};

describe('folder usage', () => {
  it.each([
    [0, 50, '▱▱▱▱▱▱▱▱▱▱', 0],
    [4, 50, '▱▱▱▱▱▱▱▱▱▱', 8],
    [5, 50, '▰▱▱▱▱▱▱▱▱▱', 10],
    [48, 50, '▰▰▰▰▰▰▰▰▰▱', 96],
    [49_999, 50_000, '▰▰▰▰▰▰▰▰▰▱', 99],
    [50, 50, '▰▰▰▰▰▰▰▰▰▰', 100],
  ])('%i of %i fills the bar downwards: full only at the limit', (count, limit, bar, percent) => {
    expect(lines(account({ foldersFilesCount: count, maxFolderCount: limit }))[0]).toBe(
      `${USAGE}  ${bar} ${words.numbers.percent(percent)}`,
    );
  });

  it.each([
    [51, 50],
    [182_431, 50],
    [0, 0],
    [-1, 50],
  ])('%i of %i has no bar, as a percentage would lie', (count, limit) => {
    const [usage, next] = lines(account({ foldersFilesCount: count, maxFolderCount: limit }));
    expect(usage).toBe(`${USAGE}  ${words.card.folderUsage(count, limit)}`);
    expect(next?.startsWith(PACKAGE)).toBe(true);
  });

  it('agrees with one', () => {
    expect(lines(account({ foldersFilesCount: 1, maxFolderCount: 1 }))[1]).toBe(words.card.folderUsage(1, 1));
  });

  it('shows a number that cannot be read as it was sent', () => {
    const about = accountWithout('maxFolderCount', 'foldersFilesCount');
    const sent = { foldersFilesCount: '21.5', maxFolderCount: 'elli' };
    expect(lines({ ...about, sent })[0]).toBe(
      `${USAGE}  ${words.card.folderUsage(words.card.asSent('21.5'), words.card.asSent('elli'))}`,
    );
    expect(lines({ ...about, sent: { maxFolderCount: 'elli' } })[0]).toBe(
      `${USAGE}  ${words.card.folderUsage(words.card.notReported, words.card.asSent('elli'))}`,
    );
  });

  it('says which half is missing', () => {
    expect(lines(accountWithout('maxFolderCount'))[0]).toBe(
      `${USAGE}  ${words.card.folderUsage(21, words.card.notReported)}`,
    );
    expect(lines(accountWithout('foldersFilesCount'))[0]).toBe(
      `${USAGE}  ${words.card.folderUsage(words.card.notReported, 50)}`,
    );
    expect(lines(accountWithout('maxFolderCount', 'foldersFilesCount'))[0]).toBe(
      `${USAGE}  ${words.card.notReported}`,
    );
  });
});

describe('the package', () => {
  it.each([
    ['2027-06-09', 'running'],
    ['2026-11-26', 'ends-soon'],
    ['2026-11-21', 'ends-soon'],
    ['2026-11-18', 'ended'],
  ] as const)('that ends on %s is said to be %s', (packageEndsOn, state) => {
    expect(lines(account({ packageEndsOn })).at(-1)).toBe(
      `${PACKAGE}  Kurumsal 500 · ${words.card.packageEnd(words.time.day(packageEndsOn), state)}`,
    );
  });

  it('without an end says so, or shows what was sent instead', () => {
    const without = accountWithout('packageEndsOn');
    expect(lines({ ...without, sent: {} }).at(-1)).toBe(`${PACKAGE}  Kurumsal 500 · ${NO_END}`);
    expect(lines({ ...without, sent: { endDate: 'null' } }).at(-1)).toBe(
      `${PACKAGE}  Kurumsal 500 · ${NO_END}`,
    );
    expect(lines({ ...without, sent: { endDate: 'yakında' } }).at(-1)).toBe(
      `${PACKAGE}  Kurumsal 500 · ${words.card.packageEndWithout(words.card.asSent('yakında'))}`,
    );
  });

  it('shows an end date and a name that cannot be read as they were sent', () => {
    const about = { ...accountWithout('packageName'), packageEndsOn: '01.01.2023' };
    expect(lines({ ...about, sent: { packageName: '500', endDate: '01.01.2023' } }).at(-1)).toBe(
      `${PACKAGE}  ${words.card.asSent('500')} · ${words.card.packageEndWithout(words.card.asSent('01.01.2023'))}`,
    );
  });

  it('without a name says so', () => {
    expect(lines(accountWithout('packageName')).at(-1)).toBe(
      `${PACKAGE}  ${words.card.notReported} · ${words.card.packageEnd(words.time.day('2027-06-09'), 'running')}`,
    );
  });
});
