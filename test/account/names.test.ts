import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountsNamed, distancesNear, foldName, nearestOf, toAccountName } from '../../src/account/names.ts';
import { runs } from '../support/runs.ts';

const own = [
  toAccountName('1004', 'Liman Lojistik A.Ş.'),
  toAccountName('1001', 'Acme'),
  toAccountName('1010', 'IŞIK Optik'),
  toAccountName('1011', '★'),
];
const common = [
  toAccountName('2001', 'Acme'),
  toAccountName('2002', 'Acme Depo'),
  toAccountName('2003', 'Öğretmenevi'),
  toAccountName('2004', 'Harbour 10'),
  toAccountName('2005', 'Harbour 11'),
];
const accountsNear = (typed: string, known: Parameters<typeof distancesNear>[1]) =>
  nearestOf(distancesNear(typed, known));
const named = (typed: string) => accountsNamed(typed, { own, common });

describe('a text names', () => {
  test.each([
    ['Liman Lojistik A.Ş.', ['1004']],
    ['LİMAN LOJİSTİK AŞ', ['1004']],
    ['liman lojistik a.s', ['1004']],
    ['liman', ['1004']],
    ['Loj', ['1004']],
    ['liman loj', ['1004']],
    ['ışık optik', ['1010']],
    ['isik', ['1010']],
    ['ogretmen', ['2003']],
    ['★', ['1011']],
    ['Liman Lojistik A.Ş. (1004)', ['1004']],
    ['liman (1010)', []],
  ])('by a whole name or the beginning of a word of it: %s', (typed, ids) => {
    expect(named(typed)).toEqual(ids);
  });

  test('one’s own whole name first, then everybody’s, then beginnings of names', () => {
    expect(named('acme')).toEqual(['1001']);
  });

  test('a whole name typed without its spaces, not those that begin with it', () => {
    const listed = ['Coca Cola', 'Coca Cola İçecek'];
    const known = { own: [], common: listed.map((name, index) => toAccountName(String(index), name)) };
    expect(accountsNamed('cocacola', known)).toEqual(['0']);
  });

  test('names that begin with the text come before those that contain it, with its words in any order', () => {
    const listed = ['Eski Acme Deposu', 'Acme Işık Şubesi', 'Depo Acme', 'Acmeca', 'Bacme', 'Acme Depo'];
    const known = { own: [], common: listed.map((name, index) => toAccountName(String(index), name)) };
    expect(accountsNamed('acme', known)).toEqual(['1', '3', '5', '0', '2']);
    expect(accountsNamed('depo acme', known)).toEqual(['2']);
    expect(accountsNamed('dep ac', known)).toEqual(['0', '2', '5']);
    expect(accountsNamed('ACME ISIK', known)).toEqual(['1']);
    expect(accountsNamed('subesi ışık', known)).toEqual(['1']);
  });

  test('several accounts if several names begin with it', () => {
    expect(named('harb')).toEqual(['2004', '2005']);
    expect(named('acm')).toEqual(['1001', '2001', '2002']);
  });

  test.each(['l', '10', 'iman', 'liman depo', '', ' ', '.', '☆', '\u200B'])('nothing: %j', (typed) => {
    expect(named(typed)).toEqual([]);
  });
});

test.each([
  ['h&m', '1'],
  ['cocacola', '2'],
  ['coca cola', '2'],
  ['özgün', '3'],
  ['ozgun gida', '3'],
  ['mueller', '4'],
  ['muller', '4'],
  ['guengoer', '5'],
])('finds names with and without blanks, signs and umlauts: %s', (typed, id) => {
  const listed = ['H&M', 'Coca-Cola İçecek', 'Öz-Gün Gıda', 'Müller GmbH', 'Güngör A.Ş.', 'North Sea Bakery'];
  const common = listed.map((name, at) => toAccountName(String(at + 1), name));
  expect(accountsNamed(typed, { own: [], common })).toEqual([id]);
  expect(accountsNamed('no', { own: [], common })).toEqual([]);
});

describe('suggestions for unknown text', () => {
  const near = (typed: string) =>
    accountsNear(typed, ['1004', '1101', '77-archive', 'O10', ...own, ...common]);

  test.each([
    ['l004', ['1004']],
    ['10004', ['1004']],
    ['104', ['1004']],
    ['010', ['O10']],
    ['77-archvie', ['77-archive']],
    ['limna lojiztik', ['1004']],
    ['havbur', ['2004', '2005']],
    ['ögretmenevi', ['2003']],
  ])('%s: %j', (typed, ids) => {
    expect(near(typed)).toEqual(ids);
  });

  test('come nearest first, three at most, without the text itself', () => {
    const ids = ['100004', '200004', '100040', '100005', '100035', '123456'];
    expect(accountsNear('100005', ids)).toEqual(['100004', '100035', '200004']);
  });

  test('are a single id if one looks the same', () => {
    expect(accountsNear('l004', ['1003', '1004', '1005'])).toEqual(['1004']);
  });

  test.each(['9999', '12', '', 'x'.repeat(65), '\uD800'])('are empty for %j', (typed) => {
    expect(near(typed)).toEqual([]);
  });
});

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

test('every visible name is found by itself', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 10 }), (texts) => {
      const names = texts.map((text, index) => toAccountName(String(index), text));
      for (const { accountId, name, folded } of names) {
        const found = accountsNamed(name, { own: names, common: [] });
        if (folded !== '') expect(found).toContain(accountId);
        expect(accountsNear(name, [...texts, ...names]).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});

describe('names that are equal', () => {
  test.each([
    ['Acme', 'ACME', 'aCmE', '  acme\u200B ', 'Ａｃｍｅ'],
    ['IŞIK', 'ışık', 'Işık', 'işik', 'İŞİK', 'i\u0307şik', 'I\u0307ŞIK'],
    ['Diyarbakır', 'DİYARBAKIR', 'DIYARBAKIR', 'diyarbakir'],
    ['Straße', 'STRASSE', 'strasse', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['Café', 'Cafe\u0301', 'CAFÉ'],
    ['a b', 'A   B', 'a\u00A0b'],
  ])('%s, %s, %s …', (...names) => {
    expect(new Set(names.map(foldName)).size).toBe(1);
  });

  test('different names stay different', () => {
    const names = ['acme', 'acne', 'ac me', 'acmé', 'akme', 'acme 2', 'şık', 'sik', 'çay', 'cay', '😀', '😁'];
    expect(new Set(names.map(foldName)).size).toBe(names.length);
  });

  test('invisible text folds to an empty text', () => {
    expect(['', ' ', '\u200B', '\uD800', '\0', '\u2060\uFEFF'].map(foldName)).toEqual([
      ...['', '', '', '', '', ''],
    ]);
  });

  test('folding twice equals folding once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      runs(200),
    );
  });
});
