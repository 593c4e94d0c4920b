import { afterAnswer, begun } from '../after-answer.ts';
import { planNotification } from '../plan-notification.ts';
import type { ChannelClaim } from '../watch-store.ts';
import { CALL_WITHIN_MS, type WatchDeps } from './ports.ts';

type NotifierDeps = Pick<WatchDeps, 'store' | 'notify' | 'channelsAtOnce' | 'now' | 'log'> & {
  readonly isStopped: () => boolean;
};
type TurnEnd = Parameters<WatchDeps['store']['finishChannel']>[1];

/** Until something happens. */
const NEVER_MS = 8.64e15;
const TOO_LATE = 'a turn of a channel came too late: it was over, or another process had taken it over';

/** Notifies the channels that are due, with one call to Slack a turn. Resolves with the moment at which more may be due. */
export function createChannelNotifier(deps: NotifierDeps): () => Promise<number> {
  const { store, channelsAtOnce, now, log, isStopped } = deps;
  const nextDueAtMs = () => store.nextDueAtMs('channels');
  /** What Slack took when the database was away. Without it that would be posted again. */
  let unrecorded: { readonly claim: ChannelClaim; readonly end: TurnEnd }[] = [];

  async function finish(claim: ChannelClaim, end: TurnEnd | 'lost'): Promise<void> {
    try {
      const finished = end === 'lost' ? end : await store.finishChannel(claim, end, now());
      if (finished === 'lost') log.warn({ channelId: claim.channelId }, TOO_LATE);
    } catch (error) {
      // Slack has it, and the claim keeps what comes late from doing harm. A defect would come again with every turn.
      if (end !== 'lost' && end.rests && isOfDatabase(error)) unrecorded.push({ claim, end });
      throw error;
    }
  }

  async function takeTurns(): Promise<void> {
    while (!isStopped()) {
      const claim = await store.claimChannel(now());
      if (claim === undefined) return;
      await finish(claim, await turnOf(claim, deps));
    }
  }

  return async () => {
    const late = unrecorded;
    unrecorded = [];
    for (const { claim, end } of late) await finish(claim, end);
    const dueAtMs = await nextDueAtMs();
    if (dueAtMs > now()) return dueAtMs;
    const ended = await Promise.allSettled(Array.from({ length: channelsAtOnce }, takeTurns));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return isStopped() ? Number.POSITIVE_INFINITY : nextDueAtMs();
  };
}

const isOfDatabase = (error: unknown) => error instanceof Error && error.name === 'StoreError';

/** One turn of a channel: what there is to do, and what Slack makes of it. */
async function turnOf(claim: ChannelClaim, deps: NotifierDeps): Promise<TurnEnd | 'lost'> {
  const { store, notify, now } = deps;
  // What is decided and said is of the moment at which all of it was read.
  const { channelId, state, overview, leaseUntilMs, atMs: nowMs } = claim;
  const { posted, accountCount, zone } = state;
  const plan = planNotification(state, nowMs);
  if (plan.kind === 'wait')
    return { ...plan, posted: plan.posted ?? posted, dueAtMs: plan.untilMs ?? NEVER_MS, rests: false };
  if (plan.kind === 'post' && !(await store.beginPost(claim, begun(posted, plan), plan.notifies)))
    return 'lost';
  // Whatever is said now must be said before somebody else may say something newer.
  if (now() + CALL_WITHIN_MS > leaseUntilMs) return 'lost';
  const { kind, said } = plan;
  const { ts, channelId: place } = plan.kind === 'post' ? { ts: undefined, channelId } : plan.at;
  const root = plan.kind === 'reply' ? plan.root : undefined;
  const where = { channelId: place, ts, notifies: channelId };
  const answer = await notify({ kind, ...where, said, root, accountCount, zone, overview, nowMs });
  const isSaid = answer.kind === 'sent';
  return {
    ...afterAnswer(state, plan, answer, now()),
    rests: true,
    edited: isSaid && plan.kind === 'edit' ? plan.at : undefined,
    postedSummary: isSaid && said.kind === 'summary' ? { dueAtMs: said.dueAtMs, atMs: nowMs } : undefined,
  };
}
