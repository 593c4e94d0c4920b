import { App, type Logger as BoltLogger } from '@slack/bolt';
import type { AccessRules } from '../domain/access.ts';
import type { Observe } from '../domain/events.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import { type Language, wordsOf } from '../words/language.ts';
import { scopesFor } from './authorize/bot-scopes.ts';
import { createAccess } from './authorize/create-access.ts';
import { createSlackPeople } from './authorize/create-slack-people.ts';
import { createTokenWatch, type TokenWatchDeps } from './authorize/create-token-watch.ts';
import { type Identity, introduce } from './authorize/introduce.ts';
import { createHomeSession } from './home/home-session.ts';
import { createHomeSessions } from './home/home-sessions.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { createAckFallback } from './pipeline/create-ack-fallback.ts';
import { createBusyRefusal } from './pipeline/create-busy-refusal.ts';
import { createGate } from './pipeline/create-gate.ts';
import { createRefusals, type RefusalReason } from './pipeline/create-refusals.ts';
import { createIntake, type InRequest } from './pipeline/intake.ts';
import { createHttpReceiver, type StartableReceiver } from './receivers/http/http-receiver.ts';
import { createSocketModeReceiver } from './receivers/socket/socket-mode-receiver.ts';
import { registerListeners } from './register.ts';
import { createLookupAllowance } from './shared/create-lookup-allowance.ts';
import { createPersonalStore } from './shared/personal-store.ts';
import { within } from './shared/within.ts';
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
      'respond' | 'callSlack' | 'store' | 'homes' | 'allowance' | 'wordsFor' | 'channelWords'
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
  readonly maxUnderWay?: number;
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
  const refuseBusy = createBusyRefusal({ ...deps, respond, wordsFor, channelWords });
  const intake = createIntake({ ...deps, refuse: refuseBusy });
  const refuse = createRefusals(deps);
  const receiver = createReceiver(deps, { logger, refuse });
  let identity: Identity | undefined;
  const installation = () => identity;
  const gate = createGate({ ...deps, identity: installation, refuse });
  const token = createTokenWatch({ ...deps, auth: () => app.client.auth });
  const { callSlack } = token;
  const ackFallback = createAckFallback({ ...deps, respond });
  const app = new App({
    receiver: intake.around(ackFallback.around(gate.around(receiver))),
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
  const people = createSlackPeople({ ...deps, client: app.client, callSlack, installation });
  const decide = createAccess({
    people,
    installation,
    rules,
    isSignedOut: () => token.refusal() !== undefined,
  });
  const allowance = createLookupAllowance(deps);
  const homeDeps = { ...deps, views: app.client.views, store, callSlack, allowance, wordsFor };
  const homes = createHomeSessions({ ...deps, create: (person) => createHomeSession(homeDeps, person) });
  const parts = { allowance, store, homes, respond, callSlack, wordsFor, channelWords };
  registerListeners(app, { ...deps, ...parts, decide, rules, checkToken: token.check });
  return {
    async start() {
      identity = await introduce({ app, slack, scopes: scopesFor(rules), log });
      const started = await receiver.start();
      token.start();
      return started;
    },
    async stop(withinMs = STOP_WITHIN_MS) {
      token.stop();
      const done = Promise.all([receiver.stop(), intake.idle()]);
      if ((await within(done, withinMs)) === undefined) {
        log.warn({ underWay: intake.count() }, 'stopping although requests are still under way');
      }
    },
    underWay: intake.count,
    connections: receiver.connections,
    tokenRefusal: token.refusal,
  };
}

function createReceiver(
  { slack, observe, log }: SlackAppDeps,
  parts: { readonly logger: BoltLogger; readonly refuse: (reason: RefusalReason) => void },
): StartableReceiver {
  const { transport, apiUrl } = slack;
  return transport.kind === 'http'
    ? createHttpReceiver({ ...transport, refuse: parts.refuse, log })
    : createSocketModeReceiver({ ...transport, ...parts, apiUrl, observe, log });
}
