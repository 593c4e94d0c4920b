import { expect, test } from 'vitest';
import { nearTyped, readTyped } from '../../../src/slack/lookup/names.ts';
import { countTurns } from '../../support/count-turns.ts';
import { listedAccounts } from '../../support/known-accounts.ts';

const ADA = { teamId: 'T1', userId: 'U1' };
/** Ids with the same beginning, and long names with the same beginning. */
const LISTED = Array.from({ length: 20_000 }, (_, index) => ({
  id: `${'1'.repeat(30)}${10_000 + index}`,
  name: `Yıldız Lojistik Anonim Şirketi ${index} Müşteri Şubesi`,
}));
const names = listedAccounts(Object.fromEntries(LISTED.map(({ id, name }) => [id, name])));
const deps = { names, store: { recents: async () => [] } };

/** Names and ids are compared in batches of a thousand. */
const PIECES = LISTED.length / 1_000;

test('suggestions compare 20,000 accounts in batches', async () => {
  const missed = LISTED.slice(0, 10).map(({ id }) => `${id.slice(0, -1)}x`);
  expect(await countTurns(() => nearTyped(deps, ADA, missed, []))).toBeGreaterThanOrEqual(
    missed.length * 2 * (PIECES - 1),
  );
});

test('other work gets a turn after each word of a line', async () => {
  const known = { own: [], common: names.names() };
  expect(await countTurns(() => readTyped('one two three four', known, () => false))).toBeGreaterThanOrEqual(
    3,
  );
});
