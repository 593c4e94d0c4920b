import { describe, expect, it } from 'vitest';
import type { HomeState, PinnedAccount } from '../../../src/formatters/home/home-state.ts';
import { said } from '../../support/reader.ts';
import {
  ACT,
  ASKING_NOW,
  FIELD,
  FINE,
  home,
  homeLines,
  pinned,
  recents,
  UPDATED,
  WATCH,
  waiting,
} from '../home.ts';
import { CRITICAL, found, NOW_S, unavailable } from '../samples.ts';

describe('what Home says first', () => {
  const head = (pins: PinnedAccount[], state: Partial<HomeState> = {}) =>
    homeLines({ pins, ...state }).slice(0, 2);
  const notFound = pinned({ kind: 'not-found', id: '9' });
  const unclear = pinned(found({ id: '8', status: { kind: 'unknown', sent: 'x' } }));
  const down = pinned(unavailable('timeout', '7'));

  it.each<readonly [string, PinnedAccount[], string, string]>([
    [
      'all fine',
      [FINE, pinned(found({ id: '2' }))],
      said({ en: '✅ Both accounts are fine', tr: '✅ İki hesap da yolunda' }),
      '',
    ],
    [
      'three fine',
      [FINE, pinned(found({ id: '2' })), pinned(found({ id: '3' }))],
      said({ en: '✅ All 3 accounts are fine', tr: '✅ 3 hesabın tümü yolunda' }),
      '',
    ],
    [
      'one fine',
      [FINE],
      said({ en: '✅ The pinned account is fine', tr: '✅ Sabitlenmiş hesap yolunda' }),
      '',
    ],
    [
      'one bad',
      [ACT],
      said({ en: '🚨 The pinned account needs you now', tr: '🚨 Sabitlenmiş hesap acil' }),
      '',
    ],
    [
      'two bad',
      [ACT, pinned(found({ ...CRITICAL, id: '5' })), FINE],
      said({ en: '🚨 2 of 3 accounts need you now', tr: '🚨 3 hesaptan 2’si acil' }),
      '',
    ],
    [
      'only to watch',
      [WATCH, FINE],
      said({ en: '⚠️ 1 of 2 accounts needs attention', tr: '⚠️ 2 hesaptan 1’i kontrol edilmeli' }),
      '',
    ],
    [
      'one without an answer',
      [down, FINE],
      said({ en: '🔌 1 of 2 accounts could not be checked', tr: '🔌 2 hesaptan 1’i sorgulanamadı' }),
      '',
    ],
    [
      'one unclear',
      [unclear, FINE],
      ...said({
        en: ['❔ Cannot tell about 1 of 2 accounts', ' · 1 unclear'],
        tr: ['❔ 2 hesaptan 1’i belirsiz', ' · 1 belirsiz'],
      } as const),
    ],
    [
      'one pin of nothing',
      [notFound, FINE],
      ...said({
        en: ['❔ Cannot tell about 1 of 2 accounts', ' · 1 not found'],
        tr: ['❔ 2 hesaptan 1’i belirsiz', ' · 1 bulunamadı'],
      } as const),
    ],
    [
      'all kinds of doubt',
      [unclear, notFound, down, FINE],
      ...said({
        en: ['❔ Cannot tell about 3 of 4 accounts', ' · 1 unclear · 1 could not be checked · 1 not found'],
        tr: ['❔ 4 hesaptan 3’ü belirsiz', ' · 1 belirsiz · 1 sorgulanamadı · 1 bulunamadı'],
      } as const),
    ],
    [
      'some still asked about',
      [FINE, waiting('3')],
      ...said({
        en: ['✅ 1 of 2 accounts is fine so far', ' · 1 still being asked'],
        tr: ['✅ 2 hesaptan 1’i şimdilik yolunda', ' · 1 hâlâ soruluyor'],
      } as const),
    ],
  ])('%s', (_, pins, first, rest) => {
    expect(head(pins)).toEqual([`# ${first}`, `${UPDATED}${rest}`]);
  });

  it('is as old as the oldest answer in it', () => {
    const outcome = found({ id: '2' });
    if (outcome.kind !== 'found') throw new Error('no answer');
    const older = pinned({ ...outcome, answer: { ...outcome.answer, readAtMs: (NOW_S - 300) * 1000 } });
    expect(head([FINE, older])[1]).toBe(
      said({
        en: `~ Updated <!date^${NOW_S - 300}^{ago}|5\u00A0min ago>`,
        tr: `~ Güncellendi: <!date^${NOW_S - 300}^{ago}|5\u00A0dk önce>`,
      }),
    );
    expect(head([notFound])).toEqual(
      said({
        en: [
          '# ❔ Cannot tell about the pinned account',
          `~ Updated <!date^${NOW_S}^{ago}|just now> · 1 not found`,
        ],
        tr: [
          '# ❔ Sabitlenmiş hesap belirsiz',
          `~ Güncellendi: <!date^${NOW_S}^{ago}|az önce> · 1 bulunamadı`,
        ],
      }),
    );
  });

  it('is marked as earlier until new answers are in, and calls nothing fine that only was', () => {
    expect(head([FINE, pinned(found({ id: '2' }))], { isAsking: true })).toEqual([
      said({ en: '# ✅ Both accounts were fine', tr: '# ✅ İki hesap da yolundaydı' }),
      ASKING_NOW,
    ]);
    expect(head([ACT, waiting('3')], { isAsking: true })).toEqual([
      said({ en: '# 🚨 1 of 2 accounts needs you now', tr: '# 🚨 2 hesaptan 1’i acil' }),
      ASKING_NOW,
    ]);
  });

  it('claims no earlier answers where there are none', () => {
    expect(homeLines({ pins: [waiting('3'), waiting('4')], isAsking: true })).toEqual([
      ...said({
        en: ['# ⏳ Asking about 2 accounts…', '~ No earlier answer'],
        tr: ['# ⏳ 2 hesap sorgulanıyor…', '~ Önceki yanıt yok'],
      }),
      ...FIELD,
      'divider',
      ...said({
        en: ['⏳ *3 · Asking now…* / No earlier answer […]', '⏳ *4 · Asking now…* / No earlier answer […]'],
        tr: [
          '⏳ *3 · Şimdi soruluyor…* / Önceki yanıt yok […]',
          '⏳ *4 · Şimdi soruluyor…* / Önceki yanıt yok […]',
        ],
      }),
    ]);
  });

  it('keeps every block in its place when new answers come in', () => {
    const pins = [ACT, WATCH, FINE];
    const shape = (state: Partial<HomeState>) =>
      home({ pins, recents: recents('1'), lastAsked: found(), ...state }).blocks.map(
        ({ type, block_id }) => `${type} ${block_id}`,
      );
    const asking = [ACT, WATCH, waiting('1001')];
    expect(shape({ pins: asking, isAsking: true })).toEqual(shape({}));
    const failing = pins.map(({ pin, outcome }) =>
      outcome?.kind === 'found'
        ? pinned({ kind: 'unavailable', id: pin.accountId, reason: 'timeout', lastKnown: outcome.answer })
        : { pin },
    );
    expect(shape({ pins: failing })).toEqual(shape({}));
  });
});
