import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What Slack signs a request with, as far as it can be told without the body. */
export interface Stamped {
  /** Seconds since the epoch, as sent. */
  readonly stamp: string;
  readonly signature: string;
}

/** In both directions: a stamp from the future is not from Slack's clock, and could be replayed for longer. */
const STAMP_TOLERANCE_S = 5 * 60;

const SIGNATURE = /^v0=[0-9a-f]{64}$/;
const STAMP = /^[1-9]\d{0,11}$/;

/** Cheap, before the body is read. `unsigned` also for headers that are there twice. */
export function readStamp(request: IncomingMessage, nowMs: number): Stamped | 'unsigned' | 'stamp' {
  const stamp = onlyHeader(request, 'x-slack-request-timestamp');
  const signature = onlyHeader(request, 'x-slack-signature');
  if (stamp === undefined || signature === undefined) return 'unsigned';
  if (!STAMP.test(stamp) || !SIGNATURE.test(signature)) return 'unsigned';
  return Math.abs(nowMs / 1000 - Number(stamp)) > STAMP_TOLERANCE_S ? 'stamp' : { stamp, signature };
}

/** Whether Slack signed these bytes. In constant time. */
export function isSignedBy(signingSecret: string, { stamp, signature }: Stamped, body: Buffer): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(signingSecret, stamp, body)), Buffer.from(signature));
}

/** As Slack makes it, with its `v0=`. */
function signatureOf(signingSecret: string, stamp: string, body: Buffer): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${stamp}:`).update(body).digest('hex')}`;
}

/** Undefined when it is missing or there twice: Node would join the two. */
export function onlyHeader(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  name: keyof IncomingHttpHeaders & string,
): string | undefined {
  const [only, ...others] = headersDistinct[name] ?? [];
  return others.length === 0 ? only : undefined;
}
