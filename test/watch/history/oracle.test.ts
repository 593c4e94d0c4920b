import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LastBackup } from '../../../src/account/account.ts';
import { VERDICT_LEVELS } from '../../../src/account/verdict.ts';
import { type AccountDay, addDays, inDays, provenDays } from '../../../src/watch/history/account-days.ts';
import { historyOf, protectedShare } from '../../../src/watch/history/history.ts';
import { heldSpans } from '../../../src/watch/history/proven-spans.ts';
import { observeFailure, observeReading, type WatchState } from '../../../src/watch/observe-reading.ts';
import { accountWith, DAY_MS, HOUR_MS, MINUTE_MS, OFFLINE, THRESHOLDS } from '../../account/accounts.ts';

const DAYS = 10;
const NIGHTS = DAYS + 4;
const at = Date.parse;
/** A change of clocks lies within the ten days that follow, but for the last. */
const STARTS: readonly (readonly [zoneId: string, startMs: number])[] = [
  ['Africa/Casablanca', at('2026-02-10T09:00Z')],
  ['Africa/Casablanca', at('2026-03-14T22:00Z')],
  ['Europe/Berlin', at('2026-03-20T21:30Z')],
  ['Europe/Berlin', at('2026-10-16T22:10Z')],
  ['Atlantic/Azores', at('2026-03-22T01:00Z')],
  ['America/Havana', at('2026-10-27T05:00Z')],
  ['Europe/Istanbul', at('2026-11-01T12:00Z')],
];

/** A history as it really was, in whole minutes. */
interface Simulated {
  readonly zone: readonly [zoneId: string, startMs: number];
  /** When each of the two backups ran, by night. Absent: it did not. */
  readonly database: readonly (number | undefined)[];
  readonly folders: readonly (number | undefined)[];
  /** Times in which no read succeeds: the service is out, or the app is not running and does not even try. */
  readonly gaps: readonly {
    readonly fromMinute: number;
    readonly minutes: number;
    readonly isRestart: boolean;
  }[];
  /** From then on late is 20 h and stale is 40 h. */
  readonly stricterFromMinute: number;
  /** How far reads are apart, again and again. */
  readonly everyMinutes: readonly number[];
}

