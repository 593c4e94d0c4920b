import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  type ReferenceBackupService,
  type StartOptions,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import { readManifest } from '../../sandbox/read-manifest.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { SeenMessage } from '../../sandbox/slack/client/seen.ts';
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from '../../sandbox/slack/start-local-slack.ts';
import type { Transport } from '../support/slack-settings.ts';
import { type Postgres, startPostgres } from '../support/start-postgres.ts';
import { type BotProcess, startBot } from './bot-process.ts';

/** How the parts of a row start. Everything else has its default. */
export interface WorldOptions {
  /** Default: Socket Mode. */
  readonly transport?: Transport;
  readonly service?: StartOptions;
  readonly slack?: LocalSlackOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** `file`: SQLite. `postgres`: an empty database in a shared one. `own-postgres`: one that this row may stop. */
  readonly database?: 'memory' | 'file' | 'postgres' | 'own-postgres';
}

/** One bot between a reference service and a local Slack of its own. */
export interface World {
  readonly slack: LocalSlack;
  readonly service: ReferenceBackupService;
  readonly ada: Person;
  readonly bora: Person;
  readonly databaseUrl: string;
  /** The clock of the service, Slack and every bot: this machine's until it is moved. */
  readonly clock: Pick<ReturnType<typeof createMovableClock>, 'now' | 'advance'>;
  /** All accounts have a backup now and none from now on. Before, they do not age. */
  backUp(): void;
  /** Only with `own-postgres`. */
  readonly postgres: Postgres;
  /** Starts a bot, the first or another one, to which Slack then sends everything. */
  startBot(env?: Readonly<Record<string, string>>): Promise<BotProcess>;
  /** The newest bot. */
  bot(): BotProcess;
  /** Called at the end of the row, in reverse order. */
  readonly atEnd: (close: () => unknown) => void;
}

/** What a person read in the end, and how long after their command. */
export interface Seen {
  /** Empty: no answer. */
  readonly text: string;
  readonly afterMs: number;
  /** What was announced and lost. Absent: nothing. */
  readonly lost?: string;
}

/** How long a row waits for a last message. Above the budget of 20 s, to distinguish a late answer from none. */
const LAST_WORD_WITHIN_MS = 28_000;
/** Enough for rows under load, in which a single person would soon be asked to wait. */
const EXTRA_MEMBERS = 40;

export async function openWorld(
  options: WorldOptions,
  sharedPostgres: () => Promise<Postgres>,
): Promise<World & { close(): Promise<void> }> {
  const closings: (() => unknown)[] = [];
  const atEnd = (close: () => unknown) => void closings.unshift(close);
  const bots: BotProcess[] = [];
  const clock = createMovableClock((aheadMs) => {
    // A stopped process gets it when it continues.
    for (const bot of bots) if (bot.isAlive()) void bot.setClockAhead(aheadMs).catch(() => undefined);
  });
  const { now } = clock;
  const startedAtMs = now();
  let backedUpAtMs: number | undefined;
  const service = await startBackupService({
    now,
    accountsAsOf: () => ({ backupsMs: backedUpAtMs ?? now(), packagesMs: startedAtMs }),
    ...options.service,
  });
  atEnd(() => service.close());
  const slack = await startLocalSlack({
    now,
    scopes: readManifest().scopes,
    extraMembers: EXTRA_MEMBERS,
    locale: 'en-GB',
    ...options.slack,
  });
  atEnd(() => slack.close());
  const own = options.database === 'own-postgres' ? await startPostgres() : undefined;
  if (own) atEnd(() => own.remove());
  const shared = options.database === 'postgres' ? await sharedPostgres() : undefined;
  const postgresUrl = await (own ?? shared)?.createDatabase();
  const databaseUrl =
    postgresUrl ?? (options.database === 'file' ? await sqliteFile(atEnd) : 'sqlite::memory:');
  const transport = options.transport ?? 'socket';
  return {
    slack,
    service,
    databaseUrl,
    clock,
    backUp: () => {
      backedUpAtMs = now();
    },
    ada: slack.person('ada'),
    bora: slack.person('bora'),
    atEnd,
    get postgres() {
      if (own === undefined) throw new Error('this row has no PostgreSQL of its own');
      return own;
    },
    bot: () => bots.at(-1) as BotProcess,
    async startBot(env = {}) {
      const ahead = { BOT_CLOCK_AHEAD_MS: String(clock.aheadMs()) };
      const setup = { slack, service, transport, databaseUrl, env: { ...ahead, ...options.env, ...env } };
      const bot = await startBot(setup);
      atEnd(async () => {
        bot.kill('SIGKILL');
        await bot.ended;
      });
      bots.push(bot);
      const sockets = 2 * bots.filter((one) => one.isAlive()).length;
      if (bot.requestUrl !== undefined) slack.deliverTo(bot.requestUrl);
      else if (!(await eventually(() => slack.connectedSockets() === sockets || undefined)))
        throw new Error(`the bot did not open its sockets:\n${bot.lastLines()}`);
      return bot;
    },
    async close() {
      for (const close of closings) await close();
    },
  };
}

async function sqliteFile(atEnd: World['atEnd']): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reliability-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'backup-status.db')}`;
}

/** Whether a text only says that an answer follows. A person who reads nothing else got no answer. */
const isPending = (text: string) => /^still (?:asking|working)/i.test(text);

/** Types a command and waits for the last message about it. `operation_timeout` and the like are Slack's own texts. */
export async function ask(person: Person, line: string): Promise<Seen> {
  const startedAt = performance.now();
  const before = new Set(person.messages().map(({ ts }) => ts));
  const { message, error } = await person.command(line);
  const sinceStart = () => performance.now() - startedAt;
  if (error !== undefined) return { text: `Slack: ${error}`, afterMs: sinceStart() };
  if (message !== undefined && !isPending(message.text)) return { text: message.text, afterMs: sinceStart() };
  return lastWord(person, startedAt, (shown) => !before.has(shown.ts) && !isPending(shown.text));
}

/** Does something, such as a press, and waits for a message that it changed or caused. */
export async function watch(person: Person, act: () => Promise<unknown>): Promise<Seen> {
  const startedAt = performance.now();
  const before = new Map(person.messages().map(({ ts, text }) => [ts, text]));
  await act();
  return lastWord(person, startedAt, ({ ts, text }) => before.get(ts) !== text && !isPending(text));
}

async function lastWord(
  person: Person,
  startedAt: number,
  isIt: (message: SeenMessage) => boolean,
): Promise<Seen> {
  const found = await eventually(() => person.messages().findLast(isIt));
  return { text: found?.text ?? '', afterMs: performance.now() - startedAt };
}

/** The first result of `look` that is not undefined. Undefined if there is none within `withinMs`. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs = LAST_WORD_WITHIN_MS,
): Promise<T | undefined> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endsAt) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
