import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { SocketLatency, SocketLoadJob, SocketLoadResult } from '../load/socket-load.ts';
import { startBot } from '../processes/start-bot.ts';
import { startWorker } from '../processes/start-worker.ts';
import { milliseconds, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { ratioOf, summarise } from '../statistics.ts';
import type { World } from '../world.ts';
import { closing } from './closing.ts';
import { expectedOf, WARM_IDS } from './command-load.ts';

const NAMES = ['product', 'bare socket', 'Bolt hello', 'straightforward'] as const;
const WITH_GOALS: readonly Name[] = ['product', 'Bolt hello'];
/** Until compilers are done; those that count come one at a time. */
const AT_ONCE_AT_FIRST = 8;
type Name = (typeof NAMES)[number];

/** 2: a command in Socket Mode, from the envelope to its acknowledgement. */
export const socketMode = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    const load = add(startWorker<SocketLoadJob, SocketLoadResult>('load/socket-load.ts'));
    const send = async (bots: readonly Name[], commands: number, atOnce = 1) => {
      const asked = bots.map((bot) => ({ bot, expected: expectedOf(bot) }));
      return (await load.run({ kind: 'send', bots: asked, commands, atOnce, ids: WARM_IDS })).latencies;
    };
    const names = sizes.onlyGoals ? WITH_GOALS : NAMES;
    for (const bot of names) {
      const { address } = await load.run({ kind: 'open', bot });
      add(await startBot(bot, { world, ...(address && { socketsAt: address }) }));
      await load.run({ kind: 'wait-for-sockets', bot });
      await send([bot], bot === 'straightforward' ? 10 : sizes.warmUpCommands, AT_ONCE_AT_FIRST);
    }
    const turnOf = (bots: readonly Name[], commands: number) => async () => {
      // The answers of the product's last turn have run out by now; what counts here is a warm one.
      if (bots.includes('product')) await send(['product'], WARM_IDS.length);
      return send(bots, commands);
    };
    // That one takes 40 ms and more for each.
    const slow = names.filter((bot) => bot === 'straightforward');
    const others = names.filter((bot) => bot !== 'straightforward');
    const found = await alternate<'others' | 'slow', readonly SocketLatency[]>(
      { others: turnOf(others, Math.max(300, sizes.loadMs / 4)), slow: turnOf(slow, 15) },
      sizes.rounds,
    );
    const byBot = (bots: readonly Name[], rounds: readonly (readonly SocketLatency[])[]) =>
      bots.map((bot, place) => [bot, rounds.flatMap((round) => round[place] ?? [])] as const);
    return toFinding(Object.fromEntries([...byBot(others, found.others), ...byBot(slow, found.slow)]));
  });

function toFinding(results: Readonly<Record<string, readonly SocketLatency[]>>): Finding {
  const p50s = (name: Name) => (results[name] ?? []).map(({ p50Ms }) => p50Ms);
  const p50 = (name: Name) => summarise(p50s(name));
  const p99 = (name: Name) => summarise((results[name] ?? []).map(({ p99Ms }) => p99Ms));
  const overBolt = (name: Name) => ratioOf(p50s(name), p50s('Bolt hello'));
  return {
    title: '2. Answering a command in Socket Mode',
    about:
      'From the envelope to its acknowledgement with the answer in it, one at a time, in turn, so that each bot waits as long between two. slack-edge has no row: its Socket Mode reaches only Slack’s public address.',
    columns: ['Bot', 'p50', 'p99', 'p50 × Bolt hello'],
    rows: (Object.keys(results) as Name[]).map((name) => [
      LABELS[name],
      withSpread(milliseconds, p50(name)),
      withSpread(milliseconds, p99(name)),
      ratio(overBolt(name).value),
    ]),
    goals: [
      {
        name: 'Latency beside Bolt hello',
        ...overBolt('product'),
        should: 'at most',
        limit: 2.1,
        unit: '×',
      },
    ],
  };
}

const LABELS: Readonly<Record<Name, string>> = {
  product: 'backup-status',
  'bare socket': 'bare WebSocket (the limit)',
  'Bolt hello': 'Bolt 5 hello world',
  straightforward: 'straightforward bot (login for every command)',
};
