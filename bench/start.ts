import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Finding, middle, type Sizes } from './finding.ts';
import { sendCommands, signedCommand } from './load.ts';
import { inTurn, middleOf, ratioOf } from './statistics.ts';
import { expectedOf, type RunningBot, startBot, type World } from './world.ts';

/** Long enough for what a process does right after its start. */
const IDLE_AFTER_MS = 500;
const NAMES = { built: 'backup-status', hello: 'Bolt hello' } as const;

interface Started {
  readonly startMs: number;
  readonly idleMb: number;
  readonly busyMb: number;
}

/** 3: from the start of the process to its first answer, and its memory. */
export async function start(world: World, { isQuick, rounds }: Sizes): Promise<Finding> {
  const root = join(import.meta.dirname, '..');
  execFileSync(process.execPath, [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c'], { cwd: root });
  const commands = isQuick ? 300 : 10_000;

  async function measure(program: keyof typeof NAMES): Promise<Started> {
    await using bot = await startBot(world, program);
    await firstAnswer(world, bot);
    const startMs = performance.now() - bot.startedAt;
    await sleep(IDLE_AFTER_MS);
    const idleMb = residentMb(bot);
    await sendCommands(world, bot, { connections: 10, durationMs: 30_000, requests: commands });
    return { startMs, idleMb, busyMb: residentMb(bot) };
  }

  const subjects = { built: () => measure('built'), hello: () => measure('hello') };
  const results = await inTurn<keyof typeof NAMES, Started>(subjects, rounds);
  const values = (name: keyof typeof NAMES, what: keyof Started) => results[name].map((one) => one[what]);
  const row = (name: keyof typeof NAMES) => [
    NAMES[name],
    middle(middleOf(values(name, 'startMs')), 'ms'),
    middle(middleOf(values(name, 'idleMb')), 'MB'),
    middle(middleOf(values(name, 'busyMb')), 'MB'),
  ];
  const beside = (what: keyof Started) => ratioOf(values('built', what), values('hello', what));
  return {
    title: '3. Start and memory',
    about: `From the start of the process to its first answer, a cold look-up with its sign-in included; resident memory half a second later, and after ${commands} commands. The product is built, as the image runs it.`,
    columns: ['Bot', 'Start', 'Idle', 'After the commands'],
    rows: [row('built'), row('hello')],
    goals: [
      atMost('Start beside Bolt hello', beside('startMs'), 1.6),
      atMost('Idle memory beside Bolt hello', beside('idleMb'), 1.4),
    ],
  };
}

async function firstAnswer(world: World, { requestUrl, program }: RunningBot): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    const command = signedCommand(world, world.userIds[0] ?? '', 'load-1');
    // fetch rejects while nothing listens.
    const response = await fetch(requestUrl, { method: 'POST', ...command }).catch(() => undefined);
    const answer = (await response?.text()) ?? '';
    if (response?.status === 200 && answer.includes(expectedOf(program))) return;
    if (performance.now() > giveUpAt) throw new Error(`${program} did not start: ${answer.slice(0, 500)}`);
    await sleep(3);
  }
}

/** By ps, which Linux and macOS have alike. */
const residentMb = ({ pid }: RunningBot): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
