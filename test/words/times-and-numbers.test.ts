import { expect, test } from 'vitest';
import { LANGUAGES, type Words, wordsOf } from '../../src/words/words.ts';

const [S, MIN, H] = [1_000, 60_000, 3_600_000];
const DAY = 24 * H;

const DURATIONS = [
  -5 * MIN,
  0,
  MIN - 1,
  MIN,
  20 * MIN,
  H - 1,
  H,
  5 * H,
  30 * H + 59 * MIN,
  49 * H - 1,
  49 * H,
].concat([3 * DAY, 3 * DAY + 8 * H, 10 * DAY - 1, 10 * DAY + 5 * H, 412 * DAY, 1_412 * DAY, Number.NaN]);
const WAITS = [undefined, 0, 1, 1_001, 59 * S, 59 * S + 1, 61 * S, 15 * MIN];
const COUNTS = [0, 1.5, 1.005, 0.0005, 0.012345, 182_431, 999_999_999_999_999];

const ZONES = ['+03:00', '-11:30', '+00:00', 'Z', 'UTC', 'Europe/Istanbul', 'Mars/Olympus_Mons'];
const DAYS = ['2027-06-09', '2026-09-30', '2026-08-30', '2026-02-01', 'yakında', '2026-02-31', '2026-13-45'];
const LIMITS = [
  [48, 'hour'],
  [14, 'day'],
  [1, 'day'],
  [0.5, 'hour'],
  [1.5, 'hour'],
  [1.5, 'day'],
  [26.505, 'hour'],
] as const;
/** An age and a limit in hours: the text is never below a limit that was reached. */
const AGES_OVER = [
  [26 * H + 40 * MIN, 26.5],
  [26 * H + 40 * MIN, 26],
  [50 * H, 48],
  [26 * H + 40 * MIN, 48],
  [301 * H, 300],
  [313 * H, 300],
] as const;

/** The texts for these values, one per line. */
function spelledOut({ time, numbers, failure, verdict, watches }: Words): string {
  const of = <Value>(name: string, values: readonly Value[], say: (value: Value) => string) =>
    values.map(
      (value) => `${name} ${typeof value === 'number' ? value : JSON.stringify(value)}: ${say(value)}`,
    );
  const duration = (ageMs: number) =>
    [
      time.duration(ageMs),
      time.roughDuration(ageMs),
      time.shortDuration(ageMs),
      verdict.headline({ kind: 'no-backup-for', level: 'critical', ageMs }),
    ].join(' | ');
  return [
    of('duration', DURATIONS, duration),
    of('ago', [-H, 30 * S, 12 * MIN, 5 * H], time.ago),
    of('days ago', [0, 1, 3], time.daysAgo),
    of('ends in days', [0, 1, 5], (daysLeft) =>
      verdict.reason({ rule: 'package-ends-soon', level: 'attention', daysLeft }),
    ),
    of('day', DAYS, time.day),
    of('zone', ZONES, time.zone),
    of('limit', LIMITS, ([value, unit]) => time.threshold({ value, unit, setBy: 'X' })),
    of('age over', AGES_OVER, ([ms, value]) => time.durationOver(ms, { value, unit: 'hour', setBy: 'X' })),
    of('wait', WAITS, (ms) => failure.unavailable['no-answer'](ms).next),
    of('count', COUNTS, numbers.count),
    of('percent', [42, 96], numbers.percent),
    of('list', [['1001'], ['1001', '1002', '1003']], (items) => numbers.list(items)),
    of('and more', [0, 1, 2], (more) => watches.started(numbers.list(['1001'], more))),
  ]
    .flat()
    .join('\n');
}

test.each(LANGUAGES)('times and numbers in %s read as stored', async (language) => {
  await expect(spelledOut(wordsOf(language, language))).toMatchFileSnapshot(`texts/${language}-numbers.txt`);
});
