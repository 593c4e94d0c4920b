import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The real bot in its own process, started as `npm start` does. It always ends when this process ends. */
export type RunningBot = Awaited<ReturnType<typeof runBot>>;

/**
 * Starts `src/main.ts` and waits until it logs that it is ready. `settings`: README.md, "Settings"; the caller's own Slack
 * settings are never passed on. `onLogLine` gets each line that it logs.
 * @throws Error with the last lines of its log when it ends before that.
 */
export async function runBot(settings: Readonly<Record<string, string>>, onLogLine: (line: string) => void) {
  const inside = new URL('inside-bot.ts', import.meta.url).href;
  // The sandbox must not reach a developer's own workspace by accident.
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
  const log = readLog(bot, exited, onLogLine);
  const ready = JSON.parse(await log.until('"msg":"ready"')) as { port?: number };
  return {
    /** The port of signed HTTP; undefined in Socket Mode. */
    port: ready.port,
    /** Resolves with the exit code when the process ends, for any reason. */
    exited,
    /** Makes the bot read its list of accounts again. Resolves once it has; rejects when it ends first. */
    async readList() {
      const isRead = log.until('"msg":"the account rules were reloaded"');
      bot.send('read list');
      await isRead;
    },
    /** Sets the bot's clock ahead of this machine's. Resolves once it is set, or when the bot has ended. */
    async setClockAhead(aheadMs: number) {
      if (!bot.connected) return;
      const isSet = once(bot, 'message');
      bot.send(aheadMs);
      await Promise.race([isSet, exited]);
    },
    /** Asks the bot to stop and waits until it has. */
    async stop() {
      bot.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * Reads the log. `until` resolves with the next line that has a text; rejects with the last lines if the bot ends first.
 */
function readLog(bot: ChildProcess, exited: Promise<number>, onLogLine: (line: string) => void) {
  const lastLines: string[] = [];
  let awaited: { readonly text: string; readonly found: (line: string) => void } | undefined;
  const read = (line: string) => {
    lastLines.splice(0, lastLines.length - 19);
    lastLines.push(line);
    onLogLine(line);
    if (awaited && line.includes(awaited.text)) awaited.found(line);
  };
  for (const stream of [bot.stdout, bot.stderr]) if (stream) createInterface(stream).on('line', read);
  return {
    until: (text: string) =>
      new Promise<string>((resolve, reject) => {
        awaited = { text, found: resolve };
        bot.once('error', reject);
        void exited.then((code) => {
          const log = lastLines.map((line) => `  ${line}`).join('\n');
          reject(new Error(`the bot ended with code ${code} before it logged ${text}:\n${log}`));
        });
      }),
  };
}
