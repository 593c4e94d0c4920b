import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BARE_ENV } from '../support/bare-env.ts';
import { type BotProcessSetup, botEnvironment } from '../support/slack-settings.ts';
import type { MemoryReport, Order } from './inside-bot.ts';

export interface BotExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The bot as `npm start` runs it, in a process of its own. */
export interface BotProcess {
  /** Where Slack delivers to; absent in Socket Mode. */
  readonly requestUrl: string | undefined;
  /** Where health and metrics are. */
  readonly operationsUrl: string;
  readonly ended: Promise<BotExit>;
  /** Whether it still runs. */
  isAlive(): boolean;
  /** How often each message was logged as an error or worse. */
  readonly errors: ReadonlyMap<string, number>;
  /** The last lines it wrote, for when something went wrong. */
  lastLines(): string;
  kill(signal: NodeJS.Signals): void;
  /** Reads the account rules again, as after SIGHUP; resolves when it has said so. */
  reload(): Promise<void>;
  /** Its memory after a garbage collection, and what it holds open. */
  memory(): Promise<MemoryReport>;
  /** How long its event loop stood still at most since this was last asked, milliseconds of processor time. */
  longestStopMs(): Promise<number>;
  /** Runs a pragma on its connections to SQLite, such as `query_only = on`. */
  pragma(pragma: string): Promise<unknown>;
  /** Its clock goes so far ahead of this machine's. From its start: the environment variable BOT_CLOCK_AHEAD_MS. BOT_LOOKUP_LIMITS changes `LOOKUP_LIMITS`. */
  setClockAhead(clockAheadMs: number): Promise<unknown>;
  /** Nobody reads its log any more. */
  stopReadingLog(): void;
}

const ROOT = join(import.meta.dirname, '../..');
const INSIDE = import.meta.resolve('./inside-bot.ts');
const KEPT_LINES = 40;

/** Resolves when it takes commands; rejects with what it wrote when it ends instead. */
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

/** Gives orders one at a time, for answers do not say what they answer. Rejects when the process ends instead. */
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

/** Reads what the process writes and keeps little of it: a long run writes many megabytes. */
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
    /** The next line that fits; rejects when the process ends before it has written one. */
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
