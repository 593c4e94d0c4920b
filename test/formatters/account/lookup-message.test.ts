import { describe, expect, it } from 'vitest';
import { formatLookup } from '../../../src/formatters/account/lookup-message.ts';
import { said, words } from '../../support/reader.ts';
import { bold, bullets, button, context, header, mrkdwn, overflow, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import { ACT_ROW, asText, FINE_AGES, FINE_ROW, statusLineOf, TELL_WHO_RUNS_IT } from '../rows.ts';
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
  en: [mrkdwn('*Quota*\n500\u00A0GB'), mrkdwn('*Backups today*\n2 so far, at most 4')],
  tr: [mrkdwn('*Kota*\n500\u00A0GB'), mrkdwn('*Bugünkü yedekler*\nşimdiye kadar 2, en çok 4')],
});
const FIELDS = {
  type: 'section',
  fields: [
    mrkdwn(
      `*${DATABASE}*\n${at(
        2,
        said({
          en: { ago: '2\u00A0h ago', exact: '21 Nov 03:40' },
          tr: { ago: '2\u00A0saat önce', exact: '21 Kas 03:40' },
        }),
      )}`,
    ),
    mrkdwn(
      `*${FOLDERS}*\n${at(
        5,
        said({
          en: { ago: '5\u00A0h ago', exact: '21 Nov 00:40' },
          tr: { ago: '5\u00A0saat önce', exact: '21 Kas 00:40' },
        }),
      )}`,
    ),
    ...REST,
  ],
};
const FINE = `✅ ${FINE_ROW.title}`;
const STATUS = statusLineOf('online', { ages: FINE_AGES });
/** The status line of an account without reasons, of this kind. */
const status = (kind: 'online' | 'offline', readAtMs: number, ages: string) => {
  const exact = words.time.moment({ atMs: readAtMs, zoneId: '+03:00', nowMs: NOW_MS });
  const format = words.card.read('{date_short_pretty} {time}');
  return section(
    text(`${{ online: '🟢', offline: '⚪' }[kind]} ${words.status[kind]} · `),
    { type: 'date', timestamp: Math.floor(readAtMs / 1000), format, fallback: words.card.read(exact) },
    ...(ages === '' ? [] : [text(ages)]),
  );
};
const GLANCE = rich(status('online', NOW_MS - 4000, FINE_AGES));
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
      text: `${FINE}\n${asText(STATUS)}`,
      blocks: [
        header(FINE),
        GLANCE,
        FIELDS,
        USAGE,
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
      header(FINE),
      GLANCE,
      FIELDS,
      USAGE,
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
    const title = FINE.replace('1001', 'Acme (1001)');
    expect(blocks[0]).toEqual(header(title));
    expect(text.split('\n')[0]).toBe(title);
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
  const readAtMs = NOW_MS - 720_000;
  const TITLE = `🚨 ${ACT_ROW.title} (${words.home.asOf(words.time.ago(720_000))})`;

  it('says first how bad, then why it is not a new one and how old, then the rest', () => {
    expect(formatLookup(lastKnown(CRITICAL, 'timeout'), PRIVATE)).toEqual({
      text: `${TITLE}\n${asText(statusLineOf('offline', { readAtMs }))}\n${said({
        en: 'The service did not answer in time. This is what the service said 12\u00A0min ago.',
        tr: 'Servis zamanında yanıt vermedi. Gösterilen yanıt 12\u00A0dk önce alındı.',
      })}`,
      blocks: [
        header(TITLE),
        context(
          mrkdwn(
            said({
              en: `🔌 *The service did not answer in time.* This is what the service said <!date^${NOW_S - 720}^{ago}|12\u00A0min ago>.`,
              tr: `🔌 *Servis zamanında yanıt vermedi.* Gösterilen yanıt <!date^${NOW_S - 720}^{ago}|12\u00A0dk önce> alındı.`,
            }),
          ),
        ),
        rich(
          status('offline', readAtMs, ''),
          bullets(
            ...said({
              en: [
                'Database backup is 3\u00A0days\u00A08\u00A0h old (limit 48\u00A0h)',
                'Folder backup is 3\u00A0days\u00A018\u00A0h old (limit 48\u00A0h)',
                'Package ends in 5\u00A0days',
              ],
              tr: [
                'Son veritabanı yedeği 3\u00A0gün\u00A08\u00A0saat önce (sınır 48\u00A0saat)',
                'Son klasör yedeği 3\u00A0gün\u00A018\u00A0saat önce (sınır 48\u00A0saat)',
                'Paket 5\u00A0gün sonra bitiyor',
              ],
            }),
          ),
          section(
            bold(words.card.labels.nextStep),
            text(
              said({
                en: '  Ask the customer to switch the computer on.',
                tr: '  Müşteriden bilgisayarını açmasını isteyin.',
              }),
            ),
          ),
        ),
        {
          type: 'section',
          fields: [
            mrkdwn(
              `*${DATABASE}*\n${at(
                80,
                said({
                  en: { ago: '3\u00A0days\u00A08\u00A0h ago', exact: '17 Nov 21:40' },
                  tr: { ago: '3\u00A0gün\u00A08\u00A0saat önce', exact: '17 Kas 21:40' },
                }),
              )}`,
            ),
            mrkdwn(
              `*${FOLDERS}*\n${at(
                90,
                said({
                  en: { ago: '3\u00A0days\u00A018\u00A0h ago', exact: '17 Nov 11:40' },
                  tr: { ago: '3\u00A0gün\u00A018\u00A0saat önce', exact: '17 Kas 11:40' },
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
