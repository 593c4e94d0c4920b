import type { PlannedChannel } from '../../src/store/watch/channels.ts';
import type { TargetClaim } from '../../src/store/watch/deliveries.ts';
import type { SlackAnswer } from '../../src/watch/after-answer.ts';
import type { CallTarget, Notify } from '../../src/watch/engine/engine.ts';
import type { AlertContent, Notification } from '../../src/watch/posted.ts';
import type { TargetAnswer } from '../../src/watch/watch-list.ts';

export type Posted = ReturnType<typeof createPost>;

/** A message in a channel. `key`: the same for each attempt at one post. `isLate`: by a process that had been held. */
function createPost(
  { channelId, overview, call: { notification }, atMs: clockMs }: PlannedChannel,
  made: { readonly ts: string; readonly key: string; readonly atMs: number; readonly isLate: boolean },
) {
  return {
    ...made,
    channelId,
    /** When it was posted, by the clock of the caller. */
    clockMs,
    /** Its first and its present content. */
    first: notification,
    notification,
    edits: 0,
    /** Only for a summary. */
    overview,
    replies: [] as Notification[],
    isDeleted: false,
    /** It can no longer be edited. */
    isFixed: false,
  };
}

/** A call that reached a target. */
export interface Delivered extends Pick<TargetClaim, 'action' | 'incidentId' | 'key'> {
  readonly clockMs: number;
  readonly isLate: boolean;
}

/** A message that mentions or asks the owner of accounts of the app's own accord, by the clock of the caller. */
export interface Reminded {
  readonly kind: 'remind' | 'still' | 'hands';
  readonly channelId: string;
  readonly accountIds: readonly string[];
  readonly clockMs: number;
}

/** The new content that a call gave an alert. */
export interface ShownAlert {
  readonly channelId: string;
  readonly content: Extract<Notification, { readonly kind: 'alert' }>;
  readonly accountCount: number;
}

const shownIn = ({ rows, counts }: AlertContent) => JSON.stringify([rows, counts]);

/** Slack as a channel sees it: a post stays, even if its answer is lost. */
export function createSimulatedSlack(now: () => number) {
  const slack = {
    call: call as Notify,
    callTarget: callTarget as CallTarget,
    posted: [] as Posted[],
    delivered: [] as Delivered[],
    reminded: [] as Reminded[],
    alerts: [] as ShownAlert[],
    /** When each channel was called, by the clocks of the callers, to check the distance. */
    callsAtMs: new Map<string, number[]>(),
    /** The key of the post that was begun last in each channel. */
    keys: new Map<string, string>(),
    /** Whether a process was held right before its calls, which may then be too close. */
    isLate: false,
    /** What happens to the next call. An outage concerns every call. */
    next: undefined as 'answer-lost' | 'held' | undefined,
    isOut: false,
    /** Whether the next alert has to wait, and then the channel in which one does. */
    holdsAlert: false,
    heldIn: undefined as string | undefined,
    /** Whether the next question is answered with *Release*, and then that question. */
    releases: false,
    question: undefined as Extract<Notification, { readonly kind: 'still' }> | undefined,
    lostAnswers: 0,
  };

  /** What happens to a call instead of an answer. */
  function nextFate() {
    const fate = slack.next;
    slack.next = undefined;
    return fate;
  }

  async function callTarget({ action, incidentId, key, atMs }: TargetClaim): Promise<TargetAnswer> {
    if (slack.isOut) return { kind: 'unconfirmed' };
    const fate = nextFate();
    if (fate === 'held') return { kind: fate };
    slack.delivered.push({ action, incidentId, key, clockMs: atMs, isLate: slack.isLate });
    if (fate === undefined) return { kind: 'sent' };
    slack.lostAnswers += 1;
    return { kind: 'unconfirmed' };
  }

  async function call(planned: PlannedChannel): Promise<SlackAnswer> {
    if (slack.isOut) return { kind: 'unconfirmed' };
    if (slack.holdsAlert && planned.call.kind === 'post' && planned.call.notification.kind === 'alert') {
      slack.holdsAlert = false;
      slack.heldIn = planned.channelId;
      return { kind: 'held', retryAfterMs: 30_000 };
    }
    const fate = nextFate();
    if (fate === 'held') return { kind: 'held', retryAfterMs: 30_000 };
    if (!slack.isLate) {
      const calls = slack.callsAtMs.get(planned.channelId) ?? [];
      slack.callsAtMs.set(planned.channelId, calls);
      calls.push(planned.atMs);
    }
    const answer = act(planned);
    if (fate !== 'answer-lost' || answer.kind !== 'sent') return answer;
    slack.lostAnswers += 1;
    return { kind: 'unconfirmed' };
  }

  function act(planned: PlannedChannel): SlackAnswer {
    const { call, channelId, state, atMs: clockMs } = planned;
    const { kind, at, notification } = call;
    const message = slack.posted.find(({ ts }) => ts === at?.ts);
    // A line in the thread repeats what the alert says, unless Slack refuses to edit it.
    const content = (message?.isFixed ? undefined : call.root) ?? notification;
    const { accountCount } = state;
    const before = message?.notification;
    const isSame =
      before?.kind === 'alert' && content.kind === 'alert' && shownIn(before) === shownIn(content);
    if (content.kind === 'alert' && !slack.isLate && !isSame)
      slack.alerts.push({ channelId, content, accountCount });
    const isLost = notification.kind === 'hands' && ['over', 'worse'].includes(notification.ended ?? '');
    if (notification.kind === 'remind' || notification.kind === 'still' || isLost) {
      const { accountIds } = notification;
      slack.reminded.push({ kind: notification.kind, channelId, accountIds, clockMs });
    }
    if (notification.kind === 'still' && slack.releases) {
      slack.releases = false;
      slack.question = notification;
    }
    if (kind === 'post') {
      const post = createPost(planned, {
        // As Slack's, they sort as texts.
        ts: String(slack.posted.length + 1).padStart(6, '0'),
        key: `${channelId} ${slack.keys.get(channelId)}`,
        atMs: now(),
        isLate: slack.isLate,
      });
      slack.posted.push(post);
      return { kind: 'sent', ts: post.ts, channelId };
    }
    if (message === undefined || message.isDeleted) return { kind: 'gone' };
    if (kind === 'edit') {
      if (message.isFixed) return { kind: 'fixed' };
      message.notification = notification;
      message.edits += 1;
    } else {
      // A reply first edits the message that it is a reply to.
      if (call.root !== undefined && !message.isFixed) message.notification = call.root;
      message.replies.push(notification);
    }
    return { kind: 'sent', ts: message.ts, channelId };
  }

  return slack;
}
