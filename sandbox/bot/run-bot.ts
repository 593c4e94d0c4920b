import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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

export interface BotOptions {
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
  const bot = spawn(
    process.execPath,
    [`--import=${inside}`, join(import.meta.dirname, '../../src/main.ts')],
    {
      env: { ...withoutSlackSettings(process.env), ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const exited = once(bot, 'exit').then(([code]) => Number(code ?? 1));
  const port = await becomesReady(bot, exited, onLogLine);
  return {
    port,
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

/** A developer's own workspace must not be reached by accident. */
function withoutSlackSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('SLACK_')));
}

function becomesReady(bot: ChildProcess, exited: Promise<number>, onLogLine: (line: string) => void) {
  const lastLines: string[] = [];
  return new Promise<number | undefined>((resolve, reject) => {
    const read = (line: string) => {
      lastLines.splice(0, lastLines.length - 19);
      lastLines.push(line);
      onLogLine(line);
      const port = readyPort(line);
      if (port !== undefined) resolve(port.value);
    };
    for (const stream of [bot.stdout, bot.stderr]) if (stream) createInterface(stream).on('line', read);
    bot.once('error', reject);
    void exited.then((code) => {
      const log = lastLines.map((line) => `  ${line}`).join('\n');
      reject(new Error(`the bot ended with code ${code} before it was ready:\n${log}`));
    });
  });
}

/** The port in the log line `ready`; undefined for every other line. */
function readyPort(line: string): { value: number | undefined } | undefined {
  if (!line.includes('"msg":"ready"')) return undefined;
  const { port } = JSON.parse(line) as { port?: number };
  return { value: port };
}
