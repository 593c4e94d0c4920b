import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { decodeAccountsValue } from '../../../src/formatters/account/account-action.ts';
import { sharerOfList } from '../../../src/formatters/list/list-actions.ts';
import { formatList, formatTriage } from '../../../src/formatters/list/triage-message.ts';
import { said, words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { ACT_ROW, DRAWN_AT, FINE_ROW, SAID_ONCE, TELL_WHO_RUNS_IT, TIMEOUT_ROW, WATCH_ROW } from '../rows.ts';
import {
  account,
  answer,
  CHANNEL,
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
  drawn(formatList(outcomes, PRIVATE).blocks);

describe('several accounts', () => {
  it('have one entry each in the order given, and a summary', () => {
    const outcomes = [
      found(CRITICAL),
      found({ id: '1007', database: hoursAgo(1), folders: hoursAgo(30) }),
      unavailable('timeout'),
      found(),
    ];
    const summary = said({
      en: '4 accounts: 1\u00A0act now, 1\u00A0needs attention, 1\u00A0not checked, 1\u00A0fine',
      tr: '4 hesap: 1\u00A0acil, 1\u00A0kontrol edilmeli, 1\u00A0sorgulanamadı, 1\u00A0yolunda',
    });
    expect(formatList(outcomes, PRIVATE)).toEqual({
      text: [
        `🚨 ${summary}`,
        `🚨 ${ACT_ROW.title}`,
        `⚠️ ${WATCH_ROW.title}`,
        `🔌 ${TIMEOUT_ROW.title}`,
        `✅ ${FINE_ROW.title}`,
      ].join('\n'),
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [{ type: 'text', text: `🚨 ${summary}`, style: { bold: true } }],
            },
          ],
        },
        entry('🚨', ACT_ROW),
        entry('⚠️', WATCH_ROW),
        entry('🔌', TIMEOUT_ROW),
        entry('✅', FINE_ROW),
        { type: 'context', elements: [{ type: 'mrkdwn', text: DRAWN_AT.slice(2), verbatim: true }] },
      ],
    });
  });

  it('keep their place when the service refuses one', () => {
    expect(lines({ kind: 'not-found', id: '9999' }, { kind: 'forbidden', id: '7' }, found())).toEqual(
      said({
        en: [
          '🔍 3 accounts: 1\u00A0not checked, 1\u00A0not found, 1\u00A0fine',
          '🔍 9999 · No such account',
          'Check the number and ask again.',
          '🔒 7 · No access to this account',
          'Ask the app’s admin for access.',
          `✅ ${FINE_ROW.title}`,
          FINE_ROW.numbers,
          DRAWN_AT,
        ],
        tr: [
          '🔍 3 hesap: 1\u00A0sorgulanamadı, 1\u00A0bulunamadı, 1\u00A0yolunda',
          '🔍 9999 · Böyle bir hesap yok',
          'Numarayı kontrol edip yeniden sorun.',
          '🔒 7 · Bu hesaba erişim yok',
          'Uygulama yöneticisinden erişim isteyin.',
          `✅ ${FINE_ROW.title}`,
          FINE_ROW.numbers,
          DRAWN_AT,
        ],
      }),
    );
  });

  it('are marked where an earlier answer is all there is', () => {
    expect(lines(lastKnown(CRITICAL, 'network'), found())).toEqual([
      said({
        en: '🚨 2 accounts: 1\u00A0act now, 1\u00A0fine · 1 from an earlier answer',
        tr: '🚨 2 hesap: 1\u00A0acil, 1\u00A0yolunda · 1 hesap önceki yanıttan',
      }),
      `🚨 ${ACT_ROW.title}`,
      ACT_ROW.numbers,
      said({
        en: 'As of 12\u00A0min ago. The service cannot be reached.',
        tr: 'Yanıt 12\u00A0dk önce alındı. Servise ulaşılamıyor.',
      }),
      `✅ ${FINE_ROW.title}`,
      FINE_ROW.numbers,
      DRAWN_AT,
    ]);
  });

  it('say in a word what has no age', () => {
    expect(lines(found({ database: { kind: 'never' }, folders: { kind: 'unreadable' } }), found())[2]).toBe(
      said({
        en: '🟢 Online · database never · folders not known',
        tr: '🟢 Çevrimiçi · veritabanı hiç alınmadı · klasörler bilinmiyor',
      }),
    );
    expect(lines(found({ database: hoursAgo(-3) }), found())[2]).toBe(
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
    expect(lines(found({ database: yesterday, folders: yesterday }), found())[2]).toBe(
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
    expect(lines({ kind: 'found', id: '1015', answer: silent }, found())[2]).toBe(
      said({
        en: '🟢 Online · database not known · folders not known',
        tr: '🟢 Çevrimiçi · veritabanı bilinmiyor · klasörler bilinmiyor',
      }),
    );
  });

  it('are never counted as fine when the verdict is open', () => {
    expect(lines(found({ folders: { kind: 'unreadable' } }), found())[0]).toBe(
      said({
        en: '❔ 2 accounts: 1\u00A0cannot tell, 1\u00A0fine',
        tr: '❔ 2 hesap: 1\u00A0belirsiz, 1\u00A0yolunda',
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
    expect(lines(unavailable('timeout'), unavailable('network', '1010'))).toHaveLength(6);
  });

  it('are listed when an earlier answer is known of one, and the reason stands above them, once', () => {
    const outcomes = [lastKnown(CRITICAL, 'timeout'), unavailable('timeout'), lastKnown({}, 'timeout')];
    const asOf = said({ en: 'as of 12\u00A0min ago', tr: 'yanıt 12\u00A0dk önce alındı' });
    expect(lines(...outcomes)).toEqual([
      said({
        en: '🚨 3 accounts: 1\u00A0act now, 1\u00A0not checked, 1\u00A0fine · 2 from an earlier answer',
        tr: '🚨 3 hesap: 1\u00A0acil, 1\u00A0sorgulanamadı, 1\u00A0yolunda · 2 hesap önceki yanıttan',
      }),
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
      DRAWN_AT,
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
    expect(lines(lastKnown({}, 'login-rejected'), unavailable('login-rejected'))[1]).toBe(
      `${SAID_ONCE.loginRejected} ${showing} · ${TELL_WHO_RUNS_IT}`,
    );
  });
});

it('where half of several fail or fewer, each says so for itself', () => {
  expect(lines(found(CRITICAL), unavailable('timeout'))).toContain(TIMEOUT_ROW.numbers);
});

it('a long id is cut in the middle, where it tells least', () => {
  const id = `customer-${'x'.repeat(110)}-0001`;
  expect(lines({ kind: 'not-found', id }, found())[1]).toMatch(
    said({
      en: /^🔍 customer-x{14}…x+-0001 · No such account$/,
      tr: /^🔍 customer-x{14}…x+-0001 · Böyle bir hesap yok$/,
    }),
  );
});

it('accounts stand under the names the reader gave them', () => {
  const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
  const title = (outcome: Parameters<typeof formatTriage>[0][number]) =>
    drawn(formatTriage([outcome, found({ id: '2' })], { ...PRIVATE, pins }).blocks)[1];
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

describe('what can be pressed under a list', () => {
  const buttonsUnder = (outcomes: Parameters<typeof formatTriage>[0], context = PRIVATE) =>
    drawn(formatTriage(outcomes, context).blocks).filter((line) => line.startsWith('['));
  const { refresh, share, recheck } = words.buttons;
  const critical = (id: string) => found({ ...CRITICAL, id });

  it('opens its worst accounts, three at most, and asks anew or shares all of it', () => {
    const outcomes = ['1', '2', '3', '4'].map(critical);
    expect(buttonsUnder([...outcomes, found()])).toEqual(['[1] [2] [3]', `[${refresh}] [${share}]`]);
  });

  it('opens what has only an earlier answer, and neither what is fine nor what has none', () => {
    const outcomes = [lastKnown(CRITICAL, 'network'), unavailable('timeout', '2'), found()];
    expect(buttonsUnder(outcomes)[0]).toBe('[1004]');
    expect(buttonsUnder([found(), found({ id: '2' })])).toEqual([`[${refresh}] [${share}]`]);
  });

  it('in a channel asks anew, and keeps who shared it', () => {
    const { blocks } = formatTriage([critical('1'), found()], CHANNEL);
    expect(buttonsUnder([critical('1'), found()], CHANNEL)).toEqual(['[1]', `[${recheck}]`]);
    expect(sharerOfList(blocks.at(-1)?.block_id ?? '')).toBe(CHANNEL.sharedBy);
    expect(sharerOfList(formatTriage([critical('1'), found()], PRIVATE).blocks.at(-1)?.block_id ?? '')).toBe(
      undefined,
    );
  });

  it('carries the ids of ten accounts in their order', () => {
    const ids = Array.from({ length: 10 }, (_, index) => `müşteri <${index}> ${'x'.repeat(30)}`);
    const { blocks } = formatTriage(ids.map(critical), PRIVATE);
    const row = blocks.at(-1);
    const [first] = row?.type === 'actions' ? row.elements : [];
    expect(decodeAccountsValue(first?.type === 'button' ? (first.value ?? '') : '')).toEqual(ids);
  });

  it('is left out where the message has no more room, and the list can still be sent', () => {
    const name = 'ş'.repeat(40);
    const ids = Array.from({ length: 10 }, (_, index) => `${index}${'漢'.repeat(127)}`);
    const pins = ids.map((accountId) => ({ accountId, name, pinnedAtMs: 0 }));
    const message = formatTriage(ids.map(critical), { ...PRIVATE, pins });
    expect(validateMessage(message)).toEqual([]);
    expect(buttonsUnder(ids.map(critical), { ...PRIVATE, pins })).not.toContain(`[${refresh}] [${share}]`);
    const plain = formatTriage(
      ids.map((_, index) => critical(`${index}${'x'.repeat(127)}`)),
      PRIVATE,
    );
    expect(validateMessage(plain)).toEqual([]);
    expect(drawn(plain.blocks).at(-1)).toBe(`[${refresh}] [${share}]`);
  });
});

it('the second lines are cut where all of them would make the message too long', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `${index}${'漢'.repeat(127)}`);
  const pins = ids.map((accountId) => ({ accountId, name: 'ş'.repeat(40), pinnedAtMs: 0 }));
  const outcomes = ids.map((id, at) => {
    const unreadable = { kind: 'unreadable' } as const;
    const status = { kind: 'unknown', sent: '漢'.repeat(100) } as const;
    const { verdict, ...rest } = answer(account({ status, database: unreadable, folders: unreadable }));
    const tooOld = { rule: 'client-outdated', version: '漢'.repeat(100), minimum: '5', setBy: 'x' } as const;
    const reasons = [{ ...tooOld, level: 'attention' as const }, ...verdict.reasons];
    const lastKnown = { ...rest, verdict: { ...verdict, level: 'attention', reasons } } as const;
    const reason = at % 2 === 0 ? 'login-rejected' : 'not-the-service';
    return { kind: 'unavailable', id, reason, lastKnown } as const;
  });
  const { blocks } = formatTriage(outcomes, { ...PRIVATE, pins });
  const escaped = JSON.stringify(blocks).replace(/[\u0080-\uFFFF]/g, '\\u0000');
  expect(escaped.length).toBeLessThanOrEqual(13_000);
  expect(drawn(blocks).filter((line) => !line.startsWith('⚠️') && line.endsWith('…'))).toHaveLength(10);
});
