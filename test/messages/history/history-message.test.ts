import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHistory, formatHistoryView } from '../../../src/slack/history/history-message.ts';
import type { AccountDay } from '../../../src/watch/history/account-days.ts';
import { accountHistory } from '../../../src/watch/history/picture.ts';
import type { Incident } from '../../../src/watch/incident.ts';
import type { AccountRecord } from '../../../src/watch/watch-list.ts';
import * as english from '../../../src/words/en.ts';
import * as turkish from '../../../src/words/tr.ts';
import { drawn } from '../drawn.ts';
import { HOUR_MS, THRESHOLDS } from '../samples.ts';

/** A Wednesday, at noon. */
const NOW_MS = Date.parse('2026-11-18T12:00Z');
const DAY_MS = 24 * HOUR_MS;
const TODAY = Math.floor(NOW_MS / DAY_MS);
const NO_TIMES = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
const contextIn = (words: typeof english) => ({
  words,
  nowMs: NOW_MS,
  command: '/backup-status',
  audience: 'private' as const,
});
const CONTEXT = contextIn(english);

const dayAgo = (ago: number, times: Partial<AccountDay['times']>): AccountDay => ({
  day: TODAY - ago,
  times: { ...NO_TIMES, ...times },
});
const FINE = Array.from({ length: 100 }, (_, ago) => dayAgo(99 - ago, { healthy: DAY_MS }));
const with_ = (...other: AccountDay[]) => FINE.map((one) => other.find(({ day }) => day === one.day) ?? one);

function shown(days: readonly AccountDay[], incidents: readonly Incident[] = [], isWatched = true) {
  const record: AccountRecord = { isWatched, days, incidents };
  const terms = { thresholds: THRESHOLDS, exceptions: {} };
  return {
    id: '1004',
    displayName: 'Acme Ltd',
    history: accountHistory(record, terms, NOW_MS),
  };
}
const linesOf = (...given: Parameters<typeof shown>) =>
  drawn(formatHistory(shown(...given), CONTEXT).blocks)
    .join('\n')
    .split('\n');

describe('the history of an account', () => {
  test('is a row a week, Monday first and the newest on top; what is before it keeps its place', () => {
    const lines = linesOf(with_(dayAgo(1, { critical: 12 * HOUR_MS, healthy: 12 * HOUR_MS }), dayAgo(3, {})));
    expect(lines.slice(1, 7)).toEqual([
      '✅🚨✅ 16 Nov',
      '✅✅✅✅✅✅▫️ 9 Nov',
      '✅✅✅✅✅✅✅ 2 Nov',
      '✅✅✅✅✅✅✅ 26 Oct',
      '➖✅✅✅✅✅✅ 19 Oct',
      expect.stringContaining(
        english.history.days(28, 30, [
          { sign: 'critical', days: ['17 Nov'], more: 0 },
          { sign: 'not-seen', days: ['15 Nov'], more: 0 },
        ]),
      ),
    ]);
  });

  test.each([
    [0, '100%'],
    [60_000, '99.9%'],
    [DAY_MS / 2, '96%'],
  ])('of %d ms that were bad says that it was protected %s of the time', (critical, percent) => {
    const days = with_(dayAgo(3, { critical, healthy: DAY_MS - critical })).slice(-14);
    expect(linesOf(days).join('\n')).toContain(english.history.protectedFor(percent, undefined));
  });

  test('says how much of it nobody saw, and that it is not counted', () => {
    const days = with_(dayAgo(3, { healthy: 19 * HOUR_MS }));
    expect(linesOf(days).join('\n')).toContain(
      english.history.protectedFor('100%', english.time.duration(5 * HOUR_MS)),
    );
  });

  test('lists what was bad, with how long it was', () => {
    const closed: Incident = {
      level: 'critical',
      startedAtMs: NOW_MS - 60 * HOUR_MS,
      detectedAtMs: NOW_MS,
      resolvedAtMs: NOW_MS - 8 * HOUR_MS,
    };
    const lines = linesOf(FINE, [{ level: 'attention', startedAtMs: NOW_MS, detectedAtMs: NOW_MS }, closed]);
    expect(lines).toContainEqual(expect.stringMatching(/^• ⚠️ .*still open$/));
    expect(lines).toContainEqual(
      expect.stringContaining(english.history.lasted(english.time.duration(52 * HOUR_MS))),
    );
  });

  test('of an account that nobody watches says so, and what to type', () => {
    const never = formatHistory(shown([], [], false), CONTEXT);
    expect(never.text).toContain(english.history.notWatched('Acme Ltd (1004)'));
    expect(never.text).toContain('/backup-status watch 1004');
    const once = formatHistory(shown(FINE, [], false), CONTEXT);
    expect(once.text).toContain(english.history.noLongerWatched);
  });

  test('stays inside Slack’s limits, whatever the days were', () => {
    const times = fc.record({
      critical: fc.integer({ min: 0, max: DAY_MS / 4 }),
      attention: fc.integer({ min: 0, max: DAY_MS / 4 }),
      unknown: fc.integer({ min: 0, max: DAY_MS / 4 }),
      healthy: fc.integer({ min: 0, max: DAY_MS / 4 }),
    });
    const days = fc.array(fc.record({ day: fc.integer({ min: TODAY - 95, max: TODAY }), times }), {
      maxLength: 95,
    });
    fc.assert(
      fc.property(days, fc.constantFrom(english, turkish), (given, words) => {
        const context = contextIn(words);
        const { blocks } = formatHistoryView(shown(given), context);
        expect(JSON.stringify(blocks).length).toBeLessThan(6_000);
        const rows = drawn(blocks)
          .join('\n')
          .split('\n')
          .filter((line) => /^(?:✅|⚠️|🚨|❔|▫️|➖)+ \d/u.test(line));
        for (const row of rows) expect(row.match(/✅|⚠️|🚨|❔|▫️|➖/gu)?.length).toBeLessThanOrEqual(7);
        expect(rows.length).toBeGreaterThanOrEqual(5);
        expect(rows.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 50 },
    );
  });
});
