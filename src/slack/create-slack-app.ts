import { App, type Logger as BoltLogger, type Receiver } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { within } from '../async/within.ts';
import type { AccessRules } from '../domain/access.ts';
import type { Observe } from '../domain/events.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import type { Language } from '../words/words.ts';
import { createAccessPolicy } from './authorize/access-policy.ts';
import { scopesFor } from './authorize/bot-scopes.ts';
import { type Identity, identifyApp } from './authorize/identify-app.ts';
import { createTokenWatch } from './authorize/token-watch.ts';
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
import { createContexts } from './shared/contexts.ts';
import { createPersonalStore } from './shared/personal-store.ts';
import { createRateLimit } from './shared/rate-limit.ts';
import type { SlackSettings } from './slack-settings.ts';
import { toBoltLogger } from './web-api/bolt-logger.ts';
import { createRespond } from './web-api/respond.ts';
import { webClientOptions } from './web-api/web-client-options.ts';

export interface SlackAppDeps
  extends Pick<ListenerDeps, 'lookup' | 'checkUp' | 'inlineWithinMs' | 'now' | 'log'> {
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
  /** Default: five minutes. */
  readonly tokenCheckEveryMs?: number;
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
  const { slack, maxInFlight, inRequest, now, observe, log } = deps;
  let identity: Identity | undefined;
  // Bolt makes the client together with the app, which takes the receiver with all of its steps.
  const client = () => app.client;
  const parts = createParts(deps, { client, identity: () => identity });
  const { respond, contexts, token } = parts;
  const logger = toBoltLogger(log);
  const reject = countRejections({ now, observe, log });
  const receiver = createReceiver(slack, { logger, reject, observe, log });
  const shedLoad = createShedLoad({ respond, contexts, now, observe, log });
  const inFlight = trackInFlight({ maxInFlight, inRequest, shedLoad, log });
  const steps = [
    inFlight.step,
    rejectForeign({ identity: () => identity, reject, now }),
    ensureAck({ respond, observe, log }),
  ];
  const app: App = createBoltApp(slack, { receiver: pipeline(receiver, steps), logger });
  registerListeners(app, { ...createListenerDeps(deps, parts, app.client.views), ...parts.access, observe });
  return {
    async start() {
      const scopes = scopesFor(parts.access.rules);
      identity = await identifyApp({ app, transport: slack.transport, scopes, log });
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

type Parts = ReturnType<typeof createParts>;

/** What is there before the app, and asks for its client later. */
function createParts(
  { language, access: rules = {}, tokenCheckEveryMs, now, observe, log }: SlackAppDeps,
  late: { readonly client: () => WebClient; readonly identity: () => Identity | undefined },
) {
  const { client, identity: installation } = late;
  const token = createTokenWatch({ auth: () => client().auth, tokenCheckEveryMs, observe, log });
  const people = createUserDirectory({ client, callSlack: token.callSlack, installation, now });
  const isSignedOut = () => token.refusal() !== undefined;
  const decide = createAccessPolicy({ people, installation, rules, isSignedOut });
  return {
    token,
    respond: createRespond({ observe, log }),
    // Every request is authorized first: the language of its person is known by then.
    contexts: createContexts({ localeOf: people.locale, language, now }),
    access: { decide, rules, checkToken: token.check },
  };
}

function createListenerDeps(deps: SlackAppDeps, parts: Parts, views: WebClient['views']): ListenerDeps {
  const { lookup, lastKnown, pins, recents, lookupsPerMinute, now, observe, log } = deps;
  const { respond, contexts, token } = parts;
  const { callSlack } = token;
  const store = createPersonalStore({ pins, recents, log });
  const rateLimit = createRateLimit({ lookupsPerMinute, now, observe });
  const home = { lookup, lastKnown, store, rateLimit, views, callSlack, contexts, now, log };
  const homes = createHomeSessions({ create: (person) => createHomeSession(home, person), now });
  const { checkUp, inlineWithinMs } = deps;
  const own = { rateLimit, store, homes, respond, callSlack, contexts };
  return { lookup, checkUp, inlineWithinMs, now, log, ...own };
}

function createBoltApp(
  { botToken, apiUrl }: SlackSettings,
  { receiver, logger }: { readonly receiver: Receiver; readonly logger: BoltLogger },
): App {
  return new App({
    receiver,
    token: botToken,
    clientOptions: webClientOptions(apiUrl),
    logger,
    // Only Home being opened is an event here, which no app does to itself; Bolt would ask each request about it.
    ignoreSelf: false,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    // Otherwise a token that is no good ends the process instead of rejecting.
    deferInitialization: true,
    extendedErrorHandler: true,
  });
}

function createReceiver(
  { transport, apiUrl }: SlackSettings,
  parts: {
    readonly logger: BoltLogger;
    readonly reject: (reason: RejectionReason) => void;
    readonly observe: Observe | undefined;
    readonly log: Logger;
  },
): StartableReceiver {
  const { reject, log } = parts;
  return transport.kind === 'http'
    ? createHttpReceiver({ ...transport, reject, log })
    : createSocketModeReceiver({ ...transport, ...parts, apiUrl });
}
