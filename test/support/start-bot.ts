import type { Keyv } from 'keyv';
import { onTestFinished } from 'vitest';
import {
  type ReferenceBackupService,
  type StartOptions,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import type { LocalSlack, LocalSlackOptions } from '../../sandbox/slack/start-local-slack.ts';
import { type BackupStatusApp, createBackupStatusApp } from '../../src/app.ts';
import type { LOOKUP_LIMITS } from '../../src/lookup/lookup-backup-status.ts';
import { SETTINGS, type Settings } from '../../src/settings.ts';
import { createStore, type Store } from '../../src/store/create-store.ts';
import { captureLog, type LogLine } from './capture-log.ts';
import { LANGUAGE, LOCALE } from './reader.ts';
import { connectTo, type Transport } from './slack-settings.ts';
import { startSlack } from './start-slack.ts';

export interface BotSetup {
  readonly transport: Transport;
  readonly lookup?: Partial<typeof LOOKUP_LIMITS>;
  /** As `SETTINGS` reads them. They override everything else here. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Default: the language of this run. */
  readonly language?: Settings['LANGUAGE'];
  readonly now?: () => number;
  /** How soon the watches notice a moved clock. Default: a quarter of a second. */
  readonly napMs?: number;
  /** Where the token is stored, instead of in this process. */
  readonly tokenStore?: Keyv;
  readonly store?: Store;
  readonly accountRulesFile?: string;
  /** The database of the app's own store. Default: in memory. */
  readonly databaseUrl?: string;
  /** Absent: starts its own. */
  readonly service?: ReferenceBackupService;
  readonly serviceOptions?: StartOptions;
  readonly slack?: LocalSlack;
  readonly slackOptions?: LocalSlackOptions;
  /** Whether to serve health and metrics, also of single accounts. Default: no. */
  readonly operations?: boolean;
}

export interface StartedBot {
  readonly app: BackupStatusApp;
  readonly slack: LocalSlack;
  readonly service: ReferenceBackupService;
  readonly ada: Person;
  readonly bora: Person;
  readonly logLines: readonly LogLine[];
  /** The URL of health and metrics if they are served, without a slash at its end. */
  readonly operationsUrl: string;
  /** Makes Slack send to this bot from now on, where several share a Slack. Signed HTTP only. */
  acknowledge(): Promise<void>;
  /** Stops the bot. The end of the test does it otherwise. */
  stop(): Promise<void>;
}

/** The whole product until the test ends: the real bot between a reference service and a local Slack. */
export async function startBot(setup: BotSetup): Promise<StartedBot> {
  const service = setup.service ?? (await startOwn(startBackupService(setup.serviceOptions)));
  // By default everybody has the same language.
  const locale = setup.language === undefined ? LOCALE : { en: 'en-GB', tr: 'tr-TR' }[setup.language];
  const slack = setup.slack ?? (await startSlack({ locale, ...setup.slackOptions }));
  const { log, lines, inRequest } = captureLog();
  const { now, napMs } = setup;
  const store = await storeOf(setup);
  const app = createBackupStatusApp({
    settings: toSettings(setup, slack, service),
    // Longer than any machine is slow.
    lookupLimits: { inlineWithinMs: 60_000, budgetMs: 60_000, ...setup.lookup },
    log,
    inRequest,
    ...(now && { now }),
    ...(napMs !== undefined && { napMs }),
    ...(store && { store }),
  });
  const { port, operationsPort } = await app.start();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  onTestFinished(stop);
  const acknowledge = () => connectTo(slack, port);
  await acknowledge();
  const [ada, bora] = [slack.person('ada'), slack.person('bora')];
  const operationsUrl = `http://127.0.0.1:${operationsPort}`;
  return { app, slack, service, ada, bora, logLines: lines, operationsUrl, acknowledge, stop };
}

/** Undefined: the app opens its own store. */
async function storeOf({ store, tokenStore: tokens, now = Date.now }: BotSetup): Promise<Store | undefined> {
  if (tokens === undefined) return store && watchedThroughout(store);
  const given = store ?? (await createStore({ databaseUrl: 'sqlite::memory:', now, log: captureLog().log }));
  return { ...given, caches: { ...given.caches, tokens } } as Store;
}

const OFTEN_MS = 10 * 60_000;

/** A moved clock counts as watched time, not as downtime. */
function watchedThroughout(store: Store): Store {
  let untilMs = Number.POSITIVE_INFINITY;
  const tick: Store['watchStore']['tick'] = async (nowMs) => {
    for (; untilMs < nowMs; untilMs += OFTEN_MS) await store.watchStore.tick(untilMs);
    untilMs = nowMs;
    return await store.watchStore.tick(nowMs);
  };
  return { ...store, watchStore: { ...store.watchStore, tick } };
}

/** Closed after everything that the test starts later. */
export async function startOwn<Server extends { close(): Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

function toSettings(setup: BotSetup, slack: LocalSlack, service: ReferenceBackupService): Settings {
  const { url, username, password } = service;
  const way =
    setup.transport === 'socket'
      ? { SLACK_APP_TOKEN: slack.appToken }
      : { SLACK_SIGNING_SECRET: slack.signingSecret, HOST: '127.0.0.1', PORT: 0 };
  return SETTINGS.parse({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ...way,
    BACKUP_SERVICE_URL: url,
    BACKUP_SERVICE_USERNAME: username,
    BACKUP_SERVICE_PASSWORD: password,
    WATCH_REQUESTS_PER_SECOND: 50,
    DATABASE_URL: setup.databaseUrl ?? 'sqlite::memory:',
    LANGUAGE: setup.language ?? LANGUAGE,
    ACCOUNT_RULES_FILE: setup.accountRulesFile,
    OPERATIONS_PORT: setup.operations ? 0 : 'off',
    ACCOUNT_METRICS: setup.operations ? 'on' : 'off',
    ...setup.settings,
  });
}
