import { App, type Logger as BoltLogger } from '@slack/bolt';
import type { Logger } from 'pino';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import { type Language, wordsOf } from '../words/language.ts';
import { toBoltLogger } from './bolt-logger.ts';
import { createHome, type Home } from './create-home.ts';
import { createHomePainter } from './create-home-painter.ts';
import { createHomeFacts } from './home-facts.ts';
import { createHomeMemories } from './home-memory.ts';
import { createHomeRounds } from './home-rounds.ts';
import { createHttpReceiver, type StartableReceiver } from './http-receiver.ts';
import { createIntake } from './intake.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { createPersonalStore, type PersonalStore } from './personal-store.ts';
import { registerListeners } from './register.ts';
import { createRespond } from './respond.ts';
import { createSocketModeReceiver } from './socket-mode-receiver.ts';
import { webClientOptions } from './web-client-options.ts';
import { within } from './within.ts';
import { createWordsFor, type WordsFor, type WordsForDeps } from './words-for.ts';

export interface SlackSettings {
  readonly botToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string; readonly sockets: number }
    | {
        readonly kind: 'http';
        readonly signingSecret: string;
        readonly host: string;
        readonly port: number;
      };
}

export interface SlackAppDeps
  extends Omit<ListenerDeps, 'respond' | 'store' | 'home' | 'wordsFor' | 'channelWords'> {
  readonly slack: SlackSettings;
  /** What a channel reads, and a person whose own is not known or not ours. */
  readonly language: Language;
  /** The locale of a person in Slack, from what is remembered of them. Absent: nobody's is known. */
  readonly localeOf?: WordsForDeps['localeOf'];
  readonly pins: PinStore;
  readonly recents: RecentStore;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: LastKnownAnswers;
}

export interface SlackApp {
  /** Checks the token, then takes requests. Rejects when Slack or the port says no; nothing is then left open. */
  start(): Promise<{ readonly port?: number }>;
  /** Takes no more requests, gives those under way ten seconds to be answered. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 10_000;

/** The edge, joined. */
export function createSlackApp(deps: SlackAppDeps): SlackApp {
  const { slack, log } = deps;
  const logger = toBoltLogger(log);
  const intake = createIntake(log);
  const receiver = createReceiver(slack, logger, log);
  const app = new App({
    receiver: intake.around(receiver),
    token: slack.botToken,
    clientOptions: webClientOptions(slack.apiUrl),
    logger,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    // Otherwise a token that is no good ends the process instead of rejecting.
    deferInitialization: true,
    extendedErrorHandler: true,
  });
  const store = createPersonalStore(deps);
  const { language, localeOf = async () => undefined } = deps;
  const wordsFor = createWordsFor({ localeOf, language });
  registerListeners(app, {
    ...deps,
    store,
    home: joinHome(app, store, { ...deps, wordsFor }),
    respond: createRespond(),
    wordsFor,
    channelWords: wordsOf(undefined, language),
  });
  return {
    async start() {
      await app.init();
      return receiver.start();
    },
    async stop() {
      const done = Promise.all([receiver.stop(), intake.idle()]);
      if ((await within(done, STOP_WITHIN_MS)) === undefined) {
        log.warn({ underWay: intake.count() }, 'stopping although requests are still under way');
      }
    },
  };
}

function joinHome(app: App, store: PersonalStore, deps: SlackAppDeps & { wordsFor: WordsFor }): Home {
  const { now } = deps;
  const facts = createHomeFacts({ ...deps, store });
  const paint = createHomePainter({ ...deps, views: app.client.views, load: facts.load });
  const rounds = createHomeRounds({ facts, paint, store, now });
  return createHome({ memories: createHomeMemories({ now }), rounds, store, now });
}

function createReceiver(slack: SlackSettings, logger: BoltLogger, log: Logger): StartableReceiver {
  const { transport, apiUrl } = slack;
  return transport.kind === 'http'
    ? createHttpReceiver({ ...transport, logger })
    : createSocketModeReceiver({ ...transport, apiUrl, logger, log });
}
