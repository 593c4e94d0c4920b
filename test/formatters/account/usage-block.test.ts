import { describe, expect, it } from 'vitest';
import { usageBlock } from '../../../src/formatters/account/usage-block.ts';
import { said, words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { account, accountWithout, answer } from '../samples.ts';

const USAGE = said({ en: 'Folder usage', tr: 'Klasör kullanımı' });
const PACKAGE = said({ en: 'Package', tr: 'Paket' });
const NO_END = said({ en: 'end date not reported', tr: 'bitiş tarihi bildirilmedi' });

const lines = (about = account()) => drawn([usageBlock(answer(about), words)]);

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
      said({
        en: `Folder usage  ${bar} ${percent}%`,
        tr: `Klasör kullanımı  ${bar} %${percent}`,
      }),
    );
  });

  it.each([
    [
      51,
      50,
      said({ en: '51 folders and files · limit 50 folders', tr: '51 klasör ve dosya · sınır 50 klasör' }),
    ],
    [
      182_431,
      50,
      said({
        en: '182,431 folders and files · limit 50 folders',
        tr: '182.431 klasör ve dosya · sınır 50 klasör',
      }),
    ],
    [0, 0, said({ en: '0 folders and files · limit 0 folders', tr: '0 klasör ve dosya · sınır 0 klasör' })],
    [
      -1,
      50,
      said({ en: '-1 folders and files · limit 50 folders', tr: '-1 klasör ve dosya · sınır 50 klasör' }),
    ],
  ])('%i of %i has no bar, as a percentage would lie', (count, limit, text) => {
    const [usage, next] = lines(account({ foldersFilesCount: count, maxFolderCount: limit }));
    expect(usage).toBe(`${USAGE}  ${text}`);
    expect(next?.startsWith(PACKAGE)).toBe(true);
  });

  it('agrees with one', () => {
    expect(lines(account({ foldersFilesCount: 1, maxFolderCount: 1 }))[1]).toBe(
      said({ en: '1 folder or file · limit 1 folder', tr: '1 klasör ve dosya · sınır 1 klasör' }),
    );
  });

  it('shows a number that cannot be read as it was sent', () => {
    const about = accountWithout('maxFolderCount', 'foldersFilesCount');
    const sent = { foldersFilesCount: '21.5', maxFolderCount: 'elli' };
    expect(lines({ ...about, sent })[0]).toBe(
      said({
        en: 'Folder usage  count reads “21.5” · limit reads “elli”',
        tr: 'Klasör kullanımı  sayı şöyle geldi: “21.5” · sınır şöyle geldi: “elli”',
      }),
    );
    expect(lines({ ...about, sent: { maxFolderCount: 'elli' } })[0]).toBe(
      said({
        en: 'Folder usage  count not reported · limit reads “elli”',
        tr: 'Klasör kullanımı  sayı bildirilmedi · sınır şöyle geldi: “elli”',
      }),
    );
  });

  it('says which half is missing', () => {
    expect(lines(accountWithout('maxFolderCount'))[0]).toBe(
      said({
        en: 'Folder usage  21 folders and files · limit not reported',
        tr: 'Klasör kullanımı  21 klasör ve dosya · sınır bildirilmedi',
      }),
    );
    expect(lines(accountWithout('foldersFilesCount'))[0]).toBe(
      said({
        en: 'Folder usage  count not reported · limit 50 folders',
        tr: 'Klasör kullanımı  sayı bildirilmedi · sınır 50 klasör',
      }),
    );
    expect(lines(accountWithout('maxFolderCount', 'foldersFilesCount'))[0]).toBe(
      said({ en: 'Folder usage  not reported', tr: 'Klasör kullanımı  bildirilmedi' }),
    );
  });
});

describe('the package', () => {
  it.each([
    ['2027-06-09', said({ en: 'until 9 Jun 2027', tr: '9 Haz 2027 tarihine kadar' })],
    ['2026-11-26', said({ en: 'ends 26 Nov 2026', tr: '26 Kas 2026 tarihinde bitiyor' })],
    ['2026-11-21', said({ en: 'ends 21 Nov 2026', tr: '21 Kas 2026 tarihinde bitiyor' })],
    ['2026-11-18', said({ en: 'ended 18 Nov 2026', tr: '18 Kas 2026 tarihinde bitti' })],
  ])('that ends on %s is said to be %s', (packageEndsOn, text) => {
    expect(lines(account({ packageEndsOn })).at(-1)).toBe(`${PACKAGE}  Kurumsal 500 · ${text}`);
  });

  it('without an end says so, or shows what was sent instead', () => {
    const without = accountWithout('packageEndsOn');
    expect(lines({ ...without, sent: {} }).at(-1)).toBe(`${PACKAGE}  Kurumsal 500 · ${NO_END}`);
    expect(lines({ ...without, sent: { endDate: 'null' } }).at(-1)).toBe(
      `${PACKAGE}  Kurumsal 500 · ${NO_END}`,
    );
    expect(lines({ ...without, sent: { endDate: 'yakında' } }).at(-1)).toBe(
      said({
        en: 'Package  Kurumsal 500 · end date reads “yakında”',
        tr: 'Paket  Kurumsal 500 · bitiş tarihi şöyle geldi: “yakında”',
      }),
    );
  });

  it('shows an end date and a name that cannot be read as they were sent', () => {
    const about = { ...accountWithout('packageName'), packageEndsOn: '01.01.2023' };
    expect(lines({ ...about, sent: { packageName: '500', endDate: '01.01.2023' } }).at(-1)).toBe(
      said({
        en: 'Package  reads “500” · end date reads “01.01.2023”',
        tr: 'Paket  şöyle geldi: “500” · bitiş tarihi şöyle geldi: “01.01.2023”',
      }),
    );
  });

  it('without a name says so', () => {
    expect(lines(accountWithout('packageName')).at(-1)).toBe(
      said({
        en: 'Package  not reported · until 9 Jun 2027',
        tr: 'Paket  bildirilmedi · 9 Haz 2027 tarihine kadar',
      }),
    );
  });
});
