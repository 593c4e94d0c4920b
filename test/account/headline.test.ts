import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { headlineOf } from '../../src/account/headline.ts';
import type { Reason } from '../../src/account/verdict.ts';
import { account, answer, CRITICAL, HOUR_MS, hoursAgo } from '../messages/samples.ts';

const NEVER = { kind: 'never' } as const;
const onDay = (date: string) =>
  ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;
const { verdict: FINE } = answer();

/** The facts of a headline in a row, with ages in hours. */
function shown(headline: object): string {
  const facts = Object.entries(headline).map(([name, value]: [string, unknown]) => {
    if (name.endsWith('Ms')) return `${Number((Number(value) / HOUR_MS).toFixed(2))} h`;
    return typeof value === 'object' && value !== null ? `(${shown(value)})` : value;
  });
  return facts.filter((fact) => fact !== undefined).join(' ');
}

// The stored cards of test/messages have the others.
describe('the headline', () => {
  test.each<[string, Partial<Account>, string]>([
    ['fine', {}, 'bare healthy'],
    ['the only one in use stale', { database: hoursAgo(50), folders: NEVER }, 'no-backup-for critical 50 h'],
    [
      'one stale, one late',
      { database: hoursAgo(30), folders: hoursAgo(72) },
      'old critical ((folders 72 h) (database 30 h))',
    ],
    ['both late', { database: hoursAgo(30), folders: hoursAgo(27) }, 'no-backup-for attention 27 h'],
    [
      'one stale, one in doubt',
      { database: hoursAgo(80), folders: { kind: 'unreadable' } },
      'old critical ((database 80 h))',
    ],
    ['never', { database: NEVER, folders: NEVER }, 'never-backed-up'],
    ['stuck', { status: BACKING_UP, database: hoursAgo(30), folders: hoursAgo(34) }, 'stuck 30 h'],
    [
      'package ended and backups with it',
      { ...CRITICAL, packageEndsOn: '2026-11-18' },
      'package-ended 3 (80 h)',
    ],
    [
      'package ends soon and a backup in doubt: not called fine',
      { packageEndsOn: '2026-11-22', folders: { kind: 'unreadable' } },
      'with-doubt (reason (package-ends-soon attention 1)) (cannot-tell (time-unreadable unknown folders))',
    ],
    [
      'bare dates whose days ended longer ago than the stale limit, one of them older',
      { database: onDay('2026-11-18'), folders: onDay('2025-11-17') },
      'no-backup-for critical 53.67 h 2026-11-18',
    ],
    [
      'two clocks that are ahead',
      { database: hoursAgo(-3), folders: hoursAgo(-5) },
      'cannot-tell (clock-wrong unknown database 3 h) true',
    ],
    ['a clock that is ahead', { database: hoursAgo(-3) }, 'cannot-tell (clock-wrong unknown database 3 h)'],
  ])('%s', (_, differences, headline) => {
    expect(shown(headlineOf(answer(account(differences)).verdict))).toBe(headline);
  });

  test.each<[string, Reason, string]>([
    [
      'nothing was reported',
      { rule: 'nothing-reported', level: 'unknown' },
      'cannot-tell (nothing-reported unknown)',
    ],
    [
      'a client that is too old',
      { rule: 'client-outdated', level: 'attention', version: '4.12.0', minimum: '5' },
      'reason (client-outdated attention 4.12.0 5)',
    ],
  ])('%s', (_, reason, headline) => {
    const level = reason.level === 'note' ? 'healthy' : reason.level;
    expect(shown(headlineOf({ ...FINE, level, reasons: [reason] }))).toBe(headline);
  });

  test.each(['critical', 'attention', 'unknown'] as const)(
    'is the level of a %s verdict without reasons',
    (level) => {
      expect(headlineOf({ ...FINE, level, reasons: [] })).toEqual({ kind: 'bare', level });
    },
  );
});
