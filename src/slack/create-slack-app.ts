import { App, type Logger as BoltLogger } from '@slack/bolt';
import { within } from '../async/within.ts';
import type { AccessRules } from '../domain/access.ts';
import type { Observe } from '../domain/events.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import { type Language, wordsOf } from '../words/language.ts';
import { createAccessPolicy } from './authorize/access-policy.ts';
import { scopesFor } from './authorize/bot-scopes.ts';
import { type Identity, identifyApp } from './authorize/identify-app.ts';
import { createTokenWatch, type TokenWatchDeps } from './authorize/token-watch.ts';
import { createUserDirectory } from './authorize/user-directory.ts';
import { createHomeSession } from './home/home-session.ts';
import { createHomeSessions } from './home/home-sessions.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { countRejections, type RejectionReason } from './pipeline/count-rejections.ts';
import { ensureAck } from './pipeline/ensure-ack.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { rejectForeign } from './pipeline/reject-foreign.ts';
import { createShedLoad } from './pipeline/shed-load.ts';
import { type InRequest, trackInFlight } from './pipeline/track-in-flight.ts';
import { createHttpReceiver, type StartableReceiver } from './receivers/http/http-receiver.ts';
import { createSocketModeReceiver } from './receivers/socket/socket-mode-receiver.ts';
import { registerListeners } from './register.ts';
import { createPersonalStore } from './shared/personal-store.ts';
import { createRateLimit } from './shared/rate-limit.ts';
import { createWordsFor } from './shared/words-for.ts';
import { toBoltLogger } from './web-api/bolt-logger.ts';
import { createRespond } from './web-api/respond.ts';
import { webClientOptions } from './web-api/web-client-options.ts';

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
  extends Omit<
      ListenerDeps,
      'respond' | 'callSlack' | 'store' | 'homes' | 'rateLimit' | 'wordsFor' | 'channelWords'
    >,
    Pick<TokenWatchDeps, 'tokenCheckEveryMs'> {
  readonly slack: SlackSettings;
  /** What a channel reads, and a person whose own is not known or not ours. */
  readonly language: Language;
  readonly pins: PinStore;
  readonly recents: RecentStore;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: LastKnownAnswers;
  /** Absent: every full member may ask, everywhere. */
  readonly access?: AccessRules;
  /** Runs the work of one request of Slack, so that its log lines can be told from others'. */
  readonly inRequest?: InRequest;
  /** What one person may ask for; 0 for no limit. */
  readonly lookupsPerMinute: number;
  /** Requests from Slack at a time, those that wait included. Default 2,000. */
  readonly maxInFlight?: number;
  readonly observe?: Observe;
}

export interface SlackApp {
  /** Checks the token, then takes requests. Rejects when Slack or the port says no; nothing is then left open. */
  start(): Promise<{ readonly port?: number }>;
  /** Takes no more requests, gives those under way so long to be answered; ten seconds unless said otherwise. */
  stop(withinMs?: number): Promise<void>;
  /** Requests that are being worked on. */
  underWay(): number;
  /** Ways in from Slack that are open; see `StartableReceiver`. */
  connections(): number;
  /** Slack's word, such as `token_revoked`, while it refuses the bot token. */
  tokenRefusal(): string | undefined;
}

const STOP_WITHIN_MS = 10_000;

/** The edge, joined. */
export function createSlackApp(deps: SlackAppDeps): SlackApp {
  const { slack, language, log } = deps;
  const logger = toBoltLogger(log);
  const respond = createRespond(deps);
  // Every request is of somebody whom the guard asks about first: what they read in is known by then.
  const wordsFor = createWordsFor({ localeOf: (userId) => people.locale(userId), language });
  const channelWords = wordsOf(undefined, language);
  const shedLoad = createShedLoad({ ...deps, respond, wordsFor, channelWords });
  const inFlight = trackInFlight({ ...deps, shedLoad });
  const reject = countRejections(deps);
  const receiver = createReceiver(deps, { logger, reject });
  let identity: Identity | undefined;
  const installation = () => identity;
  const token = createTokenWatch({ ...deps, auth: () => app.client.auth });
  const { callSlack } = token;
  const app = new App({
    receiver: pipeline(receiver, [
      inFlight.step,
      rejectForeign({ ...deps, identity: installation, reject }),
      ensureAck({ ...deps, respond }),
    ]),
    token: slack.botToken,
    clientOptions: webClientOptions(slack.apiUrl),
    logger,
    // Only Home being opened is an event here, which no app does to itself; Bolt would ask each request about it.
    ignoreSelf: false,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    // Otherwise a token that is no good ends the process instead of rejecting.
    deferInitialization: true,
    extendedErrorHandler: true,
  });
  const store = createPersonalStore(deps);
  const rules = deps.access ?? {};
  const people = createUserDirectory({ ...deps, client: app.client, callSlack, installation });
  const decide = createAccessPolicy({
    people,
    installation,
    rules,
    isSignedOut: () => token.refusal() !== undefined,
  });
  const rateLimit = createRateLimit(deps);
  const homeDeps = { ...deps, views: app.client.views, store, callSlack, rateLimit, wordsFor };
  const homes = createHomeSessions({ ...deps, create: (person) => createHomeSession(homeDeps, person) });
  const parts = { rateLimit, store, homes, respond, callSlack, wordsFor, channelWords };
  registerListeners(app, { ...deps, ...parts, decide, rules, checkToken: token.check });
  return {
    async start() {
      identity = await identifyApp({ app, slack, scopes: scopesFor(rules), log });
      const started = await receiver.start();
      token.start();
      return started;
    },
    async stop(withinMs = STOP_WITHIN_MS) {
      token.stop();
      const done = Promise.all([receiver.stop(), inFlight.idle()]);
      if ((await within(done, withinMs)) === undefined) {
        log.warn({ underWay: inFlight.count() }, 'stopping although requests are still under way');
      }
    },
    underWay: inFlight.count,
    connections: receiver.connections,
    tokenRefusal: token.refusal,
  };
}

function createReceiver(
  { slack, observe, log }: SlackAppDeps,
  parts: { readonly logger: BoltLogger; readonly reject: (reason: RejectionReason) => void },
): StartableReceiver {
  const { transport, apiUrl } = slack;
  return transport.kind === 'http'
    ? createHttpReceiver({ ...transport, reject: parts.reject, log })
    : createSocketModeReceiver({ ...transport, ...parts, apiUrl, observe, log });
}
