import { createHmac } from 'node:crypto';

/** The headers with which Slack signs a body, `ageS` seconds ago. */
export function signedHeaders(
  body: string | Buffer,
  {
    secret,
    ageS = 0,
    stamp = String(Math.floor(Date.now() / 1000) - ageS),
  }: { readonly secret: string; readonly ageS?: number | undefined; readonly stamp?: string },
) {
  const signature = createHmac('sha256', secret).update(`v0:${stamp}:`).update(body).digest('hex');
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${signature}` };
}
