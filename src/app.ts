import type { Logger } from 'pino';
import { createAccountList, createListEditor } from './account-list/account-list.ts';
import { AccountRulesError, openAccountRules } from './account-rules/account-rules.ts';
import { within } from './async.ts';
import { checkUp } from './lookup/check-up.ts';
import { createLastAnswers } from './lookup/last-answers.ts';
import { createLookups, LOOKUP_LIMITS } from './lookup/lookup-backup-status.ts';
import type { Instruments } from './operations/events.ts';
import { createOperations, type Health } from './operations/server.ts';
import { createBackupService } from './service/client.ts';
import { type Settings, thresholdsOf } from './settings.ts';
import { createSlackApp } from './slack/slack-app.ts';
import { createStore, type Store } from './store/create-store.ts';
import { createTargets } from './targets/targets.ts';
import { createWatch } from './watch/engine/engine.ts';
import { createHeartbeat, createTicker, type Ticker } from './watch/engine/ticker.ts';

export interface BackupStatusAppDeps extends Omit<Partial<Instruments>, 'observe'> {
  readonly settings: Settings;
  /** Override those of `LOOKUP_LIMITS`. */
  readonly lookupLimits?: Partial<typeof LOOKUP_LIMITS>;
  /** See `TickerDeps`. */
  readonly napMs?: number;
  readonly log: Logger;
  /** Used instead of the database in `DATABASE_URL`, and closed with the app. */
  readonly store?: Store;
}

/** How long a stop may take, from the signal until everybody is answered. */
export const STOP_WITHIN_MS = 10_000;
/** The share of the time to stop after which requests to the service end. The rest is for answering people. */
const SHARE_FOR_THE_SERVICE = 0.7;
/** How many channels are notified at a time, so that a slow call does not delay the others. */
const CHANNELS_AT_ONCE = 8;
/** How long a change of the list by another process may go unnoticed. */
const REFRESH_LIST_EVERY_MS = 15_000;

/** The life cycle of the app. Parts are opened in order and closed in reverse order; none is open before `start`. */
export function createBackupStatusApp(deps: BackupStatusAppDeps) {
  const { settings, now = Date.now, log } = deps;
  const opened = new AsyncDisposableStack();
  let phase: Health['phase'] = 'starting';
  let parts: Awaited<ReturnType<typeof openParts>> | undefined;

  const health = (): Health => ({ phase, ...parts });
  const { OPERATIONS_PORT: port } = settings;
  const operations = port === 'off' ? undefined : createOperations(settings, port, health, log);
  const observe = operations?.observe;

  const closeAll = () =>
    opened.disposeAsync().catch((err) => log.error({ err }, 'a part could not be closed'));

  return {
    /**
     * Resolves when the app accepts commands, with the ports of signed HTTP and of health and metrics. Rejects, after
     * closing everything, if Slack refuses or a port is in use, and with a StoreError if the database cannot be used.
     */
    async start() {
      try {
        const operationsPort = await operations?.start();
        if (operations) opened.defer(operations.stop);
        parts = await openParts({ ...deps, now, observe }, opened);
        const started = await parts.slack.start();
        parts.ticker.start();
        // Gets a token for the first look-up. A failure is logged and retried.
        parts.backupService.signIn().catch(() => {});
        if (phase === 'starting') phase = 'running';
        return { ...started, operationsPort };
      } catch (error) {
        await closeAll();
        throw error;
      }
    },
    /** Reloads the account rules, the only file that is read again. Too early, it only logs so. Never rejects. */
    async reload() {
      if (!parts) return log.warn('not reloaded: still starting; send SIGHUP again');
      try {
        await parts.accountRules.reload();
        await parts.accountList.refresh();
        log.info({ file: settings.ACCOUNT_RULES_FILE }, 'the account rules were reloaded');
      } catch (error) {
        const facts = error instanceof AccountRulesError ? { reason: error.message } : { err: error };
        log.error(facts, 'the account rules stay as they were: the file has a mistake');
      }
    },
    /**
     * Stops accepting requests, lets running ones be answered, then closes everything. Never rejects. `withinMs` defaults to
     * 10,000. When most of it is over, requests to the service end: people who still wait for one get the last good answer.
     */
    async stop({ withinMs = STOP_WITHIN_MS }: { readonly withinMs?: number } = {}) {
      if (opened.disposed) return;
      phase = 'stopping';
      const timer = setTimeout(() => parts?.backupService.close(), withinMs * SHARE_FOR_THE_SERVICE);
      opened.defer(async () => parts?.finish(withinMs));
      await closeAll();
      clearTimeout(timer);
    },
  };
}

