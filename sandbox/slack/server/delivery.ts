import type { SeenMessage } from '../client/seen-message.ts';
import type { TransportResult } from './outgoing.ts';

/** How the app acknowledged a payload. */
export type Ack = 'ok' | 'operation_timeout' | 'dispatch_failed' | 'http_error';

/** How something a person did reached the app, and what came of it at once. */
export interface Delivery {
  readonly ack: Ack;
  /** From sending to the acknowledgement, or to giving up. */
  readonly ackMs: number;
  /** What the acknowledgement itself made visible. */
  readonly message?: SeenMessage;
  /** What Slack would tell the person when it went wrong. */
  readonly error?: string;
  /** What `response_action: errors` said, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
}

const ACKS = {
  acked: 'ok',
  timeout: 'operation_timeout',
  unreachable: 'dispatch_failed',
  'http-error': 'http_error',
} as const satisfies Record<TransportResult['kind'], Ack>;

/** What every delivery says: whether it was acknowledged, and when. */
export function toDelivery({ kind, ackMs }: TransportResult): Pick<Delivery, 'ack' | 'ackMs'> {
  return { ack: ACKS[kind], ackMs };
}
