import { describe, expect, it } from 'vitest';
import { decodeAccountAction } from '../../../src/formatters/account/account-action.ts';
import { OPEN_ACTIONS } from '../../../src/formatters/action-ids.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import {
  ACT,
  FIELD,
  FINE,
  home,
  homeLines,
  LOOK_UP,
  pinned,
  recents,
  rowOf,
  UPDATED,
  WATCH,
  waiting,
} from '../home.ts';
import { ACT_ROW, FINE_ROW, statusLineOf, TIMEOUT_ROW, WATCH_ROW } from '../rows.ts';
import { CRITICAL, found, unavailable } from '../samples.ts';

const LAST_ASKED = said({ en: '~ *Last asked*', tr: '~ *En son sorulan*' });
const RECENT = said({ en: '~ *Recent*', tr: '~ *Son sorgular*' });

describe('Home', () => {
  it('shows what needs somebody first, then every pin worst first, two lines each', () => {
    const pins = [FINE, pinned(unavailable('timeout')), WATCH, ACT];
    expect(homeLines({ pins, recents: recents('1001', '1012') })).toEqual([
      ...said({
        en: ['# 🚨 1 of 4 accounts needs you now', `${UPDATED} · 1 needs attention · 1 could not be checked`],
        tr: ['# 🚨 4 hesaptan 1’i acil', `${UPDATED} · 1 kontrol edilmeli · 1 sorgulanamadı`],
      }),
      ...FIELD,
      'divider',
      rowOf('🚨', { ...ACT_ROW, title: ACT_ROW.title.replace('1004', 'Acme (1004)') }),
      rowOf('⚠️', WATCH_ROW),
      rowOf('🔌', TIMEOUT_ROW),
      rowOf('✅', FINE_ROW),
      'divider',
      RECENT,
      '[1001] [1012]',
    ]);
  });

  it('puts those about which nothing is known yet last', () => {
    const titles = homeLines({ pins: [waiting('2'), FINE, waiting('3'), ACT] }).flatMap(
      (line) => /\*(.+) · /.exec(line.split(' / ')[0] ?? '')?.[1] ?? [],
    );
    expect(titles).toEqual(['Acme (1004)', '1001', '2', '3']);
  });

  it('shows the account last asked for in full, under its name and with a menu of its own', () => {
    const blocks = home({ pins: [ACT], lastAsked: found(CRITICAL), recents: recents('1004') }).blocks;
    const from = blocks.findIndex((block) => JSON.stringify(block).includes(LAST_ASKED.slice(2)));
    expect(drawn(blocks.slice(from))).toEqual(
      said({
        en: [
          LAST_ASKED,
          `🚨 ${ACT_ROW.title.replace('1004', 'Acme (1004)')}`,
          statusLineOf('offline'),
          expect.stringMatching(/^• Database backup is 3\u00A0days\u00A08\u00A0h old/),
          expect.stringMatching(/^• Folder backup is 3\u00A0days\u00A018\u00A0h old/),
          '• Package ends in 5\u00A0days',
          expect.stringMatching(/^Next step {2}Ask the customer/),
          expect.stringMatching(/^\| \*Database backup\*/),
          expect.stringMatching(/^\| \*Folder backup\*/),
          '| *Quota* / 500\u00A0GB',
          '| *Backups today* / 2 so far, at most 4',
          'Folder usage  ▰▰▰▰▱▱▱▱▱▱ 42%',
          '21 folders and files · limit 50 folders',
          'Package  Kurumsal 500 · ends 26 Nov 2026',
          '[Refresh] [Share…] […]',
          'divider',
          RECENT,
          '[Acme (1004)]',
        ],
        tr: [
          LAST_ASKED,
          `🚨 ${ACT_ROW.title.replace('1004', 'Acme (1004)')}`,
          statusLineOf('offline'),
          expect.stringMatching(/^• Son veritabanı yedeği 3\u00A0gün\u00A08\u00A0saat önce/),
          expect.stringMatching(/^• Son klasör yedeği 3\u00A0gün\u00A018\u00A0saat önce/),
          '• Paket 5\u00A0gün sonra bitiyor',
          expect.stringMatching(/^Sonraki adım {2}Müşteriden/),
          expect.stringMatching(/^\| \*Veritabanı yedeği\*/),
          expect.stringMatching(/^\| \*Klasör yedeği\*/),
          '| *Kota* / 500\u00A0GB',
          '| *Bugünkü yedekler* / şimdiye kadar 2, en çok 4',
          'Klasör kullanımı  ▰▰▰▰▱▱▱▱▱▱ %42',
          '21 klasör ve dosya · sınır 50 klasör',
          'Paket  Kurumsal 500 · 26 Kas 2026 tarihinde bitiyor',
          '[Yenile] [Paylaş…] […]',
          'divider',
          RECENT,
          '[Acme (1004)]',
        ],
      }),
    );
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1004')).toMatchObject({
      elements: [
        { action_id: 'home_account_refresh' },
        { action_id: 'home_share' },
        { action_id: 'home_more', options: [{ value: 'unpin' }, { value: 'name' }, { value: 'details' }] },
      ],
    });
  });

  it('offers to pin the account last asked for where it is not pinned', () => {
    const { blocks } = home({ lastAsked: found(), recents: recents('1001') });
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1001')).toMatchObject({
      elements: [{}, {}, { options: [{ value: 'pin' }, { value: 'details' }] }],
    });
  });

  it('shows an account once that was looked up and so is the last asked for', () => {
    const lookedUp = { kind: 'outcome', outcome: found(), askedAtMs: 5 } as const;
    expect(homeLines({ lookedUp, lastAsked: found() })).not.toContain(LAST_ASKED);
    expect(homeLines({ lookedUp, lastAsked: found({ id: '2' }) })).toContain(LAST_ASKED);
  });

  it('may show one account three times and still tells the places apart', () => {
    const { blocks } = home({
      pins: [ACT],
      lastAsked: found(),
      lookedUp: { kind: 'outcome', outcome: found(CRITICAL), askedAtMs: 5 },
    });
    const places = blocks.flatMap(({ block_id }) => decodeAccountAction(block_id ?? '') ?? []);
    expect(places).toEqual([
      { id: '1004', place: 'looked-up' },
      { id: '1004', place: 'pin' },
      { id: '1001', place: 'last-asked' },
    ]);
  });

  it('opens recent accounts by buttons of their own, ten at most', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `A&${at}`);
    const row = home({ recents: recents(...ids) }).blocks.at(-1);
    const elements = row?.type === 'actions' ? row.elements : [];
    expect(elements).toHaveLength(10);
    expect(elements[9]).toMatchObject({ action_id: 'home_open_9', value: 'A\uE0269' });
    expect(elements.every(({ action_id }) => OPEN_ACTIONS.home.test(action_id ?? ''))).toBe(true);
  });
});

