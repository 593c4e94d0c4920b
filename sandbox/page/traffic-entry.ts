import type { ServedRequest } from '../backup-service/create-request-listener.ts';
import type { TrafficRecord } from '../slack/server/traffic.ts';
import type { TrafficEntry } from './page-state.ts';

/** An exchange between Slack and the bot. */
export function slackEntry(id: number, record: TrafficRecord): TrafficEntry {
  const common = { id, atMs: record.atMs, summary: summaryOf(record), detail: record };
  if (record.kind !== 'delivery') return { ...common, direction: 'from-bot' };
  // The record is completed later; an entry stays what it was.
  const detail = { ...record };
  const ms = record.ackMs === undefined ? {} : { ms: Math.round(record.ackMs) };
  return { ...common, direction: 'to-bot', ...ms, detail };
}

/** A request of the bot to the reference service. */
export function serviceEntry(id: number, served: ServedRequest): TrafficEntry {
  const { method, path, accountId, status, atMs, ms } = served;
  const asked = accountId === undefined ? '' : `?id=${accountId}`;
  const outcome = status ?? 'no answer';
  return {
    id,
    atMs,
    summary: `${method} ${path}${asked} ${outcome}`,
    direction: 'service',
    ms,
    detail: served,
  };
}

function summaryOf(record: TrafficRecord): string {
  switch (record.kind) {
    case 'delivery':
      return `${whatOf(record.payload)} (${record.type}) ${record.ack ?? 'awaiting the ack'}`;
    case 'api':
      return `${record.method} ${record.status}${errorIn(record.result)}`;
    case 'response_url':
      return `response_url ${record.status}${errorIn(record.result)}`;
    default:
      throw record satisfies never;
  }
}

/** `/backup-status 1001`, `block_actions refresh`, `view_submission`, `app_home_opened`. */
function whatOf(payload: Readonly<Record<string, unknown>>): string {
  const { command, text, type, event, actions } = payload as {
    command?: string;
    text?: string;
    type?: string;
    event?: { type?: string };
    actions?: readonly { action_id?: string }[];
  };
  if (command !== undefined) return `${command} ${text ?? ''}`.trim();
  if (event?.type !== undefined) return event.type;
  return [type, actions?.[0]?.action_id].filter((part) => part !== undefined).join(' ');
}

function errorIn(result: unknown): string {
  const error = (result as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'string' ? ` ${error}` : '';
}
