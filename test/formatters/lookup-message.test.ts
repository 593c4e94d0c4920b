import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import type { Answer, UnavailableReason } from '../../src/domain/outcome.ts';
import { formatLookup } from '../../src/formatters/lookup-message.ts';
import { drawn } from './drawn.ts';
import {
  account,
  accountWithout,
  answer,
  CHANNEL,
  CRITICAL,
  found,
  hoursAgo,
  lastKnown,
  NOW_MS,
  NOW_S,
  PRIVATE,
  unavailable,
} from './samples.ts';

const text = (value: string, style?: object) => ({ type: 'text', text: value, ...style });
const bold = (value: string) => text(value, { style: { bold: true } });
const rich = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });
const bullets = (...lines: string[]) => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: lines.map((line) => section(text(line))),
});
const mrkdwn = (value: string) => ({ type: 'mrkdwn', text: value, verbatim: true });
const label = (value: string) => ({ type: 'plain_text', text: value, emoji: true });
const header = (value: string) => ({ type: 'header', text: label(value) });
const context = (...elements: unknown[]) => ({ type: 'context', elements });
const button = (action: string, text: string, value?: string) => ({
  type: 'button',
  action_id: action,
  text: label(text),
  ...(value !== undefined && { value }),
});
const more = (...choices: string[]) => ({
  type: 'overflow',
  action_id: 'account_more',
  options: choices.map((choice) => ({
    text: label(choice),
    value: choice.toLowerCase().replace('…', ''),
  })),
});
const MORE = more('Pin', 'Details');
const at = (hoursBefore: number, ago: string, exact: string) => {
  const seconds = NOW_S - hoursBefore * 3600;
  return `<!date^${seconds}^{ago}|${ago}>\n<!date^${seconds}^{date_short_pretty} {time}|${exact} UTC+03:00>`;
};
const USAGE = rich(
  section(
    bold('Folder usage'),
    text('  ▰▰▰▰▱▱▱▱▱▱ 42 %\n21 folders and files · limit 50 folders\n'),
    bold('Package'),
    text('  Kurumsal 500 · until 9 Jun 2027'),
  ),
);
const FIELDS = {
  type: 'section',
  fields: [
    mrkdwn(`*Database backup*\n${at(2, '2 h ago', '21 Nov 03:40')}`),
    mrkdwn(`*Folder backup*\n${at(5, '5 h ago', '21 Nov 00:40')}`),
    mrkdwn('*Quota*\n500 GB'),
    mrkdwn('*Backups today*\n2 of 4 allowed'),
  ],
};
const ASKED = context(
  mrkdwn(`Asked <!date^${NOW_S - 4}^{ago}|just now> · service times read as UTC+03:00 · client 4.12.0`),
);

