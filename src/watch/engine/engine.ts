// The engine reads watched accounts and notifies channels when they are due. It knows nothing of Slack's blocks, of the
// words that people read, or of SQL.
import type { Logger } from 'pino';
import type { RulesOf } from '../../account/rules-of.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../account/time.ts';
import type {
  AccountClaim,
  AccountStep,
  ChannelClaim,
  Store,
  TargetClaim,
} from '../../store/create-store.ts';
import { afterAnswer, begun, type SlackAnswer } from '../after-answer.ts';
import type { Target, TargetAnswer } from '../deliveries.ts';
import type { Incident } from '../incident.ts';
import { type FailedRead, observe, observeFailure, type WatchReading } from '../observe.ts';
import { DOWNTIME_AFTER_MS, isGoingOn, PROBE_EVERY_MS, type SourceOutage } from '../outage.ts';
import { nextReadAt, type ReadPace, readPace, retryAt } from '../pace.ts';
import { type Call, planNotification } from '../plan-notification.ts';

/** How long a call to Slack may take, with all its attempts, or one to a target. */
const CALL_WITHIN_MS = 20_000;

/**
 * Makes a call for a claimed channel; the message is rendered just before it is sent. Never rejects because of Slack. Ends
 * within `CALL_WITHIN_MS`.
 */
export type Notify = (call: Call, claim: ChannelClaim) => Promise<SlackAnswer>;

/** Calls a target; one attempt, as `Notify`. */
export type CallTarget = (claim: TargetClaim) => Promise<TargetAnswer>;

export interface WatchDeps {
  readonly store: Store['watchStore'];
  readonly readAccount: (accountId: string) => Promise<WatchReading | FailedRead>;
  readonly notify: Notify;
  readonly callTarget: CallTarget;
  /** Those that are set. */
  readonly targets: readonly Target[];
  readonly rulesOf: RulesOf;
  readonly reads: {
    /** How many may run at a time in this process. */
    readonly atOnce: number;
    /** How many may begin in a second, over all processes. */
    readonly perSecond: number;
    /** How long one may take. */
    readonly withinMs: number;
  };
  /** To be called when something may have become due. */
  readonly wake: () => void;
  /** How many channels are notified at a time, each with one call at a time. */
  readonly channelsAtOnce: number;
  /** A number from 0 to 1; in a simulation the same for the same key. */
  readonly chance: (purpose: string, ...key: readonly (string | number)[]) => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Reads the accounts and notifies the channels that are due. It has no timer: the caller runs a tick when something is due. */
export type Watch = ReturnType<typeof createWatch>;

/** How often the database is asked while nothing is due: another process may have changed something. */
const MAX_IDLE_MS = 15_000;
/** How often each process stores a sign of life. */
const TICK_EVERY_MS = 60_000;
const FORGET_EVERY_MS = HOUR_MS;
/** A history shows 30 days. */
const HISTORY_KEPT_MS = 35 * DAY_MS;

export function createWatch(deps: WatchDeps) {
  const { store, now, log } = deps;
  let isStopped = false;
  let tickedAtMs = Number.NEGATIVE_INFINITY;
  let forgetAtMs = 0;
  const accounts = accountReader(deps);
  const channels = channelNotifier(deps, () => isStopped);
  const targets = targetCaller(deps);

  async function tick(): Promise<void> {
    const nowMs = now();
    if (Math.abs(nowMs - tickedAtMs) < TICK_EVERY_MS) return;
    const gapMs = await store.tick(nowMs);
    tickedAtMs = nowMs;
    if (gapMs > DOWNTIME_AFTER_MS) log.warn({ durationMs: gapMs }, 'nobody was watching the accounts');
    if (gapMs >= -DOWNTIME_AFTER_MS) return;
    log.warn({ durationMs: -gapMs }, 'the clock was set back: everything watched is due');
    await store.makeAllDue(nowMs);
  }

  /** Removes what is too old, in parts. */
  async function forgetOld(): Promise<void> {
    const nowMs = now();
    if (nowMs < forgetAtMs) return;
    const mayBeMore = await store.forgetOld(nowMs, nowMs - HISTORY_KEPT_MS);
    forgetAtMs = mayBeMore ? nowMs : nowMs + FORGET_EVERY_MS;
  }

  return {
    /** Begins to read the accounts that are due. Resolves with the time of the next tick, epoch milliseconds. */
    async read() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      await tick();
      await forgetOld();
      return Math.min(await accounts.begin(), now() + MAX_IDLE_MS);
    },
    /** Resolves when all reads and calls that are under way have been saved. */
    async idle() {
      await Promise.all([accounts, channels, targets].map(({ idle }) => idle()));
    },
    /** Whether the last read found an outage. */
    isSourceOut: accounts.isOut,
    /** Begins to notify the channels and to call the targets that are due. Resolves as `read` does. */
    async notify() {
      if (isStopped) return Number.POSITIVE_INFINITY;
      return Math.min(await targets.begin(), await channels.begin(), now() + MAX_IDLE_MS);
    },
    /** Makes later ticks do nothing. */
    stop: () => {
      isStopped = true;
    },
  };
}