describe('a first visit', () => {
  it('says what this is, with two examples and one button', () => {
    expect(homeLines({})).toEqual(
      said({
        en: [
          '# Are a customer’s backups all right?',
          'Type an account id, here or after the command. The answer says in one line whether the backups are all right, and if not, why. Accounts that you pin appear here, worst first.',
          '• /backup-status 1001',
          '  one account: the verdict, then the numbers',
          '• /backup-status 1001 1002 1003',
          '  several accounts, worst first',
          LOOK_UP,
          '[Look up]',
        ],
        tr: [
          '# Müşterinin yedekleri yolunda mı?',
          'Buraya ya da komuttan sonra bir hesap numarası yazın. Yanıt, yedeklerin yolunda olup olmadığını, değilse nedenini tek satırda söyler. Sabitlediğiniz hesaplar burada görünür, en kötüsü en üstte.',
          '• /backup-status 1001',
          '  tek hesap: önce sonuç, sonra sayılar',
          '• /backup-status 1001 1002 1003',
          '  birkaç hesap, en kötüsü en üstte',
          LOOK_UP,
          '[Sorgula]',
        ],
      }),
    );
  });

  it('is over once something was looked up', () => {
    expect(homeLines({ recents: recents('1001') })).toEqual(
      said({
        en: [
          '# No accounts pinned',
          '~ Pin one from the menu of its card to see it here.',
          LOOK_UP,
          '[Look up]',
          'divider',
          RECENT,
          '[1001]',
        ],
        tr: [
          '# Sabitlenmiş hesap yok',
          '~ Bir hesabı kartının menüsünden sabitleyin, burada görünsün.',
          LOOK_UP,
          '[Sorgula]',
          'divider',
          RECENT,
          '[1001]',
        ],
      }),
    );
  });
});

describe('without the store', () => {
  it('look-ups go on, and what is missing is named', () => {
    expect(
      homeLines({ pins: 'unavailable', recents: 'unavailable', lastAsked: found() }).slice(0, 6),
    ).toEqual([
      ...said({
        en: [
          '# 🔌 Pinned accounts cannot be read',
          '~ This app’s storage is not responding. Look-ups still work. Try Refresh in a minute.',
        ],
        tr: [
          '# 🔌 Sabitlenmiş hesaplar okunamıyor',
          '~ Bu uygulamanın deposu yanıt vermiyor. Sorgular çalışıyor; bir dakika sonra Yenile düğmesine basın.',
        ],
      }),
      ...FIELD,
      'divider',
      LAST_ASKED,
    ]);
    expect(homeLines({ pins: [FINE], recents: 'unavailable' }).at(-1)).toBe(
      said({ en: '~ Recent look-ups cannot be read right now.', tr: '~ Son sorgular şu anda okunamıyor.' }),
    );
  });
});

it('says near the top what became of a change to the pins', () => {
  const notice = { change: { kind: 'limit-reached', limit: 50 }, accountId: '1020' } as const;
  expect(homeLines({ pins: [FINE], notice })[2]).toBe(
    said({
      en: '1020 was not pinned: 50 accounts can be pinned at most. Unpin one first.',
      tr: '1020 sabitlenmedi: en çok 50 hesap sabitlenebilir. Önce birinin sabitlemesini kaldırın.',
    }),
  );
});
