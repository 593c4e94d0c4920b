import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import type { Headline } from '../../src/account/headline.ts';
import { judge } from '../../src/account/judge.ts';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import type { Exceptions } from '../../src/account/verdict.ts';
import { formatLookup } from '../../src/slack/card/card.ts';
import { triageEntry } from '../../src/slack/card/list.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { failureOf, wasLine } from './rows.ts';
import { account, hoursAgo, NOW_MS, PRIVATE, THRESHOLDS } from './samples.ts';

const HOUR_MS = 3_600_000;
const READ_AT_MS = NOW_MS - 22 * HOUR_MS;
const FAILED = failureOf('no-answer');

/** The service fails, and this is what it said 22 hours ago. */
function earlier(differences: Partial<Account>): LookupOutcome {
  const about = account(differences);
  const verdict = judge(about, READ_AT_MS, { thresholds: THRESHOLDS });
  const lastKnown = { account: about, verdict, readAtMs: READ_AT_MS, source: 'last-known' as const };
  return { kind: 'unavailable', id: about.id, reason: 'no-answer', lastKnown };
}

describe('an earlier answer of 22 hours ago', () => {
  test.each<[string, Partial<Account>, string]>([
    [
      'that was fine, though its backups may be late by now',
      { database: hoursAgo(26), folders: hoursAgo(30) },
      wasLine('✅', FINE, READ_AT_MS),
    ],
    [
      'that was late, by the ages of then',
      { status: { kind: 'offline', sent: 'çevrimdışı' }, database: hoursAgo(49), folders: hoursAgo(52) },
      wasLine(
        '⚠️',
        words.verdict.headline({ kind: 'no-backup-for', level: 'attention', ageMs: 27 * HOUR_MS }),
        READ_AT_MS,
      ),
    ],
    [
      'whose package has ended since',
      { database: hoursAgo(23), folders: hoursAgo(24), packageEndsOn: '2026-11-20' },
      wasLine('⚠️', words.verdict.headline({ kind: 'package-ends-soon', daysLeft: 0 }), READ_AT_MS),
    ],
  ])('%s', (_, differences, was) => {
    const [title, ...lines] = formatLookup(earlier(differences), PRIVATE).text.split('\n');
    expect(title).toBe(`❔ 1001 · ${FAILED.title}`);
    expect(lines[0]?.startsWith(was.split(' · ')[0] ?? '')).toBe(true);
    expect(lines[1]).toBe(`${FAILED.what} ${FAILED.next}`);
    expect(triageEntry('1001', earlier(differences), PRIVATE)).toEqual({
      sign: '❔',
      title: `1001 · ${FAILED.title}`,
      numbers: was,
    });
  });

  test('shows the backups as they are known, with the ages of now', () => {
    const fields = drawn(formatLookup(earlier({ database: hoursAgo(26) }), PRIVATE).blocks).join();
    expect(fields).toContain(words.time.ago(26 * HOUR_MS));
  });
});

describe('an account of which one backup is ignored', () => {
  const ignoring: Exceptions = { ignored: { backup: 'database', setBy: 'x' } };
  const live = (differences: Partial<Account>): LookupOutcome => {
    const about = account(differences);
    const verdict = judge(about, NOW_MS, { thresholds: THRESHOLDS, exceptions: ignoring });
    return {
      kind: 'found',
      id: about.id,
      answer: { account: about, verdict, readAtMs: NOW_MS, source: 'live' },
    };
  };

  test.each<[string, Partial<Account>, Headline]>([
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
    expect(formatLookup(live(differences), PRIVATE).text.split('\n')[0]).toBe(title);
  });

  test('blames the backup that does not run, not the whole client', () => {
    const { blocks } = formatLookup(live({ folders: hoursAgo(80) }), PRIVATE);
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
