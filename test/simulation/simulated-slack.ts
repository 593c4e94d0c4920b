import type { SlackAnswer, SlackCall, Tell } from '../../src/watch/engine/ports.ts';
import type { Overview } from '../../src/watch/summary.ts';
import type { Told } from '../../src/watch/told.ts';

/** A message in a channel. */
export interface Posted {
  readonly ts: string;
  readonly channelId: string;
  readonly key: string;
  readonly atMs: number;
  told: Told;
  /** Of a summary. */
  readonly overview?: Overview;
  /** Each thing that it has ever said, with when. */
  readonly said: { readonly atMs: number; readonly told: Told }[];
  readonly replies: { readonly atMs: number; readonly before: Told; readonly told: Told }[];
  isDeleted: boolean;
  /** By a process that had stood still. */
  readonly isLate: boolean;
}

export interface SimulatedSlack {
  readonly call: Tell;
  readonly posted: readonly Posted[];
  /** When each channel was called, by the clocks of the callers, to see that they are apart. */
  readonly callsAtMs: ReadonlyMap<string, readonly number[]>;
  /** Calls of a process that stood still right before them: nothing can keep those apart. */
  isLate: boolean;
  /** What happens to the next call: once, or to all while it is out. */
  next: 'answer-lost' | 'held' | undefined;
  isOut: boolean;
  lostAnswers: number;
}

/** Slack as a channel sees it: what was posted stays, even if its answer is lost. */
export function createSimulatedSlack(now: () => number): SimulatedSlack {
  const posted: Posted[] = [];
  const callsAtMs = new Map<string, number[]>();
  const byTs = new Map<string, Posted>();
  const slack: SimulatedSlack = {
    call,
    posted,
    callsAtMs,
    next: undefined,
    isOut: false,
    isLate: false,
    lostAnswers: 0,
  };

  async function call(wanted: SlackCall): Promise<SlackAnswer> {
    if (slack.isOut) return { kind: 'unconfirmed' };
    const fate = slack.next;
    slack.next = undefined;
    if (fate === 'held') return { kind: 'held', retryAfterMs: 30_000 };
    if (!slack.isLate) {
      const calls = callsAtMs.get(wanted.channelId) ?? [];
      callsAtMs.set(wanted.channelId, calls);
      calls.push(wanted.nowMs);
    }
    const answer = act(wanted);
    if (fate !== 'answer-lost' || answer.kind !== 'sent') return answer;
    slack.lostAnswers += 1;
    return { kind: 'unconfirmed' };
  }

  function act({ kind, channelId, id, ts, told, before, overview }: SlackCall): SlackAnswer {
    if (kind === 'post') {
      const message: Posted = {
        ts: `${posted.length + 1}`,
        channelId,
        key: id,
        atMs: now(),
        told,
        ...(overview && { overview }),
        said: [{ atMs: now(), told }],
        replies: [],
        isDeleted: false,
        isLate: slack.isLate,
      };
      posted.push(message);
      byTs.set(message.ts, message);
      return { kind: 'sent', ts: message.ts, channelId };
    }
    const message = byTs.get(ts ?? '');
    if (message === undefined || message.isDeleted) return { kind: 'gone' };
    if (kind === 'edit') {
      message.told = told;
      message.said.push({ atMs: now(), told });
    } else message.replies.push({ atMs: now(), before: before ?? message.told, told });
    return { kind: 'sent', ts: message.ts, channelId };
  }

  return slack;
}
