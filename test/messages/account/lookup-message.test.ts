import { describe, expect, it } from 'vitest';
import { formatLookup } from '../../../src/slack/card/lookup-message.ts';
import { NO_BACKUP } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { bold, button, context, header, mrkdwn, overflow, rich, section, text } from '../blocks.ts';
import { drawn } from '../drawn.ts';
import {
  ACT_STEP,
  asText,
  FINE_AGES,
  FINE_ROW,
  failureOf,
  statusLineOf,
  TELL_WHO_RUNS_IT,
  wasLine,
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
  const { title, what, next } = failureOf('no-answer');
  const was = wasLine('🚨', NO_BACKUP, NOW_MS - 720_000);

  it('says first that there is none of now, then what was known and when, then the rest', () => {
    const { text, blocks } = formatLookup(lastKnown(CRITICAL, 'no-answer'), PRIVATE);
    const status = `⚪ ${words.status.offline}`;
    expect(text).toBe(`❔ 1004 · ${title}\n${was}\n${what} ${next}\n${status}`);
    const lines = drawn(blocks);
    expect(lines[0]).toBe(`# ❔ 1004 · ${title}`);
    expect(lines[1]).toContain(words.card.was('🚨', NO_BACKUP));
    expect(lines.slice(2, 4)).toEqual([`${what} ${next}`, status]);
    expect(lines.join('\n')).toContain(`${words.card.labels.nextStep}  ${ACT_STEP}`);
    expect(lines.at(-1)).toContain(`[${BUTTONS.retry}]`);
  });

  it('says what else to do where pressing Retry would not help', () => {
    const { blocks, text } = formatLookup(lastKnown({}, 'login-rejected'), PRIVATE);
    expect(drawn(blocks)[2]).toContain(TELL_WHO_RUNS_IT);
    expect(text).toContain(TELL_WHO_RUNS_IT);
  });
});
