import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KnownNames, toAccountName } from '../../../src/account/names.ts';
import { isPlausibleId } from '../../../src/account/outcome.ts';
import { readTyped } from '../../../src/slack/lookup/names.ts';
import { runs } from '../../support/runs.ts';

const NAMES = {
  own: [
    toAccountName('1004', 'Liman Lojistik A.Ş.'),
    toAccountName('1001', 'Smith & Sons'),
    toAccountName('1002', '2001'),
  ],
  common: [toAccountName('2001', 'Acme Depo'), toAccountName('Acme Ltd', 'Merkez')],
};
const read = (text: string, names: KnownNames = NAMES) =>
  readTyped(text, names, (id) => ['1004', '1001', '1002', '2001', 'Acme Ltd'].includes(id));
const accounts = (...listed: object[]) => ({ accounts: listed });
const name = (typed: string, mayBeId: boolean, ...accountIds: string[]) => ({
  typed,
  accountIds,
  mayBeId,
});
const id = (typed: string) => name(typed, true);

test.each([
  ['Liman Lojistik A.Ş.', accounts(name('Liman Lojistik A.Ş.', false, '1004'))],
  ['liman loj', accounts(name('liman loj', false, '1004'))],
  ['Smith & Sons', accounts(name('Smith & Sons', false, '1001'))],
  ['"liman lojistik aş"', accounts(name('liman lojistik aş', true, '1004'))],
  ['liman', accounts(name('liman', true, '1004'))],
  ['liman depo', accounts(name('liman', true, '1004'), name('depo', true, '2001'))],
  ['liman, 1009', accounts(name('liman', true, '1004'), id('1009'))],
  ['#1004', accounts(id('1004'))],
  ['nobody', accounts(id('nobody'))],
])('%s', async (text, typed) => {
  await expect(read(text)).resolves.toEqual(typed);
});

test('a known id goes before a name', async () => {
  await expect(read('2001')).resolves.toEqual(accounts(id('2001')));
});

test('several known ids are not one name', async () => {
  const names = { own: [toAccountName('7', '1004 1001')], common: [] };
  await expect(read('1004 1001', names)).resolves.toEqual(accounts(id('1004'), id('1001')));
});

test('a known id with a space needs no quotes', async () => {
  await expect(read('Acme Ltd')).resolves.toEqual(accounts(name('Acme Ltd', false, 'Acme Ltd')));
});

test.each(['liman lojistik share', 'paylaş liman loj', 'liman lojistik a.ş. --share'])(
  'our own words are not part of a name: %s',
  async (text) => {
    await expect(read(text)).resolves.toMatchObject({ accounts: [{ accountIds: ['1004'] }] });
  },
);

test('text that cannot be looked up stays a problem', async () => {
  await expect(read('Smith & Daughters')).resolves.toMatchObject({
    problem: { kind: 'id-unreadable' },
  });
});

test('other work gets a turn after each word', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  await read('one two three four');
  clearImmediate(turn);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('never rejects for any text, and reads every other text as a plausible id', async () => {
  const words = ['liman', 'Acme', '1004', '2001', '&', '#', ' ', '"', 'share', 'paylaş', 'İ', '.'];
  const pieces = fc.constantFrom(...words);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1_100 }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(' ')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (typed) => {
      const { accounts = [] } = await read(typed);
      expect(accounts.length).toBeLessThanOrEqual(10);
      for (const account of accounts) {
        if (account.accountIds.length === 0) expect(isPlausibleId(account.typed), account.typed).toBe(true);
      }
    }),
    runs(2_000),
  );
});
