import { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { within } from '../async.ts';
import { accessOf } from '../settings.ts';
import type { MessageRef } from '../watch/posted.ts';
import { createAccess } from './access.ts';
import { createCallTarget, createNotify } from './alerts/alert-message.ts';
import { createHttp } from './http.ts';
import { createIntake } from './intake.ts';
import { type Installation, scopesFor } from './kit/access.ts';
import { createListenerDeps, type SlackAppDeps } from './listener-deps.ts';
import { registerListeners } from './listeners.ts';
import { createSockets } from './sockets.ts';
import { createWeb, TIME_LIMITS, toBoltLogger, type Web, webClientOptions } from './web.ts';

/** Timeout and retries of what is posted without a request. A reply makes up to three calls (root, reply, plain text). */
const ALERT_LIMITS = [6_000, 0] as const;

/**
 * Everything that talks to Slack, connected. First asks Slack where the app is installed. Rejects, and leaves nothing open,
 * when Slack refuses the bot token or cannot be asked about it.
 */
export async function createSlackApp(deps: SlackAppDeps) {
  const { settings, log } = deps;
  const rules = accessOf(settings);
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl } = settings;
  const logger = toBoltLogger(log);
  const clientWith = (...limits: readonly number[]) =>
    new WebClient(botToken, { ...webClientOptions(apiUrl, ...limits), logger });
  const client = clientWith();
  // Only `createWeb` tries these again, since it first looks for a newer view.
  const { publish, update } = clientWith(TIME_LIMITS.call, 0).views;
  const views = { ...client.views, publish, update };
  const { tokenRefusal, ...web } = createWeb({ ...client, views }, deps);
  const installation = installationIn(await web.checkToken(), scopesFor(rules), log);
  const app = new App({
    // Requests arrive only through the intake.
    receiver: { init() {}, start: async () => {}, stop: async () => {} },
    // Listeners call Slack through `web`, so Bolt needs no token, and does not check one of its own accord.
    authorize: async () => ({}),
    logger,
    // The app cannot cause the events that it gets; Bolt would check every request for that.
    ignoreSelf: false,
    // Conversations have no state here; the default keeps one in memory for each channel.
    convoStore: false,
    extendedErrorHandler: true,
  });
  const access = createAccess(client, web.callSlack, installation, rules, deps.now);
  /** Has the form of Slack's own links to messages. */
  const linkTo = ({ channelId, ts }: MessageRef) =>
    `${installation.url}archives/${channelId}/p${ts.replace('.', '')}`;
  const listenerDeps = createListenerDeps(deps, { ...web, ...access, rules, linkTo });
  registerListeners(app, listenerDeps);
  const alertDeps = { ...listenerDeps, client: clientWith(...ALERT_LIMITS) };
  const intake = createIntake(app, web.respond, installation, deps);
  const receiver =
    appToken === undefined ? createHttp(settings, intake, log) : createSockets(settings, intake, deps);

  return {
    /** Takes requests. Rejects, and leaves nothing open, when the port is taken or Slack refuses a connection. */
    start: receiver.start,
    /** Stops accepting requests, and gives those under way `withinMs` to be answered. */
    async stop(withinMs: number) {
      const done = Promise.all([receiver.stop(), intake.idle()]);
      if ((await within(done, withinMs)) === undefined)
        log.warn({ underWay: intake.underWay() }, 'stopping although requests are still under way');
    },
    /** Notifies a channel or a person of their watched accounts. */
    notify: createNotify(alertDeps),
    callTarget: createCallTarget(alertDeps),
    /** Open connections to Slack; 1 while signed HTTP is listened for. */
    connections: receiver.connections,
    /** See `createWeb`. */
    tokenRefusal,
  };
}

/** What the answer of `auth.test` says about the installation. Throws if there is none. */
function installationIn(
  called: Awaited<ReturnType<Web['checkToken']>>,
  needed: readonly string[],
  log: Logger,
): Installation {
  if (called.kind !== 'done') {
    const what = called.kind === 'passing' ? 'Slack could not be asked about' : 'Slack refused';
    const fix = 'For a fix, run npm run doctor, or node dist/doctor.js in the image.';
    throw new Error(`${what} the bot token: ${called.error}. ${fix}`);
  }
  const { team_id: teamId, enterprise_id: enterpriseId, url, response_metadata: more } = called.value;
  const scopes = more?.scopes;
  const missing = needed.filter((scope) => scopes?.includes(scope) === false);
  if (missing.length > 0)
    log.error({ missing }, 'the Slack app lacks scopes: see manifest.yml and install the app again');
  if (!teamId) throw new Error('Slack does not say where the app is installed');
  return { teamId, enterpriseId: enterpriseId || undefined, url: url || 'https://slack.com/', scopes };
}
