import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import type { SocketLoadJob, SocketLoadResult } from '../load/socket-load.ts';
import { startBot } from '../processes/start-bot.ts';
import { startWorker } from '../processes/start-worker.ts';
import { milliseconds, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { summarise } from '../statistics.ts';
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
    const send = (bot: Name, commands: number, atOnce = 1) =>
      load.run({ kind: 'send', bot, commands, atOnce, ids: WARM_IDS, expected: expectedOf(bot) });
    const names = sizes.onlyGoals ? WITH_GOALS : NAMES;
    for (const bot of names) {
      const { address } = await load.run({ kind: 'open', bot });
      add(await startBot(bot, { world, ...(address && { socketsAt: address }) }));
      await load.run({ kind: 'wait-for-sockets', bot });
      await send(bot, bot === 'straightforward' ? 10 : sizes.warmUpCommands, AT_ONCE_AT_FIRST);
    }
    // The straightforward bot takes 40 ms and more for each.
    const commands = (bot: Name) => (bot === 'straightforward' ? 15 : Math.max(300, sizes.loadMs / 4));
    const subjects = names.map((bot) => [
      bot,
      async () => {
        // The answers of this bot's last turn have run out by now; what counts here is a warm one.
        if (bot === 'product') await send(bot, WARM_IDS.length);
        return send(bot, commands(bot));
      },
    ]);
    return toFinding(await alternate<Name, SocketLoadResult>(Object.fromEntries(subjects), sizes.rounds));
  });

function toFinding(results: Record<Name, SocketLoadResult[]>): Finding {
  const p50 = (name: Name) => summarise(results[name].map(({ p50Ms }) => p50Ms));
  const p99 = (name: Name) => summarise(results[name].map(({ p99Ms }) => p99Ms));
  const overBolt = (name: Name) => p50(name).median / p50('Bolt hello').median;
  return {
    title: '2. Answering a command in Socket Mode',
    about:
      'From the envelope to its acknowledgement with the answer in it, one at a time. slack-edge has no row: its Socket Mode reaches only Slack’s public address.',
    columns: ['Bot', 'p50', 'p99', 'p50 × Bolt hello'],
    rows: (Object.keys(results) as Name[]).map((name) => [
      LABELS[name],
      withSpread(milliseconds, p50(name)),
      withSpread(milliseconds, p99(name)),
      ratio(overBolt(name)),
    ]),
    goals: [
      {
        name: 'Latency beside Bolt hello',
        value: overBolt('product'),
        should: 'at most',
        limit: 1.25,
        held: 2.1,
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
