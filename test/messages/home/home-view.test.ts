import { describe, expect, it } from 'vitest';
import { decodeAccountAction } from '../../../src/slack/card/account-action.ts';
import { OPEN_ACTIONS } from '../../../src/slack/kit/action-ids.ts';
import { words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import {
  ACT,
  FIELD,
  FINE,
  home,
  homeLines,
  LOOK_UP,
  lead,
  pinned,
  recents,
  rowOf,
  UPDATED,
  WATCH,
  WINDOWS,
  waiting,
} from '../home.ts';
import {
  ACT_REASONS,
  ACT_ROW,
  ACT_SINCE,
  ACT_STEP,
  FINE_ROW,
  statusLineOf,
  TIMEOUT_ROW,
  WATCH_ROW,
} from '../rows.ts';
import { CRITICAL, found, unavailable } from '../samples.ts';

const { labels } = words.card;
const LAST_ASKED = `~ *${words.home.lastAsked}*`;
const RECENT = `~ *${words.home.recent}*`;

describe('Home', () => {
  it('says first what is watched where nothing is pinned, then what gets worse soon', () => {
    const terms = { tellOf: 'critical', zone: 'UTC', createdAtMs: 0 } as const;
    const watched = ['1001', '1004'].map((accountId) => ({ accountId, terms, userId: 'U1', isSeen: false }));
    const atMs = Date.UTC(2026, 0, 2, 3, 4);
    const next = [{ accountId: '1004', displayName: 'Acme', atMs, level: 'critical' } as const];
    const lines = homeLines({ watched, next });
    expect(lines[0]).toBe(`# ${words.watches.yours(2, 0)}`);
    expect(lines).toContain(`~ ${words.home.nonePinnedNext}`);
    const heading = lines.findIndex((line) => line.includes(words.summary.next));
    const list = lines.slice(heading, heading + 2).join();
    expect(list).toContain('03:04');
    expect(list).toContain('Acme (1004)');
    expect(lines.filter((line) => line.includes(words.watches.yours(2, 0)))).toHaveLength(1);
  });

  it('says where alerts do not arrive and what to do, also to somebody who watches nothing alone', () => {
    const place = (channelId: string, reason: string) => ({ channelId, reason });
    const lines = homeLines({
      broken: [place('C1', 'not_in_channel'), place('U1', 'messages_tab_disabled')],
    });
    expect(lines.slice(0, 4)).toEqual([
      `# ${words.home.nonePinned}`,
      `~ ${words.home.nonePinnedNext}`,
      `🔌 ${words.watches.broken('not-in-channel', '<#C1>')}`,
      `🔌 ${words.watches.list.broken('no-direct-messages')}`,
    ]);
    const many = Array.from({ length: 5 }, (_, at) => place(`C${at}`, 'is_archived'));
    expect(homeLines({ broken: many })).toContain(`~ ${words.watches.brokenMore(2)}`);
  });

  it('shows what needs somebody first, then every pin worst first, two lines each', () => {
    const pins = [FINE, pinned(unavailable('no-answer')), WATCH, ACT];
    expect(homeLines({ pins, recents: recents('1001', '1012') })).toEqual([
      `# 🚨 ${lead('critical', 1, 4)}`,
      `${UPDATED} · ${words.home.counted('attention', 1)} · ${words.home.counted('notChecked', 1)}`,
      ...FIELD,
      'divider',
      rowOf('🚨', { ...ACT_ROW, title: ACT_ROW.title.replace('1004', 'Acme (1004)') }),
      rowOf('⚠️', WATCH_ROW),
      rowOf('❔', TIMEOUT_ROW),
      rowOf('✅', FINE_ROW),
      ...WINDOWS,
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
    expect(drawn(blocks.slice(from))).toEqual([
      LAST_ASKED,
      `🚨 ${ACT_ROW.title.replace('1004', 'Acme (1004)')}`,
      statusLineOf('offline'),
      ACT_SINCE,
      ...ACT_REASONS.map((reason) => `• ${reason}`),
      `${labels.nextStep}  ${ACT_STEP}`,
      expect.stringMatching(`^\\| \\*${labels.database}\\*`),
      expect.stringMatching(`^\\| \\*${labels.folders}\\*`),
      `| *${labels.quota}* / ${words.card.quota(500, 'GB')}`,
      `| *${labels.backupsToday}* / ${words.card.backupsToday(2, 4)}`,
      `${labels.folderUsage}  ▰▰▰▰▱▱▱▱▱▱ ${words.numbers.percent(42)}`,
      words.card.folderUsage(21, 50),
      `${labels.package}  Kurumsal 500 · ${words.card.packageEnd(words.time.day('2026-11-26'), 'ends-soon')}`,
      `[${words.buttons.refresh}] [${words.buttons.shareIn}] […]`,
      'divider',
      RECENT,
      '[Acme (1004)]',
    ]);
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1004')).toMatchObject({
      elements: [
        { action_id: 'home_account_refresh' },
        { action_id: 'home_share' },
        {
          action_id: 'home_more',
          options: [{ value: 'unpin' }, { value: 'name' }, { value: 'details' }, { value: 'history' }],
        },
      ],
    });
  });

  it('offers to pin the account last asked for where it is not pinned', () => {
    const { blocks } = home({ lastAsked: found(), recents: recents('1001') });
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1001')).toMatchObject({
      elements: [{}, {}, { options: [{ value: 'pin' }, { value: 'details' }, { value: 'history' }] }],
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
  it('says what this is, with two examples, one button, and the windows', () => {
    expect(homeLines({})).toEqual([
      `# ${words.home.welcome.title}`,
      words.home.welcome.what,
      ...words.command.help.examples
        .slice(0, 2)
        .flatMap(({ typed, gives }) => [`• /backup-status ${typed}`, `  ${gives}`]),
      LOOK_UP,
      `[${words.buttons.lookUp}]`,
      ...WINDOWS,
    ]);
  });

  it('is over once something was looked up', () => {
    expect(homeLines({ recents: recents('1001') })).toEqual([
      `# ${words.home.nonePinned}`,
      `~ ${words.home.nonePinnedNext}`,
      LOOK_UP,
      `[${words.buttons.lookUp}]`,
      ...WINDOWS,
      'divider',
      RECENT,
      '[1001]',
    ]);
  });
});

describe('without the store', () => {
  it('look-ups go on, and what is missing is named', () => {
    expect(
      homeLines({ pins: 'unavailable', recents: 'unavailable', lastAsked: found() }).slice(0, 8),
    ).toEqual([
      `# 🔌 ${words.home.pinsUnavailable}`,
      `~ ${words.home.pinsUnavailableNext}`,
      ...FIELD,
      ...WINDOWS,
      'divider',
      LAST_ASKED,
    ]);
    expect(homeLines({ pins: [FINE], recents: 'unavailable' }).at(-1)).toBe(
      `~ ${words.home.recentsUnavailable}`,
    );
  });
});

it('says near the top what became of a change to the pins', () => {
  const notice = { change: { kind: 'limit-reached', limit: 50 }, accountId: '1020' } as const;
  expect(homeLines({ pins: [FINE], notice })[2]).toBe(words.pins.change(notice.change, '1020', undefined));
});
