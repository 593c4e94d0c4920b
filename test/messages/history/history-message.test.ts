import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatHistory, formatHistoryView } from '../../../src/slack/history/history.ts';
import { accountHistory } from '../../../src/watch/history.ts';
import type { Change } from '../../../src/watch/observe.ts';
import type { Gap } from '../../../src/watch/outage.ts';
import * as english from '../../../src/words/en.ts';
import * as turkish from '../../../src/words/tr.ts';
import { drawn } from '../drawn.ts';
import { HOUR_MS } from '../samples.ts';

/** A Wednesday, at noon. */
const NOW_MS = Date.parse('2026-11-18T12:00Z');
const DAY_MS = 24 * HOUR_MS;
const contextIn = (words: typeof english) => ({
  words,
  nowMs: NOW_MS,
  command: '/backup-status',
  audience: 'private' as const,
});
const CONTEXT = contextIn(english);

const ago = (days: number) => NOW_MS - days * DAY_MS;
const change = (level: Change['level'], daysAgo: number): Change => ({
  level,
  startedAtMs: ago(daysAgo),
  detectedAtMs: ago(daysAgo),
  reasons: [],
});
const FINE = [change('healthy', 100)];
const gap = (fromDaysAgo: number, hours: number): Gap => ({
  fromMs: ago(fromDaysAgo),
  toMs: ago(fromDaysAgo) + hours * HOUR_MS,
});

function shown(changes: readonly Change[], gaps: readonly Gap[] = [], isWatched = true) {
  return {
    id: '1004',
    displayName: 'Acme Ltd',
    history: accountHistory({ isWatched, changes, gaps }, NOW_MS),
  };
}
const linesOf = (...given: Parameters<typeof shown>) =>
  drawn(formatHistory(shown(...given), CONTEXT).blocks)
    .join('\n')
    .split('\n');

describe('the history of an account', () => {
  test('is a row a week, Monday first and the newest on top; what is before it keeps its place', () => {
    const bad = [change('critical', 1), change('healthy', 0.5)];
    const lines = linesOf([...FINE, ...bad], [gap(3.5, 24)]);
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
  ])('of %d ms that were bad says that it was protected %s of the time', (badMs, percent) => {
    const bad = [change('critical', 3), change('healthy', 3 - badMs / DAY_MS)];
    expect(linesOf([change('healthy', 14), ...bad]).join('\n')).toContain(
      english.history.protectedFor(percent, undefined),
    );
  });

  test('says how much of it nobody saw, and that it is not counted', () => {
    expect(linesOf(FINE, [gap(3, 5)]).join('\n')).toContain(
      english.history.protectedFor('100%', english.time.duration(5 * HOUR_MS)),
    );
  });

  test('lists what was bad, with the worst that it was and how long, the newest first', () => {
    const past = [change('attention', 3), change('critical', 2), change('healthy', 0.5)];
    const lines = linesOf([...FINE, ...past, change('attention', 0.25)]);
    const incidents = lines.slice(lines.indexOf(english.history.incidents) + 1);
    expect(incidents).toHaveLength(2);
    expect(incidents[0]).toMatch(/^• ⚠️ .*still open$/);
    expect(incidents[1]).toMatch(/^• 🚨 /);
    expect(incidents[1]).toContain(english.history.lasted(english.time.duration(60 * HOUR_MS)));
  });

  test('of an account that nobody watches says so, and what to type', () => {
    const never = formatHistory(shown([], [], false), CONTEXT);
    expect(never.text).toContain(english.history.notWatched('Acme Ltd (1004)'));
    expect(never.text).toContain('/backup-status watch 1004');
    const once = formatHistory(shown(FINE, [], false), CONTEXT);
    expect(once.text).toContain(english.history.noLongerWatched);
  });

  test('stays inside Slack’s limits, whatever the days were', () => {
    const level = fc.constantFrom<Change['level']>('healthy', 'critical', 'attention', 'unknown', 'unseen');
    const changes = fc
      .array(fc.record({ level, daysAgo: fc.double({ min: 0, max: 95, noNaN: true }) }), { maxLength: 95 })
      .map((all) => all.toSorted((one, other) => other.daysAgo - one.daysAgo))
      .map((all) => all.map((one) => change(one.level, one.daysAgo)));
    fc.assert(
      fc.property(changes, fc.constantFrom(english, turkish), (given, words) => {
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
