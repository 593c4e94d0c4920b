import { describe, expect, it } from 'vitest';
import { formatLookup } from '../../../src/formatters/account/lookup-message.ts';
import { words } from '../../support/reader.ts';
import { bold, bullets, button, context, header, mrkdwn, overflow, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import {
  ACT_REASONS,
  ACT_ROW,
  ACT_STEP,
  asText,
  FINE_AGES,
  FINE_ROW,
  failureOf,
  statusLineOf,
  TELL_WHO_RUNS_IT,
} from '../rows.ts';
import { CHANNEL, CRITICAL, found, lastKnown, NOW_MS, NOW_S, PRIVATE } from '../samples.ts';

const { card } = words;
/** A backup of so many hours ago, in two lines; `moment` as the zone of the service has it. */
const at = (label: string, hoursBefore: number, moment: `${string} ${string}`) => {
  const seconds = NOW_S - hoursBefore * 3600;
  const [day = '', time] = moment.split(' ');
  const exact = `${words.time.dayAgo(day, 0)} ${time} UTC+03:00`;
  const ago = words.time.ago(hoursBefore * 3_600_000);
  return mrkdwn(
    `*${label}*\n<!date^${seconds}^{ago}|${ago}>\n<!date^${seconds}^{date_short_pretty} {time}|${exact}>`,
  );
};
const packageLine = (isoDate: string, state: 'running' | 'ends-soon') =>
  text(`  Kurumsal 500 · ${card.packageEnd(words.time.day(isoDate), state)}`);
const USED = [
  bold(card.labels.folderUsage),
  text(`  ▰▰▰▰▱▱▱▱▱▱ ${words.numbers.percent(42)}\n${card.folderUsage(21, 50)}\n`),
  bold(card.labels.package),
];
const USAGE = rich(section(...USED, packageLine('2027-06-09', 'running')));
const { database: DATABASE, folders: FOLDERS } = card.labels;
const REST = [
  mrkdwn(`*${card.labels.quota}*\n${card.quota(500, 'GB')}`),
  mrkdwn(`*${card.labels.backupsToday}*\n${card.backupsToday(2, 4)}`),
];
const FIELDS = {
  type: 'section',
  fields: [at(DATABASE, 2, '2026-11-21 03:40'), at(FOLDERS, 5, '2026-11-21 00:40'), ...REST],
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
const BUTTONS = words.buttons;
const MORE = overflow('account_more', {
  pin: BUTTONS.pin,
  details: BUTTONS.details,
  history: BUTTONS.history,
});

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
      context(mrkdwn(card.sharedBy('<@U012AB3CD>'))),
      {
        type: 'actions',
        block_id: 'account:U012AB3CD:1001',
        elements: [
          {
            ...button('account_refresh', BUTTONS.recheck),
            value: `healthy;${NOW_MS - 4000}`,
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
      elements: [
        {},
        {},
        overflow('account_more', {
          unpin: BUTTONS.unpin,
          name: BUTTONS.name,
          details: BUTTONS.details,
          history: BUTTONS.history,
        }),
      ],
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
      text: `${TITLE}\n${asText(statusLineOf('offline', { readAtMs }))}\n${`${failureOf('timeout').what} ${card.earlierAnswer(words.time.ago(720_000))}`}`,
      blocks: [
        header(TITLE),
        context(
          mrkdwn(
            `🔌 *${failureOf('timeout').what}* ${card.earlierAnswer(`<!date^${NOW_S - 720}^{ago}|${words.time.ago(720_000)}>`)}`,
          ),
        ),
        rich(
          status('offline', readAtMs, ''),
          bullets(...ACT_REASONS),
          section(bold(words.card.labels.nextStep), text(`  ${ACT_STEP}`)),
        ),
        {
          type: 'section',
          fields: [at(DATABASE, 80, '2026-11-17 21:40'), at(FOLDERS, 90, '2026-11-17 11:40'), ...REST],
        },
        rich(section(...USED, packageLine('2026-11-26', 'ends-soon'))),
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
