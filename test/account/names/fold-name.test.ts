import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldName } from '../../../src/account/names.ts';
import { runs } from '../../support/runs.ts';

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
