import { App, type Logger, type Receiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { within } from '../async.ts';
import type { AccessRules } from '../domain/access.ts';
import { createTell } from './alerts/create-tell.ts';
import { createAccessPolicy } from './authorize/access-policy.ts';
import { type Identity, identifyApp } from './authorize/identify-app.ts';
import { createTokenWatch } from './authorize/token-watch.ts';
import { createUserDirectory } from './authorize/user-directory.ts';
import { type AnswerDeps, createListenerDeps, type ListenerDeps } from './listener-deps.ts';
import { countRejections } from './pipeline/count-rejections.ts';
import { ensureAck } from './pipeline/ensure-ack.ts';
import { pipeline } from './pipeline/pipeline.ts';
import { rejectForeign } from './pipeline/reject-foreign.ts';
import { type InRequest, trackInFlight } from './pipeline/track-in-flight.ts';
import { createHttpReceiver } from './receivers/http/http-receiver.ts';
import { createSocketModeReceiver } from './receivers/socket/socket-mode-receiver.ts';
import { registerListeners } from './register.ts';
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

/** Everything that talks to Slack, connected. */
export function createSlackApp(deps: SlackAppDeps) {
  const { slack, access: rules = {}, now, observe, log } = deps;
  let identity: Identity | undefined;
  const installation = () => identity;

  // Bolt makes the client together with the app, which takes the receiver with all of its steps.
  const client = () => app.client;
  const token = createTokenWatch({ auth: () => client().auth, observe, log });
  const { callSlack } = token;
  const people = createUserDirectory({ client, callSlack, installation, now });
  const decide = createAccessPolicy(people, installation, rules);
  const listenerDeps = createListenerDeps(deps, {
    people,
    respond: createRespond({ backOffMs: deps.backOffMs, observe, log }),
    views: createSlackViews(client, callSlack, deps.backOffMs),
    messages: createSlackMessages(client, callSlack),
  });
  const logger = toBoltLogger(log);
  const { receiver, inFlight, piped } = createIntake(deps, { ...listenerDeps, installation, logger });
  const app = createBolt(deps, { receiver: piped, logger });
  registerListeners(app, { ...listenerDeps, decide, rules, checkToken: token.check, observe });
  const tell = createTell({
    client: new WebClient(slack.botToken, { ...webClientOptionsForAlerts(slack.apiUrl), logger }),
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
      identity = await identifyApp({ app, appToken, rules, log });
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
    /** Requests that are being worked on. */
    underWay: inFlight.count,
    /** Connections to Slack that are open; see `StartableReceiver`. */
    connections: receiver.connections,
    /** See `TokenWatch.refusal`. */
    tokenRefusal: token.refusal,
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