describe('a found account', () => {
  it('reads at a glance when nothing is wrong', () => {
    expect(formatLookup(found(), PRIVATE)).toEqual({
      text: '1001 · Online. Backups are fine. Database 2 h ago, folders 5 h ago.',
      blocks: [
        header('🟢 1001 · Online'),
        rich(section(text('✅ '), bold('Backups are fine.'), text(' Database 2 h ago, folders 5 h ago.'))),
        FIELDS,
        USAGE,
        ASKED,
        {
          type: 'actions',
          block_id: 'account::1001',
          elements: [button('account_refresh', 'Refresh'), button('account_share', 'Share'), MORE],
        },
      ],
    });
  });

  it('in a channel names who shared it and offers no further sharing', () => {
    const { blocks } = formatLookup(found(), CHANNEL);
    expect(blocks).toEqual([
      header('🟢 1001 · Online'),
      rich(section(text('✅ '), bold('Backups are fine.'), text(' Database 2 h ago, folders 5 h ago.'))),
      FIELDS,
      USAGE,
      ASKED,
      context(mrkdwn('Shared by <@U012AB3CD>')),
      {
        type: 'actions',
        block_id: 'account:U012AB3CD:1001',
        elements: [
          {
            ...button('account_refresh', 'Re-check'),
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
    expect(blocks[0]).toEqual(header('🟢 Acme (1001) · Online'));
    expect(text).toMatch(/^Acme \(1001\) · Online\./);
    expect(blocks.at(-1)).toMatchObject({
      elements: [{}, {}, more('Unpin', 'Name…', 'Details')],
    });
  });

  it('without a name of its own keeps its id, however it is pinned', () => {
    for (const name of [{}, { name: '' }, { name: '\u200B\u202E' }]) {
      const pins = [{ accountId: '1001', pinnedAtMs: 0, ...name }];
      expect(drawn(formatLookup(found(), { ...PRIVATE, pins }).blocks)[0]).toBe('# 🟢 1001 · Online');
    }
  });

  it('in a channel shows nothing of what the sharer pinned or called it', () => {
    const pins = [{ accountId: '1001', name: 'Acme', pinnedAtMs: 0 }];
    expect(formatLookup(found(), { ...CHANNEL, pins })).toEqual(formatLookup(found(), CHANNEL));
  });

  it.each([
    ['online', '🟢 1001 · Online'],
    ['offline', '⚪ 1001 · Offline'],
    ['backing-up', '🔄 1001 · Backing up'],
    ['unknown', '❔ 1001 · askıda'],
    ['not-reported', '❔ 1001 · Status not reported'],
  ] as const)('that is %s says so in its title, sign and word', (kind, title) => {
    const status = kind === 'not-reported' ? { kind } : { kind, sent: 'askıda' };
    expect(drawn(formatLookup(found({ status }), PRIVATE).blocks)[0]).toBe(`# ${title}`);
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
      text:
        '1004 · Offline. Act now: no backup for 3 days.\n' +
        'The service did not answer in time. This is what the service said 12 min ago.',
      blocks: [
        header('⚪ 1004 · Offline'),
        context(
          mrkdwn(
            `⚠️ *The service did not answer in time.* This is what the service said <!date^${NOW_S - 720}^{ago}|12 min ago>.`,
          ),
        ),
        rich(
          section(text('🚨 '), bold('Act now: no backup for 3 days.')),
          bullets(
            'Database backup is 3 days 8 h old (limit 48 h)',
            'Folder backup is 3 days 18 h old (limit 48 h)',
            'Package ends in 5 days',
          ),
        ),
        {
          type: 'section',
          fields: [
            mrkdwn(`*Database backup*\n${at(80, '3 days 8 h ago', '17 Nov 21:40')}`),
            mrkdwn(`*Folder backup*\n${at(90, '3 days 18 h ago', '17 Nov 11:40')}`),
            mrkdwn('*Quota*\n500 GB'),
            mrkdwn('*Backups today*\n2 of 4 allowed'),
          ],
        },
        rich(
          section(
            bold('Folder usage'),
            text('  ▰▰▰▰▱▱▱▱▱▱ 42 %\n21 folders and files · limit 50 folders\n'),
            bold('Package'),
            text('  Kurumsal 500 · ends 26 Nov 2026'),
          ),
        ),
        context(mrkdwn('Service times read as UTC+03:00 · client 4.12.0')),
        {
          type: 'actions',
          block_id: 'account::1004',
          elements: [button('account_refresh', 'Retry', 'retry'), button('account_share', 'Share'), MORE],
        },
      ],
    });
  });

  it('says what else to do where pressing Retry would not help', () => {
    const { blocks, text } = formatLookup(lastKnown({}, 'login-rejected'), PRIVATE);
    const advice = /Tell whoever runs this app: the service refuses its sign-in\./;
    expect(drawn(blocks)[1]).toMatch(advice);
    expect(text).toMatch(advice);
  });
});

describe('a look-up without anything to show', () => {
  it.each([
    [
      { kind: 'not-found', id: '9999' },
      '9999 · No such account. Check the number and ask again.',
      [
        '# ❔ 9999 · No such account',
        'The service has no account “9999”.',
        'Check the number and ask again.',
      ],
    ],
    [
      { kind: 'invalid-id', id: '10/01' },
      '10/01 · Not an account id. Check the number and ask again.',
      [
        '# ❔ 10/01 · Not an account id',
        'The service does not take “10/01” as an account id.',
        'Check the number and ask again.',
      ],
    ],
    [
      { kind: 'forbidden', id: '1001' },
      '1001 · Not open to this app. Ask whoever runs this app for access to it.',
      [
        '# ❔ 1001 · Not open to this app',
        'The service does not show account “1001” to this app.',
        'Ask whoever runs this app for access to it.',
      ],
    ],
  ] as const)('$0.kind quotes the id and says what to do', (outcome, line, lines) => {
    const message = formatLookup(outcome, PRIVATE);
    expect(message.text).toBe(line);
    expect(drawn(message.blocks)).toEqual(lines);
  });

  const REASONS: Record<UnavailableReason, readonly [what: string, next: string]> = {
    timeout: ['The service did not answer in time.', 'Try again in a minute.'],
    network: ['The service cannot be reached.', 'Try again in a minute.'],
    'server-error': ['The service reports a fault of its own.', 'Try again in a minute.'],
    'bad-response': [
      'The service sent an answer that cannot be read.',
      'Try again; if it stays so, tell whoever runs this app.',
    ],
    'rate-limited': ['The service asks for a pause.', 'Try again in a minute.'],
    'login-rejected': [
      'This app cannot sign in to the service.',
      'Tell whoever runs this app: the service refuses its sign-in.',
    ],
    busy: ['Too many look-ups are under way.', 'Try again in 10 s.'],
    stopping: ['This app is being restarted.', 'Try again in a minute.'],
  };

  it.each(Object.entries(REASONS))('%s has its own words and a Retry', (reason, [what, next]) => {
    const message = formatLookup(unavailable(reason as UnavailableReason), PRIVATE);
    expect(message).toEqual({
      text: `1009 · Could not be checked. ${what} ${next}`,
      blocks: [
        header('❔ 1009 · Could not be checked'),
        rich(section(bold(what), text(`\n${next}`))),
        {
          type: 'actions',
          block_id: 'account::1009',
          elements: [button('account_refresh', 'Retry', 'retry')],
        },
      ],
    });
  });

  it('says when to ask again if the service said so', () => {
    const next = (retryAfterMs: number) =>
      drawn(formatLookup(unavailable('rate-limited', '1009', retryAfterMs), PRIVATE).blocks)[2];
    expect(next(30_000)).toBe('Try again in 30 s.');
    expect(next(59_001)).toBe('Try again in 1 min.');
    expect(next(61_000)).toBe('Try again in 2 min.');
    expect(next(0)).toBe('Try again now.');
  });

  it('in a channel still says who asked, and keeps that on its Retry', () => {
    const { blocks } = formatLookup(unavailable('timeout'), CHANNEL);
    expect(drawn(blocks).slice(-2)).toEqual(['~ Shared by <@U012AB3CD>', '[Retry]']);
    expect(blocks.at(-1)).toMatchObject({ block_id: 'account:U012AB3CD:1009' });
  });
});

describe('hostile text', () => {
  const HOSTILE = '<!channel> & *_~`x`~_* :fire: @here \u202Eevil\u2066\u0000\r\n> quote\u200B';
  const SHOWN = '<!channel> & *_~`x`~_* :fire: @here evil > quote';

  it('stands in the card as characters, and pings, formats and reorders nothing', () => {
    const outcome = found({
      id: HOSTILE,
      packageName: HOSTILE,
      clientVersion: HOSTILE,
      quota: { kind: 'as-sent', text: HOSTILE },
      status: { kind: 'unknown', sent: HOSTILE },
    });
    const message = formatLookup({ ...outcome, id: HOSTILE }, PRIVATE);
    const inQuota = '<!channel> & *_~`x`~_* :fire: @here evi…';
    expect(validateMessage(message)).toEqual([]);
    expect(message.text).toBe(
      '&lt;!channel&gt; &amp; *_~`x`~_* :fire: @here evil &gt; quote · ' +
        '&lt;!channel&gt; &amp; *_~`x`~_* :fire: @here evi…. ' +
        'Cannot tell: the service sent a status this app does not know. Database 2 h ago, folders 5 h ago.',
    );
    expect(message.blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: `❔ ${SHOWN} · ${inQuota}`, emoji: false },
    });
    expect(message.blocks[2]).toMatchObject({
      fields: [
        { type: 'mrkdwn' },
        { type: 'mrkdwn' },
        { type: 'plain_text', text: `Quota\n${inQuota}`, emoji: false },
        { type: 'mrkdwn' },
      ],
    });
    expect(drawn(message.blocks)).toContain(`Package  ${SHOWN} · until 9 Jun 2027`);
    expect(message.blocks[4]).toMatchObject({
      elements: [{ type: 'mrkdwn' }, { type: 'plain_text', text: `client ${inQuota}`, emoji: false }],
    });
  });

  it('is cut where it is too long, with a mark', () => {
    const outcome = found({ packageName: 'ş'.repeat(10_000), clientVersion: '9'.repeat(41) });
    const lines = drawn(formatLookup(outcome, PRIVATE).blocks);
    expect(lines).toContain(`Package  ${'ş'.repeat(79)}… · until 9 Jun 2027`);
    expect(lines.find((line) => line.startsWith('~'))).toMatch(/client 9{39}…$/);
  });
});

describe('the id in the title', () => {
  it.each([
    [128, 150],
    [129, 150],
    [10_000, 150],
  ])('of %i characters keeps the title within %i', (length, limit) => {
    const { blocks } = formatLookup(
      found({ id: 'x'.repeat(length), status: { kind: 'unknown', sent: 'y'.repeat(40) } }),
      PRIVATE,
    );
    const title = drawn(blocks)[0]?.slice(2) ?? '';
    expect(title).toHaveLength(limit);
    expect(title.endsWith('…')).toBe(true);
  });

  it('has no buttons where it cannot come back with a press', () => {
    const { blocks } = formatLookup(unavailable('timeout', 'x'.repeat(300)), PRIVATE);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'rich_text']);
  });
});

