import { describe, expect, test } from 'vitest';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { pinChangeText } from '../../src/slack/card/pins.ts';
import type { LookedUp } from '../../src/slack/home/home-look-up.ts';
import type { HomeAccount, HomeState } from '../../src/slack/home/home-view.ts';
import type { HomeLead } from '../../src/words/en/windows.ts';
import { FINE as IS_FINE, NOT_CHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { home, homeLines, NOTHING, pinned } from './home.ts';
import { ACT_ROW, FINE_ROW, failureOf, SAID_ONCE, TIMEOUT_ROW, WATCH_ROW } from './rows.ts';
import { CRITICAL, found, hoursAgo, lastKnown, NOW_S, PRIVATE, unavailable } from './samples.ts';

const { counted } = words.home;
const FINE = pinned(found());
const WATCH = pinned(found({ id: '1007', folders: hoursAgo(30), database: hoursAgo(1) }));
const ACT = pinned(found(CRITICAL));
const watchedOnly = (id: string, level: 'critical' | 'attention', userId?: string): HomeAccount => ({
  id,
  isPinned: false,
  watched: { accountId: id, level, owner: userId === undefined ? undefined : { userId, sinceMs: 0 } },
});
const UPDATED = `~ ${words.home.updated(`<!date^${NOW_S - 4}^{ago}|${words.time.ago(4_000)}>`)}`;
const lead = (kind: HomeLead['kind'], count: number, total: number, taken?: number) =>
  words.home.lead({ kind, count, total, taken });
const rowOf = (sign: string, { title, numbers }: typeof FINE_ROW) => `${sign} *${title}* / ${numbers} […]`;
const FIELD = [`? ${words.home.lookUpLabel}`, `[${words.buttons.lookUp}] [${words.buttons.refresh}]`];
const WINDOWS = [
  'divider',
  `[${words.buttons.watches}] [${words.buttons.accounts}] [${words.buttons.summary}]`,
];
const workspaceOf = (others: Partial<HomeState['workspace']['others']>, othersTaken = 0) => ({
  ...NOTHING.workspace,
  others: { ...NOTHING.workspace.others, ...others },
  othersTaken,
});

describe('what Home says first', () => {
  const notFound = pinned({ kind: 'not-found', id: '9' });
  const unclear = pinned(found({ id: '8', status: { kind: 'unknown', sent: 'x' } }));
  const down = pinned(unavailable('no-answer', '7'));
  const waiting = { id: '3', isPinned: true };

  test.each<readonly [string, HomeAccount[], string, string]>([
    ['all fine', [FINE, pinned(found({ id: '2' }))], `✅ ${lead('fine', 2, 2)}`, ''],
    ['one bad', [ACT], `🚨 ${lead('critical', 1, 1)}`, ''],
    ['two bad', [ACT, pinned(found({ ...CRITICAL, id: '5' })), FINE], `🚨 ${lead('critical', 2, 3)}`, ''],
    ['only to watch', [WATCH, FINE], `⚠️ ${lead('attention', 1, 2)}`, ''],
    ['one without an answer', [down, FINE], `❔ ${lead('not-checked', 1, 2)}`, ''],
    ['one unclear', [unclear, FINE], `❔ ${lead('not-checked', 1, 2)}`, ''],
    ['all kinds of doubt', [unclear, notFound, down, FINE], `❔ ${lead('not-checked', 3, 4)}`, ''],
    ['some not asked', [FINE, waiting], `✅ ${lead('fine-so-far', 1, 2)}`, ` · ${counted('not-asked', 1)}`],
  ])('%s', (_, accounts, first, rest) => {
    expect(homeLines({ accounts }).slice(0, 2)).toEqual([`# ${first}`, `${UPDATED}${rest}`]);
  });

  test('counts all that is watched in the workspace with the pins, and what nobody has taken', () => {
    const accounts = [ACT, watchedOnly('2001', 'critical', 'U1')];
    const workspace = workspaceOf({ critical: 10, attention: 4, healthy: 20, 'not-read': 1 }, 8);
    const lines = homeLines({ accounts, workspace });
    expect(lines[0]).toBe(`# 🚨 ${lead('critical', 12, 37, 9)}`);
    expect(lines[1]).toContain(`${counted('attention', 4)} · ${counted('not-asked', 1)}`);
    expect(lines).toContain(`[${words.buttons.seeAll}]`);
  });

  test('says of accounts that are watched, and that nobody asks about now, that they were not asked yet', () => {
    const workspace = workspaceOf({ 'not-read': 60 }, 0);
    // And not when they were.
    expect(homeLines({ workspace }).slice(0, 2)).toEqual([`# ⏳ ${lead('not-asked', 60, 60)}`, FIELD[0]]);
    const accounts = [waiting];
    const [, under] = homeLines({ accounts, workspace, isAsking: true });
    expect(under).toBe(`~ ${words.home.isAsking}`);
    expect(homeLines({ accounts, isAsking: true })[0]).toBe(`# ⏳ ${lead('asking', 1, 1)}`);
    for (const isAsking of [true, false])
      expect(homeLines({ accounts, isAsking }).join()).toContain(
        words.home[isAsking ? 'waiting' : 'notAsked'],
      );
  });

  test('is what was read last while new answers are on their way', () => {
    const accounts = [{ ...ACT, watched: watchedOnly('1004', 'critical').watched, outcome: undefined }];
    expect(homeLines({ accounts, isAsking: true }).slice(0, 2)).toEqual([
      `# 🚨 ${lead('critical', 1, 1)}`,
      `~ ${words.home.isAsking}`,
    ]);
  });

  test('names what ails the service once, and each row says what it was', () => {
    const accounts = [
      pinned(lastKnown({ id: '1001' }, 'no-answer')),
      pinned(unavailable('no-answer', '1009')),
      pinned(lastKnown(CRITICAL, 'no-answer')),
    ];
    const lines = homeLines({ accounts });
    expect(lines.slice(0, 2)).toEqual([
      `# ❔ ${lead('not-checked', 3, 3)}`,
      `${SAID_ONCE.noAnswer} ${failureOf('no-answer').next}`,
    ]);
    expect(lines[2]).toContain(`❔ *1004 · ${NOT_CHECKED}`);
    expect(lines).toContain(rowOf('❔', { ...TIMEOUT_ROW, numbers: words.home.noEarlierAnswer }));
  });

  test('is an introduction on a first visit, and that nothing is pinned after that', () => {
    expect(homeLines({})).toEqual([
      `# ${words.home.welcome.title}`,
      words.home.welcome.what,
      ...words.command.help
        .examples('Acme')
        .slice(0, 2)
        .flatMap(({ typed, gives }) => [`• /backup-status ${typed}`, `  ${gives}`]),
      FIELD[0],
      `[${words.buttons.lookUp}]`,
      ...WINDOWS,
    ]);
    expect(homeLines({ recents: [{ id: '1001', displayName: 'Acme' }] })).toEqual([
      `# ${words.home.nonePinned}`,
      `~ ${words.home.nonePinnedNext}`,
      FIELD[0],
      `[${words.buttons.lookUp}]`,
      'divider',
      `~ *${words.home.recent}*`,
      '[Acme (1001)]',
      ...WINDOWS,
    ]);
  });

  test('is that pins cannot be read where they cannot, and recents neither', () => {
    expect(homeLines({ pins: 'unavailable', recents: 'unavailable' })).toEqual([
      `# 🔌 ${words.home.pinsUnavailable}`,
      `~ ${words.home.pinsUnavailableNext}`,
      ...FIELD,
      'divider',
      `~ ${words.home.recentsUnavailable}`,
      ...WINDOWS,
    ]);
  });
});

describe('accounts in Home', () => {
  test('stand worst first: the five worst with who is on them, then the field, then the other pins', () => {
    const many = [watchedOnly('2001', 'critical', 'U1'), watchedOnly('2002', 'critical')];
    const attention = ['2003', '2004'].map((id) => watchedOnly(id, 'attention'));
    const accounts = [FINE, WATCH, ACT, ...attention, ...many];
    const lines = homeLines({ accounts });
    const notAsked = (id: string) =>
      `⏳ *${id} · ${words.home.notAsked}* / ${words.home.noEarlierAnswer} […]`;
    expect(lines.slice(2)).toEqual([
      rowOf('🚨', ACT_ROW),
      notAsked('2002'),
      notAsked('2001'),
      expect.stringContaining('<@U1>'),
      rowOf('⚠️', WATCH_ROW),
      notAsked('2003'),
      'divider',
      ...FIELD,
      'divider',
      `~ *${words.home.pinned}*`,
      rowOf('✅', FINE_ROW),
      ...WINDOWS,
    ]);
  });

  test('have a menu of their own, in which what is not pinned can be', () => {
    const { blocks } = home({ accounts: [ACT, watchedOnly('2001', 'critical')] });
    const choices = blocks.flatMap((block) =>
      block.type === 'section' && block.accessory?.type === 'overflow'
        ? [[block.block_id, ...block.accessory.options.map(({ value }) => value)]]
        : [],
    );
    expect(choices).toEqual([
      ['pin::1004', 'open', 'refresh', 'name', 'unpin', 'history'],
      ['pin::2001', 'open', 'refresh', 'pin', 'history'],
    ]);
  });

  test('are twenty at most; a button says how many more are pinned', () => {
    const accounts = Array.from({ length: 50 }, (_, at) => pinned(found({ id: String(2000 + at) })));
    const lines = homeLines({ accounts: [...accounts, ACT] });
    expect(lines.filter((line) => line.startsWith('✅'))).toHaveLength(19);
    expect(lines).toContain(`[${words.home.morePins(31)}]`);
    expect(lines[0]).toBe(`# 🚨 ${lead('critical', 1, 51)}`);
  });

  test('are characters, whatever they are called, cut and without weight where markup would read them', () => {
    const named = (name: string) => ({ ...PRIVATE, pins: [{ accountId: '1001', name, pinnedAtMs: 0 }] });
    const section = (view: ReturnType<typeof home>) => view.blocks.find(({ type }) => type === 'section');
    expect(section(home({ accounts: [FINE] }, named('*x* <!channel>')))).toMatchObject({
      text: { type: 'plain_text', text: `✅ *x* <!channel> (1001) · ${IS_FINE}\n${FINE_ROW.numbers}` },
    });
    const long = drawn(home({ accounts: [FINE] }, named('x'.repeat(500))).blocks).join();
    expect(long).toContain(`✅ *${'x'.repeat(39)}… (1001) · ${IS_FINE}*`);
    const unheard = found({ status: { kind: 'unknown', sent: '`:fire:`' } });
    expect(section(home({ accounts: [pinned(unheard)] }))).toMatchObject({
      text: { type: 'plain_text', emoji: false },
    });
    // An id that cannot come back with a press.
    const tooLong = pinned({ ...found(), id: 'x'.repeat(300) });
    expect(section(home({ accounts: [tooLong] }))).not.toHaveProperty('accessory');
  });
});

describe('the field', () => {
  const asked = { askedAtMs: 5, ids: [], isAsking: false, outcomes: [] };
  const field = (lookedUp?: LookedUp) => home({ lookedUp }).blocks.find(({ type }) => type === 'input');
  const answered = (lookedUp: Partial<LookedUp>) => {
    const { blocks } = home({ lookedUp: { ...asked, ...lookedUp } });
    const from = blocks.findIndex(({ type }) => type === 'input') + 2;
    return drawn(
      blocks.slice(
        from,
        blocks.findIndex(({ type }) => type === 'divider'),
      ),
    );
  };

  test('is emptied by an answer, and keeps what could not be read, as far as Slack takes it', () => {
    expect(field()?.block_id).not.toBe(field(asked)?.block_id);
    const problem = { kind: 'id-too-long', typed: `\uD800${'x'.repeat(20_000)}` } as const;
    expect(field({ ...asked, problem })).toMatchObject({
      element: { initial_value: `\uFFFD${'x'.repeat(998)}…` },
    });
  });

  test.each<readonly [string, LookupOutcome, string[], string | undefined]>([
    ['not found', { kind: 'not-found', id: '9999' }, [words.failure['not-found']('9999').what], undefined],
    ['unavailable', unavailable('no-answer'), [failureOf('no-answer').what], `[${words.buttons.retry}]`],
    [
      'an earlier one',
      lastKnown(CRITICAL, 'no-answer'),
      [failureOf('no-answer').what],
      `[${words.buttons.retry}] [${words.buttons.share}] […]`,
    ],
    ['found', found(), [], `[${words.buttons.refresh}] [${words.buttons.share}] […]`],
  ])('answers in full, with what can be pressed: %s', (_, outcome, shown, pressed) => {
    const lines = answered({ ids: [outcome.id], outcomes: [outcome] });
    for (const text of shown) expect(lines.join('\n')).toContain(text);
    if (pressed !== undefined) expect(lines.at(-1)).toBe(pressed);
  });

  test('says what is asked about, and answers several with a list', () => {
    const ids = ['1', '2', '3', '4', '5'];
    expect(answered({ ids, isAsking: true })).toEqual([words.home.asking(ids.slice(0, 3), 2)]);
    const lines = answered({ ids: ['1004', '1001'], outcomes: [found(CRITICAL), found()] });
    expect(lines).toContain(`🚨 ${ACT_ROW.title}`);
    expect(lines.at(-1)).toBe('[1004]');
  });
});

test('says near the top what became of a press, and where alerts do not arrive', () => {
  const change = { kind: 'limit-reached', limit: 50 } as const;
  const broken = Array.from({ length: 5 }, (_, at) => ({ channelId: `C${at}`, reason: 'is_archived' }));
  const state = { notice: pinChangeText({ change, accountId: '1020' }, words), broken } as const;
  expect(homeLines({ accounts: [FINE], ...state }).slice(2, 7)).toEqual([
    words.pins.change(change, '1020', undefined),
    ...[0, 1, 2].map((at) => `🔌 ${words.watches.broken('closed', `<#C${at}>`)}`),
    `~ ${words.watches.brokenMore(2)}`,
  ]);
});
