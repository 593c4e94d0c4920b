import { describe, expect, it } from 'vitest';
import type { LookupOutcome } from '../../src/domain/outcome.ts';
import type { PinnedAccount } from '../../src/formatters/home/home-state.ts';
import { said } from '../support/reader.ts';
import { ASKING_NOW, FIELD, FINE, homeLines, pinned, rowOf, UPDATED, WATCH } from './home.ts';
import { ACT_ROW, FINE_ROW, SAID_ONCE, TELL_WHO_RUNS_IT, TIMEOUT_ROW } from './rows.ts';
import { CRITICAL, lastKnown, NOW_S, PRIVATE, unavailable } from './samples.ts';

const IN_A_MINUTE = said({ en: 'Try again in a minute.', tr: 'Bir dakika sonra yeniden deneyin.' });
const showingFrom = (secondsAgo: number, en: string, tr: string) => {
  const date = `<!date^${NOW_S - secondsAgo}^{ago}|${said({ en, tr })}>`;
  return said({ en: `Showing answers from ${date}`, tr: `Gösterilen yanıtlar ${date} alındı` });
};

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
    const asOf = said({ en: 'as of 12\u00A0min ago', tr: 'yanıt 12\u00A0dk önce alındı' });
    expect(homeLines({ pins })).toEqual([
      said({ en: '# 🚨 1 of 3 accounts needs you now', tr: '# 🚨 3 hesaptan 1’i acil' }),
      `${SAID_ONCE.timeout} ${showingFrom(720, '12\u00A0min ago', '12\u00A0dk önce')}`,
      ...FIELD,
      'divider',
      rowOf('🚨', { ...ACT_ROW, numbers: `${ACT_ROW.numbers} · ${asOf}` }),
      rowOf('✅', { ...FINE_ROW, numbers: `${FINE_ROW.numbers} · ${asOf}` }),
      rowOf('🔌', { ...TIMEOUT_ROW, numbers: said({ en: 'No earlier answer', tr: 'Önceki yanıt yok' }) }),
    ]);
  });

  it('says how far apart the earlier answers are', () => {
    expect(homeLines({ pins: [failing('1', 12), failing('2', 200)] }).slice(0, 2)).toEqual(
      said({
        en: [
          '# 🔌 None of 2 accounts could be checked',
          `${SAID_ONCE.timeout} Showing answers from 12\u00A0min to <!date^${NOW_S - 12_000}^{ago}|3\u00A0h ago>`,
        ],
        tr: [
          '# 🔌 2 hesabın hiçbiri sorgulanamadı',
          `${SAID_ONCE.timeout} Gösterilen yanıtlar: en yenisi 12\u00A0dk önce, en eskisi <!date^${NOW_S - 12_000}^{ago}|3\u00A0saat önce>`,
        ],
      }),
    );
  });

  it('and nothing is known from before, says what to do', () => {
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
        numbers: said({
          en: `${ACT_ROW.numbers} / As of 12\u00A0min ago. The service cannot be reached.`,
          tr: `${ACT_ROW.numbers} / Yanıt 12\u00A0dk önce alındı. Servise ulaşılamıyor.`,
        }),
      }),
    );
  });

  it('for two of four, each says so for itself', () => {
    const pins = [FINE, WATCH, pinned(unavailable('timeout', '5')), pinned(unavailable('timeout', '6'))];
    expect(homeLines({ pins })[1]).toBe(
      said({ en: `${UPDATED} · 2 could not be checked`, tr: `${UPDATED} · 2 sorgulanamadı` }),
    );
  });

  it('and asks for a pause, says when the last one of them is over', () => {
    const pins = [20_000, 40_000, 30_000].map((waitMs, at) =>
      pinned(unavailable('rate-limited', String(at), waitMs)),
    );
    expect(homeLines({ pins })[1]).toBe(
      said({
        en: `${SAID_ONCE.pause} Try again in 40\u00A0s.`,
        tr: `${SAID_ONCE.pause} 40\u00A0sn sonra yeniden deneyin.`,
      }),
    );
  });

  it('is not said again while new answers are on their way', () => {
    const pins = [pinned(lastKnown(CRITICAL, 'timeout')), failing('1', 12), failing('2', 12)];
    const shown = homeLines({ pins, isAsking: true });
    expect(shown[1]).toBe(
      said({ en: `${ASKING_NOW} · 2 could not be checked`, tr: `${ASKING_NOW} · 2 sorgulanamadı` }),
    );
    expect(shown.join()).not.toMatch(
      said({ en: /did not answer|as of|As of/, tr: /yanıt vermedi|önce alındı/ }),
    );
  });

  it('for the only pin, nothing is called updated just now', () => {
    const [row] = homeLines({ pins: [failing('1001', 2)] }).filter((line) => line.includes('*1001'));
    expect(homeLines({ pins: [failing('1001', 2)] }).slice(0, 2)).toEqual([
      said({
        en: '# 🔌 The pinned account could not be checked',
        tr: '# 🔌 Sabitlenmiş hesap sorgulanamadı',
      }),
      `${SAID_ONCE.timeout} ${showingFrom(120, '2\u00A0min ago', '2\u00A0dk önce')}`,
    ]);
    expect(row).toMatch(
      said({ en: / · as of 2\u00A0min ago \[…\]$/, tr: / · yanıt 2\u00A0dk önce alındı \[…\]$/ }),
    );
    expect(homeLines({ pins: [pinned(unavailable('timeout'))] })[1]).toBe(
      `${SAID_ONCE.timeout} ${IN_A_MINUTE}`,
    );
  });

  it('with earlier answers says who has to act, or when to try again, where Retry would not help', () => {
    const showing = showingFrom(720, '12\u00A0min ago', '12\u00A0dk önce');
    const second = (outcome: LookupOutcome) => homeLines({ pins: [pinned(outcome)] })[1];
    expect(second(lastKnown({}, 'login-rejected'))).toBe(
      `${SAID_ONCE.loginRejected} ${showing} · ${TELL_WHO_RUNS_IT}`,
    );
    const inEight = said({ en: 'Try again in 8\u00A0s.', tr: '8\u00A0sn sonra yeniden deneyin.' });
    expect(second({ ...lastKnown({}, 'network'), retryAfterMs: 8_000 } as LookupOutcome)).toBe(
      `${SAID_ONCE.network} ${showing} · ${inEight}`,
    );
  });

  it('accounts of which nothing is known share one line, also while they are asked about anew', () => {
    const unknown = Array.from({ length: 50 }, (_, at) => pinned(unavailable('network', String(3000 + at))));
    const pins = [...unknown.slice(0, 12), failing('1001', 12), ...unknown.slice(12)];
    const first = '3000, 3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009';
    const line = said({
      en: `🔌 50 accounts without an earlier answer: ${first} and 40 more`,
      tr: `🔌 Önceki yanıtı olmayan 50 hesap: ${first} ve 40 hesap daha`,
    });
    for (const isAsking of [false, true]) {
      const shown = homeLines({ pins, isAsking }).slice(4);
      expect(shown).toEqual(['divider', expect.stringMatching(/^✅ \*1001 · /), line]);
    }
    expect(homeLines({ pins: unknown })).toEqual([
      said({ en: '# 🔌 None of 50 accounts could be checked', tr: '# 🔌 50 hesabın hiçbiri sorgulanamadı' }),
      `${SAID_ONCE.network} ${IN_A_MINUTE}`,
      ...FIELD,
      'divider',
      line,
    ]);
  });
});
