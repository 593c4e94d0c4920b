import type { Told } from '../../src/domain/watch/next-call.ts';
import type { CallSlack, SlackAnswer, SlackCall } from '../../src/watch/ports.ts';

/** A message in a channel. */
export interface Posted {
  readonly ts: string;
  readonly channelId: string;
  readonly key: string;
  readonly atMs: number;
  told: Told;
  /** Each thing that it has ever said, with when. */
  readonly said: { readonly atMs: number; readonly told: Told }[];
  readonly replies: { readonly atMs: number; readonly before: Told; readonly told: Told }[];
  isDeleted: boolean;
}

export interface SimulatedSlack {
  readonly call: CallSlack;
  readonly posted: readonly Posted[];
  /** Calls by channel, to see that they are apart. */
  readonly callsAtMs: ReadonlyMap<string, readonly number[]>;
  /** What happens to the next call: once, or to all while it is out. */
  next: 'answer-lost' | 'held' | undefined;
  isOut: boolean;
  lostAnswers: number;
}

/** Slack as a channel sees it: what was posted stays, whoever reads the answer. */
export function createSimulatedSlack(now: () => number): SimulatedSlack {
  const posted: Posted[] = [];
  const callsAtMs = new Map<string, number[]>();
  const slack: SimulatedSlack = { call, posted, callsAtMs, next: undefined, isOut: false, lostAnswers: 0 };

  async function call(wanted: SlackCall): Promise<SlackAnswer> {
    if (slack.isOut) return { kind: 'unconfirmed' };
    const fate = slack.next;
    slack.next = undefined;
    if (fate === 'held') return { kind: 'held', retryAfterMs: 30_000 };
    callsAtMs.set(wanted.channelId, [...(callsAtMs.get(wanted.channelId) ?? []), now()]);
    const answer = act(wanted);
    if (fate !== 'answer-lost' || answer.kind !== 'sent') return answer;
    slack.lostAnswers += 1;
    return { kind: 'unconfirmed' };
  }

  function act({ kind, channelId, id, ts, told, before }: SlackCall): SlackAnswer {
    if (kind === 'post') {
      const message: Posted = {
        ts: `${posted.length + 1}`,
        channelId,
        key: id,
        atMs: now(),
        told,
        said: [{ atMs: now(), told }],
        replies: [],
        isDeleted: false,
      };
      posted.push(message);
      return { kind: 'sent', ts: message.ts, channelId };
    }
    const message = posted.find((one) => one.ts === ts && !one.isDeleted);
    if (message === undefined) return { kind: 'gone' };
    if (kind === 'edit') {
      message.told = told;
      message.said.push({ atMs: now(), told });
    } else message.replies.push({ atMs: now(), before: before ?? message.told, told });
    return { kind: 'sent', ts: message.ts, channelId };
  }

  return slack;
}
