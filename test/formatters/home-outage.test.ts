import { describe, expect, it } from 'vitest';
import type { LookupOutcome } from '../../src/domain/outcome.ts';
import type { PinnedAccount } from '../../src/formatters/home/home-state.ts';
import { words } from '../support/reader.ts';
import { ASKING_NOW, FIELD, FINE, homeLines, lead, pinned, rowOf, UPDATED, WATCH, WINDOWS } from './home.ts';
import {
  ACT_ROW,
  FINE_ROW,
  failureOf,
  SAID_ONCE,
  showingFrom,
  TELL_WHO_RUNS_IT,
  TIMEOUT_ROW,
} from './rows.ts';
import { CRITICAL, lastKnown, PRIVATE, unavailable } from './samples.ts';

const IN_A_MINUTE = failureOf('network').next;
const MINUTE_MS = 60_000;
const TWELVE_MIN_AGO = words.time.ago(12 * MINUTE_MS);

describe('when the service fails', () => {
  const failing = (id: string, minutesAgo: number): PinnedAccount => {
    const outcome = lastKnown({ id }, 'timeout');
    if (outcome.kind !== 'unavailable' || outcome.lastKnown === undefined) throw new Error('no sample');
    const readAtMs = PRIVATE.nowMs - minutesAgo * 60_000;
    return pinned({ ...outcome, lastKnown: { ...outcome.lastKnown, readAtMs } });
  };

  it('for most pins, that is said once, and each row only says how old it is', () => {
    const pins = [
      pinned(lastKnown(CRITICAL, 'timeout')),
      failing('1001', 12),
      pinned(unavailable('timeout', '1009')),
    ];
    const read = words.card.read(TWELVE_MIN_AGO);
    expect(homeLines({ pins })).toEqual([
      `# 🚨 ${lead('critical', 1, 3)}`,
      `${SAID_ONCE.timeout} ${showingFrom(12 * MINUTE_MS)}`,
      ...FIELD,
      'divider',
      rowOf('🚨', { ...ACT_ROW, numbers: `${ACT_ROW.numbers} · ${read}` }),
      rowOf('✅', { ...FINE_ROW, numbers: `${FINE_ROW.numbers} · ${read}` }),
      rowOf('🔌', { ...TIMEOUT_ROW, numbers: words.home.noEarlierAnswer }),
      ...WINDOWS,
    ]);
  });

  it('says how far apart the earlier answers are', () => {
    expect(homeLines({ pins: [failing('1', 12), failing('2', 200)] }).slice(0, 2)).toEqual([
      `# 🔌 ${lead('not-checked', 2, 2)}`,
      `${SAID_ONCE.timeout} ${showingFrom(12 * MINUTE_MS, 200 * MINUTE_MS)}`,
    ]);
  });

  it('says what to do when there is no earlier answer', () => {
    const pins = [pinned(unavailable('login-rejected', '1')), pinned(unavailable('login-rejected', '2'))];
    expect(homeLines({ pins })[1]).toBe(`${SAID_ONCE.loginRejected} ${TELL_WHO_RUNS_IT}`);
  });

  it('names the commonest reason', () => {
    const pins = [
      pinned(unavailable('busy', '1')),
      pinned(unavailable('network', '2')),
      pinned(unavailable('network', '3')),
    ];
    expect(homeLines({ pins })[1]).toBe(`${SAID_ONCE.network} ${IN_A_MINUTE}`);
  });

  it('for half of the pins or fewer, each says so for itself', () => {
    const pins = [FINE, pinned(lastKnown(CRITICAL, 'network'))];
    expect(homeLines({ pins })).toContain(
      rowOf('🚨', {
        ...ACT_ROW,
        numbers: `${ACT_ROW.numbers} / ${words.triage.earlierAnswer(TWELVE_MIN_AGO, failureOf('network').what)}`,
      }),
    );
  });

  it('for two of four, each says so for itself', () => {
    const pins = [FINE, WATCH, pinned(unavailable('timeout', '5')), pinned(unavailable('timeout', '6'))];
    expect(homeLines({ pins })[1]).toBe(`${UPDATED} · ${words.home.counted('notChecked', 2)}`);
  });

  it('says when the last of the pauses it asks for is over', () => {
    const pins = [20_000, 40_000, 30_000].map((waitMs, at) =>
      pinned(unavailable('rate-limited', String(at), waitMs)),
    );
    expect(homeLines({ pins })[1]).toBe(
      `${SAID_ONCE.pause} ${words.failure.unavailable['rate-limited'](40_000).next}`,
    );
  });

  it('is not said again while new answers are on their way', () => {
    const pins = [pinned(lastKnown(CRITICAL, 'timeout')), failing('1', 12), failing('2', 12)];
    const shown = homeLines({ pins, isAsking: true });
    expect(shown[1]).toBe(`${ASKING_NOW} · ${words.home.counted('notChecked', 2)}`);
    for (const said of [failureOf('timeout').what, TWELVE_MIN_AGO]) {
      expect(shown.join()).not.toContain(said);
    }
  });

  it('for the only pin, nothing is called updated just now', () => {
    const [row] = homeLines({ pins: [failing('1001', 2)] }).filter((line) => line.includes('*1001'));
    expect(homeLines({ pins: [failing('1001', 2)] }).slice(0, 2)).toEqual([
      `# 🔌 ${lead('not-checked', 1, 1)}`,
      `${SAID_ONCE.timeout} ${showingFrom(2 * MINUTE_MS)}`,
    ]);
    expect(row?.endsWith(` · ${words.card.read(words.time.ago(2 * MINUTE_MS))} […]`)).toBe(true);
    expect(homeLines({ pins: [pinned(unavailable('timeout'))] })[1]).toBe(
      `${SAID_ONCE.timeout} ${IN_A_MINUTE}`,
    );
  });

  it('with earlier answers says who has to act, or when to try again, where Retry would not help', () => {
    const showing = showingFrom(12 * MINUTE_MS);
    const second = (outcome: LookupOutcome) => homeLines({ pins: [pinned(outcome)] })[1];
    expect(second(lastKnown({}, 'login-rejected'))).toBe(
      `${SAID_ONCE.loginRejected} ${showing} · ${TELL_WHO_RUNS_IT}`,
    );
    const inEight = words.failure.unavailable.network(8_000).next;
    expect(second({ ...lastKnown({}, 'network'), retryAfterMs: 8_000 } as LookupOutcome)).toBe(
      `${SAID_ONCE.network} ${showing} · ${inEight}`,
    );
  });

  it('accounts of which nothing is known share one line, also while they are asked about anew', () => {
    const unknown = Array.from({ length: 50 }, (_, at) => pinned(unavailable('network', String(3000 + at))));
    const pins = [...unknown.slice(0, 12), failing('1001', 12), ...unknown.slice(12)];
    const first = Array.from({ length: 10 }, (_, at) => String(3000 + at));
    const line = `🔌 ${words.home.withoutAnswer(first, 40)}`;
    for (const isAsking of [false, true]) {
      const shown = homeLines({ pins, isAsking }).slice(4);
      expect(shown).toEqual(['divider', expect.stringMatching(/^✅ \*1001 · /), line, ...WINDOWS]);
    }
    expect(homeLines({ pins: unknown })).toEqual([
      `# 🔌 ${lead('not-checked', 50, 50)}`,
      `${SAID_ONCE.network} ${IN_A_MINUTE}`,
      ...FIELD,
      'divider',
      line,
      ...WINDOWS,
    ]);
  });
});
