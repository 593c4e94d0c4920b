import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatInvalidCommand } from '../../../src/slack/lookup/notices.ts';
import type { CommandProblem } from '../../../src/words/command-problem.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const TYPE_THIS = words.command.typeThis;

it.each<[problem: CommandProblem, shown: CommandProblem, form: string]>([
  [
    { kind: 'id-too-long', typed: 'x'.repeat(5000) },
    { kind: 'id-too-long', typed: `${'x'.repeat(59)}…` },
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '10\u000001' },
    { kind: 'id-unreadable', typed: '1001' },
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '\u200B\u202E' },
    { kind: 'id-unreadable', typed: '' },
    '/backup-status 1001',
  ],
  ...(
    [
      [{ kind: 'too-many-ids', count: 200, limit: 10 }, '/backup-status 1001 1002 1003'],
      [{ kind: 'too-long', limit: 1_000 }, '/backup-status 1001 1002 1003'],
      [{ kind: 'unclosed-quote', typed: '"Acme Ltd' }, '/backup-status "Acme Ltd"'],
      [{ kind: 'markup', typed: '<!channel>' }, '/backup-status 1001'],
    ] as const
  ).map(([problem, form]): [CommandProblem, CommandProblem, string] => [problem, problem, form]),
])('quotes what was typed and shows the right form: $0.kind', (problem, shown, form) => {
  const what = words.command.problem(shown);
  const message = formatInvalidCommand(problem, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([what, `${TYPE_THIS} ${form}`]);
  expect(message.text).toBe(`${what}\n${TYPE_THIS} ${form}`.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
});

it('names the command as the person called it', () => {
  const { blocks } = formatInvalidCommand({ kind: 'markup', typed: '@x' }, { ...PRIVATE, command: '/yedek' });
  expect(drawn(blocks)[1]).toBe(`${TYPE_THIS} /yedek 1001`);
});
