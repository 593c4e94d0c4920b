import { expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { headlineOf } from '../../src/account/headline.ts';
import { account, answer, CRITICAL, HOUR_MS, hoursAgo } from '../messages/samples.ts';

const NEVER = { kind: 'never' } as const;
const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;

/** The facts of a headline in a row, with ages in hours. */
function shown(headline: object): string {
  const facts = Object.entries(headline).map(([name, value]: [string, unknown]) => {
    if (name.endsWith('Ms')) return `${Number((Number(value) / HOUR_MS).toFixed(2))} h`;
    return typeof value === 'object' && value !== null ? `(${shown(value)})` : value;
  });
  return facts.filter((fact) => fact !== undefined).join(' ');
}

// The stored cards of test/messages have the others.
test.each<[string, Partial<Account>, string]>([
  ['fine', {}, 'bare healthy'],
  ['the only one in use stale', { database: hoursAgo(50), folders: NEVER }, 'no-backup-for critical 50 h'],
  ['both late', { database: hoursAgo(30), folders: hoursAgo(27) }, 'no-backup-for attention 27 h'],
  [
    'one stale, one in doubt',
    { database: hoursAgo(80), folders: { kind: 'unreadable' } },
    'old critical ((database 80 h))',
  ],
  ['never', { database: NEVER, folders: NEVER }, 'never-backed-up'],
  [
    'package ended and backups with it',
    { ...CRITICAL, packageEndsOn: '2026-11-18' },
    'package-ended 3 (80 h)',
  ],
  ['stuck', { status: BACKING_UP, database: hoursAgo(30), folders: hoursAgo(34) }, 'stuck 30 h'],
  [
    'package ends soon and a backup in doubt: not called fine',
    { packageEndsOn: '2026-11-22', folders: { kind: 'unreadable' } },
    'with-doubt (reason (package-ends-soon attention 1)) (cannot-tell (time-unreadable unknown folders))',
  ],
  [
    'two clocks that are ahead',
    { database: hoursAgo(-3), folders: hoursAgo(-5) },
    'cannot-tell (clock-wrong unknown database 3 h) true',
  ],
  ['a clock that is ahead', { database: hoursAgo(-3) }, 'cannot-tell (clock-wrong unknown database 3 h)'],
])('the headline: %s', (_, differences, headline) => {
  expect(shown(headlineOf(answer(account(differences)).verdict))).toBe(headline);
});

test('the headline is a client that is too old', () => {
  const reason = { rule: 'client-outdated', level: 'attention', version: '4.12.0', minimum: '5' } as const;
  const headline = headlineOf({ ...answer().verdict, level: 'attention', reasons: [reason] });
  expect(headline).toEqual({ kind: 'reason', reason });
});

test.each(['critical', 'attention', 'unknown'] as const)(
  'the headline is the level of a %s verdict without reasons',
  (level) => {
    expect(headlineOf({ ...answer().verdict, level, reasons: [] })).toEqual({ kind: 'bare', level });
  },
);
