import { HOUR_MS, MINUTE_MS } from '../account/time.ts';
import { type Call, type Effects, isAlive } from './plan-notification.ts';
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

/** Slack takes about one message a second for a channel. */
const APART_MS = 1_100;
/** A channel that accepts no messages is tried again as often. */
const BROKEN_RETRY_MS = HOUR_MS;
/** While Slack refuses the token. */
const STOPPED_RETRY_MS = MINUTE_MS;

/** What Slack's answer to a call means for what is in the channel. */
export function afterAnswer(
  { posted }: ChannelState,
  call: Call,
  answer: SlackAnswer,
  nowMs: number,
): Outcome {
  switch (answer.kind) {
    case 'sent': {
      const { ts, channelId } = answer;
      const { failures: _failures, ...sent } = call.done({ ts, channelId }, nowMs);
      const { notifies, forgetsRecovered, noticeId } = call;
      // What a post notifies of was written down when it was begun.
      const notified = call.at && notifies;
      const effects = { notifies: notified, forgetsRecovered, noticeId };
      return { posted: sent, dueAtMs: nowMs + APART_MS, broken: null, ...effects };
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
      const waitMs = Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS);
      return { posted: { ...begun(posted, call), failures }, dueAtMs: nowMs + waitMs };
    }
    case 'gone':
      return { posted: withoutMessage(posted, call), dueAtMs: nowMs + APART_MS };
    case 'fixed':
      return { posted: withFixed(posted, call, nowMs), dueAtMs: nowMs + APART_MS };
    default:
      throw new Error(`unknown answer: ${JSON.stringify(answer satisfies never)}`);
  }
}

/** What is in a channel before a call is made: whether Slack has a post that was begun is unknown then. */
export const begun = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined ? posted : { ...posted, pending: { ...pending, mayExist: true } };

/** Slack did nothing. Of an earlier try nobody may know. */
const notMade = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined ? posted : { ...posted, pending: { ...pending, mayExist: posted.pending?.mayExist } };

/** Somebody has deleted what should be edited. An alert that is alive is posted again. */
function withoutMessage(posted: Posted, call: Call): Posted {
  const { alert, outage, ...others } = posted;
  const ts = call.at?.ts;
  if (ts === undefined) return notMade(posted, call);
  if (alert?.ts === ts) {
    const about = { kind: 'alert', newIds: alert.newIds } as const;
    const pending = isAlive(alert) ? { key: `alert-after@${ts}`, about } : undefined;
    return { ...others, outage, pending };
  }
  if (outage?.ts === ts) return { alert, ...others };
  return { ...posted, superseded: posted.superseded?.slice(1) };
}

/** Slack lets nobody edit it any more: from now on its thread says what changes. */
function withFixed(posted: Posted, call: Call, nowMs: number): Posted {
  const { alert, superseded = [] } = posted;
  const { at } = call;
  if (at === undefined) return notMade(posted, call);
  if (alert?.ts === at.ts) return { ...posted, alert: { ...alert, isFixed: true } };
  const [old, ...others] = superseded;
  if (old?.ts === at.ts) return { ...posted, superseded: [{ ...old, isFixed: true }, ...others] };
  return call.done(at, nowMs);
}
