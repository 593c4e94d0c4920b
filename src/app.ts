import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { createBackupService } from './backup-service/create-backup-service.ts';
import type { Config } from './config.ts';
import { createLastAnswers } from './lookup/last-answers.ts';
import { createLastKnownAnswers } from './lookup/last-known-answers.ts';
import { createLookupBackupStatus } from './lookup/lookup-backup-status.ts';
import { createSlackApp } from './slack/create-slack-app.ts';
import { createCaches } from './store/create-caches.ts';
import { createStore, type Store } from './store/create-store.ts';

export interface BackupStatusAppDeps {
  readonly config: Config;
  /** Epoch milliseconds. Default: this machine's clock. */
  readonly now?: () => number;
  readonly log: Logger;
  /** In place of the one that `config.databaseUrl` names. Closed with the app. */
  readonly store?: Store;
  /** In place of the cache that replicas share by the database; without either the token stays in this process. */
  readonly tokenStore?: Keyv;
  /** The same for last answers. */
  readonly lastAnswerStore?: Keyv;
}

export interface BackupStatusApp {
  /**
   * Resolves when commands are taken, with the port of signed HTTP. Rejects, with everything closed, when Slack says no,
   * and with a StoreError when the database cannot be used.
   */
  start(): Promise<{ readonly port?: number }>;
  /** Takes nothing new, lets what is under way be answered (ten seconds at most), then closes everything. */
  stop(): Promise<void>;
}

type Close = () => Promise<void>;

/** The composition root: the one place where the parts are made and joined. Nothing is open before `start`. */
export function createBackupStatusApp(deps: BackupStatusAppDeps): BackupStatusApp {
  const opened: Close[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };

  return {
    async start() {
      try {
        const { slack, backupService } = await openParts(deps, (close) => opened.push(close));
        const started = await slack.start();
        backupService.warmUp();
        return started;
      } catch (error) {
        await closeAll();
        throw error;
      }
    },
    stop: closeAll,
  };
}

/** Opens what has to be there before Slack; whatever is open is handed to `onOpen`, in the order of opening. */
async function openParts(deps: BackupStatusAppDeps, onOpen: (close: Close) => void) {
  const { config, now = Date.now, log } = deps;
  const { databaseUrl } = config;
  const store = deps.store ?? (await createStore({ databaseUrl, now, log }));
  onOpen(store.close);
  const caches = await createCaches({ databaseUrl, log });
  onOpen(caches.close);

  const tokenStore = deps.tokenStore ?? caches.tokens;
  const backupService = createBackupService({
    ...config.backupService,
    ...(tokenStore !== undefined && { tokenStore }),
    now,
    log,
  });
  onOpen(backupService.close);

  const { lastAnswerMaxAgeMs: ttlMs, inlineWithinMs } = config.lookup;
  const lastAnswers = createLastAnswers({ store: deps.lastAnswerStore ?? caches.answers, ttlMs, now, log });
  const common = { ...config.lookup, thresholds: config.thresholds, lastAnswers, now, log };
  const slack = createSlackApp({
    slack: config.slack,
    lookup: createLookupBackupStatus({ ...common, readAccount: backupService.readAccount }),
    lastKnown: createLastKnownAnswers(common),
    pins: store.pins,
    recents: store.recents,
    language: config.language,
    inlineWithinMs,
    now,
    log,
  });
  onOpen(slack.stop);
  return { slack, backupService };
}