/** Work that runs side by side, each for a row, so that what is slow delays nothing else. `wake` is called at each end. */
function createSlots(atOnce: number, wake: () => void) {
  const underWay = new Map<string, Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  return {
    /** How many more may begin. Throws if work that was begun has failed since. */
    free(): number {
      const before = failed;
      failed = undefined;
      if (before !== undefined) throw before.error;
      return atOnce - underWay.size;
    },
    begin(id: string, work: Promise<void>): void {
      const ended = work
        .catch((error: unknown) => {
          failed = { error };
        })
        .finally(() => {
          if (underWay.get(id) === ended) underWay.delete(id);
          wake();
        });
      underWay.set(id, ended);
    },
    /** The rows for which something is under way. */
    ids: () => [...underWay.keys()],
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      await Promise.all(underWay.values());
    },
  };
}

/** How long a pace is used before it is calculated again. */
const PACE_FOR_MS = 5 * MINUTE_MS;
/** Another process was faster. */
const TAKEN_RETRY_MS = 1_000;
/** What a read takes besides its own time: the claim, and saving it. */
const WRITTEN_WITHIN_MS = 30_000;

/** Reads the accounts that are due, no faster than allowed. */
function accountReader(deps: WatchDeps) {
  const { store, reads, now, wake, log } = deps;
  const limits = { perSecond: reads.perSecond, leaseMs: reads.withinMs + WRITTEN_WITHIN_MS };
  const slots = createSlots(reads.atOnce, wake);
  let paced: { readonly pace: ReadPace; readonly atMs: number } | undefined;
  let isOut = false;

  async function paceAt(nowMs: number): Promise<ReadPace> {
    if (paced === undefined || Math.abs(nowMs - paced.atMs) > PACE_FOR_MS)
      paced = { pace: readPace(await store.countByLevel(), reads.perSecond), atMs: nowMs };
    return paced.pace;
  }

  async function readOne(claim: AccountClaim, pace: ReadPace): Promise<void> {
    const { accountId } = claim;
    const reading = await deps.readAccount(accountId);
    const nowMs = now();
    const failure = reading.kind === 'failed' ? reading : undefined;
    const { finished, outage, step } = await store.commitReading(
      nowMs,
      claim,
      (outage, open) => stepOf(claim, reading, { outage, open }, nowMs, pace, deps),
      failure,
    );
    const wasOut = isOut;
    isOut = isGoingOn(outage);
    if (isOut !== wasOut)
      log.warn(isOut ? 'watched accounts cannot be read' : 'watched accounts can be read again');
    const [from, to] = [claim.known?.level, step.state?.level];
    if (finished === 'lost')
      log.warn({ accountId }, 'lost the lease of an account: another process has claimed it');
    else if (from !== undefined && to !== undefined && from !== to)
      log.info({ accountId, verdictBefore: from, verdict: to }, 'a watched account has changed');
  }

  return {
    /** Whether the last read found an outage. */
    isOut: () => isOut,
    idle: slots.idle,
    /** Begins reads of accounts that are due while there are free slots. Resolves with the time at which more may begin. */
    async begin(): Promise<number> {
      const free = slots.free();
      // The end of a read wakes the ticker.
      if (free === 0) return Number.POSITIVE_INFINITY;
      const [nextAtMs, nowMs] = [await store.nextReadAtMs(), now()];
      if (nextAtMs > nowMs) return nextAtMs;
      const pace = await paceAt(nowMs);
      const claims = await store.claimAccounts(nowMs, free, limits);
      for (const claim of claims) slots.begin(claim.accountId, readOne(claim, pace));
      return claims.length > 0 ? nowMs : nowMs + TAKEN_RETRY_MS;
    },
  };
}

