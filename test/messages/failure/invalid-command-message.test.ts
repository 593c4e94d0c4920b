import { expect, test } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { commandFor } from '../../../src/slack/kit/message.ts';
import { formatInvalidCommand, formatNotOpened } from '../../../src/slack/lookup/notices.ts';
import type { CommandProblem } from '../../../src/words/en/failures.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const { typeThis, expired, askAgain, notOpened } = words.command;

test.each<[problem: CommandProblem, form: string, shown?: string]>([
  [{ kind: 'id-too-long', typed: 'x'.repeat(5000) }, '1001', `${'x'.repeat(59)}…`],
  [{ kind: 'id-unreadable', typed: '10\u000001' }, '1001', '1001'],
  [{ kind: 'id-unreadable', typed: '\u200B\u202E' }, '1001', ''],
  [{ kind: 'too-many-ids', count: 200, limit: 10 }, '1001 1002 1003'],
  [{ kind: 'too-long', limit: 1_000 }, '1001 1002 1003'],
  [{ kind: 'unclosed-quote', typed: '"Acme Ltd' }, '"Acme Ltd"'],
  [{ kind: 'markup', typed: '<!channel>' }, '1001'],
])(
  'what was typed is quoted, with the right form under the name that the command has: $0.kind',
  (problem, form, shown) => {
    const typed = shown === undefined ? problem : ({ ...problem, typed: shown } as CommandProblem);
    const what = words.command.problem(typed);
    const message = formatInvalidCommand(problem, { ...PRIVATE, command: '/yedek' });
    expect(validateMessage(message)).toEqual([]);
    expect(drawn(message.blocks)).toEqual([what, `${typeThis} /yedek ${form}`]);
    expect(message.text).toBe(
      `${what}\n${typeThis} /yedek ${form}`.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
  },
);

test.each([
  ['1001', true, expired, '/backup-status 1001'],
  ['Acme Ltd', true, expired, '/backup-status "Acme Ltd"'],
  ['1001', undefined, notOpened, '/backup-status 1001'],
])(
  'a button that can no longer act, and a window that Slack did not open, say how to ask again: %s, %s',
  (id, isExpired, what, typed) => {
    const { blocks } = formatNotOpened(commandFor(id, PRIVATE), PRIVATE, isExpired);
    expect(drawn(blocks)).toEqual([what, `${askAgain} ${typed}`]);
  },
);
