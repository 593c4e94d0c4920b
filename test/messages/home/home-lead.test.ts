import { describe, expect, it } from 'vitest';
import type { HomeState, PinnedAccount } from '../../../src/slack/home/home-state.ts';
import { words } from '../../support/reader.ts';
import {
  ACT,
  ASKING_NOW,
  FIELD,
  FINE,
  home,
  homeLines,
  lead,
  pinned,
  recents,
  UPDATED,
  WATCH,
  WINDOWS,
  waiting,
} from '../home.ts';
import { CRITICAL, found, NOW_S, unavailable } from '../samples.ts';

const { counted } = words.home;

describe('what Home says first', () => {
  const head = (pins: PinnedAccount[], state: Partial<HomeState> = {}) =>
    homeLines({ pins, ...state }).slice(0, 2);
  const notFound = pinned({ kind: 'not-found', id: '9' });
  const unclear = pinned(found({ id: '8', status: { kind: 'unknown', sent: 'x' } }));
  const down = pinned(unavailable('no-answer', '7'));

  it.each<readonly [string, PinnedAccount[], string, string]>([
    ['all fine', [FINE, pinned(found({ id: '2' }))], `✅ ${lead('fine', 2, 2)}`, ''],
    [
      'three fine',
      [FINE, pinned(found({ id: '2' })), pinned(found({ id: '3' }))],
      `✅ ${lead('fine', 3, 3)}`,
      '',
    ],
    ['one fine', [FINE], `✅ ${lead('fine', 1, 1)}`, ''],
    ['one bad', [ACT], `🚨 ${lead('critical', 1, 1)}`, ''],
    ['two bad', [ACT, pinned(found({ ...CRITICAL, id: '5' })), FINE], `🚨 ${lead('critical', 2, 3)}`, ''],
    ['only to watch', [WATCH, FINE], `⚠️ ${lead('attention', 1, 2)}`, ''],
    ['one without an answer', [down, FINE], `🔌 ${lead('not-checked', 1, 2)}`, ''],
    ['one unclear', [unclear, FINE], `❔ ${lead('cannot-tell', 1, 2)}`, ` · ${counted('unknown', 1)}`],
    [
      'one pin of nothing',
      [notFound, FINE],
      `❔ ${lead('cannot-tell', 1, 2)}`,
      ` · ${counted('notFound', 1)}`,
    ],
    [
      'all kinds of doubt',
      [unclear, notFound, down, FINE],
      `❔ ${lead('cannot-tell', 3, 4)}`,
      ` · ${counted('unknown', 1)} · ${counted('notChecked', 1)} · ${counted('notFound', 1)}`,
    ],
    [
      'some still asked about',
      [FINE, waiting('3')],
      `✅ ${lead('fine-so-far', 1, 2)}`,
      ` · ${counted('asking', 1)}`,
    ],
  ])('%s', (_, pins, first, rest) => {
    expect(head(pins)).toEqual([`# ${first}`, `${UPDATED}${rest}`]);
  });

  it('is as old as the oldest answer in it', () => {
    const outcome = found({ id: '2' });
    if (outcome.kind !== 'found') throw new Error('no answer');
    const older = pinned({ ...outcome, answer: { ...outcome.answer, readAtMs: (NOW_S - 300) * 1000 } });
    expect(head([FINE, older])[1]).toBe(
      `~ ${words.home.updated(`<!date^${NOW_S - 300}^{ago}|${words.time.ago(300_000)}>`)}`,
    );
    expect(head([notFound])).toEqual([
      `# ❔ ${lead('cannot-tell', 1, 1)}`,
      `~ ${words.home.updated(`<!date^${NOW_S}^{ago}|${words.time.ago(0)}>`)} · ${counted('notFound', 1)}`,
    ]);
  });

  it('is that accounts are asked about until they were read, whatever was last known of them', () => {
    const earlier = (id: string, differences = {}) => {
      const outcome = found({ ...differences, id });
      if (outcome.kind !== 'found') throw new Error('no answer');
      return pinned({ ...outcome, answer: { ...outcome.answer, source: 'last-known' } });
    };
    expect(head([earlier('1'), earlier('2', CRITICAL)], { isAsking: true })).toEqual([
      `# ⏳ ${lead('asking', 2, 2)}`,
      ASKING_NOW,
    ]);
    expect(head([ACT, earlier('3')], { isAsking: true })).toEqual([
      `# 🚨 ${lead('critical', 1, 2)}`,
      ASKING_NOW,
    ]);
  });

  it('is that accounts are asked about where nothing is known of them', () => {
    expect(homeLines({ pins: [waiting('3'), waiting('4')], isAsking: true })).toEqual([
      `# ⏳ ${lead('asking', 2, 2)}`,
      ASKING_NOW,
      ...FIELD,
      'divider',
      ...['3', '4'].map((id) => `⏳ *${id} · ${words.home.waiting}* / ${words.home.noEarlierAnswer} […]`),
      ...WINDOWS,
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
        ? pinned({ kind: 'unavailable', id: pin.accountId, reason: 'no-answer', lastKnown: outcome.answer })
        : { pin },
    );
    expect(shape({ pins: failing })).toEqual(shape({}));
  });
});
