import { expect, it } from 'vitest';
import { formatExpired } from '../../src/formatters/expired-message.ts';
import { drawn } from './drawn.ts';
import { PRIVATE } from './samples.ts';

it.each([
  ['1001', '/backup-status 1001'],
  ['Acme Ltd', '/backup-status "Acme Ltd"'],
])('a button that can no longer act says how to ask again for %s', (id, typed) => {
  const message = formatExpired(id, PRIVATE);
  const lines = ['Slack no longer lets this button act.', `To ask again, type: ${typed}`];
  expect(message.text).toBe(lines.join('\n'));
  expect(drawn(message.blocks)).toEqual(lines);
});
