import { describe, expect, it } from 'vitest';
import { usageBlock } from '../../src/formatters/usage-block.ts';
import { english } from '../../src/words/en.ts';
import { drawn } from './drawn.ts';
import { account, accountWithout, answer } from './samples.ts';

const lines = (about = account()) => drawn([usageBlock(answer(about), english)]);

describe('folder usage', () => {
  it.each([
    [0, 50, '▱▱▱▱▱▱▱▱▱▱ 0 %'],
    [4, 50, '▱▱▱▱▱▱▱▱▱▱ 8 %'],
    [5, 50, '▰▱▱▱▱▱▱▱▱▱ 10 %'],
    [48, 50, '▰▰▰▰▰▰▰▰▰▱ 96 %'],
    [49_999, 50_000, '▰▰▰▰▰▰▰▰▰▱ 99 %'],
    [50, 50, '▰▰▰▰▰▰▰▰▰▰ 100 %'],
  ])('%i of %i fills the bar downwards: full only at the limit', (count, limit, bar) => {
    expect(lines(account({ foldersFilesCount: count, maxFolderCount: limit }))[0]).toBe(
      `Folder usage  ${bar}`,
    );
  });

  it.each([
    [51, 50, '51 folders and files · limit 50 folders'],
    [182_431, 50, '182,431 folders and files · limit 50 folders'],
    [0, 0, '0 folders and files · limit 0 folders'],
    [-1, 50, '-1 folders and files · limit 50 folders'],
  ])('%i of %i has no bar, as a percentage would lie', (count, limit, text) => {
    const [usage, next] = lines(account({ foldersFilesCount: count, maxFolderCount: limit }));
    expect(usage).toBe(`Folder usage  ${text}`);
    expect(next).toMatch(/^Package/);
  });

  it('says which half is missing', () => {
    expect(lines(accountWithout('maxFolderCount'))[0]).toBe(
      'Folder usage  21 folders and files · limit not reported',
    );
    expect(lines(accountWithout('foldersFilesCount'))[0]).toBe(
      'Folder usage  count not reported · limit 50 folders',
    );
    expect(lines(accountWithout('maxFolderCount', 'foldersFilesCount'))[0]).toBe(
      'Folder usage  not reported',
    );
  });
});

describe('the package', () => {
  it.each([
    ['2027-06-09', 'until 9 Jun 2027'],
    ['2026-11-26', 'ends 26 Nov 2026'],
    ['2026-11-21', 'ends 21 Nov 2026'],
    ['2026-11-18', 'ended 18 Nov 2026'],
  ])('that ends on %s is said to be %s', (packageEndsOn, text) => {
    expect(lines(account({ packageEndsOn })).at(-1)).toBe(`Package  Kurumsal 500 · ${text}`);
  });

  it('without an end says so, or shows what was sent instead', () => {
    const without = accountWithout('packageEndsOn');
    expect(lines({ ...without, sent: {} }).at(-1)).toBe('Package  Kurumsal 500 · end date not reported');
    expect(lines({ ...without, sent: { endDate: 'null' } }).at(-1)).toMatch(/· end date not reported$/);
    expect(lines({ ...without, sent: { endDate: 'yakında' } }).at(-1)).toBe(
      'Package  Kurumsal 500 · end date reads “yakında”',
    );
  });

  it('without a name says so', () => {
    expect(lines(accountWithout('packageName')).at(-1)).toBe('Package  not reported · until 9 Jun 2027');
  });
});
