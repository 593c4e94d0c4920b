import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { signatureOf } from '../slack/receivers/http/verify-signature.ts';
import { openSocketConnection } from '../slack/receivers/socket/socket-connection.ts';
import { toBoltLogger } from '../slack/web-api/bolt-logger.ts';
import { ASK_WITHIN_MS, checkListenAddress } from './check-listen-address.ts';
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
    isBot: (origin) => takesSignature(origin, signingSecret),
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
    return socketFailure(trouble === undefined ? 'no hello on the connection' : trouble.message);
  }
  const lost = `; ${missed} of Slack’s requests came in just then and went unanswered`;
  return passed('slack connection', `Socket Mode opened and closed${missed > 0 ? lost : ''}`);
}

const socketFailure = (message: string) =>
  failed(
    'slack connection',
    `no Socket Mode connection: ${message}`,
    'At api.slack.com/apps turn Socket Mode on, and under Basic Information, App-Level Tokens, make one with connections:write for SLACK_APP_TOKEN. WebSockets must be let out.',
  );

/** Slack's own question about an address, signed as Slack would: only a bot with the same secret gives the challenge back. */
async function takesSignature(origin: string, signingSecret: string): Promise<boolean> {
  const challenge = randomUUID();
  const body = JSON.stringify({ type: 'url_verification', challenge });
  const stamp = String(Math.floor(Date.now() / 1_000));
  const answer = await fetch(`${origin}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': signatureOf(signingSecret, stamp, Buffer.from(body)),
    },
    body,
    signal: AbortSignal.timeout(ASK_WITHIN_MS),
  });
  return (await answer.text()) === JSON.stringify({ challenge });
}

function checkSigningSecret(secret: string): Finding {
  if (/^[0-9a-f]{32}$/.test(secret)) return passed('signing secret', 'of the form that Slack’s have');
  return failed(
    'signing secret',
    'SLACK_SIGNING_SECRET is not of the form that Slack’s have: 32 digits and letters from a to f',
    'Copy it anew: api.slack.com/apps, Basic Information, App Credentials, Signing Secret (not Client Secret).',
  );
}
