import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTOMERS } from './backup-service/accounts/customers.ts';
import type { ReferenceBackupService } from './backup-service/start-backup-service.ts';
import { expectOwnBot } from './bot/expect-own-bot.ts';
import { importList } from './bot/import-list.ts';
import { type RunningBot, runBot } from './bot/run-bot.ts';
import { writeHistory } from './bot/write-history.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';
import type { SandboxOptions } from './options.ts';
import { readManifest } from './read-manifest.ts';
import { type LocalSlack, startLocalSlack } from './slack/start-local-slack.ts';
import { type SandboxService, startService } from './start-service.ts';

/** The whole product on 127.0.0.1: a backup service, a Slack, and the real bot between them. */
export interface Sandbox {
  readonly slack: LocalSlack;
  readonly serviceUrl: string;
  /** The reference service, whose accounts are known; undefined when the developer's own service is asked. */
  readonly service: ReferenceBackupService | undefined;
  readonly onServed: SandboxService['onServed'];
  readonly runBackups: SandboxService['runBackups'];
  /** The clock of all three. */
  readonly clock: Omit<MovableClock, 'reset'>;
  /** Resolves when the bot's clock shows what the others do. */
  clockIsSet(): Promise<void>;
  /** Sets the clock back to this machine's time, and removes what happened after that time in Slack and at the service. */
  resetClock(): void;
  readonly transport: 'socket' | 'http';
  /** Resolves with the exit code if the bot ends. */
  readonly botExited: Promise<number>;
  stop(): Promise<void>;
}

export interface SandboxSetup {
  readonly isHttp: boolean;
  /** The local Slack's port, see `SandboxOptions`. */
  readonly port: number;
  /** See `SandboxOptions`. */
  readonly language?: SandboxOptions['language'];
  /** See `SandboxOptions`. */
  readonly ownBotFile?: string | undefined;
  readonly onLogLine: (line: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const LOCALES = { en: 'en-GB', tr: 'tr-TR' } as const;

/** Starts the three parts, each waiting for the one it needs. Stops what had started when one of them fails. */
export async function startSandbox(setup: SandboxSetup): Promise<Sandbox> {
  const { isHttp, port, language, environment } = setup;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.reverse().splice(0)) await stopPart();
  };
  let tellBot = async (_aheadMs: number): Promise<void> => {};
  let clockIsSet = Promise.resolve();
  const clock = createMovableClock((aheadMs) => {
    clockIsSet = tellBot(aheadMs);
  });
  try {
    const service = await startService({ environment, port: portAfter(port, 1), now: clock.now });
    stops.push(() => service.close());
    const { commands, shortcuts, scopes } = readManifest();
    const slack = await startLocalSlack({
      port,
      now: clock.now,
      commands,
      shortcuts,
      scopes,
      ...(language && { locale: LOCALES[language] }),
    });
    stops.push(() => slack.close());

    const files = service.reference && writeCustomerList();
    if (files) stops.push(files.remove);
    const bot = await startBot(setup, { slack, service, files });
    stops.push(() => bot.stop());
    if (files && existsSync(files.database)) writeHistory(files.database, clock.now());
    tellBot = bot.setClockAhead;
    // A developer's own bot keeps the clock of this machine.
    const botNow = setup.ownBotFile === undefined ? clock.now : Date.now;
    if (isHttp) slack.deliverTo(`http://127.0.0.1:${bot.port}/slack/events`, botNow);
    return {
      slack,
      serviceUrl: service.url,
      service: service.reference,
      onServed: service.onServed,
      runBackups: service.runBackups,
      clock,
      clockIsSet: () => clockIsSet,
      resetClock() {
        clock.reset();
        service.forgetFuture();
        slack.forgetFuture();
      },
      transport: isHttp ? 'http' : 'socket',
      botExited: bot.exited,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port that many places after the first; 0 stays 0, a free port. */
const portAfter = (first: number, places: number) => (first === 0 ? 0 : first + places);

/** The default of `PORT`. */
const OWN_BOT_PORT = 3000;

/** The list of accounts, as the people who run the app import it, and a place for the database of the bot. */
function writeCustomerList() {
  const folder = mkdtempSync(join(tmpdir(), 'backup-status-sandbox-'));
  const list = join(folder, 'accounts.csv');
  writeFileSync(list, CUSTOMERS.map(([id, name]) => `${id},"${name}"\n`).join(''));
  const database = join(folder, 'backup-status.db');
  return { list, database, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function startBot(setup: SandboxSetup, { slack, service, files }: BotNeighbours): Promise<RunningBot> {
  const { isHttp, language, ownBotFile, onLogLine, environment } = setup;
  // The sandbox cannot learn which free port a developer's own bot takes.
  const port = portAfter(setup.port, 2) || (ownBotFile === undefined ? 0 : OWN_BOT_PORT);
  const settings = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    ...(isHttp
      ? { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: String(port) }
      : { SLACK_APP_TOKEN: slack.appToken }),
    BACKUP_SERVICE_URL: service.url,
    BACKUP_SERVICE_USERNAME: service.username,
    BACKUP_SERVICE_PASSWORD: service.password,
    ...(language && { LANGUAGE: language }),
    ...(environment.ACCOUNT_RULES_FILE && { ACCOUNT_RULES_FILE: environment.ACCOUNT_RULES_FILE }),
  };
  if (ownBotFile !== undefined) return expectOwnBot({ file: ownBotFile, settings, port });
  // Gone with the sandbox, unless a database is named.
  const DATABASE_URL = environment.DATABASE_URL || (files ? `sqlite:${files.database}` : 'sqlite::memory:');
  // Who brings a rules file says with it what accounts are called.
  if (files && !environment.ACCOUNT_RULES_FILE) await importList(files.list, { ...settings, DATABASE_URL });
  // Two sandboxes must not share a fixed port.
  return runBot({ onLogLine, settings: { ...settings, OPERATIONS_PORT: '0', DATABASE_URL } });
}

interface BotNeighbours {
  readonly slack: LocalSlack;
  readonly service: SandboxService;
  /** Absent where the accounts are not the sandbox's. */
  readonly files: ReturnType<typeof writeCustomerList> | undefined;
}
