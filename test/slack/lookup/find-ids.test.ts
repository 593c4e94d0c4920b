import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAccountName } from '../../../src/account/names.ts';
import { isPlausibleId } from '../../../src/account/outcome.ts';
import { findIds } from '../../../src/slack/lookup/shortcut.ts';

const pin = (accountId: string, name?: string) => ({ accountId, pinnedAtMs: 0, name });

/** No account is known. */
const nobody = { isKnown: () => false, names: () => [] };

test.each([
  ['1001 has not been backed up', ['1001']],
  ['is customer AB-1004 all right? And 1007?', ['AB-1004', '1007']],
  ['alarm: account_id=1001, host 10.100.200.300', ['1001']],
  ['(1001), `1004` and "1007".', ['1001', '1004', '1007']],
  ['since 2026-11-21 04:12, for 26h, 500GB of 3 TB, 97%', []],
  ['see https://x.example/1001 or <https://x.example/1004|the page>', []],
  ['<https://x.example/|1004> and <@U12345678> in <#C1234567|oncall>', ['1004']],
  ['1001 1001 1002 1003', ['1001', '1002', '1003']],
  ['nothing to see here', []],
  ['', []],
])('%j', (text, ids) => {
  expect(findIds(text, [], nobody)).toEqual(ids);
});

test('the viewer’s own pins come first, by name or id, in any case', () => {
  const pins = [pin('ACME', 'Acme Ltd'), pin('north'), pin('7', 'x')];
  expect(findIds('1001: acme ltd and North called', pins, nobody)).toEqual(['ACME', 'north', '1001']);
});

test('whole names of the list are found, in any case and with other signs between their words', () => {
  const names = ['Öz-Gün Gıda', 'Acme', 'ab'].map((name, at) => toAccountName(`${at}`, name));
  const known = { ...nobody, names: () => names };
  expect(findIds('ab: ACME and ÖZ GÜN gıda. Acmex', [], known)).toEqual(['0', '1']);
});

test('reads the first 3,000 characters of a message, without an id that is cut there', () => {
  expect(findIds(`1001 ${'x '.repeat(1_500)} 1004`, [], nobody)).toEqual(['1001']);
  expect(findIds(`${'-'.repeat(2_995)} 10041`, [], nobody)).toEqual([]);
  expect(findIds(`1001 ${'\uFDFA '.repeat(300)} 1004`, [], nobody)).toEqual(['1001']);
});

test('finds at most ten plausible ids in any message', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const ids = findIds(text, [], nobody);
      expect(ids.length).toBeLessThanOrEqual(10);
      expect(ids.every(isPlausibleId)).toBe(true);
    }),
  );
});
