import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatHistory } from '../../src/slack/history/history.ts';
import { accountHistory } from '../../src/watch/history.ts';
import type { Change, WatchState } from '../../src/watch/observe.ts';
import type { Gap } from '../../src/watch/outage.ts';
import { wordsOf } from '../../src/words/words.ts';
import { runs } from '../support/runs.ts';
import { language } from './arbitraries.ts';
import { drawn } from './drawn.ts';
import { HOUR_MS, PRIVATE } from './samples.ts';
import { storedStates } from './stored-states.ts';

/** A Wednesday, at noon. */
const NOW_MS = Date.parse('2026-11-18T12:00Z');
const DAY_MS = 24 * HOUR_MS;
const rulesOf = (id: string) => ({ ...PRIVATE.rulesOf(id), displayName: 'Acme Ltd' });
const CONTEXT = { ...PRIVATE, nowMs: NOW_MS, rulesOf };

const ago = (days: number) => NOW_MS - days * DAY_MS;
const change = (level: Change['level'], daysAgo: number): Change => ({
  ...{ level, startedAtMs: ago(daysAgo), detectedAtMs: ago(daysAgo), reasons: [] },
});
const gap = (fromDaysAgo: number, hours: number): Gap => ({
  fromMs: ago(fromDaysAgo),
  toMs: ago(fromDaysAgo) + hours * HOUR_MS,
});
const FINE = [change('healthy', 100)];

const shown = (
  changes: readonly Change[],
  gaps: readonly Gap[] = [],
  isWatched = true,
  state?: WatchState,
) => ({
  id: '1004',
  history: accountHistory({ isWatched, state, zoneId: 'UTC', changes, gaps }, NOW_MS),
});
const history = (...given: Parameters<typeof shown>) => formatHistory(shown(...given), CONTEXT);
/** The sentence for a history that was bad for this long. */
const protectedFor = (badMs: number) =>
  drawn(history([change('healthy', 14), change('critical', 3), change('healthy', 3 - badMs / DAY_MS)])).find(
    (line) => line.includes('%'),
  ) ?? '';

test('histories are as stored', async () => {
  const past = [change('attention', 3), change('critical', 2), change('healthy', 0.5)];
  const earlier = [change('critical', 6), change('healthy', 5)];
  await storedStates('history', {
    'a row a week, and what was bad': history(
      [...FINE, change('critical', 1), change('healthy', 0.5)],
      [gap(3.5, 24)],
    ),
    'bad twice, and still': history([...FINE, ...past, change('attention', 0.25)]),
    'not bad, bad for a minute, bad for half a day': [0, 60_000, DAY_MS / 2].map(protectedFor),
    'unseen for five hours': history(FINE, [gap(3, 5)]),
    'never watched': history([], [], false),
    'no longer watched, and was bad then': history(
      [...FINE, change('critical', 5), change('unseen', 3)],
      [],
      false,
    ),
    'fine again, and last read two days ago': history([...FINE, ...earlier], [], true, {
      level: 'healthy',
      startedAtMs: ago(100),
      readAtMs: ago(2),
    }),
    'no answer about this account for a day': history([...FINE, change('unseen', 1)]),
    'bad, and bad in another way after a gap': history([
      ...[...FINE, change('critical', 12), change('unseen', 11)],
      { ...change('critical', 8), startedAtMs: ago(9) },
    ]),
    'bad before these days': history([change('critical', 60), change('healthy', 50)]),
    'begun a few minutes ago': history([change('healthy', 1 / 288)]),
  });
});

test('a history with any days stays within Slack’s limits', () => {
  const level = fc.constantFrom<Change['level']>('healthy', 'critical', 'attention', 'unknown', 'unseen');
  const changes = fc
    .array(fc.record({ level, daysAgo: fc.double({ min: 0, max: 95, noNaN: true }) }), { maxLength: 95 })
    .map((all) => all.toSorted((one, other) => other.daysAgo - one.daysAgo))
    .map((all) => all.map((one) => change(one.level, one.daysAgo)));
  fc.assert(
    fc.property(changes, language, (given, locale) => {
      const blocks = formatHistory(shown(given), { ...CONTEXT, words: wordsOf(locale, 'en') });
      expect(JSON.stringify(blocks).length).toBeLessThan(6_000);
      const rows = drawn(blocks)
        .flatMap((text) => text.split('\n'))
        .filter((line) => /^(?:✅|⚠️|🚨|❔|▫️|➖)+ \d/u.test(line));
      for (const row of rows) expect(row.match(/✅|⚠️|🚨|❔|▫️|➖/gu)?.length).toBeLessThanOrEqual(7);
      expect(rows.length).toBeGreaterThanOrEqual(5);
      expect(rows.length).toBeLessThanOrEqual(6);
    }),
    runs(50),
  );
});
