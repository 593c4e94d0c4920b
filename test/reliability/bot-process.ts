import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { BARE_ENV } from '../support/bare-env.ts';
import { type BotProcessSetup, botEnvironment, connectTo } from '../support/slack-settings.ts';
import type { MemoryReport, Order } from './inside-bot.ts';

export type BotProcess = Awaited<ReturnType<typeof startBot>>;

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const INSIDE = import.meta.resolve('./inside-bot.ts');
const KEPT_LINES = 40;

/**
 * The bot as a process, as `npm start` runs it. Resolves when Slack can send to it. Rejects with its output when it ends
 * instead. `sockets`: how many Slack then has, with those of other bots.
 */
export async function startBot({ sockets, ...setup }: BotProcessSetup & { readonly sockets?: number }) {
  const child = spawn(process.execPath, ['--expose-gc', '--import', INSIDE, MAIN], {
    env: { ...BARE_ENV, ...botEnvironment(setup) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const gone = new AbortController();
  void ended.then(() => gone.abort());
  const outputs = [child.stdout, child.stderr] as Readable[];
  const diary = keepDiary(outputs, gone.signal);
  const give = createOrders(child, gone.signal);
  const ready = await diary.until(/"msg":"ready"/);
  const { port, operations } = JSON.parse(ready) as { port?: number; operations: number };
  await connectTo(setup.slack, port, sockets);
  return {
    /** Where Slack sends requests. Absent in Socket Mode. */
    requestUrl: port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`,
    /** The URL of health and metrics. */
    operationsUrl: `http://127.0.0.1:${operations}`,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** How often each message was logged as an error or worse. */
    errors: diary.errors,
    /** The last lines of its log, for reports of a failure. */
    lastLines: diary.lastLines,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Reloads the account rules, as SIGHUP does. Resolves when the log says so. */
    async reload() {
      const isRead = diary.until(/account rules (?:were reloaded|stay as they were)/);
      child.kill('SIGHUP');
      await isRead;
    },
    /** Its memory and open handles after a garbage collection. */
    memory: () => give('report') as Promise<MemoryReport>,
    /** The longest block of its event loop since the last call, in milliseconds of processor time. */
    longestStopMs: () => give('longest-stop') as Promise<number>,
    /** Sets its clock ahead of this machine's. From its start: BOT_CLOCK_AHEAD_MS in the environment. */
    setClockAhead: (clockAheadMs: number) => give({ clockAheadMs }),
    stopReadingLog() {
      for (const output of outputs) output.pause();
    },
  };
}

/** Sends one order at a time, because answers do not name their order. Rejects when the process ends. */
function createOrders(child: ChildProcess, gone: AbortSignal) {
  const orders = new PQueue({ concurrency: 1 });
  return (order: Order) =>
    orders.add(async () => {
      const answered = once(child, 'message', { signal: gone });
      child.send(order);
      const [answer] = await answered;
      return answer;
    });
}

/** Reads the output of the process and keeps little of it: a long run writes many megabytes. */
function keepDiary(outputs: readonly Readable[], gone: AbortSignal) {
  const errors = new Map<string, number>();
  const lines: string[] = [];
  const log = new EventEmitter();
  for (const input of outputs) createInterface({ input }).on('line', (line) => log.emit('line', line));
  log.on('line', (line: string) => {
    lines.push(line);
    lines.splice(0, lines.length - KEPT_LINES);
    const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
    const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line;
    if (level >= 50) errors.set(message, (errors.get(message) ?? 0) + 1);
  });
  const lastLines = () => lines.join('\n');
  return {
    errors,
    lastLines,
    /** The next line that matches. Rejects when the process ends first. */
    async until(pattern: RegExp): Promise<string> {
      try {
        for await (const [line] of on(log, 'line', { signal: gone })) if (pattern.test(line)) return line;
      } catch {}
      throw new Error(`the bot has ended:\n${lastLines()}`);
    },
  };
}
