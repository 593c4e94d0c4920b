import { HOUR_MS, MINUTE_MS } from '../account/time.ts';
import { type Call, type Effects, isAlive } from './plan-notification.ts';
import type { ChannelState, MessageRef, Posted } from './posted.ts';

/** How Slack answered a call. */
export type SlackAnswer =
  | ({ readonly kind: 'sent' } & MessageRef)
  /** Not now, for example because of a rate limit; nothing was done. */
  | { readonly kind: 'held'; readonly retryAfterMs: number }
  /** No answer, or an unclear one: the call may have been carried out. */
  | { readonly kind: 'unconfirmed' }
  /** The message that was to be edited or replied to is not there any more. */
  | { readonly kind: 'gone' }
  /** The message exists, but Slack refuses to edit it. */
  | { readonly kind: 'fixed' }
  /** This channel accepts no messages from the app. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Nothing can be posted at all: the token is refused, or has too little rights. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** What is saved after a call, and when the channel is due again. */
export interface Outcome extends Effects {
  readonly posted: Posted;
  readonly dueAtMs: number;
  /** Slack's error code for why the channel accepts no messages. Null: it accepts them. Absent: the call did not show which. */
  readonly broken?: string | null;
}

/** Slack takes about one message a second for a channel. */
const APART_MS = 1_100;
/** How often a channel that accepts no messages is tried. */
const BROKEN_RETRY_MS = HOUR_MS;
/** While Slack refuses the token. */
const STOPPED_RETRY_MS = MINUTE_MS;

/** What is in the channel after Slack's answer to a call. */
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
      const { forgetsRecovered, noticeId, summaryDueAtMs } = call;
      // For a post this was saved before the call.
      const notifies = call.at && call.notifies;
      const effects = { notifies, forgetsRecovered, noticeId, summaryDueAtMs };
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

/** What is saved before a call: from then on it is unknown whether Slack has the post. */
export const begun = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined ? posted : { ...posted, pending: { ...pending, mayExist: true } };

/** Slack did nothing this time; an earlier attempt may have gone through. */
const notMade = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined ? posted : { ...posted, pending: { ...pending, mayExist: posted.pending?.mayExist } };

/** Somebody has deleted the message. A living alert is posted again. */
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

/** Slack no longer accepts edits: from now on changes go into the thread. */
function withFixed(posted: Posted, call: Call, nowMs: number): Posted {
  const { alert, superseded = [] } = posted;
  const { at } = call;
  if (at === undefined) return notMade(posted, call);
  if (alert?.ts === at.ts) return { ...posted, alert: { ...alert, isFixed: true } };
  const [old, ...others] = superseded;
  if (old?.ts === at.ts) return { ...posted, superseded: [{ ...old, isFixed: true }, ...others] };
  return call.done(at, nowMs);
}
