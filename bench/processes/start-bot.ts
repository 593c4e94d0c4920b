import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../sandbox/net/free-port.ts';
import type { World } from '../world.ts';

/** The product and those it is compared with, below the project's folder. */
export const BOTS = {
  product: 'src/main.ts',
  'built product': 'dist/main.js',
  'node:http': 'bench/rivals/node-http.ts',
  'bare socket': 'bench/rivals/bare-socket.ts',
  'Bolt hello': 'bench/rivals/bolt-hello.ts',
  'slack-edge hello': 'bench/rivals/slack-edge-hello.ts',
  straightforward: 'bench/rivals/straightforward-bot.ts',
} as const;
export type BotName = keyof typeof BOTS;

/** A bot in a process of its own; what it writes goes to a file, as it would on a server. */
export interface RunningBot {
  readonly name: BotName;
  readonly pid: number;
  readonly requestUrl: string;
  /** `performance.now()` just before the process was started. */
  readonly startedAt: number;
  /** Resolves when it takes requests, with its answer to an unsigned one. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface BotOptions {
  readonly world: World;
  /** Socket Mode at this Slack instead of signed HTTP at the world's. */
  readonly socketsAt?: { readonly apiUrl: string; readonly botToken: string; readonly appToken: string };
  /** Beside the needed settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

const READY_WITHIN_MS = 20_000;
let started = 0;

export async function startBot(
  name: BotName,
  { world, socketsAt, settings }: BotOptions,
): Promise<RunningBot> {
  const port = await freePort();
  started += 1;
  const file = join(world.folder, `${started}`);
  const output = openSync(`${file}.log`, 'w');
  const startedAt = performance.now();
  const bot = spawn(process.execPath, [join(import.meta.dirname, '../..', BOTS[name])], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: `sqlite:${file}.db`,
      // Otherwise a few people who ask thousands of times would be told to wait.
      // Several run at a time.
      OPERATIONS_PORT: '0',
      ...world.settings,
      ...(socketsAt && { SLACK_API_URL: socketsAt.apiUrl, SLACK_BOT_TOKEN: socketsAt.botToken }),
      ...(socketsAt && { SLACK_APP_TOKEN: socketsAt.appToken }),
      ...settings,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exited = once(bot, 'exit');
  const requestUrl = `http://127.0.0.1:${port}/slack/events`;
  return {
    name,
    pid: bot.pid ?? 0,
    requestUrl,
    startedAt,
    async ready() {
      while (!(await isListening(requestUrl))) {
        if (bot.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS) {
          throw new Error(`${name} did not start:\n${readFileSync(`${file}.log`, 'utf8').slice(-2_000)}`);
        }
        await sleep(20);
      }
    },
    async stop() {
      bot.kill('SIGKILL');
      await exited;
    },
  };
}

async function isListening(requestUrl: string): Promise<boolean> {
  try {
    await (await fetch(requestUrl, { method: 'POST' })).text();
    return true;
  } catch {
    return false; // fetch rejects only without an answer.
  }
}