/** Creates and connects the parts. `opened` closes them. */
async function openParts(deps: BackupStatusAppDeps & Instruments, opened: AsyncDisposableStack) {
  const { settings, now, observe, inRequest, log } = deps;
  const common = { now, observe, inRequest, log };
  const { DATABASE_URL: databaseUrl, WATCH_REQUESTS_PER_SECOND: perSecond } = settings;
  const limits = { ...LOOKUP_LIMITS, ...deps.lookupLimits };
  const thresholds = thresholdsOf(settings);
  const accountRules = await openAccountRules(settings.ACCOUNT_RULES_FILE, thresholds);
  const store = deps.store ?? (await createStore(databaseUrl, now, log));
  opened.defer(store.close);
  // The ticker is created last: until then there is nothing to wake.
  let ticker: Ticker | undefined;
  const wake = () => ticker?.wake();
  const accountList = createAccountList({
    store: store.accountList,
    rules: accountRules,
    consoleUrl: settings.CONSOLE_URL,
    onChanged: async () => {
      if ((await store.watches.followList()) > 0) wake();
    },
    log,
  });
  await accountList.refresh();
  opened.defer(accountList.idle);
  const { rulesOf } = accountList;
  const { answers, tokens: tokenStore, loginLock } = store.caches;
  const backupService = createBackupService({ settings, tokenStore, loginLock, ...common });
  opened.defer(backupService.close);
  const lastAnswers = createLastAnswers(common, limits.lastAnswerMaxAgeMs, answers);
  const lookups = createLookups({ ...common, ...limits, ...backupService, rulesOf, lastAnswers });
  const { readForWatch: readAccount } = lookups;
  const importing = { store: store.accountList, readAccount, perSecond };
  const listEditor = createListEditor(accountList, importing);
  const { watchStore } = store;
  const checkNow = (budgetMs: number, signsIn?: boolean) =>
    checkUp(backupService, store, now, budgetMs, signsIn);
  const targets = createTargets(settings, now, log);
  opened.defer(targets.close);
  const slack = await createSlackApp({
    ...common,
    ...limits,
    ...lookups,
    pins: store.pins,
    settings,
    checkUp: checkNow,
    accounts: accountList,
    listEditor,
    rulesOf,
    targets,
    watches: wakingUp(store.watches, wake),
  });
  const heartbeat = createHeartbeat(settings.HEARTBEAT_URL, now, log);
  const watch = createWatch({
    store: watchStore,
    readAccount,
    notify: slack.notify,
    callTarget: slack.callTarget,
    targets: targets.names,
    rulesOf,
    reads: {
      atOnce: Math.max(1, Math.floor(settings.BACKUP_SERVICE_MAX_CONCURRENT / 2)),
      perSecond,
      withinMs: limits.budgetMs,
    },
    wake,
    channelsAtOnce: CHANNELS_AT_ONCE,
    chance: Math.random,
    ...common,
  });
  ticker = createTicker({ watch, onTick: heartbeat.beat, napMs: deps.napMs, ...common });
  const { stop } = ticker;
  const refreshing = setInterval(() => void accountList.refresh(), REFRESH_LIST_EVERY_MS).unref();
  opened.defer(() => clearInterval(refreshing));
  /** Ends what runs. Requests and reads under way have `withinMs` for it. */
  async function finish(withinMs: number): Promise<void> {
    listEditor.stop();
    await Promise.all([slack.stop(withinMs), within(stop(), withinMs)]);
  }
  return { slack, backupService, accountRules, accountList, checkUp: checkNow, watchStore, ticker, finish };
}

const HANDS = ['take', 'give', 'renew', 'release'] as const;
const CHANGES = ['add', 'remove', 'setSummary', 'setQuiet', 'endQuiet', ...HANDS] as const;

/** Wakes the ticker after changes by people, so that they take effect at once and not with the next tick. */
function wakingUp(watches: Store['watches'], wake: () => void): Store['watches'] {
  const changes = CHANGES.map((name) => {
    const change: (...args: never[]) => Promise<unknown> = watches[name];
    return [name, (...args: never[]) => change(...args).finally(wake)];
  });
  return { ...watches, ...Object.fromEntries(changes) };
}
