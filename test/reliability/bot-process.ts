import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BARE_ENV } from '../support/bare-env.ts';
import { type BotProcessSetup, botEnvironment } from '../support/slack-settings.ts';
import type { MemoryReport, Order } from './inside-bot.ts';

export interface BotExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The bot as a process, as `npm start` runs it. */
export interface BotProcess {
  /** Where Slack sends requests. Absent in Socket Mode. */
  readonly requestUrl: string | undefined;
  /** The URL of health and metrics. */
  readonly operationsUrl: string;
  readonly ended: Promise<BotExit>;
  /** Whether it still runs. */
  isAlive(): boolean;
  /** How often each message was logged as an error or worse. */
  readonly errors: ReadonlyMap<string, number>;
  /** The last lines of its log, for reports of a failure. */
  lastLines(): string;
  kill(signal: NodeJS.Signals): void;
  /** Reloads the account rules, as SIGHUP does. Resolves when the log says so. */
  reload(): Promise<void>;
  /** Its memory and open handles after a garbage collection. */
  memory(): Promise<MemoryReport>;
  /** The longest block of its event loop since the last call, in milliseconds of processor time. */
  longestStopMs(): Promise<number>;
  /** Runs a pragma on its connections to SQLite, such as `query_only = on`. */
  pragma(pragma: string): Promise<unknown>;
  /** Sets its clock ahead of this machine's. From its start: BOT_CLOCK_AHEAD_MS in the environment. */
  setClockAhead(clockAheadMs: number): Promise<unknown>;
  /** Stops reading its log. */
  stopReadingLog(): void;
}

const ROOT = join(import.meta.dirname, '../..');
const INSIDE = import.meta.resolve('./inside-bot.ts');
const KEPT_LINES = 40;

/** Resolves when it accepts commands. Rejects with its output when it ends instead. */
export async function startBot(setup: BotProcessSetup): Promise<BotProcess> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', INSIDE, join(ROOT, 'src/main.ts')], {
    env: { ...BARE_ENV, ...botEnvironment(setup) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<BotExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const diary = keepDiary(child);
  const give = createOrders(child);
  const ready = await diary.until(/"msg":"ready"/);
  const { port, operations } = JSON.parse(ready) as { port?: number; operations: number };
  return {
    requestUrl: port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`,
    operationsUrl: `http://127.0.0.1:${operations}`,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    errors: diary.errors,
    lastLines: diary.lastLines,
    kill: (signal) => void child.kill(signal),
    async reload() {
      const isRead = diary.until(/account rules (?:were reloaded|stay as they were)/);
      child.kill('SIGHUP');
      await isRead;
    },
    memory: () => give('report') as Promise<MemoryReport>,
    longestStopMs: () => give('longest-stop') as Promise<number>,
    pragma: (pragma) => give({ pragma }),
    setClockAhead: (clockAheadMs) => give({ clockAheadMs }),
    stopReadingLog() {
      for (const stream of [child.stdout, child.stderr]) stream?.pause();
    },
  };
}

/** Sends one order at a time, because answers do not name their order. Rejects when the process ends. */
function createOrders(child: ChildProcess): (order: Order) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  child.on('message', (answer) => waiting?.resolve(answer));
  child.on('exit', () => waiting?.reject(new Error('the bot has ended')));
  const ask = (order: Order) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      child.send(order, (error) => error && reject(error));
    });
  return (order) => {
    const answer = last.then(() => ask(order));
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** Reads the output of the process and keeps little of it: a long run writes many megabytes. */
function keepDiary(child: ChildProcess) {
  const errors = new Map<string, number>();
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const [...whole] = `${rest}${chunk}`.split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) {
        lines.push(line);
        for (const look of waiting) look(line);
        const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
        const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line;
        if (level >= 50) errors.set(message, (errors.get(message) ?? 0) + 1);
      }
      lines.splice(0, lines.length - KEPT_LINES);
    });
  }
  const lastLines = () => lines.join('\n');
  return {
    errors,
    lastLines,
    /** The next line that matches. Rejects when the process ends first. */
    async until(pattern: RegExp): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = (line: string) => pattern.test(line) && resolve(line);
      const end = () => reject(new Error(`the bot has ended:\n${lastLines()}`));
      waiting.add(look);
      child.once('exit', end);
      return promise.finally(() => {
        waiting.delete(look);
        child.off('exit', end);
      });
    },
  };
}