const minutes = (max: number) => fc.integer({ min: 0, max });
const nights = fc.array(fc.option(minutes(300), { nil: undefined, freq: 4 }), {
  minLength: NIGHTS,
  maxLength: NIGHTS,
});
const simulated: fc.Arbitrary<Simulated> = fc.record({
  zone: fc.constantFrom(...STARTS),
  database: nights,
  folders: nights,
  gaps: fc.array(
    fc.record({
      fromMinute: minutes(DAYS * 1_440),
      minutes: fc.oneof(minutes(400), minutes(4_000)),
      isRestart: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  stricterFromMinute: minutes(3 * DAYS * 1_440),
  everyMinutes: fc.array(fc.integer({ min: 5, max: 280 }), { minLength: 3, maxLength: 20 }),
});

const limits = (late: number, stale: number) => ({
  exceptions: {},
  thresholds: {
    ...THRESHOLDS,
    late: { ...THRESHOLDS.late, value: late },
    stale: { ...THRESHOLDS.stale, value: stale },
  },
});

const [TERMS, STRICTER] = [limits(26, 48), limits(20, 40)];

interface Answer {
  readonly atMs: number;
  /** It confirms what an earlier one saw. */
  readonly confirmsFromMs: number;
  /** A day later the service had still not answered. */
  isForgotten?: boolean;
}

/** Reads as the app does, and writes day rows as it does. */
function watch(given: Simulated) {
  const [zoneId, startMs] = given.zone;
  const endMs = startMs + DAYS * DAY_MS;
  const ran = {
    database: lastByMinute(given.database),
    folders: lastByMinute(given.folders),
  };
  /** When the last backup ran at a moment. */
  const lastOf = (backup: 'database' | 'folders', nowMs: number) =>
    startMs + (ran[backup][(nowMs - startMs) / MINUTE_MS] ?? 0) * MINUTE_MS;
  const termsAt = (nowMs: number) =>
    nowMs < startMs + given.stricterFromMinute * MINUTE_MS ? TERMS : STRICTER;
  const gapAt = (nowMs: number) =>
    given.gaps.find(({ fromMinute, minutes: length }) => {
      const minute = (nowMs - startMs) / MINUTE_MS;
      return minute >= fromMinute && minute < fromMinute + length;
    });

  const answers: Answer[] = [];
  const rows: AccountDay[] = [];
  let state: WatchState | undefined;
  let failingSinceMs: number | undefined;
  let nowMs = startMs;
  let reads = 0;
  while (nowMs < endMs) {
    const terms = termsAt(nowMs);
    const gap = gapAt(nowMs);
    let dueAtMs = nowMs + 10 * MINUTE_MS;
    if (gap === undefined) {
      const last = (backup: 'database' | 'folders'): LastBackup => ({
        kind: 'at',
        atMs: lastOf(backup, nowMs),
        precision: 'second',
      });
      const account = accountWith({
        zone: { id: zoneId, assumedFrom: 'setting' },
        status: OFFLINE,
        database: last('database'),
        folders: last('folders'),
      });
      const observed = observeReading(state, { kind: 'found', account }, terms, nowMs);
      rows.push(...provenDays(state, observed.state, terms));
      const confirmsFromMs = state?.candidate?.seenAtMs ?? nowMs;
      if (observed.state.readAtMs === nowMs) answers.push({ atMs: nowMs, confirmsFromMs });
      state = observed.state;
      failingSinceMs = undefined;
      reads += 1;
      dueAtMs = nowMs + (given.everyMinutes[reads % given.everyMinutes.length] ?? 60) * MINUTE_MS;
    } else if (!gap.isRestart) {
      failingSinceMs ??= nowMs;
      const forgotten = observeFailure(state, failingSinceMs, nowMs);
      const lastAnswer = answers.at(-1);
      if (forgotten?.change !== undefined && lastAnswer) lastAnswer.isForgotten = true;
      state = forgotten?.state ?? state;
    }
    nowMs = dueAtMs;
  }
  const held = state ? inDays(heldSpans(state, endMs, termsAt(endMs)), zoneId) : [];
  return { zoneId, endMs, answers, days: addDays([...rows, ...held]), lastOf, termsAt };
}

/** For each minute from the start on the minute at which the last backup ran; the first of all the day before. */
function lastByMinute(nights: readonly (number | undefined)[]): readonly number[] {
  const ran = new Set(nights.map((minute = Number.NaN, night) => (night - 2) * 1_440 + minute));
  let last = Math.max(-1_440, ...[...ran].filter((minute) => minute < 0));
  return Array.from({ length: DAYS * 1_440 + 1 }, (_, minute) => {
    if (ran.has(minute)) last = minute;
    return last;
  });
}

/** What a picture has to say, found by looking at every minute. */
function walk({ zoneId, endMs, answers, lastOf, termsAt }: ReturnType<typeof watch>) {
  const iso = new Intl.DateTimeFormat('en-CA', { timeZone: zoneId });
  const days = new Map<string, Record<string, number>>();
  const [first] = answers;
  let next = 0;
  let day = '';
  for (let atMs = first?.atMs ?? endMs; atMs < endMs; atMs += MINUTE_MS) {
    if (day === '' || atMs % HOUR_MS === 0) day = iso.format(atMs);
    while ((answers[next]?.atMs ?? endMs) <= atMs && next < answers.length) next += 1;
    const what = levelAtMinute(atMs, answers[next - 1], answers[next]);
    const times = days.get(day) ?? {};
    days.set(day, times);
    times[what] = (times[what] ?? 0) + 1;
  }
  return days;

  function levelAtMinute(atMs: number, before: Answer | undefined, after: Answer | undefined): string {
    const { late, stale } = termsAt(after?.atMs ?? endMs).thresholds;
    const levelOf = (oldestMs: number, nowMs = atMs) => {
      if (nowMs - oldestMs >= stale.value * HOUR_MS) return 'critical';
      return nowMs - oldestMs >= late.value * HOUR_MS ? 'attention' : 'healthy';
    };
    const oldest = (nowMs: number) => Math.min(lastOf('database', nowMs), lastOf('folders', nowMs));
    if (before === undefined) return 'not-seen';
    if (after === undefined) {
      const isOld = atMs - before.atMs >= 5 * HOUR_MS;
      return before.isForgotten || isOld ? 'not-seen' : levelOf(oldest(before.atMs));
    }
    const { confirmsFromMs } = after;
    const isConfirmed = atMs >= confirmsFromMs && after.atMs - confirmsFromMs <= 5 * HOUR_MS;
    if (isConfirmed) return levelOf(oldest(after.atMs), after.atMs);
    const [database, folders] = [lastOf('database', after.atMs), lastOf('folders', after.atMs)];
    if (database <= atMs && folders <= atMs) return levelOf(oldest(atMs));
    if (before.isForgotten) return 'not-seen';
    const known = Math.min(
      database <= atMs ? database : lastOf('database', before.atMs),
      folders <= atMs ? folders : lastOf('folders', before.atMs),
    );
    const isFine = levelOf(known) === 'healthy';
    return isFine || after.atMs - before.atMs <= 5 * HOUR_MS ? levelOf(oldest(atMs)) : 'not-seen';
  }
}

test('the picture of ten days is what a walk through every minute finds', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(simulated, (given) => {
      const watched = watch(given);
      const { zoneId, endMs } = watched;
      const found = walk(watched);
      const history = historyOf(watched.days, { zoneId, nowMs: endMs - 1, length: 30 });
      const [firstDay] = found.keys();
      for (const { day, times, notSeenMs, sign } of history.days) {
        const iso = new Date(day * DAY_MS).toISOString().slice(0, 10);
        const walked = found.get(iso) ?? {};
        const isFirst = iso === firstDay;
        for (const level of VERDICT_LEVELS)
          expect([iso, level, times[level]]).toEqual([iso, level, minute(walked[level])]);
        expect(Math.round(notSeenMs / MINUTE_MS)).toBe(isFirst ? 0 : (walked['not-seen'] ?? 0));
        expect(sign).toBe(signOf(walked, isFirst));
        seen.add(sign);
      }
      expect(protectedShare(history)).toBe(shareOf(found));
    }),
    { numRuns: 200 },
  );
  expect([...seen].sort()).toEqual(['attention', 'critical', 'healthy', 'not-counted', 'not-seen']);
});

const minute = (count = 0) => count * MINUTE_MS;

function signOf(walked: Record<string, number>, isFirst: boolean): string {
  const { 'not-seen': notSeen = 0, ...levels } = walked;
  const counted = Object.values(levels).reduce((sum, count) => sum + count, isFirst ? 0 : notSeen);
  if (counted === 0) return 'not-counted';
  const least = Math.min(15, counted / 4);
  return VERDICT_LEVELS.find((level) => (levels[level] ?? 0) >= least) ?? 'not-seen';
}

function shareOf(found: ReturnType<typeof walk>): number | undefined {
  const all = [...found.values()];
  const sum = (level: string) => all.reduce((total, day) => total + (day[level] ?? 0), 0);
  const good = sum('healthy') + sum('attention');
  const counted = good + sum('critical') + sum('unknown');
  return counted === 0 ? undefined : good / counted;
}
