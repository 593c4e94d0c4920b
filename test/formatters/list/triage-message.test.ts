import { describe, expect, it } from 'vitest';
import { formatTriage } from '../../../src/formatters/list/triage-message.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { ACT_ROW, DRAWN_AT, FINE_ROW, SAID_ONCE, TELL_WHO_RUNS_IT, TIMEOUT_ROW, WATCH_ROW } from '../rows.ts';
import {
  account,
  answer,
  CRITICAL,
  found,
  hoursAgo,
  lastKnown,
  NOW_S,
  PRIVATE,
  unavailable,
} from '../samples.ts';

const entry = (sign: string, { title, numbers }: typeof FINE_ROW) => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: [
        { type: 'text', text: `${sign} ` },
        { type: 'text', text: title, style: { bold: true } },
        { type: 'text', text: `\n${numbers}` },
      ],
    },
  ],
});
const lines = (...outcomes: Parameters<typeof formatTriage>[0]) =>
  drawn(formatTriage(outcomes, PRIVATE).blocks);

describe('several accounts', () => {
  it('have one entry each in the order given, and a summary', () => {
    const outcomes = [
      found(CRITICAL),
      found({ id: '1007', database: hoursAgo(1), folders: hoursAgo(30) }),
      unavailable('timeout'),
      found(),
    ];
    const summary = said({
      en: '4 accounts: 1 act now, 1 needs attention, 1 not checked, 1 fine',
      tr: '4 hesap: 1 acil, 1 kontrol edilmeli, 1 sorgulanamadı, 1 yolunda',
    });
    expect(formatTriage(outcomes, PRIVATE)).toEqual({
      text: [
        `🚨 ${summary}`,
        `🚨 ${ACT_ROW.title}`,
        `⚠️ ${WATCH_ROW.title}`,
        `🔌 ${TIMEOUT_ROW.title}`,
        `✅ ${FINE_ROW.title}`,
      ].join('\n'),
      blocks: [
        entry('🚨', ACT_ROW),
        entry('⚠️', WATCH_ROW),
        entry('🔌', TIMEOUT_ROW),
        entry('✅', FINE_ROW),
        { type: 'context', elements: [{ type: 'mrkdwn', text: `${summary}${DRAWN_AT}`, verbatim: true }] },
      ],
    });
  });

  it('keep their place when the service refuses one', () => {
    expect(lines({ kind: 'not-found', id: '9999' }, { kind: 'forbidden', id: '7' }, found())).toEqual(
      said({
        en: [
          '🔍 9999 · No such account',
          'Check the number and ask again.',
          '🔒 7 · No access to this account',
          'Ask the app’s admin for access.',
          `✅ ${FINE_ROW.title}`,
          FINE_ROW.numbers,
          `~ 3 accounts: 1 not checked, 1 not found, 1 fine${DRAWN_AT}`,
        ],
        tr: [
          '🔍 9999 · Böyle bir hesap yok',
          'Numarayı kontrol edip yeniden sorun.',
          '🔒 7 · Bu hesaba erişim yok',
          'Uygulama yöneticisinden erişim isteyin.',
          `✅ ${FINE_ROW.title}`,
          FINE_ROW.numbers,
          `~ 3 hesap: 1 sorgulanamadı, 1 bulunamadı, 1 yolunda${DRAWN_AT}`,
        ],
      }),
    );
  });

  it('are marked where an earlier answer is all there is', () => {
    expect(lines(lastKnown(CRITICAL, 'network'), found())).toEqual([
      `🚨 ${ACT_ROW.title}`,
      ACT_ROW.numbers,
      said({
        en: 'As of 12\u00A0min ago. The service cannot be reached.',
        tr: 'Yanıt 12\u00A0dk önce alındı. Servise ulaşılamıyor.',
      }),
      `✅ ${FINE_ROW.title}`,
      FINE_ROW.numbers,
      said({
        en: `~ 2 accounts: 1 act now, 1 fine · 1 from an earlier answer${DRAWN_AT}`,
        tr: `~ 2 hesap: 1 acil, 1 yolunda · 1 hesap önceki yanıttan${DRAWN_AT}`,
      }),
    ]);
  });

  it('say in a word what has no age', () => {
    expect(lines(found({ database: { kind: 'never' }, folders: { kind: 'unreadable' } }), found())[1]).toBe(
      said({
        en: '🟢 Online · database never · folders not known',
        tr: '🟢 Çevrimiçi · veritabanı hiç alınmadı · klasörler bilinmiyor',
      }),
    );
    expect(lines(found({ database: hoursAgo(-3) }), found())[1]).toBe(
      said({
        en: '🟢 Online · folders 5\u00A0h · database clock looks wrong',
        tr: '🟢 Çevrimiçi · klasörler 5\u00A0sa · veritabanı saati yanlış görünüyor',
      }),
    );
  });

  it('make up no hours for a bare date', () => {
    const yesterday = {
      kind: 'at',
      atMs: Date.parse('2026-11-20T00:00:00+03:00'),
      precision: 'day',
    } as const;
    expect(lines(found({ database: yesterday, folders: yesterday }), found())[1]).toBe(
      said({
        en: '🟢 Online · database 20 Nov · folders 20 Nov',
        tr: '🟢 Çevrimiçi · veritabanı 20 Kas · klasörler 20 Kas',
      }),
    );
  });

  it('are not said to have never run where the service said nothing', () => {
    const { verdict, ...rest } = answer(account({ database: { kind: 'never' }, folders: { kind: 'never' } }));
    const reasons = [{ rule: 'nothing-reported', level: 'unknown' }] as const;
    const silent = { ...rest, verdict: { ...verdict, level: 'unknown', reasons } } as const;
    expect(lines({ kind: 'found', id: '1015', answer: silent }, found())[1]).toBe(
      said({
        en: '🟢 Online · database not known · folders not known',
        tr: '🟢 Çevrimiçi · veritabanı bilinmiyor · klasörler bilinmiyor',
      }),
    );
  });

  it('are never counted as fine when the verdict is open', () => {
    expect(lines(found({ folders: { kind: 'unreadable' } }), found()).at(-1)).toBe(
      said({
        en: `~ 2 accounts: 1 cannot tell, 1 fine${DRAWN_AT}`,
        tr: `~ 2 hesap: 1 belirsiz, 1 yolunda${DRAWN_AT}`,
      }),
    );
  });
});

