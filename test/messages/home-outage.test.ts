import { describe, expect, it } from 'vitest';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import type { PinnedAccount } from '../../src/slack/home/home-state.ts';
import { NO_BACKUP, NOT_CHECKED, FINE as WAS_FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { ASKING_NOW, FIELD, FINE, homeLines, lead, pinned, rowOf, UPDATED, WATCH, WINDOWS } from './home.ts';
import { failureOf, SAID_ONCE, TELL_WHO_RUNS_IT, TIMEOUT_ROW, wasLine } from './rows.ts';
import { CRITICAL, lastKnown, PRIVATE, unavailable } from './samples.ts';

const IN_A_MINUTE = failureOf('no-answer').next;
const MINUTE_MS = 60_000;
const READ_AT_MS = PRIVATE.nowMs - 12 * MINUTE_MS;

describe('when the service fails', () => {
  const failing = (id: string, minutesAgo: number): PinnedAccount => {
    const outcome = lastKnown({ id }, 'no-answer');
    if (outcome.kind !== 'unavailable' || outcome.lastKnown === undefined) throw new Error('no sample');
    const readAtMs = PRIVATE.nowMs - minutesAgo * 60_000;
    return pinned({ ...outcome, lastKnown: { ...outcome.lastKnown, readAtMs } });
  };

  it('for most pins, that is said once, and each row says what it was, and when', () => {
    const pins = [
      pinned(lastKnown(CRITICAL, 'no-answer')),
      failing('1001', 12),
      pinned(unavailable('no-answer', '1009')),
    ];
    expect(homeLines({ pins })).toEqual([
      `# 🔌 ${lead('not-checked', 3, 3)}`,
      `${SAID_ONCE.noAnswer} ${IN_A_MINUTE}`,
      ...FIELD,
      'divider',
      rowOf('❔', { title: `1004 · ${NOT_CHECKED}`, numbers: wasLine('🚨', NO_BACKUP, READ_AT_MS) }),
      rowOf('❔', { ...TIMEOUT_ROW, numbers: words.home.noEarlierAnswer }),
      rowOf('❔', { title: `1001 · ${NOT_CHECKED}`, numbers: wasLine('✅', WAS_FINE, READ_AT_MS) }),
      ...WINDOWS,
    ]);
  });

  it('says what to do when there is no earlier answer', () => {
    const pins = [pinned(unavailable('login-rejected', '1')), pinned(unavailable('login-rejected', '2'))];
    expect(homeLines({ pins })[1]).toBe(`${SAID_ONCE.loginRejected} ${TELL_WHO_RUNS_IT}`);
  });

  it('names the commonest reason', () => {
    const pins = [
      pinned(unavailable('busy', '1')),
      pinned(unavailable('no-answer', '2')),
      pinned(unavailable('no-answer', '3')),
    ];
    expect(homeLines({ pins })[1]).toBe(`${SAID_ONCE.noAnswer} ${IN_A_MINUTE}`);
  });

  it('for half of the pins or fewer, each says so for itself', () => {
    const pins = [FINE, pinned(unavailable('no-answer', '1009'))];
    expect(homeLines({ pins })).toContain(rowOf('❔', TIMEOUT_ROW));
  });

  it('for two of four, each says so for itself', () => {
    const pins = [FINE, WATCH, pinned(unavailable('no-answer', '5')), pinned(unavailable('no-answer', '6'))];
    expect(homeLines({ pins })[1]).toBe(`${UPDATED} · ${words.home.counted('notChecked', 2)}`);
  });

  it('says when the last of the pauses it asks for is over', () => {
    const pins = [20_000, 40_000, 30_000].map((waitMs, at) =>
      pinned(unavailable('busy', String(at), waitMs)),
    );
    expect(homeLines({ pins })[1]).toBe(`${SAID_ONCE.busy} ${words.failure.unavailable.busy(40_000).next}`);
  });

  it('is not said again while new answers are on their way', () => {
    const pins = [pinned(lastKnown(CRITICAL, 'no-answer')), failing('1', 12), failing('2', 12)];
    const shown = homeLines({ pins, isAsking: true });
    expect(shown[1]).toBe(ASKING_NOW);
    expect(shown.join()).not.toContain(failureOf('no-answer').what);
  });

  it('for the only pin, nothing is called updated just now', () => {
    expect(homeLines({ pins: [failing('1001', 2)] }).slice(0, 2)).toEqual([
      `# 🔌 ${lead('not-checked', 1, 1)}`,
      `${SAID_ONCE.noAnswer} ${IN_A_MINUTE}`,
    ]);
  });

  it('says when to try again', () => {
    const inEight = words.failure.unavailable['no-answer'](8_000).next;
    const outcome = { ...lastKnown({}, 'no-answer'), retryAfterMs: 8_000 } as LookupOutcome;
    expect(homeLines({ pins: [pinned(outcome)] })[1]).toBe(`${SAID_ONCE.noAnswer} ${inEight}`);
  });

  it('accounts of which nothing is known share one line, also while they are asked about anew', () => {
    const unknown = Array.from({ length: 50 }, (_, at) =>
      pinned(unavailable('no-answer', String(3000 + at))),
    );
    const pins = [...unknown.slice(0, 12), failing('1001', 12), ...unknown.slice(12)];
    const first = Array.from({ length: 10 }, (_, at) => String(3000 + at));
    const line = `🔌 ${words.home.withoutAnswer(first, 40)}`;
    for (const isAsking of [false, true]) {
      const shown = homeLines({ pins, isAsking }).slice(4);
      expect(shown).toEqual(['divider', expect.stringMatching(/^❔ \*1001 · /), line, ...WINDOWS]);
    }
    expect(homeLines({ pins: unknown })).toEqual([
      `# 🔌 ${lead('not-checked', 50, 50)}`,
      `${SAID_ONCE.noAnswer} ${IN_A_MINUTE}`,
      ...FIELD,
      'divider',
      line,
      ...WINDOWS,
    ]);
  });
});
