import { HOUR_MS, MINUTE_MS } from '../account/time.ts';
import { type Effects, isAlive, type Plan } from './plan-notification.ts';
import type { ChannelState, MessageRef, Posted } from './posted.ts';

/** What Slack makes of a call. */
export type SlackAnswer =
  | ({ readonly kind: 'sent' } & MessageRef)
  /** Too much for this channel; nothing was done. */
  | { readonly kind: 'held'; readonly retryAfterMs: number }
  /** No answer, or none that says: it may have been done. */
  | { readonly kind: 'unconfirmed' }
  /** The message that was to be edited or replied to is not there any more. */
  | { readonly kind: 'gone' }
  /** It is there, and must not be edited any more. */
  | { readonly kind: 'fixed' }
  /** This channel accepts no messages from the app. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Nothing can be posted at all: the token is refused, or has too little rights. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** What is written down of a call, and when the channel is due again. */
export interface Outcome extends Effects {
  readonly posted: Posted;
  readonly dueAtMs: number;
  /** Slack's word for why the channel accepts no messages. Null: it takes messages. Absent: nothing was learnt of that. */
  readonly broken?: string | null;
}

type Call = Exclude<Plan, { readonly kind: 'wait' }>;

/** Slack takes about one message a second for a channel. */
const APART_MS = 1_100;
/** A channel that accepts no messages is tried again as often. */
const BROKEN_RETRY_MS = HOUR_MS;
/** While Slack refuses the token. */
const STOPPED_RETRY_MS = MINUTE_MS;
const MAX_FAILED = 6;

/** What Slack's answer to a call means for what is in the channel. */
export function afterAnswer(state: ChannelState, call: Call, answer: SlackAnswer, nowMs: number): Outcome {
  const { posted } = state;
  switch (answer.kind) {
    case 'sent': {
      const { notifies, forgetsRecovered, noticeId } = effectsOf(call);
      const after = call.kind === 'post' ? withPost(state, call, answer, nowMs) : call.posted;
      const { failures: _failures, ...sent } = after;
      return { posted: sent, dueAtMs: nowMs + APART_MS, broken: null, notifies, forgetsRecovered, noticeId };
    }
    case 'held':
      return { posted: notMade(posted, call), dueAtMs: nowMs + answer.retryAfterMs };
    case 'stopped':
      return { posted: notMade(posted, call), dueAtMs: nowMs + STOPPED_RETRY_MS };
    case 'broken':
      return { posted: notMade(posted, call), dueAtMs: nowMs + BROKEN_RETRY_MS, broken: answer.reason };
    case 'unconfirmed': {
      const failures = (posted.failures ?? 0) + 1;
      // A doubled message is cheaper than a lost one: after 1, 2, 4 … min it is posted again.
      const waitMs = MINUTE_MS * 2 ** Math.min(failures - 1, MAX_FAILED);
      return { posted: { ...begun(posted, call), failures }, dueAtMs: nowMs + Math.min(waitMs, HOUR_MS) };
    }
    case 'gone':
      return { posted: withoutMessage(posted, call), dueAtMs: nowMs + APART_MS };
    case 'fixed':
      return { posted: withFixed(posted, call), dueAtMs: nowMs + APART_MS };
    default:
      throw new Error(`unknown answer: ${JSON.stringify(answer satisfies never)}`);
  }
}

const effectsOf = (call: Call): Effects => {
  if (call.kind !== 'post') return call;
  // Who was notified by a post was written down when it was begun.
  return call.about.kind === 'notice' ? { noticeId: call.about.id } : {};
};

/** What is in a channel before a call is made: of a post nobody knows then whether Slack has it. */
export function begun(posted: Posted, call: Call): Posted {
  if (call.kind !== 'post') return posted;
  return { ...posted, pending: { key: call.key, about: call.about, mayExist: true } };
}

/** Slack did nothing. Of an earlier try nobody may know. */
function notMade(posted: Posted, call: Call): Posted {
  if (call.kind !== 'post') return posted;
  return { ...posted, pending: { key: call.key, about: call.about, mayExist: posted.pending?.mayExist } };
}

const MAX_SUPERSEDED = 5;

function withPost(
  { posted: before }: ChannelState,
  { notification }: Extract<Call, { readonly kind: 'post' }>,
  { ts, channelId }: MessageRef,
  nowMs: number,
): Posted {
  const { pending: _done, ...posted } = before;
  const at = { ts, channelId };
  switch (notification.kind) {
    case 'alert': {
      const { kind: _kind, incidents: _incidents, ...content } = notification;
      const { alert, superseded = [] } = posted;
      const older = alert && isAlive(alert) ? [...superseded, alert] : superseded;
      return {
        ...posted,
        superseded: older.slice(-MAX_SUPERSEDED),
        alert: { ...at, ...content, postedAtMs: nowMs, fineToldCount: 0 },
      };
    }
    case 'outage': {
      const { sinceMs, overAtMs } = notification;
      return { ...posted, outage: { ...at, sinceMs, overAtMs, isOverTold: overAtMs ? true : undefined } };
    }
    case 'downtime':
      return { ...posted, downtimeFromMs: notification.fromMs };
    default:
      return posted;
  }
}

/** Somebody has deleted what should be edited. An alert that is alive is posted again. */
function withoutMessage(posted: Posted, call: Call): Posted {
  if (call.kind === 'post') return notMade(posted, call);
  const { alert, outage, ...others } = posted;
  if (alert?.ts === call.at.ts) {
    const about = { kind: 'alert', newIds: alert.newIds } as const;
    const pending = isAlive(alert) ? { key: `alert-after@${alert.ts}`, about } : undefined;
    return { ...others, outage, pending };
  }
  if (outage?.ts === call.at.ts) return { ...posted, outage: { ...outage, isOverTold: true } };
  return { ...posted, superseded: posted.superseded?.slice(1) };
}

/** Slack lets nobody edit it any more: from now on its thread says what changes. */
function withFixed(posted: Posted, call: Call): Posted {
  const { alert, superseded = [] } = posted;
  if (call.kind === 'post') return notMade(posted, call);
  if (alert?.ts === call.at.ts) return { ...posted, alert: { ...alert, isFixed: true } };
  const [old, ...others] = superseded;
  if (old?.ts === call.at.ts) return { ...posted, superseded: [{ ...old, isFixed: true }, ...others] };
  // The end of an outage has a line in the thread anyway.
  return call.posted;
}
