import { createHmac } from 'node:crypto';

/** The headers with which Slack signs a body, `ageS` seconds ago. */
export function signedHeaders(
  body: string | Buffer,
  { secret, ageS = 0 }: { readonly secret: string; readonly ageS?: number },
): { 'x-slack-request-timestamp': string; 'x-slack-signature': string } {
  const stamp = String(Math.floor(Date.now() / 1000) - ageS);
  const signature = createHmac('sha256', secret).update(`v0:${stamp}:`).update(body).digest('hex');
  return { 'x-slack-request-timestamp': stamp, 'x-slack-signature': `v0=${signature}` };
}
