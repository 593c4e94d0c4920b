import { expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { OPEN_ACTIONS } from '../../../src/slack/kit/ids.ts';
import { formatHelp } from '../../../src/slack/lookup/help.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const { help } = words.command;
const nameOf = (id: string) => (id === '1008' ? 'Beta' : undefined);

test('shows how to ask by example, under the name the command has', () => {
  const message = formatHelp({ ...PRIVATE, command: '/yedek', nameOf });
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([
    help.title,
    ...help.examples('Acme').flatMap(({ typed, gives }) => [`• /yedek ${typed}`, `  ${gives}`]),
    `~ ${help.privacy}`,
  ]);
});

const pin = (accountId: string, name?: string) => ({
  accountId,
  pinnedAtMs: 0,
  ...(name !== undefined && { name }),
});
const recent = (accountId: string) => ({ accountId, askedAtMs: 0 });
const CONTEXT = { ...PRIVATE, command: '/backup-status', nameOf };

test('offers the accounts a person has pinned and asked for as buttons, each once, pinned ones first', () => {
  const pins = [pin('1004', 'Acme'), pin('1007')];
  const message = formatHelp({ ...CONTEXT, pins, recents: [recent('1007'), recent('A&B')] });
  expect(validateMessage(message)).toEqual([]);
  const button = (at: number, text: string, value: string) => ({
    type: 'button',
    action_id: `account_open_${at}`,
    text: { type: 'plain_text', text, emoji: true },
    value,
  });
  const heading = `*${help.ownAccounts}*`;
  expect(message.blocks[2]).toMatchObject({ type: 'context', elements: [{ text: heading }] });
  expect(message.blocks[3]).toEqual({
    type: 'actions',
    elements: [button(0, 'Acme (1004)', '1004'), button(1, '1007', '1007'), button(2, 'A&B', 'A\uE026B')],
  });
  expect(OPEN_ACTIONS.message.test('account_open_2')).toBe(true);
});

test('shows how to ask by name with a name the person gave', () => {
  const lines = (name: string) => drawn(formatHelp({ ...CONTEXT, pins: [pin('1'), pin('2', name)] }).blocks);
  expect(lines('Liman')).toContain('• /backup-status Liman');
  expect(lines('Acme Ltd')).toContain('• /backup-status "Acme Ltd"');
  expect(lines('\u200B')).toContain('• /backup-status Acme');
  // Or by the name that everybody knows.
  expect(drawn(formatHelp({ ...CONTEXT, recents: [recent('1008')] }).blocks)).toContain(
    '• /backup-status Beta',
  );
});

test('offers no more buttons than leave the examples on the screen', () => {
  const pins = Array.from({ length: 50 }, (_, at) => pin(String(2000 + at)));
  const { blocks } = formatHelp({ ...CONTEXT, pins, recents: [recent('1')] });
  expect(blocks[3]).toMatchObject({ type: 'actions', elements: { length: 8 } });
});