describe('the four pairs', () => {
  const fields = (differences: Parameters<typeof found>[0]) =>
    drawn(formatLookup(found(differences), PRIVATE).blocks).filter((line) => line.startsWith('|'));

  it('say what is missing, each for itself', () => {
    expect(fields({ database: { kind: 'never' }, folders: { kind: 'not-reported' } }).slice(0, 2)).toEqual([
      '| *Database backup* / never',
      '| *Folder backup* / not reported',
    ]);
  });

  it('show a time that cannot be read as it was sent', () => {
    const sent = { lastBackupDateDb: 'dün', lastBackupTimeDb: 'sabah' };
    expect(fields({ database: { kind: 'unreadable' }, sent })[0]).toBe('| *Database backup* / dün sabah');
    expect(fields({ database: { kind: 'unreadable' }, sent: {} })[0]).toBe(
      '| *Database backup* / not reported',
    );
  });

  it('make up no time of day for a bare date, and count its days in the zone of the service', () => {
    const day = (iso: string) => ({ kind: 'at', atMs: Date.parse(iso), precision: 'day' }) as const;
    expect(
      fields({ database: day('2026-11-21T00:00:00+03:00'), folders: day('2026-11-20T00:00:00+03:00') }).slice(
        0,
        2,
      ),
    ).toEqual([
      '| *Database backup* / today / 21 Nov, time not reported',
      '| *Folder backup* / yesterday / 20 Nov, time not reported',
    ]);
  });

  it('call a backup from the future a wrong clock, never fresh', () => {
    const [database] = fields({ database: hoursAgo(-3) });
    expect(database).toMatch(
      /^\| \*Database backup\* \/ clock looks wrong \/ <!date\^\d+\^\{date_short_pretty\}/,
    );
    expect(database).not.toContain('{ago}');
  });

  it('never call a backup "never" where the service said nothing at all', () => {
    const saidNothing: Answer = {
      ...answer(account({ database: { kind: 'never' }, folders: { kind: 'never' } })),
      verdict: {
        ...answer().verdict,
        level: 'unknown',
        reasons: [{ rule: 'nothing-reported', level: 'unknown' }],
      },
    };
    const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: saidNothing }, PRIVATE);
    expect(drawn(blocks)).toContain('| *Database backup* / not reported');
  });

  it.each([
    [2, 4, '2 of 4 allowed'],
    [2, undefined, '2, allowance not reported'],
    [undefined, 4, 'not reported, 4 allowed'],
    [undefined, undefined, 'not reported'],
  ])('say %s backups of %s today', (made, allowed, shown) => {
    const about = {
      ...accountWithout('todayBackupCount', 'dailyBackupCount'),
      ...(made !== undefined && { todayBackupCount: made }),
      ...(allowed !== undefined && { dailyBackupCount: allowed }),
    };
    const { blocks } = formatLookup({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE);
    expect(drawn(blocks)).toContain(`| *Backups today* / ${shown}`);
  });

  it('show a quota with its unit, or as it was sent', () => {
    expect(fields({ quota: { kind: 'size', amount: 1.5, unit: 'TB' } })[2]).toBe('| *Quota* / 1.5 TB');
    expect(fields({ quota: { kind: 'as-sent', text: 'sınırsız' } })[2]).toBe('| *Quota* / sınırsız');
  });
});

it('shows a moment that no client could draw as "not reported" instead of failing', () => {
  for (const atMs of [Number.NaN, 1e300, -1, Number.POSITIVE_INFINITY]) {
    const message = formatLookup(found({ database: { kind: 'at', atMs, precision: 'second' } }), PRIVATE);
    expect(validateMessage(message)).toEqual([]);
    expect(drawn(message.blocks)).toContain('| *Database backup* / not reported');
  }
});

it('says the year of a backup so old that its date could be another one', () => {
  const { blocks } = formatLookup(found({ database: hoursAgo(24 * 400) }), PRIVATE);
  expect(JSON.stringify(blocks)).toContain(`|17 Oct 2025 05:40 UTC+03:00>`);
  expect(new Date(NOW_MS - 24 * 400 * 3_600_000).toISOString()).toBe('2025-10-17T02:40:00.000Z');
});
