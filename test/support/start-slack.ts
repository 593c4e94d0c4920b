import { onTestFinished } from 'vitest';
import {
  type LocalSlack,
  type LocalSlackOptions,
  startLocalSlack,
} from '../../sandbox/slack/start-local-slack.ts';
import { BOT_SCOPES } from '../../src/slack/kit/access.ts';
import { connectTo } from './slack-settings.ts';

const MINUTE_MS = 60_000;

/** A local Slack until the test ends. By default it grants the manifest's scopes, and never times out. */
export async function startSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack({
    scopes: BOT_SCOPES,
    ackTimeoutMs: MINUTE_MS,
    triggersLastMs: MINUTE_MS,
    ...options,
  });
  onTestFinished(() => slack.close());
  return slack;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, never passed on.
type Answer = any;

/** A call of the Web API without any SDK, as JSON with the bot token. */
export async function callApi(
  slack: LocalSlack,
  method: string,
  args: object,
  token = slack.botToken,
): Promise<Answer> {
  const response = await fetch(`${slack.apiUrl}${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(args),
  });
  return response.json();
}

/** Starts an app, which a local Slack then sends everything to, until the test ends. */
export async function startInTest<
  App extends { start(): Promise<{ readonly port?: number | undefined }>; stop(): Promise<void> },
>(app: App, slack: LocalSlack) {
  const started = (await app.start()) as Awaited<ReturnType<App['start']>>;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.stop();
    return stopped;
  };
  onTestFinished(stop);
  /** Makes Slack send to this bot from now on, where several share a Slack. Signed HTTP only. */
  const acknowledge = () => connectTo(slack, started.port);
  await acknowledge();
  return { ...started, app, ada: slack.person('ada'), bora: slack.person('bora'), acknowledge, stop };
}
