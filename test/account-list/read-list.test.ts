import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readList } from '../../src/account-list/account-list.ts';

const taken = (...accounts: (readonly [id: string, name?: string])[]) => ({
  kind: 'read',
  accounts: accounts.map(([id, name]) => ({ id, ...(name !== undefined && { name }) })),
});

test.each([
  ['\uFEFFid;name\r\n1004;"Acme; ""Ltd"""\r\n1005;\r\n', taken(['1004', 'Acme; "Ltd"'], ['1005'])],
  ['1004\tAcme, Ltd\n1007\tŞifa', taken(['1004', 'Acme, Ltd'], ['1007', 'Şifa'])],
  ['Hesap No,Adı\r1004,Acme,ignored\r\r', taken(['1004', 'Acme'])],
  ['1004\n007\n', taken(['1004'], ['007'])],
  ['"Müşteri 7/A %20", Pasaj ', taken(['Müşteri 7/A %20', 'Pasaj'])],
  [
    '1004,<!channel> *bold*\n5,🚀\n6,\u200B\n7,a\u0000\tb',
    taken(['1004', '<!channel> *bold*'], ['5', '🚀'], ['6'], ['7', 'a b']),
  ],
  ['1004000001\n1004000002\n1004000003', taken(['1004000001'], ['1004000002'], ['1004000003'])],
  ['1004,=1+1\n', taken(['1004', '=1+1'])],
  ['1004,4" disk\n', taken(['1004', '4" disk'])],
  ['1004,Acme; Ltd\n1005,Beta\n', taken(['1004', 'Acme; Ltd'], ['1005', 'Beta'])],
  ['1004;"A, B"\n1005;C, D; E\n1006;F', taken(['1004', 'A, B'], ['1005', 'C, D'], ['1006', 'F'])],
  ['1004,Acme; Ltd', taken(['1004', 'Acme; Ltd'])],
  ['sep=;\r\n1004;Acme, Ltd\r\n', taken(['1004', 'Acme, Ltd'])],
  ['id,name\r\n1004,Acme\n1005,Beta\n', taken(['1004', 'Acme'], ['1005', 'Beta'])],
  ["'-5,'=1+1\n7,'Neill\n", taken(['-5', '=1+1'], ['7', "'Neill"])],
  ['', taken()],
])('reads what spreadsheets write: %j', (text, expected) => {
  expect(readList(text)).toMatchObject({ ...expected, problems: [] });
});

test('reports the line and the reason for each rejected row; a repeated row is no problem', () => {
  const rows = [
    '1004,Acme',
    '1004,Acme',
    '1004,Other',
    ',Nobody',
    '=1+1,Formula',
    '20*,Many',
    '1001;Acme',
    `${'9'.repeat(129)},Long`,
    `1005,${'x'.repeat(500)}`,
    '1006,Fine',
  ];
  expect(readList(rows.join('\n'))).toEqual({
    ...taken(['1004', 'Acme'], ['1006', 'Fine']),
    problems: [
      { line: 3, problem: 'an earlier row has this id with another name', id: '1004' },
      { line: 4, problem: 'no id', id: '' },
      { line: 5, problem: 'the id begins like a formula', id: '=1+1' },
      { line: 6, problem: '* and ? are wildcards', id: '20*' },
      { line: 7, problem: 'the id has a tab, a semicolon or a comma', id: '1001;Acme' },
      { line: 8, problem: 'the id is too long, or has invisible characters', id: '9'.repeat(129) },
      { line: 9, problem: 'the name is too long', id: '1005' },
    ],
  });
});

test('refuses more rows than it reads, even if they repeat few accounts', () => {
  expect(readList('7\n'.repeat(20_002))).toEqual({ kind: 'read', accounts: [{ id: '7' }], problems: [] });
  expect(readList('7\n'.repeat(1_000_000))).toEqual({ kind: 'too-many' });
});

test('rejects a text with an unclosed quote, and a list that is too long', () => {
  for (const text of ['Acme\n1005,Beta\n', 'x\n'.repeat(100_000)])
    expect(readList(`1004,"${text}`)).toEqual({ kind: 'unclosed-quote' });
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `${index};x`).join('\n');
  expect(readList(`sep=;\nid;name\n${rows(20_000)}`)).toMatchObject({ kind: 'read', problems: [] });
  expect(readList(rows(20_003))).toEqual({ kind: 'too-many' });
});

test('never throws, and returns each id once, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', '1', ' ', '\t', '\u0000') }),
      (text) => {
        const read = readList(text);
        if (read.kind !== 'read') return;
        expect(new Set(read.accounts.map(({ id }) => id)).size).toBe(read.accounts.length);
      },
    ),
  );
});
