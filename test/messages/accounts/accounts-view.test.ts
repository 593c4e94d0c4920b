import { expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatAccounts } from '../../../src/slack/accounts/accounts-view.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const { accounts: said } = words;
const viewOf = (listed: Parameters<typeof formatAccounts>[1]) =>
  formatAccounts({ typed: 'acme', page: 2 }, listed, PRIVATE);

it.each([
  ['loading', said.loading],
  ['unavailable', said.unavailable],
] as const)('a list that is %s is said to be, and its page is kept', (listed, text) => {
  const view = viewOf(listed);
  expect(validateView(view)).toEqual([]);
  expect(drawn(view.blocks).at(-1)).toBe(text);
  expect(JSON.parse(view.private_metadata ?? '')).toMatchObject({ page: 2 });
});

it('shows a page with the verdict of each, and what nobody watches', () => {
  const accounts = [
    { id: '1004', name: 'Acme Ltd', level: 'critical' },
    { id: '2001', name: 'Acme Warehouse' },
  ] as const;
  const view = viewOf({ accounts, total: 32, page: 2 });
  expect(validateView(view)).toEqual([]);
  const lines = drawn(view.blocks).join('\n');
  for (const text of [said.range(31, 32, 32), '🚨 Acme Ltd (1004) · ', said.notWatched])
    expect(lines).toContain(text);
  expect(drawn(viewOf({ accounts: [], total: 0, page: 0 }).blocks).at(-1)).toBe(said.none);
});
