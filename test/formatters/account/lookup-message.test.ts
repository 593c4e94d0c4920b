import { describe, expect, it } from 'vitest';
import { formatLookup } from '../../../src/formatters/account/lookup-message.ts';
import { said } from '../../support/reader.ts';
import { bold, bullets, button, context, header, mrkdwn, overflow, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import { TELL_WHO_RUNS_IT } from '../rows.ts';
import { CHANNEL, CRITICAL, found, lastKnown, NOW_MS, NOW_S, PRIVATE } from '../samples.ts';

const at = (hoursBefore: number, { ago, exact }: { readonly ago: string; readonly exact: string }) => {
  const seconds = NOW_S - hoursBefore * 3600;
  return `<!date^${seconds}^{ago}|${ago}>\n<!date^${seconds}^{date_short_pretty} {time}|${exact} UTC+03:00>`;
};
const USED = said({
  en: [
    bold('Folder usage'),
    text('  ▰▰▰▰▱▱▱▱▱▱ 42%\n21 folders and files · limit 50 folders\n'),
    bold('Package'),
  ],
  tr: [
    bold('Klasör kullanımı'),
    text('  ▰▰▰▰▱▱▱▱▱▱ %42\n21 klasör ve dosya · sınır 50 klasör\n'),
    bold('Paket'),
  ],
});
const USAGE = rich(
  section(
    ...USED,
    text(said({ en: '  Kurumsal 500 · until 9 Jun 2027', tr: '  Kurumsal 500 · 9 Haz 2027 tarihine kadar' })),
  ),
);
const [DATABASE, FOLDERS] = said({
  en: ['Database backup', 'Folder backup'],
  tr: ['Veritabanı yedeği', 'Klasör yedeği'],
});
const REST = said({
  en: [mrkdwn('*Quota*\n500 GB'), mrkdwn('*Backups today*\n2 of 4 allowed')],
  tr: [mrkdwn('*Kota*\n500 GB'), mrkdwn('*Bugünkü yedekler*\n2 (günlük hak 4)')],
});
const FIELDS = {
  type: 'section',
  fields: [
    mrkdwn(
      `*${DATABASE}*\n${at(
        2,
        said({
          en: { ago: '2 h ago', exact: '21 Nov 03:40' },
          tr: { ago: '2 saat önce', exact: '21 Kas 03:40' },
        }),
      )}`,
    ),
    mrkdwn(
      `*${FOLDERS}*\n${at(
        5,
        said({
          en: { ago: '5 h ago', exact: '21 Nov 00:40' },
          tr: { ago: '5 saat önce', exact: '21 Kas 00:40' },
        }),
      )}`,
    ),
    ...REST,
  ],
};
const ASKED = context(
  mrkdwn(
    said({
      en: `Asked <!date^${NOW_S - 4}^{ago}|just now> · service times read as UTC+03:00 · client 4.12.0`,
      tr: `Soruldu: <!date^${NOW_S - 4}^{ago}|az önce> · servis saatleri UTC+03:00 olarak okundu · istemci 4.12.0`,
    }),
  ),
);
const ONLINE = said({ en: '1001 · Online', tr: '1001 · Çevrimiçi' });
const FINE = said({
  en: ['Backups are fine.', 'Database 2 h ago, folders 5 h ago.'],
  tr: ['Yedekler yolunda.', 'Veritabanı 2 saat önce, klasörler 5 saat önce.'],
});
const GLANCE = rich(section(text('✅ '), bold(FINE[0] ?? ''), text(` ${FINE[1]}`)));
const BUTTONS = said({
  en: { refresh: 'Refresh', retry: 'Retry', recheck: 'Re-check', share: 'Share' },
  tr: { refresh: 'Yenile', retry: 'Yeniden dene', recheck: 'Yeniden sorgula', share: 'Paylaş' },
});
const [PIN, UNPIN, NAME, DETAILS] = said({
  en: ['Pin', 'Unpin', 'Name…', 'Details'],
  tr: ['Sabitle', 'Sabitlemeyi kaldır', 'Ad ver…', 'Ayrıntılar'],
});
const MORE = overflow('account_more', { pin: PIN, details: DETAILS });

describe('a found account', () => {
  it('reads at a glance when nothing is wrong', () => {
    expect(formatLookup(found(), PRIVATE)).toEqual({
      text: `${ONLINE}. ${FINE.join(' ')}`,
      blocks: [
        header(`🟢 ${ONLINE}`),
        GLANCE,
        FIELDS,
        USAGE,
        ASKED,
        {
          type: 'actions',
          block_id: 'account::1001',
          elements: [
            button('account_refresh', BUTTONS.refresh),
            button('account_share', BUTTONS.share),
            MORE,
          ],
        },
      ],
    });
  });

  it('in a channel names who shared it and offers no further sharing', () => {
    const { blocks } = formatLookup(found(), CHANNEL);
    expect(blocks).toEqual([
      header(`🟢 ${ONLINE}`),
      GLANCE,
      FIELDS,
      USAGE,
      ASKED,
      context(mrkdwn(said({ en: 'Shared by <@U012AB3CD>', tr: '<@U012AB3CD> paylaştı' }))),
      {
        type: 'actions',
        block_id: 'account:U012AB3CD:1001',
        elements: [
          {
            ...button('account_refresh', BUTTONS.recheck),
            value: `1;healthy;online;t${NOW_MS - 7_200_000}+7200000;t${NOW_MS - 18_000_000}+18000000;2027-06-09`,
          },
          MORE,
        ],
      },
    ]);
  });

  it('that the reader has pinned offers to unpin and to name it, under the name it has', () => {
    const pins = [
      { accountId: '1002', name: 'Other', pinnedAtMs: 0 },
      { accountId: '1001', name: 'Acme', pinnedAtMs: 0 },
    ];
    const { blocks, text } = formatLookup(found(), { ...PRIVATE, pins });
    expect(blocks[0]).toEqual(header(`🟢 Acme (${ONLINE.replace(' ', ') ')}`));
    expect(text).toMatch(said({ en: /^Acme \(1001\) · Online\./, tr: /^Acme \(1001\) · Çevrimiçi\./ }));
    expect(blocks.at(-1)).toMatchObject({
      elements: [{}, {}, overflow('account_more', { unpin: UNPIN, name: NAME, details: DETAILS })],
    });
  });

  it('in a channel shows nothing of what the sharer pinned or called it', () => {
    const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
    expect(formatLookup(found(), { ...CHANNEL, pins })).toEqual(formatLookup(found(), CHANNEL));
  });

  it('never shows its e-mail address, to one reader or to many', () => {
    for (const audience of [PRIVATE, CHANNEL]) {
      expect(JSON.stringify(formatLookup(found(), audience))).not.toMatch(/bilgi|musteri/);
    }
  });
});

describe('an earlier answer, because the service failed', () => {
  it('says first why and how old, then the verdict', () => {
    expect(formatLookup(lastKnown(CRITICAL, 'timeout'), PRIVATE)).toEqual({
      text: said({
        en: '1004 · Offline (12 min ago). Act now: no backup for 3 days.\nThe service did not answer in time. This is what the service said 12 min ago.',
        tr: '1004 · Çevrimdışı (12 dk önce). Acil: 3 gündür yedek yok.\nServis zamanında yanıt vermedi. Gösterilen yanıt 12 dk önce alındı.',
      }),
      blocks: [
        header(said({ en: '⚪ 1004 · Offline (12 min ago)', tr: '⚪ 1004 · Çevrimdışı (12 dk önce)' })),
        context(
          mrkdwn(
            said({
              en: `⚠️ *The service did not answer in time.* This is what the service said <!date^${NOW_S - 720}^{ago}|12 min ago>.`,
              tr: `⚠️ *Servis zamanında yanıt vermedi.* Gösterilen yanıt <!date^${NOW_S - 720}^{ago}|12 dk önce> alındı.`,
            }),
          ),
        ),
        rich(
          section(
            text('🚨 '),
            bold(said({ en: 'Act now: no backup for 3 days.', tr: 'Acil: 3 gündür yedek yok.' })),
          ),
          bullets(
            ...said({
              en: [
                'Database backup is 3 days 8 h old (limit 48 h)',
                'Folder backup is 3 days 18 h old (limit 48 h)',
                'Package ends in 5 days',
              ],
              tr: [
                'Son veritabanı yedeği 3 gün 8 saat önce (sınır 48 saat)',
                'Son klasör yedeği 3 gün 18 saat önce (sınır 48 saat)',
                'Paket 5 gün sonra bitiyor',
              ],
            }),
          ),
        ),
        {
          type: 'section',
          fields: [
            mrkdwn(
              `*${DATABASE}*\n${at(
                80,
                said({
                  en: { ago: '3 days 8 h ago', exact: '17 Nov 21:40' },
                  tr: { ago: '3 gün 8 saat önce', exact: '17 Kas 21:40' },
                }),
              )}`,
            ),
            mrkdwn(
              `*${FOLDERS}*\n${at(
                90,
                said({
                  en: { ago: '3 days 18 h ago', exact: '17 Nov 11:40' },
                  tr: { ago: '3 gün 18 saat önce', exact: '17 Kas 11:40' },
                }),
              )}`,
            ),
            ...REST,
          ],
        },
        rich(
          section(
            ...USED,
            text(
              said({
                en: '  Kurumsal 500 · ends 26 Nov 2026',
                tr: '  Kurumsal 500 · 26 Kas 2026 tarihinde bitiyor',
              }),
            ),
          ),
        ),
        context(
          mrkdwn(
            said({
              en: 'Service times read as UTC+03:00 · client 4.12.0',
              tr: 'Servis saatleri UTC+03:00 olarak okundu · istemci 4.12.0',
            }),
          ),
        ),
        {
          type: 'actions',
          block_id: 'account::1004',
          elements: [
            button('account_refresh', BUTTONS.retry, 'retry'),
            button('account_share', BUTTONS.share),
            MORE,
          ],
        },
      ],
    });
  });

  it('says what else to do where pressing Retry would not help', () => {
    const { blocks, text } = formatLookup(lastKnown({}, 'login-rejected'), PRIVATE);
    expect(drawn(blocks)[1]).toContain(TELL_WHO_RUNS_IT);
    expect(text).toContain(TELL_WHO_RUNS_IT);
  });
});
