import { expect, test } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatAccounts } from '../../../src/slack/accounts/accounts-view.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const { accounts: said } = words;
const viewOf = (listed: Parameters<typeof formatAccounts>[1]) =>
  formatAccounts({ typed: 'acme', page: 2 }, listed, PRIVATE);

test.each([
  ['loading', said.loading],
  ['unavailable', said.unavailable],
] as const)('a list that is %s is said to be, and its page is kept', (listed, text) => {
  const view = viewOf(listed);
  expect(validateView(view)).toEqual([]);
  expect(drawn(view.blocks).at(-1)).toBe(text);
  expect(JSON.parse(view.private_metadata ?? '')).toMatchObject({ page: 2 });
});

test('shows a page with the verdict of each, what is not watched, and a menu', () => {
  const accounts = [
    { id: '1004', displayName: 'Acme Ltd', level: 'critical' },
    { id: '2001', displayName: 'Acme Warehouse', level: 'not-watched' },
    { id: '2002', level: 'not-read' },
  ] as const;
  const view = viewOf({ accounts, total: 33, page: 2 });
  expect(validateView(view)).toEqual([]);
  const lines = drawn(view.blocks).join('\n');
  for (const text of [said.range(31, 33, 33), '🚨 Acme Ltd (1004) · ', said.notWatched, said.notRead])
    expect(lines).toContain(text);
  expect(JSON.stringify(view.blocks)).toMatch(/"open".*"history".*"watch".*"retire"/);
  expect(drawn(viewOf({ accounts: [], total: 0, page: 0 }).blocks).at(-1)).toBe(said.none);
});

test('asks before an account is retired', () => {
  const view = viewOf({ retiring: { id: '1004', displayName: 'Acme Ltd' } });
  expect(validateView(view)).toEqual([]);
  expect(drawn(view.blocks).slice(-2)).toEqual([
    said.retireText('Acme Ltd (1004)'),
    `[${said.retire}] [${said.back}]`,
  ]);
});
