import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { BARE_ENV } from '../support/bare-env.ts';
import type { Transport } from '../support/slack-settings.ts';
import type { MemoryReport, Order } from './inside-bot.ts';

/** What a bot needs to know of a Slack. */
export interface SlackAddress {
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
}

export interface BotSetup {
  readonly slack: SlackAddress;
  readonly service: Pick<ReferenceBackupService, 'url' | 'username' | 'password'>;
  readonly transport: Transport;
  /** In memory unless said otherwise. */
  readonly databaseUrl?: string;
  /** Settings beside the needed ones. */
  readonly env?: Readonly<Record<string, string>>;
}

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
const READY_WITHIN_MS = 60_000;

/** Resolves when it takes commands; rejects with what it wrote when it ends instead. */
export async function startBot(setup: BotSetup): Promise<BotProcess> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', INSIDE, join(ROOT, 'src/main.ts')], {
    env: toEnvironment(setup),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<BotExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const diary = keepDiary(child);
  const give = createOrders(child);
  const { port, operations } = await untilReady(child, diary.lastLines);
  return {
    requestUrl: port === undefined ? undefined : `http://127.0.0.1:${port}/slack/events`,
    operationsUrl: `http://127.0.0.1:${operations}`,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    errors: diary.errors,
    lastLines: diary.lastLines,
    kill: (signal) => void child.kill(signal),
    reload: () => reload(child),
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

/** One at a time. */
function reload(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = '';
    const look = (chunk: string) => {
      written += chunk;
      if (!/account rules (?:are read again|stay as they were)/.test(written)) return;
      child.stdout?.off('data', look);
      child.off('exit', end);
      resolve();
    };
    const end = () => reject(new Error('the bot has ended'));
    child.once('exit', end);
    child.stdout?.on('data', look);
    child.kill('SIGHUP');
  });
}

function toEnvironment({ slack, service, transport, databaseUrl, env }: BotSetup): NodeJS.ProcessEnv {
  return {
    ...BARE_ENV,
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    ...(transport === 'socket'
      ? { SLACK_APP_TOKEN: slack.appToken }
      : { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: '0' }),
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    DATABASE_URL: databaseUrl ?? 'sqlite::memory:',
    // Several run at once.
    OPERATIONS_PORT: '0',
    ...env,
  };
}

/** Reads what the process writes and keeps little of it: a long run writes many megabytes. */
function keepDiary({ stdout, stderr }: ChildProcess) {
  const errors = new Map<string, number>();
  const lines: string[] = [];
  for (const stream of [stdout, stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const [...whole] = `${rest}${chunk}`.split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) {
        lines.push(line);
        const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
        const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line;
        if (level >= 50) errors.set(message, (errors.get(message) ?? 0) + 1);
      }
      lines.splice(0, lines.length - KEPT_LINES);
    });
  }
  return { errors, lastLines: () => lines.join('\n') };
}

/** The ports of signed HTTP, and of health and metrics, once the log says "ready". */
function untilReady(
  child: ChildProcess,
  lastLines: () => string,
): Promise<{ readonly port?: number; readonly operations: number }> {
  return new Promise((resolve, reject) => {
    const give = (problem: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`the bot ${problem}:\n${lastLines()}`));
    };
    const timer = setTimeout(give, READY_WITHIN_MS, 'did not become ready');
    const end = () => give('ended at its start');
    child.once('exit', end);
    const look = () => {
      const line = lastLines()
        .split('\n')
        .find((one) => one.includes('"msg":"ready"'));
      if (line === undefined) return;
      clearTimeout(timer);
      child.off('exit', end);
      child.stdout?.off('data', look);
      resolve(JSON.parse(line) as { port?: number; operations: number });
    };
    child.stdout?.on('data', look);
  });
}
