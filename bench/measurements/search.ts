import { knownAccounts, toListedName } from '../../src/domain/names/account-list.ts';
import { createNames } from '../../src/slack/shared/names.ts';
import { longestStopMs } from '../../test/support/longest-stop.ts';
import type { Finding } from '../finding.ts';
import { milliseconds } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { median } from '../statistics.ts';
import type { World } from '../world.ts';

const ACCOUNTS = 20_000;
const WORDS = ['Yıldız', 'Acme', 'Işık', 'Harbour', 'Özgür', 'Klinik', 'Lojistik', 'Bakery', 'Şube', 'Ltd'];
const PERSON = { teamId: 'T1', userId: 'U1' };
/** A whole name, the beginning of one, words in another order, what every name has, what none has, and ten words of which none has all. */
const TYPED = ['Acme Ltd 1919', 'yil', 'ltd acme', 'musteri', 'nobody', 'a b c d e f g h i j'];

/** 11: a search by name, while others are served. */
export async function search(_: World, sizes: Sizes): Promise<Finding> {
  const listed = Array.from({ length: ACCOUNTS }, (_name, index) => {
    const [first, second] = [WORDS[index % WORDS.length], WORDS[(index * 7 + 3) % WORDS.length]];
    return toListedName({ id: String(100_000 + index), name: `${first} ${second} ${index} Müşteri` });
  });
  const names = createNames({
    store: { pins: async () => [], recents: async () => [] },
    lookup: async (id) => ({ kind: 'not-found', id }),
    accounts: knownAccounts(new Map(listed), []),
  });
  const read = (typed: string) => names.read(PERSON, typed);
  const timed = async (typed: string) => {
    const startedMs = performance.now();
    await read(typed);
    return performance.now() - startedMs;
  };
  const rows: { typed: string; tookMs: number; stopMs: number }[] = [];
  for (const typed of TYPED) {
    const took: number[] = [];
    while (took.length < sizes.rounds * 4) took.push(await timed(typed));
    rows.push({ typed, tookMs: median(took), stopMs: await longestStopMs(() => read(typed)) });
  }
  return {
    title: '11. Search',
    about:
      'What somebody types against the names of 20,000 accounts. A search takes turns with other work: the longest stop is the processor time of its longest turn.',
    columns: ['Typed', 'Found after', 'Longest stop'],
    rows: rows.map(({ typed, tookMs, stopMs }) => [typed, milliseconds(tookMs), milliseconds(stopMs)]),
    goals: [
      {
        name: 'Search by name: longest stop',
        value: Math.max(...rows.map(({ stopMs }) => stopMs)),
        should: 'at most',
        limit: 50,
        unit: 'ms',
      },
    ],
  };
}
