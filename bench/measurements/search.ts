import { accountsNamed, toAccountName } from '../../src/domain/names/account-names.ts';
import type { Finding } from '../finding.ts';
import { milliseconds } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import type { World } from '../world.ts';

const NAMES = 20_000;
const WORDS = ['Yıldız', 'Acme', 'Işık', 'Harbour', 'Özgür', 'Klinik', 'Lojistik', 'Bakery', 'Şube', 'Ltd'];
/** A whole name, the beginning of one, words in another order, what every name has, and what none has. */
const TYPED = ['Acme Ltd 1919', 'yil', 'ltd acme', 'musteri', 'nobody'];

/** 11: a search by name, which runs in one piece. */
export async function search(_: World, sizes: Sizes): Promise<Finding> {
  const common = Array.from({ length: NAMES }, (_name, index) => {
    const [first, second] = [WORDS[index % WORDS.length], WORDS[(index * 7 + 3) % WORDS.length]];
    return toAccountName(String(index), `${first} ${second} ${index} Müşteri`);
  });
  const longestMs = (typed: string) => {
    const took = Array.from({ length: sizes.rounds * 4 }, () => {
      const startedMs = performance.now();
      accountsNamed(typed, { own: [], common });
      return performance.now() - startedMs;
    });
    return Math.max(...took);
  };
  const longest = TYPED.map((typed) => [typed, longestMs(typed)] as const);
  return {
    title: '11. Search',
    about:
      'What somebody types against 20,000 names; the longest of several searches, during which nothing else runs.',
    columns: ['Typed', 'Longest'],
    rows: longest.map(([typed, ms]) => [typed, milliseconds(ms)]),
    goals: [
      {
        name: 'Search by name',
        value: Math.max(...longest.map(([, ms]) => ms)),
        should: 'at most',
        limit: 50,
        unit: 'ms',
      },
    ],
  };
}
