import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { HttpLoadResult } from '../load/http-load.ts';
import { type RunningBot, startBot } from '../processes/start-bot.ts';
import { rate, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { ratioOf, summarise } from '../statistics.ts';
import type { World } from '../world.ts';
import { closing } from './closing.ts';
import { commandLoad, type HttpLoad, startHttpLoad } from './command-load.ts';

const NAMES = ['product', 'node:http', 'Bolt hello', 'slack-edge hello', 'straightforward'] as const;
type Name = (typeof NAMES)[number];
const WITH_GOALS: readonly Name[] = ['product', 'Bolt hello', 'straightforward'];
const CONNECTIONS = 50;

/** 1: a command by signed HTTP, from the request to its answer. */
export const answerCommand = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const load = add(startHttpLoad());
    const started = (sizes.onlyGoals ? WITH_GOALS : NAMES).map(async (name): Promise<[Name, RunningBot]> => {
      const bot = add(await startBot(name, { world }));
      await bot.ready();
      return [name, bot];
    });
    const bots = new Map(await Promise.all(started));
    for (const bot of bots.values()) {
      const warmUp = { connections: CONNECTIONS, durationMs: sizes.warmUpMs };
      await load.run(commandLoad(world, bot, warmUp));
    }
    // What else the machine does moves these more than anything: more rounds than elsewhere, and shorter ones.
    const setup = { world, load, bots, sizes: { rounds: 9, loadMs: sizes.loadMs / 2 } };
    const crowd = await measure({ ...setup, connections: CONNECTIONS });
    return toFinding(crowd, await measure({ ...setup, connections: 1 }));
  });

type Results = Record<Name, HttpLoadResult[]>;

async function measure(setup: {
  readonly world: World;
  readonly load: HttpLoad;
  readonly bots: ReadonlyMap<Name, RunningBot>;
  readonly connections: number;
  readonly sizes: Pick<Sizes, 'rounds' | 'loadMs'>;
}): Promise<Results> {
  const { world, load, bots, connections, sizes } = setup;
  const subjects = [...bots].map(([name, bot]) => [
    name,
    async () => {
      // The answers of the product's last turn have run out by now; what counts here is a warm one.
      if (name === 'product') {
        await load.run(commandLoad(world, bot, { connections: 8, durationMs: 5_000, requests: 40 }));
      }
      return load.run(commandLoad(world, bot, { connections, durationMs: sizes.loadMs }));
    },
  ]);
  return alternate<Name, HttpLoadResult>(Object.fromEntries(subjects), sizes.rounds);
}

function toFinding(crowd: Results, alone: Results): Finding {
  const throughput = (name: Name) => crowd[name].map(({ perSecond }) => perSecond);
  const latency = (name: Name) => alone[name].map(({ p50Ms }) => p50Ms);
  const slowest = (name: Name) => summarise(crowd[name].map(({ p99Ms }) => p99Ms));
  const [mine, bolt, plain] = ['product', 'Bolt hello', 'straightforward'] as const;
  return {
    title: '1. Answering a command by signed HTTP',
    about:
      'From the request to the answer, signature check included, asked by 200 people in turn. The product answers with a full card from an answer of the last moments; the service takes 20 ms for each request of the straightforward bot.',
    columns: [
      'Bot',
      'commands a second, 50 connections',
      'p99 at 50',
      'latency at 1 connection (p50)',
      'throughput × Bolt hello',
    ],
    rows: (Object.keys(crowd) as Name[]).map((name) => [
      LABELS[name],
      withSpread(rate, summarise(throughput(name))),
      withSpread((ms) => `${ms.toFixed(1)} ms`, slowest(name)),
      withSpread((ms) => `${ms.toFixed(2)} ms`, summarise(latency(name))),
      ratio(ratioOf(throughput(name), throughput(bolt)).value),
    ]),
    goals: [
      {
        name: 'Throughput beside Bolt hello',
        ...ratioOf(throughput(mine), throughput(bolt)),
        should: 'at least',
        limit: 0.55,
        unit: '×',
      },
      {
        name: 'Latency at 1 connection beside Bolt hello',
        ...ratioOf(latency(mine), latency(bolt)),
        should: 'at most',
        limit: 1.5,
        unit: '×',
      },
      {
        name: 'Throughput beside the straightforward bot',
        ...ratioOf(throughput(mine), throughput(plain)),
        should: 'at least',
        limit: 3.4,
        unit: '×',
      },
      {
        name: 'What one person waits for the straightforward bot, beside ours',
        ...ratioOf(latency(plain), latency(mine)),
        should: 'at least',
        limit: 20,
        unit: '×',
      },
    ],
  };
}

const LABELS: Readonly<Record<Name, string>> = {
  product: 'backup-status',
  'node:http': 'bare node:http (the limit)',
  'Bolt hello': 'Bolt 5 hello world',
  'slack-edge hello': 'slack-edge hello world',
  straightforward: 'straightforward bot (login for every command)',
};
