import { HOUR_MS, MINUTE_MS } from '../account/time.ts';
import { type Call, isAlive } from './plan-notification.ts';
import type { MessageRef, Posted } from './posted.ts';

/** How Slack answered a call. */
export type SlackAnswer =
  | ({ readonly kind: 'sent' } & MessageRef)
  /** Slack did nothing. Retry later, for example because of a rate limit. */
  | { readonly kind: 'held'; readonly retryAfterMs: number }
  /** No answer, or an ambiguous one: Slack may have carried out the call. */
  | { readonly kind: 'unconfirmed' }
  /** The message to edit or reply to no longer exists. */
  | { readonly kind: 'gone' }
  /** The message exists, but Slack refuses to edit it. */
  | { readonly kind: 'fixed' }
  /** This channel accepts no messages from the app. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** Nothing can be posted anywhere: Slack refuses the token, or it lacks a scope. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** What to save after a call, and when the channel is due again. */
export interface Outcome {
  readonly posted: Posted;
  readonly dueAtMs: number;
  /** Slack's error code if the channel accepts no messages. Null: it has made the call. Absent: the answer did not tell. */
  readonly broken?: string | null;
}

/** Slack accepts about one message per second in a channel. */
const APART_MS = 1_100;
/** How often to retry a channel that accepts no messages. */
const BROKEN_RETRY_MS = HOUR_MS;
/** How often to retry while Slack refuses the token. */
const STOPPED_RETRY_MS = MINUTE_MS;

/** Applies Slack's answer to a call that was planned from `posted`. */
export function afterAnswer(posted: Posted, call: Call, answer: SlackAnswer, nowMs: number): Outcome {
  switch (answer.kind) {
    case 'sent': {
      const { ts, channelId } = answer;
      const { failures: _failures, ...sent } = call.done({ ts, channelId }, nowMs);
      return { posted: sent, dueAtMs: nowMs + APART_MS, broken: null };
    }
    case 'held':
      return { posted: stillPending(posted, call), dueAtMs: nowMs + answer.retryAfterMs };
    case 'stopped':
      return { posted: stillPending(posted, call), dueAtMs: nowMs + STOPPED_RETRY_MS };
    case 'broken':
      return { posted: stillPending(posted, call), dueAtMs: nowMs + BROKEN_RETRY_MS, broken: answer.reason };
    case 'unconfirmed': {
      const failures = (posted.failures ?? 0) + 1;
      // A duplicate message does less harm than a lost one, so the call is repeated after 1, 2, 4 … minutes.
      const waitMs = Math.min(MINUTE_MS * 2 ** (failures - 1), HOUR_MS);
      return { posted: { ...beforeCall(posted, call), failures }, dueAtMs: nowMs + waitMs };
    }
    case 'gone':
      return { posted: withoutMessage(posted, call), dueAtMs: nowMs + APART_MS };
    case 'fixed':
      return { posted: withoutEdits(posted, call, nowMs), dueAtMs: nowMs + APART_MS };
  }
}

/** The state to save before a call. From then on, Slack may have the post even if no answer arrives. */
export const beforeCall = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined ? posted : { ...posted, pending: { about: pending, mayExist: true } };

/** Slack did not carry out this attempt, so a post is still pending; an earlier attempt may have gone through. */
const stillPending = (posted: Posted, { pending }: Call): Posted =>
  pending === undefined
    ? posted
    : { ...posted, pending: { about: pending, mayExist: posted.pending?.mayExist } };

/** The message was deleted. An alert that shows open incidents is posted again. */
function withoutMessage(posted: Posted, call: Call): Posted {
  const { alert, outage, ...others } = posted;
  const ts = call.at?.ts;
  if (ts === undefined) return stillPending(posted, call);
  if (alert?.ts === ts) {
    const about = { kind: 'alert', newIds: alert.newIds, isRepost: true } as const;
    return { ...others, outage, pending: isAlive(alert) ? { about } : undefined };
  }
  if (outage?.ts === ts) return { alert, ...others };
  return { ...posted, superseded: posted.superseded?.slice(1) };
}

/** Slack no longer accepts edits of the message: from now on changes go into its thread. */
function withoutEdits(posted: Posted, call: Call, nowMs: number): Posted {
  const { alert, superseded = [] } = posted;
  const { at } = call;
  if (at === undefined) return stillPending(posted, call);
  if (alert?.ts === at.ts) return { ...posted, alert: { ...alert, isFixed: true } };
  const [old, ...others] = superseded;
  if (old?.ts === at.ts) return { ...posted, superseded: [{ ...old, isFixed: true }, ...others] };
  return call.done(at, nowMs);
}
