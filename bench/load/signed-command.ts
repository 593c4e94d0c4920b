import { createHmac, randomBytes } from 'node:crypto';

/** Who asks for what. */
export interface CommandFacts {
  readonly signingSecret: string;
  readonly teamId: string;
  readonly userId: string;
  readonly text: string;
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A slash command as Slack sends it, signed now: good for five minutes, and never the same twice. */
export function signedCommand({ signingSecret, teamId, userId, text }: CommandFacts): SignedRequest {
  const secret = randomBytes(12).toString('hex');
  const body = new URLSearchParams({
    token: 'verification-token-of-old',
    team_id: teamId,
    team_domain: 'local-workspace',
    channel_id: 'C0ONCALL001',
    channel_name: 'oncall',
    user_id: userId,
    user_name: 'somebody',
    command: '/backup-status',
    text,
    api_app_id: 'A0LOCAL0001',
    is_enterprise_install: 'false',
    // Nothing listens there: an answer that does not come with the ack is none here.
    response_url: `http://127.0.0.1:9/commands/${teamId}/1/${secret}`,
    trigger_id: `1.2.${secret}`,
  }).toString();
  const stamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${stamp}:${body}`).digest('hex');
  return {
    body,
    headers: {
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      accept: '*/*',
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-signature': `v0=${signature}`,
      'x-slack-request-timestamp': stamp,
    },
  };
}
