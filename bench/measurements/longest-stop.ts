import { knownAccounts, toListedName } from '../../src/account/names.ts';
import { createNames } from '../../src/slack/lookup/names.ts';
import { hostileAnswers, hostileRequests } from '../../test/reliability/hostile-steps.ts';
import { alerted, changed, lookedAt, openThousands, type Steps } from '../../test/reliability/thousands.ts';
import { longestStopMs } from '../../test/support/longest-stop.ts';
import type { Finding } from '../finding.ts';
import { milliseconds } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { median } from '../statistics.ts';
import type { World } from '../world.ts';

/** What somebody did, and how long everybody else waited at most. */
interface Row {
  readonly what: string;
  readonly tookMs: number;
  readonly stopMs: number;
}

const ACCOUNTS = 20_000;
const WORDS = ['Yıldız', 'Acme', 'Işık', 'Harbour', 'Özgür', 'Klinik', 'Lojistik', 'Bakery', 'Şube', 'Ltd'];
const PERSON = { teamId: 'T1', userId: 'U1' };
/** A whole name, the beginning of one, words in another order, what every name has, what none has, and ten words of which none has all. */
const TYPED = ['Acme Ltd 1919', 'yil', 'ltd acme', 'musteri', 'nobody', 'a b c d e f g h i j'];
/** Code that runs for the first time and the collection of garbage stop a loop too; work of ours does so every time. */
const TRIES = 3;

/** 11: what is large or hostile, while others are served. */
export async function longestStop(_: World, sizes: Sizes): Promise<Finding> {
  const [searches, thousands, hostile] = [await searched(sizes), await withThousands(), await withHostile()];
  return {
    title: '11. The longest stop of the event loop',
    about:
      'What thousands of accounts or hostile texts keep everybody else waiting for: the processor time of the longest turn of the event loop, the least of three tries. Names are searched among those of 20,000 accounts; #oncall watches 20,000.',
    columns: ['What', 'Took', 'Longest stop'],
    rows: [
      ...searches,
      ...thousands,
      worstOf('a hostile text from Slack', hostile.requests),
      worstOf('a hostile text from the service', hostile.answers),
    ].map(({ what, tookMs, stopMs }) => [what, milliseconds(tookMs), milliseconds(stopMs)]),
    goals: [
      goal('Search by name', searches),
      goal('20,000 accounts', thousands),
      goal('Hostile texts', [...hostile.requests, ...hostile.answers]),
    ],
  };
}

const worstOf = (what: string, rows: readonly Row[]): Row => ({
  what,
  tookMs: Math.max(...rows.map(({ tookMs }) => tookMs)),
  stopMs: Math.max(...rows.map(({ stopMs }) => stopMs)),
});

const goal = (name: string, rows: readonly Row[]) => ({
  name: `${name}: longest stop`,
  value: worstOf(name, rows).stopMs,
  should: 'at most' as const,
  limit: 50,
  unit: 'ms' as const,
});

async function searched(sizes: Sizes): Promise<Row[]> {
  const listed = Array.from({ length: ACCOUNTS }, (_name, index) => {
    const [first, second] = [WORDS[index % WORDS.length], WORDS[(index * 7 + 3) % WORDS.length]];
    return toListedName({ id: String(100_000 + index), name: `${first} ${second} ${index} Müşteri` });
  });
  const names = createNames(
    { pins: async () => [], recents: async () => [] },
    async (id) => ({ kind: 'not-found', id }),
    knownAccounts(new Map(listed), []),
  );
  const rows: Row[] = [];
  for (const typed of TYPED) {
    const search = () => names.read(PERSON, typed);
    const took: number[] = [];
    while (took.length < sizes.rounds * 4) took.push(await timed(search));
    rows.push({ what: `search: ${typed}`, tookMs: median(took), stopMs: await longestStopMs(search) });
  }
  return rows;
}

async function withThousands(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stepsOf of [lookedAt, changed, alerted]) {
    const thousands = await openThousands();
    rows.push(...(await rowsOf(thousands.bot, stepsOf(thousands)).finally(thousands.close)));
  }
  return rows;
}

async function withHostile() {
  const rows = async (start: typeof hostileRequests) => {
    const { bot, steps, close } = await start();
    return await rowsOf(bot, steps).finally(close);
  };
  return { requests: await rows(hostileRequests), answers: await rows(hostileAnswers) };
}

async function rowsOf(bot: { longestStopMs(): Promise<number> }, steps: Steps): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, step] of Object.entries(steps)) {
    const tries: Omit<Row, 'what'>[] = [];
    while (tries.length < TRIES) {
      await bot.longestStopMs();
      const tookMs = await timed(step);
      tries.push({ tookMs, stopMs: await bot.longestStopMs() });
    }
    const least = (of: 'tookMs' | 'stopMs') => Math.min(...tries.map((one) => one[of]));
    rows.push({ what, tookMs: least('tookMs'), stopMs: least('stopMs') });
  }
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