describe('several accounts, none of which could be checked', () => {
  it('share one explanation when they share the reason', () => {
    const outcomes = ['1001', '1002', '1003'].map((id, at) => unavailable('rate-limited', id, at * 30_000));
    const [none, what, names] = said({
      en: [
        '3 accounts could not be checked.',
        'The service asks for a pause. Try again in 1\u00A0min.',
        '1001, 1002 and 1003',
      ],
      tr: [
        '3 hesap sorgulanamadı.',
        'Servis biraz beklenmesini istiyor. 1\u00A0dk sonra yeniden deneyin.',
        '1001, 1002 ve 1003',
      ],
    });
    expect(formatTriage(outcomes, PRIVATE).text).toBe(`🔌 ${none} ${what}\n${names}`);
    expect(lines(...outcomes)).toEqual([`🔌 ${none}`, what, names]);
  });

  it('are listed one by one when the reasons differ', () => {
    expect(lines(unavailable('timeout'), unavailable('network', '1010'))).toHaveLength(5);
  });

  it('are listed when an earlier answer is known of one, and the reason stands above them, once', () => {
    const outcomes = [lastKnown(CRITICAL, 'timeout'), unavailable('timeout'), lastKnown({}, 'timeout')];
    const asOf = said({ en: 'as of 12\u00A0min ago', tr: 'yanıt 12\u00A0dk önce alındı' });
    expect(lines(...outcomes)).toEqual([
      said({
        en: `${SAID_ONCE.timeout} Showing answers from <!date^${NOW_S - 720}^{ago}|12\u00A0min ago>`,
        tr: `${SAID_ONCE.timeout} Gösterilen yanıtlar <!date^${NOW_S - 720}^{ago}|12\u00A0dk önce> alındı`,
      }),
      `🚨 ${ACT_ROW.title}`,
      `${ACT_ROW.numbers} · ${asOf}`,
      `🔌 ${TIMEOUT_ROW.title}`,
      said({ en: 'No earlier answer', tr: 'Önceki yanıt yok' }),
      `✅ ${FINE_ROW.title}`,
      `${FINE_ROW.numbers} · ${asOf}`,
      said({
        en: `~ 3 accounts: 1 act now, 1 not checked, 1 fine · 2 from an earlier answer${DRAWN_AT}`,
        tr: `~ 3 hesap: 1 acil, 1 sorgulanamadı, 1 yolunda · 2 hesap önceki yanıttan${DRAWN_AT}`,
      }),
    ]);
    expect(formatTriage(outcomes, PRIVATE).text.split('\n')[1]).toBe(
      said({
        en: 'The service did not answer in time. Showing answers from 12\u00A0min ago',
        tr: 'Servis zamanında yanıt vermedi. Gösterilen yanıtlar 12\u00A0dk önce alındı',
      }),
    );
  });

  it('say who has to act when the service does not let this app in', () => {
    const ago = (said: string) => `<!date^${NOW_S - 720}^{ago}|${said}>`;
    const showing = said({
      en: `Showing answers from ${ago('12\u00A0min ago')}`,
      tr: `Gösterilen yanıtlar ${ago('12\u00A0dk önce')} alındı`,
    });
    expect(lines(lastKnown({}, 'login-rejected'), unavailable('login-rejected'))[0]).toBe(
      `${SAID_ONCE.loginRejected} ${showing} · ${TELL_WHO_RUNS_IT}`,
    );
  });
});

it('where half of several fail or fewer, each says so for itself', () => {
  expect(lines(found(CRITICAL), unavailable('timeout'))).toContain(TIMEOUT_ROW.numbers);
});

it('a long id is cut in the middle, where it tells least', () => {
  const id = `customer-${'x'.repeat(110)}-0001`;
  expect(lines({ kind: 'not-found', id }, found())[0]).toMatch(
    said({
      en: /^🔍 customer-x{14}…x+-0001 · No such account$/,
      tr: /^🔍 customer-x{14}…x+-0001 · Böyle bir hesap yok$/,
    }),
  );
});

it('accounts stand under the names the reader gave them', () => {
  const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
  const title = (outcome: Parameters<typeof formatTriage>[0][number]) =>
    drawn(formatTriage([outcome, found({ id: '2' })], { ...PRIVATE, pins }).blocks)[0];
  expect(title(found())).toBe(
    said({ en: '✅ Acme (1001) · Backups are fine', tr: '✅ Acme (1001) · Yedekler yolunda' }),
  );
  expect(title(unavailable('timeout', '1001'))).toBe(
    said({ en: '🔌 Acme (1001) · Could not be checked', tr: '🔌 Acme (1001) · Sorgulanamadı' }),
  );
  const all = [unavailable('timeout', '1001'), unavailable('timeout', '2')];
  expect(drawn(formatTriage(all, { ...PRIVATE, pins }).blocks)).toContain(
    said({ en: 'Acme (1001) and 2', tr: 'Acme (1001) ve 2' }),
  );
});
