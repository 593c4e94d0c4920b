import type { Delivery } from './delivery.ts';
import type { JsonObject } from './json.ts';

/** What Slack sent the app, and how the app acknowledged it. `ack` is absent while the answer is awaited. */
interface DeliveryRecord {
  readonly kind: 'delivery';
  readonly atMs: number;
  readonly transport: 'socket' | 'http';
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
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
