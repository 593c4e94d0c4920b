import { onTestFinished } from 'vitest';
import type { LocalSlack, LocalSlackOptions } from '../../sandbox/slack/start-local-slack.ts';
import type { LookupBackupStatus } from '../../src/account/outcome.ts';
import type { Observe } from '../../src/operations/events.ts';
import { SETTINGS, type Settings } from '../../src/settings.ts';
import type { SlackAppDeps } from '../../src/slack/listener-deps.ts';
import { createSlackApp } from '../../src/slack/slack-app.ts';
import { createStore, type Store } from '../../src/store/create-store.ts';
import { CHECK_UP, THRESHOLDS } from '../messages/samples.ts';
import { captureLog } from './capture-log.ts';
import { freshDatabase } from './fresh-database.ts';
import { listedAccounts, NO_EDITOR, noTargets } from './known-accounts.ts';
import { LANGUAGE, LOCALE } from './reader.ts';
import { botEnvironment, type Transport } from './slack-settings.ts';
import { startInTest, startSlack } from './start-slack.ts';

export interface EdgeSetup {
  /** Replaces everything behind the Slack edge. */
  readonly lookup: LookupBackupStatus;
  /** Default: no earlier answers. */
  readonly lastKnown?: SlackAppDeps['lastKnown'];
  /** Absent: a new one. */
  readonly store?: Store;
  /** What the edge gets instead of these parts of the store. */
  readonly changeStore?: (store: Store) => Partial<Store>;
  /** Default: Socket Mode. */
  readonly transport?: Transport;
  /** Default: a minute, which is enough on any machine. */
  readonly inlineWithinMs?: number;
  readonly now?: () => number;
  readonly slackOptions?: LocalSlackOptions;
  readonly observe?: Observe;
  /** Absent: starts its own. */
  readonly slack?: LocalSlack;
  /** The port for signed HTTP. Default: a free one. */
  readonly port?: number;
  /** Default: every full member may ask, everywhere, in the language of this run. */
  readonly settings?: Partial<Settings>;
}

export type StartedEdge = Awaited<ReturnType<typeof startEdge>>;

/** Only the Slack edge until the test ends: real Bolt at a local Slack, with a look-up that the test controls. */
export async function startEdge(setup: EdgeSetup) {
  const { lookup, transport = 'socket', inlineWithinMs = 60_000, now = Date.now, slackOptions } = setup;
  const slack = setup.slack ?? (await startSlack({ locale: LOCALE, ...slackOptions }));
  const { log, lines: logLines, inRequest } = captureLog();
  const store = setup.store ?? (await startStore(now));
  const { pins, watches } = { ...store, ...setup.changeStore?.(store) };
  const service = { url: 'http://127.0.0.1:9', username: 'nobody', password: 'is asked' };
  const env = { LANGUAGE, PORT: `${setup.port ?? 0}` };
  const environment = botEnvironment({ slack, service, transport, env });
  const app = await createSlackApp({
    settings: { ...SETTINGS.parse(environment), ...setup.settings },
    lookup,
    checkUp: async () => CHECK_UP,
    lastKnown: setup.lastKnown ?? (async () => new Map()),
    accounts: listedAccounts(),
    listEditor: NO_EDITOR,
    targets: noTargets(),
    rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    pins,
    watches,
    inlineWithinMs,
    inRequest,
    now,
    ...(setup.observe && { observe: setup.observe }),
    log,
  });
  const started = await startInTest({ ...app, stop: () => app.stop(10_000) }, slack);
  /** Where Slack sends requests, with signed HTTP. */
  const requestUrl = `http://127.0.0.1:${started.port}/slack/events`;
  return { ...started, slack, store, logLines, requestUrl };
}

/** A store without rows until the test ends. */
export async function startStore(now: () => number = Date.now): Promise<Store> {
  const store = await createStore(await freshDatabase(), now, captureLog().log);
  onTestFinished(() => store.close());
  return store;
}
