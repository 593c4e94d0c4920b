import { expect, it } from 'vitest';
import { commandFor } from '../../../src/slack/kit/message.ts';
import { formatNotOpened } from '../../../src/slack/lookup/notices.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

it.each([
  ['1001', '/backup-status 1001'],
  ['Acme Ltd', '/backup-status "Acme Ltd"'],
])('a button that can no longer act says how to ask again for %s', (id, typed) => {
  const message = formatNotOpened(commandFor(id, PRIVATE), PRIVATE, true);
  const lines = [words.command.expired, `${words.command.askAgain} ${typed}`];
  expect(message.text).toBe(lines.join('\n'));
  expect(drawn(message.blocks)).toEqual(lines);
});

it('a window that Slack did not open is not put down to the person', () => {
  const message = formatNotOpened(commandFor('1001', PRIVATE), PRIVATE);
  expect(drawn(message.blocks)).toEqual([
    words.command.notOpened,
    `${words.command.askAgain} /backup-status 1001`,
  ]);
});
