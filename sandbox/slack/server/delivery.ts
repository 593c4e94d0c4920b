import type { SeenMessage } from '../client/seen.ts';
import type { JsonObject } from './json.ts';

/** What Slack sends the app: a command, an interaction or an event. */
export interface Outgoing {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
}

/** The result of a delivery. `body`: the text or JSON of the acknowledgement; undefined when it was empty. */
export type TransportResult =
  | { readonly kind: 'acked'; readonly body: unknown }
  | { readonly kind: 'timeout' | 'unreachable' }
  | { readonly kind: 'http-error'; readonly status: number };

/** How an action of a person reached the app, and its immediate result. */
export interface Delivery {
  readonly ack: 'ok' | 'operation_timeout' | 'dispatch_failed' | 'http_error';
  /** The message that the acknowledgement itself showed. */
  readonly message?: SeenMessage;
  /** What Slack shows to the person when it failed. */
  readonly error?: string;
  /** The errors of `response_action: errors`, by block_id. */
  readonly errors?: Readonly<Record<string, string>>;
}

const ACKS = {
  acked: 'ok',
  timeout: 'operation_timeout',
  unreachable: 'dispatch_failed',
  'http-error': 'http_error',
} as const;

/** The part that every delivery has: whether it was acknowledged. */
export const toDelivery = ({ kind }: TransportResult): Delivery => ({ ack: ACKS[kind] });

/** What Slack sent the app, and how the app acknowledged it. `ack` is absent until then. */
interface DeliveryRecord extends Outgoing {
  readonly kind: 'delivery';
  readonly atMs: number;
  readonly transport: 'socket' | 'http';
  readonly ack?: Delivery['ack'];
  /** The body of the acknowledgement. */
  readonly response?: unknown;
}

/** A Web API call of the app. */
interface ApiRecord {
  readonly kind: 'api';
  readonly atMs: number;
  readonly method: string;
  readonly args: JsonObject;
  /** 0 when the connection was reset or left open without an answer. */
  readonly status: number;
  readonly result: unknown;
}

/** A post of the app to a response_url. */
interface ResponseUrlRecord {
  readonly kind: 'response_url';
  readonly atMs: number;
  readonly body: unknown;
  readonly status: number;
  readonly result: unknown;
}

export type TrafficRecord = DeliveryRecord | ApiRecord | ResponseUrlRecord;

const KEPT = 1_000;

/** The last thousand exchanges between Slack and the app. */
export function createTraffic() {
  const records: TrafficRecord[] = [];
  return {
    records: records as readonly TrafficRecord[],
    /** Records it. The returned function adds fields to the record later. */
    add(record: TrafficRecord): (more: Partial<DeliveryRecord>) => void {
      records.push(record);
      records.splice(0, records.length - KEPT);
      return (more) => void Object.assign(record, more);
    },
  };
}
