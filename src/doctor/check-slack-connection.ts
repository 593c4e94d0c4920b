import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { toBoltLogger } from '../slack/bolt-logger.ts';
import { openSocketConnection } from '../slack/socket-connection.ts';
import { checkListenAddress } from './check-listen-address.ts';
import { type Finding, failed, passed } from './finding.ts';
import { slackTroubleOf } from './slack-trouble.ts';

/** Whether Slack's requests can come in, by whichever way they are to come. */
export async function checkSlackConnection(slack: Config['slack'], log: Logger): Promise<readonly Finding[]> {
  const { transport, apiUrl } = slack;
  if (transport.kind === 'socket') return [await checkSocket({ ...transport, apiUrl }, log)];
  const { host, port, signingSecret } = transport;
  const listening = await checkListenAddress({
    check: 'listen address',
    host,
    port,
    setBy: ['HOST', 'PORT'],
  });
  return [checkSigningSecret(signingSecret), listening];
}

/**
 * Opens one connection and closes it at Slack's hello: while it is open Slack may send it what a running bot should get,
 * and nothing here would answer.
 */
async function checkSocket(
  { appToken, apiUrl }: { readonly appToken: string; readonly apiUrl: string },
  log: Logger,
): Promise<Finding> {
  let missed = 0;
  try {
    const connection = await openSocketConnection({
      appToken,
      apiUrl,
      logger: toBoltLogger(log),
      // Not acknowledged: Slack then sends an event to another connection, and tells a person that nothing came of it.
      async onRequest() {
        missed += 1;
      },
      onUnreadable() {},
    });
    await connection.close();
  } catch (error) {
    const trouble = slackTroubleOf(error);
    return socketFailure(trouble === undefined ? 'no hello on the connection' : trouble.says);
  }
  const lost = `; ${missed} of Slack’s requests came in just then and went unanswered`;
  return passed('slack connection', `Socket Mode opened and closed${missed > 0 ? lost : ''}`);
}

const socketFailure = (says: string) =>
  failed(
    'slack connection',
    `no Socket Mode connection: ${says}`,
    'At api.slack.com/apps turn Socket Mode on, and under Basic Information, App-Level Tokens, make one with connections:write for SLACK_APP_TOKEN. WebSockets must be let out.',
  );

function checkSigningSecret(secret: string): Finding {
  if (/^[0-9a-f]{32}$/.test(secret)) return passed('signing secret', 'of the form that Slack’s have');
  return failed(
    'signing secret',
    'SLACK_SIGNING_SECRET is not of the form that Slack’s have: 32 digits and letters from a to f',
    'Copy it anew: api.slack.com/apps, Basic Information, App Credentials, Signing Secret (not Client Secret).',
  );
}