/** The result of a read, or only when to read again. */
function stepOf(
  { accountId, known, failingSinceMs }: AccountClaim,
  reading: WatchReading | FailedRead,
  { outage, open }: { readonly outage?: SourceOutage; readonly open?: Incident },
  nowMs: number,
  pace: ReadPace,
  { rulesOf, chance }: WatchDeps,
): AccountStep {
  const rules = rulesOf(accountId);
  const before = { state: known, incident: open };
  const lastOverAtMs = outage?.overAtMs ?? 0;
  if (reading.kind !== 'failed') {
    const step = observe(before, reading, rules, nowMs);
    return {
      ...step,
      dueAtMs: nextReadAt(step.state, rules, nowMs, pace, chance('read', accountId, nowMs)),
    };
  }
  if (isGoingOn(outage)) return { dueAtMs: nowMs + PROBE_EVERY_MS };
  // An outage says nothing about an account: failures during it do not count afterwards.
  const sinceMs = Math.max(failingSinceMs ?? nowMs, lastOverAtMs);
  const dueAtMs = retryAt(known, sinceMs, nowMs, pace);
  return { ...observeFailure(before, sinceMs, nowMs), dueAtMs };
}

type ClaimEnd = Parameters<WatchDeps['store']['finishChannel']>[2];

/** Only when something wakes the channel. */
const NEVER_MS = 8.64e15;

/** Notifies the channels that are due, with one call to Slack for each claim. */
function channelNotifier(deps: WatchDeps, isStopped: () => boolean) {
  const { store, channelsAtOnce, now, wake, log } = deps;
  const slots = createSlots(channelsAtOnce, wake);
  /** Calls that Slack accepted while the database was away. Without this they would be repeated. */
  const unrecorded: { readonly claim: ChannelClaim; readonly end: ClaimEnd }[] = [];

  async function finish(claim: ChannelClaim, end: ClaimEnd): Promise<void> {
    try {
      const finished = await store.finishChannel(now(), claim, end);
      if (finished === 'lost') log.warn({ channelId: claim.channelId }, 'lost the lease of a channel');
    } catch (error) {
      // Slack has the message, and the fencing token makes a late write safe. A defect would fail again with every claim.
      if (end.rests && (error as Error).name === 'StoreError') unrecorded.push({ claim, end });
      throw error;
    }
  }

  const notifyOne = async (claim: ChannelClaim) => finish(claim, await notifyChannel(claim, deps));

  return {
    idle: slots.idle,
    /** Begins to notify channels that are due while there are free slots. Resolves with when more may be due. */
    async begin(): Promise<number> {
      const free = slots.free();
      for (let late = unrecorded.shift(); late !== undefined; late = unrecorded.shift())
        await finish(late.claim, late.end);
      // The end of a call wakes the ticker.
      if (free === 0) return Number.POSITIVE_INFINITY;
      const [nextAtMs, nowMs] = [await store.nextDueAtMs('channels'), now()];
      if (nextAtMs > nowMs) return nextAtMs;
      for (let begun = 0; begun < free && !isStopped(); begun += 1) {
        // After a machine was asleep a lease may be over while its call is still under way.
        const claim = await store.claimChannel(now(), slots.ids());
        if (claim === undefined) return begun > 0 ? nowMs : nowMs + TAKEN_RETRY_MS;
        slots.begin(claim.channelId, notifyOne(claim));
      }
      return nowMs;
    },
  };
}

