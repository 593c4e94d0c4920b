import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatInvalidCommand } from '../../../src/formatters/failure/invalid-command-message.ts';
import type { CommandProblem } from '../../../src/words/command-problem.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { PRIVATE } from '../samples.ts';

const TYPE_THIS = said({ en: 'Type it like this:', tr: 'Şöyle yazın:' });

it.each<[CommandProblem, what: string, form: string]>([
  [
    { kind: 'id-too-long', typed: 'x'.repeat(5000) },
    said({
      en: `“${'x'.repeat(59)}…” is longer than an account id can be.`,
      tr: `“${'x'.repeat(59)}…” bir hesap numarası için fazla uzun.`,
    }),
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '10\u000001' },
    said({ en: '“1001” cannot be read as an account id.', tr: '“1001” hesap numarası olarak okunamıyor.' }),
    '/backup-status 1001',
  ],
  [
    { kind: 'id-unreadable', typed: '\u200B\u202E' },
    said({ en: 'That id has no visible characters.', tr: 'Bu numarada görünür hiçbir karakter yok.' }),
    '/backup-status 1001',
  ],
  [
    { kind: 'too-many-ids', count: 200, limit: 10 },
    said({
      en: '200 accounts at once is too many: 10 at most.',
      tr: 'Bir kerede 200 hesap çok fazla: en çok 10 hesap sorgulanabilir.',
    }),
    '/backup-status 1001 1002 1003',
  ],
  [
    { kind: 'too-long', limit: 1_000 },
    said({
      en: 'That is more than 1,000 characters. Ask about fewer accounts at a time.',
      tr: 'Yazılan 1.000 karakterden uzun. Bir kerede daha az hesap sorgulayın.',
    }),
    '/backup-status 1001 1002 1003',
  ],
  [
    { kind: 'unclosed-quote', typed: '"Acme Ltd' },
    said({
      en: 'A quote is opened and not closed: “"Acme Ltd”.',
      tr: 'Açılan tırnak kapatılmamış: “"Acme Ltd”.',
    }),
    '/backup-status "Acme Ltd"',
  ],
  [
    { kind: 'markup', typed: '<!channel>' },
    said({
      en: '“<!channel>” is a mention or a link, not an account id.',
      tr: '“<!channel>” bir bahsetme ya da bağlantı, hesap numarası değil.',
    }),
    '/backup-status 1001',
  ],
])('quotes what was typed and shows the right form: $0.kind', (problem, what, form) => {
  const message = formatInvalidCommand(problem, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual([what, `${TYPE_THIS} ${form}`]);
  expect(message.text).toBe(`${what}\n${TYPE_THIS} ${form}`.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
});

it('names the command as the person called it', () => {
  const { blocks } = formatInvalidCommand({ kind: 'markup', typed: '@x' }, { ...PRIVATE, command: '/yedek' });
  expect(drawn(blocks)[1]).toBe(`${TYPE_THIS} /yedek 1001`);
});
