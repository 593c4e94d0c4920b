import { App, type Logger, type Receiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { within } from '../async.ts';
import type { AccessRules } from '../domain/access.ts';
import { createAccess } from './access.ts';
import { createTell } from './alerts/create-tell.ts';
import { type Identity, identifyApp } from './identify-app.ts';
import { type AnswerDeps, createListenerDeps, type ListenerDeps } from './listener-deps.ts';
import { countRejections } from './pipeline/count-rejections.ts';
import { ensureAck } from './pipeline/ensure-ack.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { rejectForeign } from './pipeline/reject-foreign.ts';
import { type InRequest, trackInFlight } from './pipeline/track-in-flight.ts';
import { createHttpReceiver } from './receivers/http/http-receiver.ts';
import { createSocketModeReceiver } from './receivers/socket/socket-mode-receiver.ts';
import { registerListeners } from './register.ts';
import { createWeb, toBoltLogger, webClientOptions } from './web.ts';

/** Where Slack is, and how the app is known there. */
export interface SlackSettings {
  readonly botToken: string;
  /** With its final slash. */
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'socket'; readonly appToken: string }
    | {
        readonly kind: 'http';
        readonly signingSecret: string;
        readonly host: string;
        readonly port: number;
      };
}

export interface SlackAppDeps extends AnswerDeps {
  readonly slack: SlackSettings;
  /** Absent: every full member may ask, everywhere. */
  readonly access?: AccessRules;
  /** Runs the work of one request of Slack, so that its log lines can be told from others'. */
  readonly inRequest?: InRequest;
  /** How long a call of the Web API may take. Default 3,000. */
  readonly callTimeoutMs?: number;
  /**
   * Wait before something that Slack did not take is sent again, doubled each time. Default: 300 for an answer, 500 for
   * a view.
   */
  readonly backOffMs?: number;
}

export type SlackApp = ReturnType<typeof createSlackApp>;

const STOP_WITHIN_MS = 10_000;
/** For what channels are told without being asked: of a reply its root first, then one attempt, and one more as plain text. All within `CALL_WITHIN_MS`. */
const ALERT_LIMITS = [6_000, 0] as const;

/** Everything that talks to Slack, connected. */
export function createSlackApp(deps: SlackAppDeps) {
  const { slack, access: rules = {}, now, observe, log } = deps;
  let identity: Identity | undefined;
  const installation = () => identity;

  const logger = toBoltLogger(log);
  const client = new WebClient(slack.botToken, {
    ...webClientOptions(slack.apiUrl, deps.callTimeoutMs),
    logger,
  });
  const { callSlack, checkToken, tokenRefusal, ...web } = createWeb({
    ...{ client, now, observe, log },
    backOffMs: deps.backOffMs,
  });
  const { decide, ...profiles } = createAccess({ client, callSlack, installation, rules, now });
  const listenerDeps = createListenerDeps(deps, { ...web, ...profiles });
  const { receiver, inFlight, piped } = createIntake(deps, { ...listenerDeps, installation, logger });
  const app = createBolt(deps, { receiver: piped, logger });
  registerListeners(app, { ...listenerDeps, decide, rules, checkToken });
  const tell = createTell({
    client: new WebClient(slack.botToken, { ...webClientOptions(slack.apiUrl, ...ALERT_LIMITS), logger }),
    callSlack,
    decide,
    rules,
    contexts: listenerDeps.contexts,
    termsOf: deps.termsOf,
    observe,
    log,
  });

  return {
    /** Checks the token, then takes requests. Rejects when Slack or the port says no; nothing is then left open. */
    async start() {
      const appToken = slack.transport.kind === 'socket' ? slack.transport.appToken : undefined;
      identity = await identifyApp({ app, client, callSlack, appToken, rules, log });
      return await receiver.start();
    },
    /** Takes no more requests, gives those under way so long to be answered; ten seconds unless said otherwise. */
    async stop(withinMs = STOP_WITHIN_MS) {
      const done = Promise.all([receiver.stop(), inFlight.idle()]);
      if ((await within(done, withinMs)) === undefined)
        log.warn({ underWay: inFlight.count() }, 'stopping although requests are still under way');
    },
    /** Tells a channel or a person of their watched accounts. */
    tell,
    /** Connections to Slack that are open; see `StartableReceiver`. */
    connections: receiver.connections,
    /** See `createWeb`. */
    tokenRefusal,
  };
}

interface IntakeDeps extends Pick<ListenerDeps, 'respond'> {
  readonly installation: () => Identity | undefined;
  readonly logger: Logger;
}

/** What takes requests of Slack, and what each of them passes before Bolt. */
function createIntake(deps: SlackAppDeps, { respond, installation, logger }: IntakeDeps) {
  const { slack, inRequest, now, observe, log } = deps;
  const { apiUrl, transport } = slack;
  const reject = countRejections(now, log, observe);
  const receiver =
    transport.kind === 'http'
      ? createHttpReceiver({ ...transport, reject, log })
      : createSocketModeReceiver({ ...transport, apiUrl, logger, reject, observe, log });
  const inFlight = trackInFlight({ inRequest, log });
  const steps = [inFlight.step, rejectForeign(installation, reject), ensureAck({ respond, observe, log })];
  return { receiver, inFlight, piped: pipeline(receiver, steps) };
}

function createBolt(
  { slack, callTimeoutMs }: SlackAppDeps,
  { receiver, logger }: { readonly receiver: Receiver; readonly logger: Logger },
): App {
  return new App({
    receiver,
    token: slack.botToken,
    clientOptions: webClientOptions(slack.apiUrl, callTimeoutMs),
    logger,
    // The only event is an opened Home, which no app causes itself; Bolt would check every request for it.
    ignoreSelf: false,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    // Otherwise an invalid token ends the process instead of rejecting.
    deferInitialization: true,
    extendedErrorHandler: true,
  });
}