/** One claim of a channel: plans the next call, makes it, and records what Slack answered. */
async function notifyChannel(claim: ChannelClaim, deps: WatchDeps): Promise<ClaimEnd> {
  const { store, notify, now } = deps;
  // The plan and its text describe the time at which the state was read.
  const { state, leaseUntilMs, atMs } = claim;
  const { posted } = state;
  const plan = planNotification(state, atMs);
  if (plan.kind === 'wait')
    return { ...plan, posted: plan.posted ?? posted, dueAtMs: plan.untilMs ?? NEVER_MS, rests: false };
  const isOurs = !plan.pending || (await store.beginPost(claim, begun(posted, plan), plan.notifies ?? []));
  // The call must end before another process can post something newer.
  const mayCall = isOurs && now() + CALL_WITHIN_MS <= leaseUntilMs;
  const answer = mayCall ? await notify(plan, claim) : ({ kind: 'held', retryAfterMs: 0 } as const);
  const edited = plan.kind === 'edit' && answer.kind === 'sent' ? plan.at : undefined;
  return { ...afterAnswer(state, plan, answer, now()), rests: true, edited };
}

/** One call is refused a minute. */
const MAX_REFUSED = 100;
/** With 20,000 open incidents a look takes a tenth of a second, and there is a tick after each read. */
const LOOKS_APART_MS = 1_000;

/**
 * Calls the targets, each apart from channels and from the others. It looks for calls with each tick, and a second after a look
 * that found none: whatever makes one due is a change that wakes the ticker, or the time.
 */
function targetCaller({ store, targets, callTarget, now, wake, log }: WatchDeps) {
  const slots = createSlots(targets.length, wake);
  /** Incidents whose last call was not accepted, the latest ones. They come after the others: a target may refuse one alone. */
  let refusedIds: readonly string[] = [];
  let foundNoneAtMs = Number.NEGATIVE_INFINITY;

  async function callOne(claim: TargetClaim): Promise<void> {
    const { incidentId } = claim;
    const mayCall = now() + CALL_WITHIN_MS <= claim.leaseUntilMs;
    const { kind } = mayCall ? await callTarget(claim) : ({ kind: 'held' } as const);
    const others = refusedIds.filter((id) => id !== incidentId);
    refusedIds = kind === 'sent' ? others : [...others, incidentId].slice(-MAX_REFUSED);
    const finished = await store.finishCall(now(), claim, kind);
    if (finished === 'lost') log.warn({ target: claim.target }, 'lost the lease of a target');
  }

  return {
    idle: slots.idle,
    /** Begins the calls that are due. Resolves with when it has to be done again, unless something wakes the ticker before. */
    async begin(): Promise<number> {
      slots.free();
      const free = targets.filter((target) => !slots.ids().includes(target));
      const nowMs = now();
      if (free.length === 0) return Number.POSITIVE_INFINITY;
      if (Math.abs(nowMs - foundNoneAtMs) < LOOKS_APART_MS) return foundNoneAtMs + LOOKS_APART_MS;
      const claims = await store.claimCalls(nowMs, free, refusedIds);
      foundNoneAtMs = claims.length > 0 ? Number.NEGATIVE_INFINITY : nowMs;
      for (const claim of claims) slots.begin(claim.target, callOne(claim));
      return Number.POSITIVE_INFINITY;
    },
  };
}
