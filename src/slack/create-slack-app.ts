import { App, type Logger as BoltLogger } from '@slack/bolt';
import type { Logger } from 'pino';
import type { AccessRules } from '../domain/access.ts';
import type { Observe } from '../domain/events.ts';
import type { PinStore, RecentStore } from '../domain/pins.ts';
import type { LastKnownAnswers } from '../lookup/last-known-answers.ts';
import { toBoltLogger } from './bolt-logger.ts';
import { createAccess } from './create-access.ts';
import { createHome, type Home } from './create-home.ts';
import { createHomePainter } from './create-home-painter.ts';
import { createSlackPeople } from './create-slack-people.ts';
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

export interface SlackAppDeps extends Omit<ListenerDeps, 'respond' | 'store' | 'home'> {
  readonly slack: SlackSettings;
  readonly pins: PinStore;
  readonly recents: RecentStore;
  /** For Home, which shows something before the service has answered. */
  readonly lastKnown: LastKnownAnswers;
  /** Absent: every full member may ask, everywhere. */
  readonly access?: AccessRules;
  readonly observe?: Observe;
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
  const rules = deps.access ?? {};
  const scopes = ['users:read', ...(rules.userGroups ? ['usergroups:read'] : [])];
  const people = createSlackPeople({ ...deps, client: app.client, scopes });
  const decide = createAccess({ people, rules });
  const home = joinHome(app, store, deps);
  registerListeners(app, { ...deps, store, home, respond: createRespond(), decide, rules });
  return {
    async start() {
      await app.init();
      // Known before the first request, and whether a scope is missing.
      await people.installation();
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

function joinHome(app: App, store: PersonalStore, deps: SlackAppDeps): Home {
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
