import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The real bot in a process of its own, as `npm start` runs it. It ends with this process, however this one ends. */
export interface RunningBot {
  /** The port of signed HTTP; absent in Socket Mode. */
  readonly port: number | undefined;
  /** Resolves with the exit code when the process ends, for any reason. */
  readonly exited: Promise<number>;
  /** Sets its clock ahead of this machine's clock. Resolves when that is so, or when it has ended. */
  setClockAhead(aheadMs: number): Promise<void>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
}

interface BotOptions {
  /** Settings of the bot (README.md, "Settings"). Nothing of the caller's own Slack settings gets through. */
  readonly settings: Readonly<Record<string, string>>;
  /** Gets each line that the bot logs. */
  readonly onLogLine: (line: string) => void;
}

/**
 * Starts `src/main.ts` and waits until it logs that it is ready.
 * @throws Error with the last lines of its log when it ends before that.
 */
export async function runBot({ settings, onLogLine }: BotOptions): Promise<RunningBot> {
  const inside = new URL('inside-bot.ts', import.meta.url).href;
  // A developer's own workspace must not be reached by accident.
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('SLACK_'));
  const bot = spawn(
    process.execPath,
    [`--import=${inside}`, join(import.meta.dirname, '../../src/main.ts')],
    {
      env: { ...Object.fromEntries(environment), ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const exited = once(bot, 'exit').then(([code]) => Number(code ?? 1));
  return {
    port: await becomesReady(bot, exited, onLogLine),
    exited,
    async setClockAhead(aheadMs) {
      if (!bot.connected) return;
      const isSet = once(bot, 'message');
      bot.send(aheadMs);
      await Promise.race([isSet, exited]);
    },
    async stop() {
      bot.kill('SIGTERM');
      await exited;
    },
  };
}

/** The port in its log line `ready`, undefined in Socket Mode. */
function becomesReady(bot: ChildProcess, exited: Promise<number>, onLogLine: (line: string) => void) {
  const lastLines: string[] = [];
  return new Promise<number | undefined>((resolve, reject) => {
    const read = (line: string) => {
      lastLines.splice(0, lastLines.length - 19);
      lastLines.push(line);
      onLogLine(line);
      if (line.includes('"msg":"ready"')) resolve((JSON.parse(line) as { port?: number }).port);
    };
    for (const stream of [bot.stdout, bot.stderr]) if (stream) createInterface(stream).on('line', read);
    bot.once('error', reject);
    void exited.then((code) => {
      const log = lastLines.map((line) => `  ${line}`).join('\n');
      reject(new Error(`the bot ended with code ${code} before it was ready:\n${log}`));
    });
  });
}

/**
 * Writes the settings for a bot that the developer starts, any number of times, in the form of .env, into a file that must
 * not exist yet and goes when the sandbox stops. That bot uses this machine's clock. `port`: where its signed HTTP will listen.
 * @throws Error when the file cannot be made.
 */
export function expectOwnBot(
  file: string,
  settings: Readonly<Record<string, string>>,
  port: number,
): RunningBot {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  try {
    writeFileSync(file, lines.join(''), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'EEXIST' ? 'it is there already; move it away, or name another' : `(${code})`;
    throw new Error(`cannot write ${file}: ${problem}`, { cause: error });
  }
  return {
    port,
    exited: new Promise(() => {}),
    async setClockAhead() {},
    stop: async () => rmSync(file, { force: true }),
  };
}

/** As Node reads it from .env: a `#` begins a comment unless it is in quotes. */
function quoted(value: string): string {
  if (/^[\w.:/@+-]*$/.test(value)) return value;
  const quote = [`'`, '"', '`'].find((mark) => !value.includes(mark)) ?? `'`;
  return `${quote}${value}${quote}`;
}
