import type { LocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import type { SlackSettings } from '../../src/slack/create-slack-app.ts';

/** Both ways in which Slack reaches the bot, for `describe.each`. */
export const TRANSPORTS = ['socket', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The settings of a bot that the local Slack knows. Two sockets, as by default. */
export function slackSettings(slack: LocalSlack, transport: Transport): SlackSettings {
  const { botToken, apiUrl, appToken, signingSecret } = slack;
  return {
    botToken,
    apiUrl,
    transport:
      transport === 'socket'
        ? { kind: 'socket', appToken, sockets: 2 }
        : { kind: 'http', signingSecret, host: '127.0.0.1', port: 0 },
  };
}

/** Tells the local Slack where a bot listens, or waits until its sockets are open. */
export async function connectTo(slack: LocalSlack, port: number | undefined): Promise<void> {
  if (port === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(`http://127.0.0.1:${port}/slack/events`);
}
