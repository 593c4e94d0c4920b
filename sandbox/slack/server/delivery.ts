import type { SeenMessage } from '../client/seen.ts';
import type { JsonObject } from './json.ts';

/** What Slack sends the app: a command, an interaction or an event. */
export interface Outgoing {
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
}

/** How a delivery went. `body`: what the acknowledgement carried, a text or JSON; undefined when it was empty. */
export type TransportResult =
  | { readonly kind: 'acked'; readonly body: unknown }
  | { readonly kind: 'timeout' | 'unreachable' }
  | { readonly kind: 'http-error'; readonly status: number };

/** How something a person did reached the app, and what came of it at once. */
export interface Delivery {
  readonly ack: 'ok' | 'operation_timeout' | 'dispatch_failed' | 'http_error';
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
} as const;

/** What every delivery says: whether it was acknowledged. */
export const toDelivery = ({ kind }: TransportResult): Delivery => ({ ack: ACKS[kind] });

/** What Slack sent the app, and how the app acknowledged it. `ack` is absent while the answer is awaited. */
interface DeliveryRecord extends Outgoing {
  readonly kind: 'delivery';
  readonly atMs: number;
  readonly transport: 'socket' | 'http';
  readonly ack?: Delivery['ack'];
  /** What the acknowledgement carried. */
  readonly response?: unknown;
}

/** A Web API call of the app. */
interface ApiRecord {
  readonly kind: 'api';
  readonly atMs: number;
  readonly method: string;
  readonly args: JsonObject;
  /** 0 when the connection was reset or left hanging. */
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

/** What went between Slack and the app; the oldest of more than a thousand exchanges goes. */
export function createTraffic() {
  const records: TrafficRecord[] = [];
  return {
    records: records as readonly TrafficRecord[],
    /** Keeps the record. The result adds to it later. */
    add(record: TrafficRecord): (more: Partial<DeliveryRecord>) => void {
      records.push(record);
      records.splice(0, records.length - KEPT);
      return (more) => void Object.assign(record, more);
    },
  };
}
