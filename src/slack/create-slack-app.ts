import { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { within } from '../async/within.ts';
import type { AccessRules } from '../domain/access.ts';
import type { TermsOf } from '../domain/account-terms.ts';
import type { Observe } from '../domain/events.ts';
import type { KnownAccounts, ListEditor } from '../domain/names/account-list.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { WatchList } from '../domain/watch/watch-list.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import type { Tell } from '../watch/ports.ts';
import type { Language } from '../words/words.ts';
import { createTell } from './alerts/create-tell.ts';
import { createAccessPolicy } from './authorize/access-policy.ts';
import { type Identity, identifyApp } from './authorize/identify-app.ts';
import { createTokenWatch } from './authorize/token-watch.ts';
import { createUserDirectory } from './authorize/user-directory.ts';
import { createHomeSession } from './home/home-session.ts';
import { createHomeSessions } from './home/home-sessions.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { countRejections } from './pipeline/count-rejections.ts';
import { ensureAck } from './pipeline/ensure-ack.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { rejectForeign } from './pipeline/reject-foreign.ts';
import { createShedLoad } from './pipeline/shed-load.ts';
import { type InRequest, trackInFlight } from './pipeline/track-in-flight.ts';
import { createHttpReceiver } from './receivers/http/http-receiver.ts';
import { createSocketModeReceiver } from './receivers/socket/socket-mode-receiver.ts';
import { registerListeners } from './register.ts';
import { createAccountsList } from './shared/accounts-list.ts';
import { createCardThreads } from './shared/card-threads.ts';
import { createContexts } from './shared/contexts.ts';
import { createNames } from './shared/names.ts';
import { createPersonalStore } from './shared/personal-store.ts';
import { createRateLimit } from './shared/rate-limit.ts';
import { createWatches } from './shared/watches.ts';
import { withSeen } from './shared/with-seen.ts';
import { toBoltLogger } from './web-api/bolt-logger.ts';
import { createRespond } from './web-api/respond.ts';
import { createSlackMessages } from './web-api/slack-messages.ts';
import { createSlackViews } from './web-api/slack-views.ts';
import { webClientOptions, webClientOptionsForAlerts } from './web-api/web-client-options.ts';

/** Where Slack is, and how the app is known there. */
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
  extends Pick<ListenerDeps, 'lookup' | 'checkUp' | 'inlineWithinMs' | 'now' | 'log'> {
  readonly slack: SlackSettings;
  /** What a channel reads, and a person whose own is not known or not ours. */
  readonly language: Language;
  readonly pins: PinStore;
  readonly recents: RecentStore;
  readonly watches: WatchList;
  /** Which accounts are known, and what they are called for everybody. */
  readonly accounts: KnownAccounts;
  readonly listEditor: ListEditor;
  /** What accounts are judged by, and what is known of them. */
  readonly termsOf: TermsOf;
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
  /** How long a call of the Web API may take. Default 3,000. */
  readonly callTimeoutMs?: number;
  /** Before a message is sent to a `response_url` again; doubled each time. Default 300. */
  readonly respondBackOffMs?: number;
  readonly observe?: Observe;
}

export interface SlackApp {
  /** Checks the token, then takes requests. Rejects when Slack or the port says no; nothing is then left open. */
  start(): Promise<{ readonly port?: number }>;
  /** Takes no more requests, gives those under way so long to be answered; ten seconds unless said otherwise. */
  stop(withinMs?: number): Promise<void>;
  /** Tells a channel or a person of their watched accounts. */
  readonly tell: Tell;
  /** Requests that are being worked on. */
  underWay(): number;
  /** Connections to Slack that are open; see `StartableReceiver`. */
  connections(): number;
  /** Slack's word, such as `token_revoked`, while it refuses the bot token. */
  tokenRefusal(): string | undefined;
}

const STOP_WITHIN_MS = 10_000;

/** Everything that talks to Slack, connected. */
export function createSlackApp(deps: SlackAppDeps): SlackApp {
  const { slack, lastKnown, checkUp, access: rules = {}, inlineWithinMs, now, observe, log } = deps;
  const { botToken, apiUrl, transport } = slack;
  let identity: Identity | undefined;
  const installation = () => identity;

  // Bolt makes the client together with the app, which takes the receiver with all of its steps.
  const client = () => app.client;
  const token = createTokenWatch({
    auth: () => client().auth,
    tokenCheckEveryMs: deps.tokenCheckEveryMs,
    observe,
    log,
  });
  const { callSlack } = token;
  const views = createSlackViews(client, callSlack);
  const messages = createSlackMessages(client, callSlack);
  const respond = createRespond({ backOffMs: deps.respondBackOffMs, observe, log });
  const people = createUserDirectory({ client, callSlack, installation, now });
  const isSignedOut = () => token.refusal() !== undefined;
  const decide = createAccessPolicy({ people, installation, rules, isSignedOut });

  // Every request is authorized first: the language of its person is known by then.
  const contexts = createContexts({ localeOf: people.locale, language: deps.language, now });
  const store = createPersonalStore({ pins: deps.pins, recents: deps.recents, log });
  const watches = createWatches({ watches: deps.watches, log });
  const lookup = withSeen(deps.lookup, watches);
  const rateLimit = createRateLimit({ lookupsPerMinute: deps.lookupsPerMinute, now, observe });
  const names = createNames({ store, lookup, accounts: deps.accounts });
  const { termsOf } = deps;
  const home = { lookup, lastKnown, store, watches, termsOf, names, rateLimit, views, contexts, now, log };
  const homes = createHomeSessions({ create: (person) => createHomeSession(home, person), now });

  const logger = toBoltLogger(log);
  const reject = countRejections({ now, observe, log });
  const receiver =
    transport.kind === 'http'
      ? createHttpReceiver({ ...transport, reject, log })
      : createSocketModeReceiver({ ...transport, apiUrl, logger, reject, observe, log });
  const shedLoad = createShedLoad({ respond, contexts, now, observe, log });
  const inFlight = trackInFlight({ maxInFlight: deps.maxInFlight, inRequest: deps.inRequest, shedLoad, log });
  const steps = [
    inFlight.step,
    rejectForeign({ identity: installation, reject, now }),
    ensureAck({ respond, observe, log }),
  ];
  const app: App = new App({
    receiver: pipeline(receiver, steps),
    token: botToken,
    clientOptions: webClientOptions(apiUrl, deps.callTimeoutMs),
    logger,
    // Only Home being opened is an event here, which no app does to itself; Bolt would ask each request about it.
    ignoreSelf: false,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    // Otherwise a token that is no good ends the process instead of rejecting.
    deferInitialization: true,
    extendedErrorHandler: true,
  });
  const access = { decide, rules, checkToken: token.check, observe };
  const answers = {
    lookup,
    checkUp,
    inlineWithinMs,
    rateLimit,
    store,
    names,
    accounts: createAccountsList({ editor: deps.listEditor, log }),
    watches,
    homes,
    threads: createCardThreads(),
  };
  registerListeners(app, {
    ...access,
    ...answers,
    termsOf,
    zoneOf: people.zone,
    respond,
    views,
    messages,
    contexts,
    now,
    log,
  });
  const tell = createTell({
    client: new WebClient(botToken, { ...webClientOptionsForAlerts(apiUrl), logger }),
    callSlack,
    refusal: token.refusal,
    decide,
    rules,
    contexts,
    termsOf,
    observe,
    log,
  });

  return {
    async start() {
      const appToken = transport.kind === 'socket' ? transport.appToken : undefined;
      identity = await identifyApp({ app, appToken, rules, log });
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
    tell,
    underWay: inFlight.count,
    connections: receiver.connections,
    tokenRefusal: token.refusal,
  };
}
