import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import { judgeAccount } from '../../src/domain/judge-account.ts';
import type { LookupOutcome } from '../../src/domain/outcome.ts';
import type { Exceptions } from '../../src/domain/verdict.ts';
import { formatLookup } from '../../src/formatters/account/lookup-message.ts';
import { triageEntry } from '../../src/formatters/list/triage-entry.ts';
import type { Headline } from '../../src/words/headline.ts';
import { fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { agedHours, asText, failureOf, numbersOf, statusLineOf } from './rows.ts';
import { account, hoursAgo, NOW_MS, PRIVATE, THRESHOLDS } from './samples.ts';

const HOUR_MS = 3_600_000;
const OFFLINE = { kind: 'offline', sent: 'çevrimdışı' } as const;

/** The service fails, and this is what it said so many hours ago. */
function outcomeOf(
  differences: Partial<Account>,
  readHoursAgo: number,
  exceptions: Exceptions = {},
): LookupOutcome {
  const about = account(differences);
  const readAtMs = NOW_MS - readHoursAgo * HOUR_MS;
  const verdict = judgeAccount(about, { readAtMs, nowMs: NOW_MS }, THRESHOLDS, exceptions);
  const lastKnown = { account: about, verdict, readAtMs, source: 'last-known' as const };
  return { kind: 'unavailable', id: about.id, reason: 'network', lastKnown };
}

const AS_OF_THEN = words.home.asOf(words.time.ago(22 * HOUR_MS));
const WHY = `${failureOf('network').what} ${words.card.earlierAnswer(words.time.ago(22 * HOUR_MS))}`;

describe('an earlier answer of 22 hours ago', () => {
  it.each<[string, Partial<Account>, string, string]>([
    [
      'healthy then, and by its age perhaps late now',
      { database: hoursAgo(26), folders: hoursAgo(30) },
      `❔ 1001 · ${words.verdict.headline({ kind: 'backup-not-asked', ageMs: 26 * HOUR_MS, notAskedMs: 22 * HOUR_MS })}`,
      numbersOf('online', agedHours('folders', 30), agedHours('database', 26)),
    ],
    [
      'one of two perhaps late now',
      { database: hoursAgo(24), folders: hoursAgo(30) },
      `❔ 1001 · ${words.verdict.headline({ kind: 'backup-not-asked', backup: 'folders', ageMs: 30 * HOUR_MS, notAskedMs: 22 * HOUR_MS })}`,
      numbersOf('online', agedHours('folders', 30), agedHours('database', 24)),
    ],
    [
      'healthy, and still in time',
      { database: hoursAgo(23), folders: hoursAgo(25) },
      `✅ ${fine('1001')} (${AS_OF_THEN})`,
      numbersOf('online', agedHours('database', 23), agedHours('folders', 25)),
    ],
    [
      'late then: as late as it was, by the ages of then',
      { status: OFFLINE, database: hoursAgo(49), folders: hoursAgo(52) },
      `⚠️ 1001 · ${words.verdict.headline({ kind: 'no-backup-for', level: 'attention', ageMs: 27 * HOUR_MS })} (${AS_OF_THEN})`,
      numbersOf('offline', agedHours('folders', 30), agedHours('database', 27)),
    ],
    [
      'whose package ended since',
      { database: hoursAgo(23), folders: hoursAgo(24), packageEndsOn: '2026-11-20' },
      `⚠️ 1001 · ${words.verdict.headline({ kind: 'package-not-asked', daysLeft: -1, notAskedMs: 22 * HOUR_MS })}`,
      numbersOf('online', agedHours('database', 23), agedHours('folders', 24)),
    ],
    [
      'whose package ends soon, with backups that may be late by now',
      { database: hoursAgo(26), folders: hoursAgo(30), packageEndsOn: '2026-11-26' },
      `⚠️ 1001 · ${words.verdict.headline({
        kind: 'with-doubt',
        lead: { kind: 'package-ends-soon', daysLeft: 5 },
        doubt: { kind: 'backup-not-asked', ageMs: 26 * HOUR_MS, notAskedMs: 22 * HOUR_MS },
      })}`,
      numbersOf('online', agedHours('database', 26), agedHours('folders', 30), words.triage.packageEnds(5)),
    ],
  ])('%s', (_, differences, text, numbers) => {
    const outcome = outcomeOf(differences, 22);
    const { kind } = account(differences).status;
    const status = asText(
      statusLineOf(kind === 'offline' ? kind : 'online', { readAtMs: NOW_MS - 22 * HOUR_MS }),
    );
    expect(formatLookup(outcome, PRIVATE).text).toBe(`${text}\n${status}\n${WHY}`);
    expect(triageEntry(outcome, PRIVATE, 'brief').numbers).toBe(numbers);
  });
});

describe('an account of which one backup is ignored', () => {
  const ignoring: Exceptions = { ignored: { backup: 'database', setBy: 'x' } };

  it.each<[string, Partial<Account>, Headline]>([
    [
      'is told by the other one that is stale',
      { database: hoursAgo(2), folders: hoursAgo(80) },
      { kind: 'no-backup-for', level: 'critical', backup: 'folders', ageMs: 80 * HOUR_MS },
    ],
    [
      'is told by the other one that never ran',
      { folders: { kind: 'never' } },
      { kind: 'never-backed-up', backup: 'folders' },
    ],
    [
      'is told by the other one while that is perhaps stuck',
      { status: { kind: 'backing-up', sent: 'yedekleniyor' }, folders: hoursAgo(30) },
      { kind: 'stuck', level: 'attention', backup: 'folders', ageMs: 30 * HOUR_MS },
    ],
    [
      'is told by the other one when its package has ended',
      { folders: hoursAgo(80), packageEndsOn: '2026-11-18' },
      { kind: 'package-ended', daysAgo: 3, noBackup: { backup: 'folders', ageMs: 80 * HOUR_MS } },
    ],
  ])('%s', (_, differences, headline) => {
    const sign = 'level' in headline && headline.level === 'attention' ? '⚠️' : '🚨';
    const title = `${sign} 1001 · ${words.verdict.headline(headline)}`;
    expect(formatLookup(outcomeOf(differences, 0, ignoring), PRIVATE).text.split('\n')[0]).toBe(title);
  });

  it('blames the backup that does not run, not the whole client', () => {
    const { blocks } = formatLookup(outcomeOf({ folders: hoursAgo(80) }, 0, ignoring), PRIVATE);
    expect(JSON.stringify(blocks)).toContain(
      words.verdict.reason({
        rule: 'online-but-stale',
        level: 'critical',
        backup: 'folders',
        ageMs: 80 * HOUR_MS,
        threshold: THRESHOLDS.stale,
      }),
    );
  });
});
