import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/account/outcome.ts';
import type { Reason, RuleName } from '../../../src/account/verdict.ts';
import { triageEntry } from '../../../src/slack/card/triage-entry.ts';
import { statusLine } from '../../../src/slack/card/verdict-lines.ts';
import { agedHours, FINE_AGES, numbersOf } from '../rows.ts';
import { answer, found, HOUR_MS, PRIVATE, THRESHOLDS } from '../samples.ts';

/** Both backups are fresh, and this rule gave a reason all the same. */
function because(rule: RuleName): Answer {
  const { verdict, ...rest } = answer();
  const facts = { backup: 'folders', old: 'folders', ageMs: 30 * HOUR_MS, threshold: THRESHOLDS.late };
  const reason = {
    ...facts,
    sent: 'x',
    version: '4',
    daysLeft: 1,
    notAskedMs: HOUR_MS,
    rule,
    level: 'attention',
  };
  return { ...rest, verdict: { ...verdict, level: 'attention', reasons: [reason as unknown as Reason] } };
}

describe('the ages of the backups are good news beside a worry', () => {
  it.each(['package-ends-soon', 'package-end-unreadable', 'client-outdated', 'status-unknown'] as const)(
    'about something else: %s',
    (rule) => {
      expect(statusLine(because(rule), PRIVATE).text.endsWith(FINE_AGES)).toBe(true);
    },
  );

  it.each([
    'package-ended',
    'never-backed-up',
    'backup-stale',
    'backup-late',
    'half-protected',
    'online-but-stale',
    'stuck-while-backing-up',
    'folders-unprotected',
    'clock-wrong',
    'time-unreadable',
    'time-not-reported',
    'nothing-reported',
  ] as const)('but not about the backups: %s', (rule) => {
    expect(statusLine(because(rule), PRIVATE).text).not.toContain(FINE_AGES);
  });
});

it('the older backup comes first in a list where age is the worry, and only there', () => {
  const [database, folders] = [agedHours('database', 2), agedHours('folders', 5)];
  const numbers = (rule: RuleName) =>
    triageEntry('1001', { ...found(), answer: because(rule) } as ReturnType<typeof found>, PRIVATE).numbers;
  expect(numbers('backup-late')).toBe(numbersOf('online', folders, database));
  expect(numbers('package-end-unreadable')).toBe(numbersOf('online', database, folders));
});
