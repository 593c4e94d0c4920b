import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartOptions, startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import { readManifest } from '../../sandbox/read-manifest.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { SeenMessage } from '../../sandbox/slack/client/seen.ts';
import type { Delivery } from '../../sandbox/slack/server/delivery.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { Transport } from '../support/slack-settings.ts';
import { type Postgres, startPostgres } from '../support/start-postgres.ts';
import { type BotProcess, startBot } from './bot-process.ts';

/** How the parts start. Everything else has its default. */
export interface WorldOptions {
  /** Default: Socket Mode. */
  readonly transport?: Transport;
  readonly service?: StartOptions;
  readonly slack?: LocalSlackOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: in memory. `file`: SQLite. `postgres`: an empty database in a shared one. `own-postgres`: one that may be stopped. */
  readonly database?: 'file' | 'postgres' | 'own-postgres';
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

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Bots between a reference service and a local Slack of their own. */
export async function openWorld(options: WorldOptions, sharedPostgres = startPostgres) {
  const parts = new AsyncDisposableStack();
  const bots: BotProcess[] = [];
  let movedAt = performance.now();
  const clock = createMovableClock((aheadMs) => {
    movedAt = performance.now();
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
  parts.defer(service.close);
  const slack = await startLocalSlack({
    now,
    scopes: readManifest().scopes,
    extraMembers: EXTRA_MEMBERS,
    locale: 'en-GB',
    ...options.slack,
  });
  parts.defer(slack.close);
  const { url: databaseUrl, postgres } = await openDatabase(options.database, parts, sharedPostgres);
  return {
    slack,
    service,
    databaseUrl,
    /** The clock of the service, Slack and every bot: this machine's until it is moved. */
    clock,
    /** When it was last moved, as `performance.now()`. */
    movedAt: () => movedAt,
    /** All accounts have a backup now and none from now on. Before, they do not age. */
    backUp() {
      backedUpAtMs = now();
    },
    ada: slack.person('ada'),
    bora: slack.person('bora'),
    /** Called at the end, in reverse order. */
    atEnd: (close: () => unknown) => parts.defer(async () => void (await close())),
    get postgres() {
      if (postgres === undefined) throw new Error('this world has no PostgreSQL of its own');
      return postgres;
    },
    /** The newest bot. */
    bot: () => bots.at(-1) as BotProcess,
    /** Starts a bot, the first or another one, to which Slack then sends everything. */
    async startBot(env: Readonly<Record<string, string>> = {}) {
      const { transport = 'socket' } = options;
      const ahead = { BOT_CLOCK_AHEAD_MS: String(clock.aheadMs()) };
      const bot = await startBot({
        ...{ slack, service, transport, databaseUrl },
        env: { ...ahead, ...options.env, ...env },
        sockets: 2 + 2 * bots.filter((one) => one.isAlive()).length,
      });
      parts.defer(async () => {
        bot.kill('SIGKILL');
        await bot.ended;
      });
      bots.push(bot);
      return bot;
    },
    close: () => parts.disposeAsync(),
  };
}

async function openDatabase(
  kind: WorldOptions['database'],
  parts: AsyncDisposableStack,
  sharedPostgres: () => Promise<Postgres>,
): Promise<{ readonly url: string; readonly postgres?: Postgres }> {
  if (kind === 'postgres') return { url: await (await sharedPostgres()).createDatabase() };
  if (kind === 'own-postgres') {
    const postgres = await startPostgres();
    parts.defer(postgres.remove);
    return { url: await postgres.createDatabase(), postgres };
  }
  if (kind === undefined) return { url: 'sqlite::memory:' };
  const folder = await mkdtemp(join(tmpdir(), 'reliability-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  return { url: `sqlite:${join(folder, 'backup-status.db')}` };
}

/** Whether a text only says that an answer follows. A person who reads nothing else got no answer. */
const isPending = (text: string) => /^still (?:asking|working)/i.test(text);

/**
 * Does something, such as a press, and waits for the last message that it changed or caused. `operation_timeout` and the like
 * are Slack's own texts.
 */
export async function lastWord(person: Person, act: () => Promise<Delivery>): Promise<Seen> {
  const startedAt = performance.now();
  const before = new Map(person.messages().map(({ ts, text }) => [ts, text]));
  const isIt = ({ ts, text }: SeenMessage) => before.get(ts) !== text && !isPending(text);
  const { message, error } = await act();
  const shown = message && isIt(message) ? message : undefined;
  const text =
    error === undefined
      ? (shown ?? (await eventually(() => person.messages().findLast(isIt))))?.text
      : `Slack: ${error}`;
  return { text: text ?? '', afterMs: performance.now() - startedAt };
}

/** Types a command. */
export const ask = (person: Person, line: string) => lastWord(person, () => person.command(line));

type Found<T> = T | undefined | false;

/** The first result of `look` that is neither undefined nor false. Undefined if there is none within `withinMs`. */
export async function eventually<T>(
  look: () => Found<T> | Promise<Found<T>>,
  withinMs = LAST_WORD_WITHIN_MS,
): Promise<T | undefined> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endsAt) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
