import { expect, test } from 'vitest';
import { VERDICT_LEVELS } from '../../src/account/verdict.ts';
import { accountsPage, type WatchedLevels } from '../../src/slack/accounts/accounts.ts';

const LEVELS: WatchedLevels = new Map([
  ['1010', 'critical'],
  ['1001', 'healthy'],
  ['1005', 'attention'],
  ['1006', null],
]);
const IDS = ['1010', '1003', '1001', '1006', '1005', '1002'];
const idsOf = (query: Parameters<typeof accountsPage>[2], ids = IDS) =>
  accountsPage(ids, LEVELS, query).accounts.map(({ id }) => id);

test('accounts are listed worst first, then by id; unread and unwatched ones come last', () => {
  expect(accountsPage(IDS, LEVELS, { page: 0 })).toEqual({
    accounts: [
      { id: '1010', level: 'critical' },
      { id: '1005', level: 'attention' },
      { id: '1001', level: 'healthy' },
      { id: '1006', level: 'not-read' },
      { id: '1002', level: 'not-watched' },
      { id: '1003', level: 'not-watched' },
    ],
    total: 6,
    page: 0,
  });
  expect(idsOf({ page: 0, level: 'healthy' })).toEqual(['1001']);
  expect(idsOf({ page: 0, level: 'not-watched' })).toEqual(['1002', '1003']);
  expect(accountsPage([], LEVELS, { page: 3 })).toEqual({ accounts: [], total: 0, page: 0 });
});

test('the worst of 20,000 come first; a page past the end is the last page', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => String(10_000 + index));
  const levels = new Map(ids.slice(0, 10_000).map((id, at) => [id, VERDICT_LEVELS[3 - (at % 4)] ?? null]));
  const page = (at: number) => accountsPage(ids, levels, { page: at });
  expect(page(0).accounts[0]).toEqual({ id: '10003', level: 'critical' });
  expect(page(700)).toMatchObject({
    total: 20_000,
    page: 700,
    accounts: [{ id: '20500' }, ...Array(14).fill({})],
  });
  expect(page(9_999)).toMatchObject({ page: 1_333 });
  expect(page(9_999).accounts).toHaveLength(5);
});
