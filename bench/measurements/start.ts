import { setTimeout as sleep } from 'node:timers/promises';
import { alternate } from '../alternate.ts';
import type { Finding } from '../finding.ts';
import { signedCommand } from '../load/signed-command.ts';
import { build } from '../processes/build.ts';
import { type BotName, startBot } from '../processes/start-bot.ts';
import { megabytes, milliseconds, ratio, withSpread } from '../report/figures.ts';
import type { Sizes } from '../sizes.ts';
import { ratioOf, summarise } from '../statistics.ts';
import { memberId, type World } from '../world.ts';
import { closing } from './closing.ts';
import { commandLoad, expectedOf, type HttpLoad, startHttpLoad } from './command-load.ts';
import { residentBytes } from './resident-bytes.ts';

const NAMES = ['product', 'built product', 'Bolt hello'] as const;
type Name = (typeof NAMES)[number];

interface Started {
  readonly startMs: number;
  readonly idleBytes: number;
  readonly busyBytes: number;
}

/** 7: from the start of the process to the first answer, and its memory. */
export const start = (world: World, sizes: Sizes): Promise<Finding> =>
  closing(async ({ add }) => {
    build();
    const load = add(startHttpLoad());
    const subjects = NAMES.map((name) => [name, () => measureStart(name, { world, sizes, load })]);
    return toFinding(await alternate<Name, Started>(Object.fromEntries(subjects), sizes.starts), sizes);
  });

/** Long enough for what a process does right after its start. */
const IDLE_AFTER_MS = 500;

async function measureStart(
  name: Name,
  { world, sizes, load }: { readonly world: World; readonly sizes: Sizes; readonly load: HttpLoad },
): Promise<Started> {
  const bot = await startBot(name, { world });
  try {
    await firstAnswer(world, bot);
    const startMs = performance.now() - bot.startedAt;
    await sleep(IDLE_AFTER_MS);
    const idleBytes = residentBytes(bot.pid);
    const job = commandLoad(world, bot, { connections: 10, durationMs: 30_000, requests: sizes.commands });
    await load.run(job);
    return { startMs, idleBytes, busyBytes: residentBytes(bot.pid) };
  } finally {
    await bot.stop();
  }
}

async function firstAnswer(
  { slack }: World,
  { requestUrl, name }: { readonly requestUrl: string; readonly name: BotName },
): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    const { signingSecret, teamId } = slack;
    const command = signedCommand({ signingSecret, teamId, userId: memberId(slack, 0), text: 'load-1' });
    // fetch rejects while nothing listens.
    const response = await fetch(requestUrl, { method: 'POST', ...command }).catch(() => undefined);
    const answer = (await response?.text()) ?? '';
    if (response?.status === 200 && answer.includes(expectedOf(name))) return;
    if (performance.now() > giveUpAt) throw new Error(`${name} did not start: ${answer.slice(0, 500)}`);
    await sleep(3);
  }
}

function toFinding(results: Record<Name, Started[]>, { commands }: Sizes): Finding {
  const figure = (name: Name, what: keyof Started) => summarise(results[name].map((one) => one[what]));
  const over = (name: Name, what: keyof Started) =>
    ratioOf(
      results[name].map((one) => one[what]),
      results['Bolt hello'].map((one) => one[what]),
    );
  return {
    title: '7. Start and memory',
    about: `From the start of the process to its first answer, a cold look-up with its login included; resident memory half a second later, and after ${commands} commands. The built product is what the image runs; npm start runs it from source.`,
    columns: ['Bot', 'start', '× Bolt hello', 'idle', '× Bolt hello', 'after the commands', '× Bolt hello'],
    rows: NAMES.map((name) => [
      LABELS[name],
      withSpread(milliseconds, figure(name, 'startMs')),
      ratio(over(name, 'startMs').value),
      withSpread(megabytes, figure(name, 'idleBytes')),
      ratio(over(name, 'idleBytes').value),
      withSpread(megabytes, figure(name, 'busyBytes')),
      ratio(over(name, 'busyBytes').value),
    ]),
    goals: [
      {
        name: 'Start beside Bolt hello',
        ...over('built product', 'startMs'),
        should: 'at most',
        limit: 1.6,
        unit: '×',
      },
      {
        name: 'Idle memory beside Bolt hello',
        ...over('built product', 'idleBytes'),
        should: 'at most',
        limit: 1.4,
        unit: '×',
      },
    ],
  };
}

const LABELS: Readonly<Record<Name, string>> = {
  product: 'backup-status, from source',
  'built product': 'backup-status, built',
  'Bolt hello': 'Bolt 5 hello world',
};
