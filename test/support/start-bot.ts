import { onTestFinished } from 'vitest';
import {
  type ReferenceBackupService,
  type StartOptions,
  startBackupService,
} from '../../sandbox/backup-service/start-backup-service.ts';
import type { LocalSlack, LocalSlackOptions } from '../../sandbox/slack/start-local-slack.ts';
import { createBackupStatusApp } from '../../src/app.ts';
import type { LOOKUP_LIMITS } from '../../src/lookup/lookup-backup-status.ts';
import { SETTINGS, type Settings } from '../../src/settings.ts';
import { createStore, type Store } from '../../src/store/create-store.ts';
import { captureLog } from './capture-log.ts';
import { freshDatabase } from './fresh-database.ts';
import { ownerOf } from './people.ts';
import { LANGUAGE, LOCALE } from './reader.ts';
import { botEnvironment, type Transport } from './slack-settings.ts';
import { startInTest, startSlack } from './start-slack.ts';

export interface BotSetup {
  /** Default: signed HTTP. */
  readonly transport?: Transport;
  readonly lookup?: Partial<typeof LOOKUP_LIMITS>;
  /** As `SETTINGS` reads them. They override everything else here. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Default: the language of this run. */
  readonly language?: Settings['LANGUAGE'];
  /** The clock of the bot and its Slack, instead of `clock`. */
  readonly now?: () => number;
  /** `clock` begins here and stands until it is moved. Default: it runs like this machine's. */
  readonly standsAtMs?: number;
  /** How soon the watches notice a moved clock. Default: a quarter of a second. */
  readonly napMs?: number;
  /** Default: one in `databaseUrl`. */
  readonly store?: Store;
  /** What the bot gets instead of these parts of the store. */
  readonly changeStore?: (store: Store, now: () => number) => Partial<Store>;
  readonly accountRulesFile?: string;
  /** Default: a new SQLite file. */
  readonly databaseUrl?: string;
  /** The accounts that Ada has pinned. */
  readonly pins?: readonly string[];
  /** Absent: starts its own. */
  readonly service?: ReferenceBackupService;
  readonly serviceOptions?: StartOptions;
  /** Backups of all accounts last ran at `ran.atMs`, at first the start, so accounts age. Default: nothing ages. */
  readonly ages?: boolean;
  readonly slack?: LocalSlack;
  readonly slackOptions?: LocalSlackOptions;
  /** Whether to serve health and metrics, also of single accounts. Default: no. */
  readonly operations?: boolean;
}

/** A failure of the service that no retry in the same look-up can pass. */
export const DOWN = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const;

export type StartedBot = Awaited<ReturnType<typeof startBot>>;

/**
 * The whole product until the test ends: the real bot between a reference service and a local Slack. `store` is open until
 * then, even if the bot stops before. `operationsUrl`, of health and metrics if they are served, has no slash at its end.
 */
export async function startBot(setup: BotSetup = {}) {
  const clock = createClock(setup.standsAtMs);
  const { now = clock.now, napMs } = setup;
  const startedAtMs = now();
  const ran = { atMs: startedAtMs };
  const aging = { now, accountsAsOf: () => ({ backupsMs: ran.atMs, packagesMs: startedAtMs }) };
  const serviceOptions = { ...(setup.ages && aging), ...setup.serviceOptions };
  const service = setup.service ?? (await startOwn(startBackupService(serviceOptions)));
  // By default everybody has the same language.
  const locale = setup.language === undefined ? LOCALE : { en: 'en-GB', tr: 'tr-TR' }[setup.language];
  const slack = setup.slack ?? (await startSlack({ locale, now, ...setup.slackOptions }));
  const { log, lines: logLines, inRequest } = captureLog();
  const databaseUrl = setup.databaseUrl ?? (await freshDatabase());
  const store = setup.store ?? (await startOwn(createStore(databaseUrl, now, log)));
  const app = createBackupStatusApp({
    settings: toSettings(setup, slack, service),
    // Longer than any machine is slow.
    lookupLimits: { inlineWithinMs: 60_000, budgetMs: 60_000, ...setup.lookup },
    log,
    inRequest,
    now,
    napMs,
    store: { ...watchedThroughout({ ...store, ...setup.changeStore?.(store, now) }), close: async () => {} },
  });
  const started = await startInTest(app, slack);
  const operationsUrl = `http://127.0.0.1:${started.operationsPort}`;
  const oncall = slack.channels.oncall.id;
  for (const accountId of setup.pins ?? []) await store.pins.add(ownerOf(started.ada), { accountId });
  return { ...started, slack, service, store, clock, ran, oncall, logLines, operationsUrl };
}

/** A clock that the test moves. It runs from now on, or stands at a time. */
export function createClock(standsAtMs?: number) {
  let aheadMs = 0;
  return {
    /** Epoch milliseconds. */
    now: () => (standsAtMs ?? Date.now()) + aheadMs,
    advance(ms: number) {
      aheadMs += ms;
    },
  };
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
  const { transport = 'http', databaseUrl, language, accountRulesFile, operations, settings } = setup;
  return SETTINGS.parse({
    ...botEnvironment({ slack, service, transport, databaseUrl }),
    WATCH_REQUESTS_PER_SECOND: 50,
    LANGUAGE: language ?? LANGUAGE,
    ACCOUNT_RULES_FILE: accountRulesFile,
    OPERATIONS_PORT: operations ? 0 : 'off',
    ACCOUNT_METRICS: operations ? 'on' : 'off',
    ...settings,
  });
}
