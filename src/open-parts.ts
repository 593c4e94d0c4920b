import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import { type AccountList, createAccountList } from './account-list/create-account-list.ts';
import { createListEditor } from './account-list/import-accounts.ts';
import { openAccountRules } from './account-rules/open-account-rules.ts';
import { within } from './async.ts';
import type { Observe } from './domain/events.ts';
import type { WatchList } from './domain/watch/watch-list.ts';
import { createCheckUp } from './lookup/check-up.ts';
import { createLastAnswers } from './lookup/last-answers.ts';
import { createLastKnownAnswers } from './lookup/last-known-answers.ts';
import { LOOKUP_LIMITS } from './lookup/limits.ts';
import { createLookupBackupStatus } from './lookup/lookup-backup-status.ts';
import { createReadForWatch } from './lookup/read-for-watch.ts';
import { type BackupService, createBackupService } from './service/client.ts';
import { accessOf, backupServiceOf, type Settings, slackOf, thresholdsOf } from './settings.ts';
import { createSlackApp, type SlackApp } from './slack/create-slack-app.ts';
import type { InRequest } from './slack/pipeline/track-in-flight.ts';
import { createStore, type Store } from './store/create-store.ts';
import { createWatch } from './watch/create-watch.ts';
import { startHeartbeat } from './watch/heartbeat.ts';
import { createTicker, type Ticker } from './watch/ticker.ts';

export interface PartsDeps {
  readonly settings: Settings;
  /** In place of those of `LOOKUP_LIMITS`. */
  readonly lookupLimits?: Partial<typeof LOOKUP_LIMITS>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** See `TickerDeps`. */
  readonly napMs?: number;
  readonly log: Logger;
  /** In place of the one that `DATABASE_URL` names. Closed with the app. */
  readonly store?: Store;
  /** In place of the cache that replicas share by the database; without either the token stays in this process. */
  readonly tokenStore?: Keyv;
  /** Told of everything that is counted. */
  readonly observe: Observe;
  /** Runs the work of one request of Slack, so that its log lines can be told from others'. */
  readonly inRequest?: InRequest;
}

export type Close = (withinMs: number) => Promise<void>;
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** A change of the list by another process is known within twice this time, since turns come this often. */
const REFRESH_LIST_EVERY_MS = 15_000;

/**
 * The composition root: the one place where the parts are made and joined. Opens what has to be there before Slack; `onOpen`
 * gets how to close each, in the order of opening.
 */
export async function openParts(deps: PartsDeps, onOpen: (close: Close) => void) {
  const { settings, now, observe, log } = deps;
  const { DATABASE_URL: databaseUrl, ACCOUNT_RULES_FILE: path } = settings;
  const thresholds = thresholdsOf(settings);
  const limits = { ...LOOKUP_LIMITS, ...deps.lookupLimits };
  const accountRules = await openAccountRules({ path, thresholds, log });
  const store = deps.store ?? (await createStore({ databaseUrl, now, log }));
  onOpen(store.close);
  // There is nothing to wake until the other parts are made.
  let ticker: Ticker | undefined;
  const wake = () => ticker?.wake();
  const accountList = createAccountList({
    store: store.accountList,
    rules: accountRules,
    onChanged: async () => {
      if ((await store.watches.followPatterns()) > 0) wake();
    },
    log,
  });
  await accountList.refresh();
  onOpen(accountList.idle);
  const backupService = connectBackupService(deps, store);
  onOpen(backupService.close);
  const lookups = createLookups(deps, { accountList, backupService, store, limits });
  const breaker = () => backupService.health().breaker;
  const readForWatch = createReadForWatch({ lookup: lookups.lookup, breaker, observe });
  const perSecond = settings.WATCH_REQUESTS_PER_SECOND;
  const importing = { store: store.accountList, list: accountList, readAccount: readForWatch, perSecond };
  const listEditor = createListEditor(importing);
  const slack = createSlackApp({
    slack: slackOf(settings),
    ...lookups,
    accounts: accountList,
    listEditor,
    termsOf: accountList.termsOf,
    pins: store.pins,
    recents: store.recents,
    watches: wakingUp(store.watches, wake),
    access: accessOf(settings),
    language: settings.LANGUAGE,
    inlineWithinMs: limits.inlineWithinMs,
    inRequest: deps.inRequest,
    now,
    observe,
    log,
  });
  const ticking = createTicking(deps, { accountList, store, slack, readForWatch });
  ticker = ticking;
  onOpen(async (withinMs) => {
    listEditor.stop();
    await Promise.all([slack.stop(withinMs), within(ticking.stop(), withinMs)]);
  });
  return { slack, backupService, accountRules, accountList, store, ticker: ticking };
}

