import type { KnownBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { validateView } from '../../sandbox/slack/block-kit/validate.ts';
import type { LookupOutcome } from '../../src/domain/outcome.ts';
import { decodeAccountAction } from '../../src/formatters/account-action.ts';
import { OPEN_ACTIONS } from '../../src/formatters/action-ids.ts';
import { formatHome, type HomeState, type PinnedAccount } from '../../src/formatters/home-view.ts';
import { drawn } from './drawn.ts';
import { CRITICAL, found, hoursAgo, lastKnown, NOW_S, PRIVATE, unavailable } from './samples.ts';

const CONTEXT = { ...PRIVATE, command: '/backup-status' };
const EMPTY: HomeState = { pins: [], recents: [], isAsking: false, page: 0 };

const home = (state: Partial<HomeState>) => {
  const view = formatHome({ ...EMPTY, ...state }, CONTEXT);
  expect(validateView(view)).toEqual([]);
  // Formatters make known blocks only; the type of a view allows for others.
  return { ...view, blocks: view.blocks as KnownBlock[] };
};
const lines = (state: Partial<HomeState>) => drawn(home(state).blocks);
const pinned = (outcome: LookupOutcome, name?: string): PinnedAccount => ({
  pin: { accountId: outcome.id, pinnedAtMs: 0, ...(name !== undefined && { name }) },
  outcome,
});
const waiting = (accountId: string): PinnedAccount => ({ pin: { accountId, pinnedAtMs: 0 } });
const recents = (...ids: string[]) => ids.map((accountId) => ({ accountId, askedAtMs: 0 }));

const FINE = pinned(found());
const WATCH = pinned(found({ id: '1007', folders: hoursAgo(30), database: hoursAgo(1) }));
const ACT = pinned(found(CRITICAL), 'Acme');
const UPDATED = `~ Updated <!date^${NOW_S - 4}^{ago}|just now>`;
const FIELD = ['? Look up an account', '[Look up] [Refresh]'];

describe('Home', () => {
  it('shows what needs somebody first, then every pin worst first, two lines each', () => {
    const pins = [FINE, pinned(unavailable('timeout')), WATCH, ACT];
    expect(lines({ pins, recents: recents('1001', '1012') })).toEqual([
      '# 🚨 1 of 4 accounts needs you now',
      `${UPDATED} · 1 to watch · 1 could not be checked`,
      ...FIELD,
      'divider',
      '🚨 *Acme (1004) · Act now: no backup for 3 days* / ⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days […]',
      '⚠️ *1007 · Half protected: folders 30 h old* / 🟢 Online · database 1 h […]',
      '❔ *1009 · Could not be checked* / The service did not answer in time. Try again in a minute. […]',
      '✅ *1001 · Backups are fine* / 🟢 Online · database 2 h · folders 5 h […]',
      'divider',
      '~ *Recent*',
      '[1001] [1012]',
    ]);
  });

  it('puts those about which nothing is known yet last', () => {
    const titles = lines({ pins: [waiting('2'), FINE, waiting('3'), ACT] }).flatMap(
      (line) => /\*(.+) · /.exec(line.split(' / ')[0] ?? '')?.[1] ?? [],
    );
    expect(titles).toEqual(['Acme (1004)', '1001', '2', '3']);
  });

  it('has a menu beside each pin that says which account it is for', () => {
    const [section] = home({ pins: [ACT] }).blocks.filter(({ type }) => type === 'section');
    expect(section).toMatchObject({
      block_id: 'pin::1004',
      accessory: {
        type: 'overflow',
        action_id: 'home_more',
        options: ['open', 'refresh', 'name', 'unpin'].map((value) => ({ value })),
      },
    });
  });

  it('shows the account last asked for in full, under its name and with a menu of its own', () => {
    const blocks = home({ pins: [ACT], lastAsked: found(CRITICAL), recents: recents('1004') }).blocks;
    const from = blocks.findIndex((block) => JSON.stringify(block).includes('*Last asked*'));
    expect(drawn(blocks.slice(from)).map((line) => line.slice(0, 40))).toEqual([
      '~ *Last asked*',
      '⚪ Acme (1004) · Offline',
      '🚨 Act now: no backup for 3 days.',
      expect.stringMatching(/^• Database backup is 3 days 8 h old/),
      expect.stringMatching(/^• Folder backup is 3 days 18 h old/),
      '• Package ends in 5 days',
      expect.stringMatching(/^\| \*Database backup\*/),
      expect.stringMatching(/^\| \*Folder backup\*/),
      '| *Quota* / 500 GB',
      '| *Backups today* / 2 of 4 allowed',
      'Folder usage  ▰▰▰▰▱▱▱▱▱▱ 42 %',
      '21 folders and files · limit 50 folders',
      'Package  Kurumsal 500 · ends 26 Nov 2026',
      expect.stringMatching(/^~ Asked /),
      '[Refresh] […]',
      'divider',
      '~ *Recent*',
      '[Acme (1004)]',
    ]);
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1004')).toMatchObject({
      elements: [
        { action_id: 'home_account_refresh' },
        { action_id: 'home_more', options: [{ value: 'unpin' }, { value: 'name' }, { value: 'details' }] },
      ],
    });
  });

  it('offers to pin the account last asked for where it is not pinned', () => {
    const { blocks } = home({ lastAsked: found(), recents: recents('1001') });
    expect(blocks.find(({ block_id }) => block_id === 'last-asked::1001')).toMatchObject({
      elements: [{}, { options: [{ value: 'pin' }, { value: 'details' }] }],
    });
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

describe('what Home says first', () => {
  const head = (pins: PinnedAccount[], state: Partial<HomeState> = {}) =>
    lines({ pins, ...state }).slice(0, 2);
  const notFound = pinned({ kind: 'not-found', id: '9' });
  const unclear = pinned(found({ id: '8', status: { kind: 'unknown', sent: 'x' } }));
  const down = pinned(unavailable('timeout', '7'));

  it.each<[string, PinnedAccount[], string, string]>([
    ['all fine', [FINE, pinned(found({ id: '2' }))], '✅ Both accounts are fine', ''],
    [
      'three fine',
      [FINE, pinned(found({ id: '2' })), pinned(found({ id: '3' }))],
      '✅ All 3 accounts are fine',
      '',
    ],
    ['one fine', [FINE], '✅ The pinned account is fine', ''],
    ['one bad', [ACT], '🚨 The pinned account needs you now', ''],
    ['two bad', [ACT, pinned(found({ ...CRITICAL, id: '5' })), FINE], '🚨 2 of 3 accounts need you now', ''],
    ['only to watch', [WATCH, FINE], '⚠️ 1 of 2 accounts needs a look', ''],
    ['one without an answer', [down, FINE], '❔ 1 of 2 accounts could not be checked', ''],
    ['one unclear', [unclear, FINE], '❔ Cannot tell about 1 of 2 accounts', ' · 1 unclear'],
    ['one pin of nothing', [notFound, FINE], '❔ Cannot tell about 1 of 2 accounts', ' · 1 not found'],
    [
      'all kinds of doubt',
      [unclear, notFound, down, FINE],
      '❔ Cannot tell about 3 of 4 accounts',
      ' · 1 unclear · 1 could not be checked · 1 not found',
    ],
    [
      'some still asked about',
      [FINE, waiting('3')],
      '✅ 1 of 2 accounts is fine so far',
      ' · 1 still being asked',
    ],
  ])('%s', (_, pins, first, rest) => {
    expect(head(pins)).toEqual([`# ${first}`, `${UPDATED}${rest}`]);
  });

  it('is as old as the oldest answer in it', () => {
    const outcome = found({ id: '2' });
    if (outcome.kind !== 'found') throw new Error('no answer');
    const older = pinned({ ...outcome, answer: { ...outcome.answer, readAtMs: (NOW_S - 300) * 1000 } });
    expect(head([FINE, older])[1]).toBe(`~ Updated <!date^${NOW_S - 300}^{ago}|5 min ago>`);
    expect(head([notFound])).toEqual([
      '# ❔ Cannot tell about the pinned account',
      `~ Updated <!date^${NOW_S}^{ago}|just now> · 1 not found`,
    ]);
  });

  it('is marked as earlier until new answers are in, and calls nothing fine that only was', () => {
    expect(head([FINE, pinned(found({ id: '2' }))], { isAsking: true })).toEqual([
      '# ✅ Both accounts were fine',
      '~ From the last answers, asking now…',
    ]);
    expect(head([ACT, waiting('3')], { isAsking: true })).toEqual([
      '# 🚨 1 of 2 accounts needs you now',
      '~ From the last answers, asking now…',
    ]);
  });

  it('claims no earlier answers where there are none', () => {
    expect(lines({ pins: [waiting('3'), waiting('4')], isAsking: true })).toEqual([
      '# Asking about 2 accounts…',
      '~ No earlier answer',
      ...FIELD,
      'divider',
      '❔ *3 · Asking now…* / No earlier answer […]',
      '❔ *4 · Asking now…* / No earlier answer […]',
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

describe('when the service fails', () => {
  const failing = (id: string, minutesAgo: number): PinnedAccount => {
    const outcome = lastKnown({ id }, 'timeout');
    if (outcome.kind !== 'unavailable' || outcome.lastKnown === undefined) throw new Error('no sample');
    const readAtMs = PRIVATE.nowMs - minutesAgo * 60_000;
    return pinned({ ...outcome, lastKnown: { ...outcome.lastKnown, readAtMs } });
  };

  it('for most pins, that is said once, and each row only says how old it is', () => {
    const pins = [
      pinned(lastKnown(CRITICAL, 'timeout')),
      failing('1001', 12),
      pinned(unavailable('timeout', '1009')),
    ];
    const ago = `<!date^${NOW_S - 720}^{ago}|12 min ago>`;
    expect(lines({ pins })).toEqual([
      '# 🚨 1 of 3 accounts needs you now',
      `~ ⚠️ *The service did not answer in time.* Showing answers from ${ago}`,
      ...FIELD,
      'divider',
      '🚨 *1004 · Act now: no backup for 3 days* / ⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days · as of 12 min ago […]',
      '✅ *1001 · Backups are fine* / 🟢 Online · database 2 h · folders 5 h · as of 12 min ago […]',
      '❔ *1009 · Could not be checked* / No earlier answer […]',
    ]);
  });

  it('says how far apart the answers are that stand in for newer ones', () => {
    expect(lines({ pins: [failing('1', 12), failing('2', 200)] }).slice(0, 2)).toEqual([
      '# ❔ None of 2 accounts could be checked',
      `~ ⚠️ *The service did not answer in time.* Showing answers from 12 min to <!date^${NOW_S - 12_000}^{ago}|3 h ago>`,
    ]);
  });

  it('and nothing is known from before, says what to do', () => {
    const pins = [pinned(unavailable('login-rejected', '1')), pinned(unavailable('login-rejected', '2'))];
    expect(lines({ pins })[1]).toBe(
      '~ ⚠️ *This app cannot sign in to the service.* Tell whoever runs this app: the service refuses its sign-in.',
    );
  });

  it('names the commonest reason', () => {
    const pins = [
      pinned(unavailable('busy', '1')),
      pinned(unavailable('network', '2')),
      pinned(unavailable('network', '3')),
    ];
    expect(lines({ pins })[1]).toMatch(/^~ ⚠️ \*The service cannot be reached\.\*/);
  });

  it('for half of the pins or fewer, each says so for itself', () => {
    const pins = [FINE, pinned(lastKnown(CRITICAL, 'network'))];
    expect(lines({ pins })).toContain(
      '🚨 *1004 · Act now: no backup for 3 days* / ⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days / As of 12 min ago. The service cannot be reached. […]',
    );
  });

  it('for two of four, each says so for itself', () => {
    const pins = [FINE, WATCH, pinned(unavailable('timeout', '5')), pinned(unavailable('timeout', '6'))];
    expect(lines({ pins })[1]).toBe(`${UPDATED} · 2 could not be checked`);
  });

  it('and asks for a pause, says when the last one of them is over', () => {
    const pins = [20_000, 40_000, 30_000].map((waitMs, at) =>
      pinned(unavailable('rate-limited', String(at), waitMs)),
    );
    expect(lines({ pins })[1]).toBe('~ ⚠️ *The service asks for a pause.* Try again in 40 s.');
  });

  it('is not said again while new answers are on their way', () => {
    const pins = [pinned(lastKnown(CRITICAL, 'timeout')), failing('1', 12), failing('2', 12)];
    const shown = lines({ pins, isAsking: true });
    expect(shown[1]).toBe('~ From the last answers, asking now… · 2 could not be checked');
    expect(shown.join()).not.toMatch(/did not answer|as of|As of/);
  });

  it('for the only pin, nothing is called updated just now', () => {
    const [row] = lines({ pins: [failing('1001', 2)] }).filter((line) => line.includes('*1001'));
    expect(lines({ pins: [failing('1001', 2)] }).slice(0, 2)).toEqual([
      '# ❔ The pinned account could not be checked',
      `~ ⚠️ *The service did not answer in time.* Showing answers from <!date^${NOW_S - 120}^{ago}|2 min ago>`,
    ]);
    expect(row).toMatch(/ · as of 2 min ago \[…\]$/);
    expect(lines({ pins: [pinned(unavailable('timeout'))] })[1]).toBe(
      '~ ⚠️ *The service did not answer in time.* Try again in a minute.',
    );
  });

  it('with earlier answers says who has to act, or when to try again, where Retry would not help', () => {
    const said = (outcome: LookupOutcome) => lines({ pins: [pinned(outcome)] })[1];
    expect(said(lastKnown({}, 'login-rejected'))).toMatch(
      /^~ ⚠️ \*This app cannot sign in to the service\.\* Showing .* · Tell whoever runs this app: the service refuses its sign-in\.$/,
    );
    expect(said({ ...lastKnown({}, 'network'), retryAfterMs: 8_000 } as LookupOutcome)).toMatch(
      /^~ ⚠️ \*The service cannot be reached\.\* Showing .* · Try again in 8 s\.$/,
    );
  });

  it('accounts of which nothing is known share one line, also while they are asked about anew', () => {
    const unknown = Array.from({ length: 50 }, (_, at) => pinned(unavailable('network', String(3000 + at))));
    const pins = [...unknown.slice(0, 12), failing('1001', 12), ...unknown.slice(12)];
    const line =
      '❔ 50 accounts without an earlier answer: 3000, 3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009 and 40 more';
    for (const isAsking of [false, true]) {
      const shown = lines({ pins, isAsking }).slice(4);
      expect(shown).toEqual(['divider', expect.stringMatching(/^✅ \*1001 · /), line]);
    }
    expect(lines({ pins: unknown })).toEqual([
      '# ❔ None of 50 accounts could be checked',
      '~ ⚠️ *The service cannot be reached.* Try again in a minute.',
      ...FIELD,
      'divider',
      line,
    ]);
  });
});

describe('a first visit', () => {
  it('says what this is, with two examples and one button', () => {
    expect(lines({})).toEqual([
      '# Are a customer’s backups all right?',
      'Type an account id, here or after the command. The answer says in one line whether the backups are all right, and if not, why. Accounts that you pin stand here, worst first.',
      '• /backup-status 1001',
      '  one account: the verdict, then the numbers',
      '• /backup-status 1001 1002 1003',
      '  several accounts, worst first',
      '? Look up an account',
      '[Look up]',
    ]);
  });

  it('is over once something was looked up', () => {
    expect(lines({ recents: recents('1001') })).toEqual([
      '# No accounts pinned',
      '~ Pin one from the menu of its card, and it stands here.',
      '? Look up an account',
      '[Look up]',
      'divider',
      '~ *Recent*',
      '[1001]',
    ]);
  });
});

describe('without the store', () => {
  it('look-ups go on, and what is missing is named', () => {
    expect(lines({ pins: 'unavailable', recents: 'unavailable', lastAsked: found() }).slice(0, 6)).toEqual([
      '# ❔ Pinned accounts cannot be read',
      '~ This app’s storage does not answer. Look-ups work; try Refresh in a minute.',
      ...FIELD,
      'divider',
      '~ *Last asked*',
    ]);
    expect(lines({ pins: [FINE], recents: 'unavailable' }).at(-1)).toBe(
      '~ Recent look-ups cannot be read right now.',
    );
  });
});

describe('more pins than fit', () => {
  const pins = Array.from({ length: 50 }, (_, at) => pinned(found({ id: String(2000 + at) })));
  const page = (page: number, of = pins) => {
    const view = home({ pins: of, page });
    const ids = view.blocks.flatMap(({ block_id }) => decodeAccountAction(block_id ?? '')?.id ?? []);
    const buttons = view.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
    return {
      shown: [ids[0], ids.at(-1), ids.length],
      range: drawn(view.blocks).find((line) => line.includes(' of 50')),
      leads: buttons.flatMap((button) =>
        'value' in button && /previous|next/.test(button.action_id ?? '')
          ? [`${button.action_id} ${button.value}`]
          : [],
      ),
      metadata: view.private_metadata,
    };
  };

  it('are shown a page at a time, with counts and the way on', () => {
    expect(page(0)).toEqual({
      shown: ['2000', '2019', 20],
      range: '~ 1–20 of 50',
      leads: ['home_next 1'],
      metadata: '0',
    });
    expect(page(1)).toMatchObject({ range: '~ 21–40 of 50', leads: ['home_previous 0', 'home_next 2'] });
    expect(page(2)).toMatchObject({ shown: ['2040', '2049', 10], leads: ['home_previous 1'] });
  });

  it.each([
    [3, '2'],
    [1e9, '2'],
    [-1, '0'],
    [Number.NaN, '0'],
    [0.5, '0'],
  ])('page %d shows the nearest there is', (wanted, shown) => {
    expect(page(wanted).metadata).toBe(shown);
  });

  it('whose last page is full have no page after it', () => {
    expect(page(2, pins.slice(0, 40)).metadata).toBe('1');
  });

  it('twenty need no pages', () => {
    expect(page(0, pins.slice(0, 20))).toMatchObject({ shown: ['2000', '2019', 20], leads: [] });
    expect(page(0, pins.slice(0, 21))).toMatchObject({ shown: ['2000', '2019', 20], leads: ['home_next 1'] });
  });

  it('count all of them in the first line, whatever page is shown', () => {
    expect(lines({ pins: [...pins.slice(1), ACT], page: 2 })[0]).toBe('# 🚨 1 of 50 accounts needs you now');
  });
});

describe('the look-up field', () => {
  const field = (state: Partial<HomeState>) => home(state).blocks.find(({ type }) => type === 'input');
  const answered = (lookedUp: HomeState['lookedUp']) =>
    lookedUp === undefined ? [] : lines({ lookedUp }).slice(4);

  it('takes an id and sends it when Enter is pressed', () => {
    expect(field({})).toEqual({
      type: 'input',
      block_id: 'home_lookup',
      dispatch_action: true,
      label: { type: 'plain_text', text: 'Look up an account', emoji: true },
      element: {
        type: 'plain_text_input',
        action_id: 'home_lookup_id',
        placeholder: { type: 'plain_text', text: 'id or name, e.g. 1001', emoji: true },
      },
    });
  });

  it('empties for a new look-up, and keeps what is typed while its answer comes in', () => {
    const asking = field({ lookedUp: { kind: 'asking', ids: ['1001'], askedAtMs: 5 } });
    const outcome = field({ lookedUp: { kind: 'outcome', outcome: found(), askedAtMs: 5 } });
    const next = field({ lookedUp: { kind: 'outcome', outcome: found(), askedAtMs: 6 } });
    expect(asking?.block_id).not.toBe(field({})?.block_id);
    expect(outcome).toEqual(asking);
    expect(next?.block_id).not.toBe(outcome?.block_id);
    expect(JSON.stringify([asking, outcome, next])).not.toContain('initial_value');
  });

  it('gives back what could not be read, to be mended', () => {
    const problem = { kind: 'id-unreadable', typed: '10 01?' } as const;
    expect(field({ lookedUp: { kind: 'problem', problem, askedAtMs: 5 } })).toMatchObject({
      element: { initial_value: '10 01?' },
    });
    expect(answered({ kind: 'problem', problem, askedAtMs: 5 })).toEqual([
      '“10 01?” cannot be read as an account id.',
      'Type it like this: 1001',
    ]);
  });

  it('says that it asks, then shows the card where it was asked for', () => {
    expect(answered({ kind: 'asking', ids: ['1', '2', '3', '4', '5'], askedAtMs: 5 })).toEqual([
      'Asking the service about 1, 2, 3 and 2 more…',
    ]);
    expect(answered({ kind: 'outcome', outcome: found(), askedAtMs: 5 }).slice(0, 2)).toEqual([
      '🟢 1001 · Online',
      '✅ Backups are fine. Database 2 h ago, folders 5 h ago.',
    ]);
  });

  it('answers what cannot be shown with what to do, and Retry only where that may help', () => {
    expect(answered({ kind: 'outcome', outcome: { kind: 'not-found', id: '9999' }, askedAtMs: 5 })).toEqual([
      '❔ 9999 · No such account',
      'The service has no account “9999”.',
      'Check the number and ask again.',
    ]);
    expect(answered({ kind: 'outcome', outcome: unavailable('timeout'), askedAtMs: 5 })).toEqual([
      '❔ 1009 · Could not be checked',
      'The service did not answer in time.',
      'Try again in a minute.',
      '[Retry]',
    ]);
  });

  it('says first why an answer is an earlier one', () => {
    const outcome = lastKnown(CRITICAL, 'network');
    expect(answered({ kind: 'outcome', outcome, askedAtMs: 5 }).slice(0, 3)).toEqual([
      '⚪ 1004 · Offline',
      `~ ⚠️ *The service cannot be reached.* This is what the service said <!date^${NOW_S - 720}^{ago}|12 min ago>.`,
      '🚨 Act now: no backup for 3 days.',
    ]);
    expect(answered({ kind: 'outcome', outcome, askedAtMs: 5 }).at(-1)).toBe('[Retry] […]');
  });

  it('gives back nothing that Slack could not take', () => {
    const problem = { kind: 'id-too-long', typed: `\uD800${'x'.repeat(20_000)}` } as const;
    expect(field({ lookedUp: { kind: 'problem', problem, askedAtMs: 5 } })).toMatchObject({
      element: { initial_value: `\uFFFD${'x'.repeat(998)}…` },
    });
  });

  it('answers about several with a list', () => {
    expect(answered({ kind: 'outcomes', outcomes: [found(CRITICAL), found()], askedAtMs: 5 })).toEqual([
      '🚨 1004 · Act now: no backup for 3 days',
      '⚪ Offline · folders 3 d 18 h · database 3 d 8 h · package ends in 5 days',
      '✅ 1001 · Backups are fine',
      '🟢 Online · database 2 h · folders 5 h',
      '~ 2 accounts: 1 act now, 1 fine',
    ]);
  });

  it('shows an account once that was looked up and so is the last asked for', () => {
    const lookedUp = { kind: 'outcome', outcome: found(), askedAtMs: 5 } as const;
    expect(lines({ lookedUp, lastAsked: found() })).not.toContain('~ *Last asked*');
    expect(lines({ lookedUp, lastAsked: found({ id: '2' }) })).toContain('~ *Last asked*');
  });
});

it('says near the top what became of a change to the pins', () => {
  const notice = { change: { kind: 'limit-reached', limit: 50 }, accountId: '1020' } as const;
  expect(lines({ pins: [FINE], notice })[2]).toBe(
    '1020 was not pinned: 50 accounts can be pinned at most. Unpin one first.',
  );
});

describe('hostile names and ids', () => {
  it('stand beside a pin as characters, without weight where markup would read them', () => {
    const [section] = home({ pins: [pinned(found(), '*x* <!channel>')] }).blocks.filter(
      ({ type }) => type === 'section',
    );
    expect(section).toMatchObject({
      text: {
        type: 'plain_text',
        text: '✅ *x* <!channel> (1001) · Backups are fine\n🟢 Online · database 2 h · folders 5 h',
      },
    });
  });

  it('a status that reads as markup does the same', () => {
    const outcome = found({ status: { kind: 'unknown', sent: '`:fire:`' } });
    const [section] = home({ pins: [pinned(outcome)] }).blocks.filter(({ type }) => type === 'section');
    expect(section).toMatchObject({ text: { type: 'plain_text', emoji: false } });
  });

  it('are cut, and keep the end of the id', () => {
    const outcome = { ...found(), id: `${'9'.repeat(100)}77` };
    const [line] = lines({ pins: [pinned(outcome, 'x'.repeat(500))] }).filter((text) =>
      text.startsWith('✅ *'),
    );
    expect(line).toMatch(/^✅ \*x{39}… \(9{11}…9{10}77\) · Backups are fine\*/);
  });

  it('has no menu beside a pin whose id cannot come back with a press', () => {
    const [section] = home({ pins: [pinned({ ...found(), id: 'x'.repeat(300) })] }).blocks.filter(
      ({ type }) => type === 'section',
    );
    expect(section).not.toHaveProperty('accessory');
  });
});
