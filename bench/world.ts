import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../sandbox/backup-service/start-backup-service.ts';
import { freePort } from '../sandbox/net.ts';
import { readManifest } from '../sandbox/read-manifest.ts';
import { startLocalSlack } from '../sandbox/slack/start-local-slack.ts';
import { botEnvironment } from '../test/support/slack-settings.ts';

/** People of the local Slack who ask: `member-1` and so on. */
const MEMBERS = 200;
const SERVICE_LATENCY_MS = 20;
const READY_WITHIN_MS = 20_000;
const ROOT = join(import.meta.dirname, '..');

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What every bot has around it, all of it on 127.0.0.1. */
export async function createWorld() {
  const parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'backup-status-bench-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const service = await startBackupService({ latencyMs: SERVICE_LATENCY_MS });
  parts.defer(() => service.close());
  const { scopes } = readManifest();
  const slack = await startLocalSlack({ extraMembers: MEMBERS, scopes, locale: 'en-GB' });
  parts.defer(() => slack.close());
  const userIds = Array.from({ length: MEMBERS }, (_, index) => slack.person(`member-${index + 1}`).id);
  return {
    slack,
    /** Takes 20 ms for each request. */
    service,
    /** Of those who ask. */
    userIds,
    /** For databases and logs; gone with the world. */
    folder,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** As npm start runs it, as the image runs it, and the least that Bolt can do. */
const PROGRAMS = {
  source: 'src/main.ts',
  built: 'dist/main.js',
  hello: 'bench/bolt-hello.ts',
} as const;
export type Program = keyof typeof PROGRAMS;

export type RunningBot = Awaited<ReturnType<typeof startBot>>;

let started = 0;

/**
 * A bot in a process of its own; what it writes goes to a file, as it would on a server. `settings`: beside, or in place of,
 * the needed ones.
 */
export async function startBot(
  { slack, service, folder }: World,
  program: Program,
  settings: Readonly<Record<string, string>> = {},
) {
  const [port, operationsPort] = [await freePort(), await freePort()];
  started += 1;
  const file = join(folder, `${started}`);
  const output = openSync(`${file}.log`, 'w');
  const startedAt = performance.now();
  const clock = 'BENCH_CLOCK_SPEED' in settings ? [`--import=${join(ROOT, 'bench/fast-clock.ts')}`] : [];
  const bot = spawn(process.execPath, [...clock, join(ROOT, PROGRAMS[program])], {
    env: {
      PATH: process.env.PATH,
      ...botEnvironment({
        ...{ slack, service, transport: 'http', databaseUrl: `sqlite:${file}.db` },
        env: { PORT: `${port}`, OPERATIONS_PORT: `${operationsPort}`, ...settings },
      }),
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const exited = once(bot, 'exit');
  const requestUrl = `http://127.0.0.1:${port}/slack/events`;
  return {
    program,
    pid: bot.pid ?? 0,
    /** Where Slack delivers to. */
    requestUrl,
    /** Where its metrics are; the hello world has none. */
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    /** `performance.now()` just before the process was started. */
    startedAt,
    /** Resolves when it listens. */
    async ready(): Promise<void> {
      // fetch rejects only without an answer.
      while (!(await fetch(requestUrl, { method: 'POST' }).catch(() => undefined))) {
        if (bot.exitCode !== null || performance.now() - startedAt > READY_WITHIN_MS)
          throw new Error(`${program} did not start:\n${readFileSync(`${file}.log`, 'utf8').slice(-2_000)}`);
        await sleep(20);
      }
    },
    async [Symbol.asyncDispose]() {
      bot.kill('SIGKILL');
      await exited;
    },
  };
}

export const serviceSettings = ({ url, username, password }: ReferenceBackupService) => ({
  BACKUP_SERVICE_URL: url,
  BACKUP_SERVICE_USERNAME: username,
  BACKUP_SERVICE_PASSWORD: password,
});

/** What is in every answer of a program when all is well, and in no refusal, note or failure. */
export const expectedOf = (program: Program): string =>
  program === 'hello' ? 'hello U0MORE' : 'Backups are fine';