function connectBackupService(
  { settings, tokenStore: own, now, observe, log }: PartsDeps,
  { caches: { tokens, loginLock } }: Store,
): BackupService {
  const tokenStore = own ?? tokens;
  return createBackupService({
    ...backupServiceOf(settings),
    tokenStore,
    loginLock,
    now,
    observe,
    log,
  });
}

/** Changes by people are read and told at once, not with the next turn. */
function wakingUp(watches: WatchList, wake: () => void): WatchList {
  const thenWake = <Result>(changed: Promise<Result>) => changed.finally(wake);
  return {
    ...watches,
    async add(watch) {
      const added = await watches.add(watch);
      if (watch.patterns !== undefined) await watches.followPatterns();
      wake();
      return added;
    },
    remove: (...args) => thenWake(watches.remove(...args)),
    removePattern: (...args) => thenWake(watches.removePattern(...args)),
    stopSummary: (...args) => thenWake(watches.stopSummary(...args)),
    adopt: (pressed, userId) => thenWake(watches.adopt(pressed, userId)),
    take: (alert, userId) => thenWake(watches.take(alert, userId)),
  };
}

/** What reads watched accounts and tells channels of them, from its start on. */
function createTicking(
  { settings, now, napMs, log }: PartsDeps,
  parts: {
    readonly accountList: AccountList;
    readonly store: Store;
    readonly slack: SlackApp;
    readonly readForWatch: ReturnType<typeof createReadForWatch>;
  },
): Ticker {
  const { HEARTBEAT_URL: heartbeatUrl, WATCH_REQUESTS_PER_SECOND: perSecond } = settings;
  const heartbeat = heartbeatUrl === undefined ? undefined : startHeartbeat(heartbeatUrl, log);
  const watch = createWatch({
    store: parts.store.watchStore,
    // A turn in which thousands are due may take longer than a minute.
    readAccount: (accountId) => parts.readForWatch(accountId).finally(() => heartbeat?.did('read')),
    tell: (call) => parts.slack.tell(call).finally(() => heartbeat?.did('tell')),
    termsOf: parts.accountList.termsOf,
    reads: { atOnce: Math.max(1, Math.floor(settings.BACKUP_SERVICE_MAX_CONCURRENT / 2)), perSecond },
    chance: Math.random,
    now,
    log,
  });
  let refreshedAtMs = performance.now();
  const onTurn = (turn: 'read' | 'tell') => {
    heartbeat?.did(turn);
    if (performance.now() - refreshedAtMs < REFRESH_LIST_EVERY_MS) return;
    refreshedAtMs = performance.now();
    void parts.accountList.refresh();
  };
  return createTicker({ watch, onTurn, now, napMs, log });
}

/** What listeners ask: for the state of an account, for the last one known, and how service and database are. */
function createLookups(
  { now, observe, log }: PartsDeps,
  {
    accountList: { termsOf },
    backupService,
    store,
    limits: { budgetMs, freshForMs, lastAnswerMaxAgeMs },
  }: {
    readonly accountList: AccountList;
    readonly backupService: BackupService;
    readonly store: Store;
    readonly limits: typeof LOOKUP_LIMITS;
  },
) {
  const { readAccount } = backupService;
  const lastAnswers = createLastAnswers({ store: store.caches.answers, ttlMs: lastAnswerMaxAgeMs, now, log });
  return {
    lookup: createLookupBackupStatus({
      readAccount,
      termsOf,
      lastAnswers,
      freshForMs,
      budgetMs,
      now,
      observe,
      log,
    }),
    lastKnown: createLastKnownAnswers({ termsOf, lastAnswers, lastAnswerMaxAgeMs, freshForMs, now }),
    checkUp: createCheckUp({
      backupService,
      database: { ...store, figures: store.watchStore.figures },
      now,
    }),
  };
}
