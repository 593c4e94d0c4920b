import type { Delivery } from './delivery.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** What Slack sent the app, and how the app acknowledged it. `ack` is absent while the answer is awaited. */
interface DeliveryRecord {
  readonly kind: 'delivery';
  readonly atMs: number;
  readonly transport: 'socket' | 'http';
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: JsonObject;
  readonly ack?: Delivery['ack'];
  readonly ackMs?: number;
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
const SECRET_URL = /(\/T[0-9A-Z]+\/\w+\/)\w+|([?&]ticket=)\w+/g;

/** The secrets, and the last part of every response_url, are replaced by `***` in all that is kept. */
export function createTraffic(secrets: readonly string[]) {
  const records: TrafficRecord[] = [];
  const maskText = (text: string) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text).replace(SECRET_URL, '$1$2***');
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner)]));
  };
  return {
    records: records as readonly TrafficRecord[],
    /** Keeps the record, masked; the oldest of more than a thousand goes. The result adds to it later. */
    add(record: TrafficRecord): (more: Partial<DeliveryRecord>) => void {
      // Masking keeps the shape: only the inside of strings changes.
      const kept = mask(record) as TrafficRecord;
      records.push(kept);
      records.splice(0, records.length - KEPT);
      return (more) => {
        Object.assign(kept, mask(more));
      };
    },
  };
}
