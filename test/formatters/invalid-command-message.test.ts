import { expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { formatInvalidCommand } from '../../src/formatters/invalid-command-message.ts';
import type { CommandProblem } from '../../src/words/command-words.ts';
import { drawn } from './drawn.ts';
import { PRIVATE } from './samples.ts';

it.each<[CommandProblem, what: string, form: string]>([
  [
    { kind: 'id-too-long', typed: 'x'.repeat(5000) },
    `“${'x'.repeat(59)}…” is longer than an account id can be.`,
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '10\u000001' },
    '“1001” cannot be read as an account id.',
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '\u200B\u202E' },
    'There is no visible character in that id.',
    '/backup-status 1001',
  ],
  [
    { kind: 'too-many-ids', count: 200, limit: 10 },
    '200 accounts at once is too many: 10 at most.',
    '/backup-status 1001 1002 1003',
  ],
  [
    { kind: 'unclosed-quote', typed: '"Acme Ltd' },
    'A quote is opened and not closed: “"Acme Ltd”.',
    '/backup-status "Acme Ltd"',
  ],
  [
    { kind: 'markup', typed: '<!channel>' },
    '“<!channel>” is a mention or a link, not an account id.',
    '/backup-status 1001',
  ],
])('quotes what was typed and shows the right form: $0.kind', (problem, what, form) => {
  const message = formatInvalidCommand(problem, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([what, `Type it like this: ${form}`]);
  expect(message.text).toBe(
    `${what}\nType it like this: ${form}`.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
});

it('names the command as the person called it', () => {
  const { blocks } = formatInvalidCommand({ kind: 'markup', typed: '@x' }, { ...PRIVATE, command: '/yedek' });
  expect(drawn(blocks)[1]).toBe('Type it like this: /yedek 1001');
});
