// The engine reads watched accounts and notifies channels when they are due. It knows nothing of Slack's blocks, of the
// words that people read, or of SQL.
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../account/time.ts';
import type { RulesOf } from '../../account/verdict.ts';
import type {
  AccountClaim,
  AccountStep,
  ChannelClaim,
  PlannedChannel,
  Store,
  TargetClaim,
} from '../../store/create-store.ts';
import { afterAnswer, type Outcome, type SlackAnswer } from '../after-answer.ts';
import type { Incident } from '../incident.ts';
import { type FailedRead, observe, observeFailure, type WatchReading } from '../observe.ts';
import { DOWNTIME_AFTER_MS, isGoingOn, PROBE_EVERY_MS, type SourceOutage } from '../outage.ts';
import { nextReadAt, type ReadPace, readPace, retryAt } from '../pace.ts';
import { planNotification } from '../plan-notification.ts';
import type { Target, TargetAnswer } from '../watch-list.ts';

/** How long a call may take: to Slack with all its attempts, or to a target. */
const CALL_WITHIN_MS = 20_000;

/**
 * Makes the planned call; the message is rendered just before it is sent. Failures of Slack are answers, not rejections.
 * Settles within `CALL_WITHIN_MS`.
 */
export type Notify = (planned: PlannedChannel) => Promise<SlackAnswer>;

/** Makes one attempt to call a target. Fails and settles as `Notify` does. */
export type CallTarget = (claim: TargetClaim) => Promise<TargetAnswer>;

export interface WatchDeps {
  readonly store: Store['watchStore'];
  readonly readAccount: (accountId: string) => Promise<WatchReading | FailedRead>;
  readonly notify: Notify;
  readonly callTarget: CallTarget;
  /** The configured targets. */
  readonly targets: readonly Target[];
  readonly rulesOf: RulesOf;
  readonly reads: {
    /** How many may run at a time in this process. */
    readonly atOnce: number;
    /** How many may start per second, over all processes. */
    readonly perSecond: number;
    /** How long one may take. */
    readonly withinMs: number;
  };
  /** Called when something may have become due. */
  readonly wake: () => void;
  /** How many channels are notified at a time, each with one call at a time. */
  readonly channelsAtOnce: number;
  /** A random number from 0 to 1. A simulation returns the same number for the same arguments. */
  readonly chance: (...key: readonly (string | number)[]) => number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Reads the accounts and notifies the channels that are due. It has no timer: the ticker calls it when something is due. */
export type Watch = ReturnType<typeof createWatch>;

/** How often to check the database while nothing is due: another process may have changed something. */
const MAX_IDLE_MS = 15_000;
/** How often each process records that it is running. */
const TICK_EVERY_MS = 60_000;
const FORGET_EVERY_MS = HOUR_MS;
/** A history shows 30 days. */
const HISTORY_KEPT_MS = 35 * DAY_MS;

export function createWatch(deps: WatchDeps) {
  const { store, now, log } = deps;
  let tickedAtMs = Number.NEGATIVE_INFINITY;
  let forgetAtMs = 0;
  const accounts = accountReader(deps);
  const channels = channelNotifier(deps);
  const targets = targetCaller(deps);

  async function tick(): Promise<void> {
    const nowMs = now();
    if (Math.abs(nowMs - tickedAtMs) < TICK_EVERY_MS) return;
    const gapMs = await store.tick(nowMs);
    tickedAtMs = nowMs;
    if (gapMs > DOWNTIME_AFTER_MS) log.warn({ durationMs: gapMs }, 'no process was watching the accounts');
    if (gapMs < -DOWNTIME_AFTER_MS)
      log.warn({ durationMs: -gapMs }, 'the clock was set back: everything watched is due');
  }

  /** Deletes old rows, in batches. */
  async function forgetOld(): Promise<void> {
    const nowMs = now();
    if (nowMs < forgetAtMs) return;
    const mayBeMore = await store.forgetOld(nowMs, nowMs - HISTORY_KEPT_MS);
    forgetAtMs = mayBeMore ? nowMs : nowMs + FORGET_EVERY_MS;
  }

  return {
    /** Starts reads of accounts that are due. Resolves with the time of the next tick, epoch milliseconds. */
    async read() {
      await tick();
      await forgetOld();
      return Math.min(await accounts.begin(), now() + MAX_IDLE_MS);
    },
    /** Resolves when all running reads and calls have been saved. */
    async idle() {
      await Promise.all([accounts, channels, targets].map(({ idle }) => idle()));
    },
    /** Whether the last read found an outage. */
    isSourceOut: accounts.isOut,
    /** Starts to notify channels and to call targets that are due. Resolves as `read` does. */
    async notify() {
      // Nothing is posted before a downtime is recorded, also if the read has failed.
      await tick();
      return Math.min(await targets.begin(), await channels.begin(), now() + MAX_IDLE_MS);
    },
  };
}

/**
 * Runs jobs in parallel, one for each row, so that a slow one delays no other. `wake` is called when a job ends, except when
 * it resolves with false (nothing has become due) while there are free slots.
 */
function createSlots(atOnce: number, wake: () => void) {
  const running = new Map<string, Promise<unknown>>();
  const errors: unknown[] = [];
  return {
    /** How many more jobs may start. Throws the last error of a job since the previous call. */
    free(): number {
      if (errors.length > 0) throw errors.splice(0).at(-1);
      return atOnce - running.size;
    },
    begin(id: string, work: Promise<unknown>): void {
      const ended = work
        .catch((error: unknown) => void errors.push(error))
        .then((mayBeDue) => {
          const isAwaited = running.size >= atOnce;
          if (running.get(id) === ended) running.delete(id);
          if (mayBeDue !== false || isAwaited) wake();
        });
      running.set(id, ended);
    },
    /** The rows whose jobs are running. */
    ids: () => [...running.keys()],
    /** Resolves when the jobs that are running now have ended. */
    async idle(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

/** How long a pace is used before it is calculated again. */
const PACE_FOR_MS = 5 * MINUTE_MS;
/** Accounts that are not due yet wait until this long after the last claim, so that one claim is for all that is due then. */
const CLAIMS_APART_MS = 2_500;
/** After rows were due but could not be claimed: another process was faster. */
const TAKEN_RETRY_MS = 1_000;
/** Added to the time limit of a read for its lease: the time to claim the account and to save the result. */
const WRITTEN_WITHIN_MS = 30_000;

/** Reads the accounts that are due, no faster than allowed. */
function accountReader(deps: WatchDeps) {
  const { store, reads, rulesOf, chance, now, wake, log } = deps;
  const limits = { perSecond: reads.perSecond, leaseMs: reads.withinMs + WRITTEN_WITHIN_MS };
  const slots = createSlots(reads.atOnce, wake);
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  let paced: { readonly pace: ReadPace; readonly atMs: number } | undefined;
  let isOut = false;

  async function paceAt(nowMs: number): Promise<ReadPace> {
    if (paced === undefined || Math.abs(nowMs - paced.atMs) > PACE_FOR_MS)
      paced = { pace: readPace(await store.countByLevel(), reads.perSecond), atMs: nowMs };
    return paced.pace;
  }

  /** Resolves with whether something may be due now: a channel with news, or other accounts after a failure. */
  async function readOne(claim: AccountClaim, pace: ReadPace): Promise<boolean> {
    const { accountId, known, failingSinceMs } = claim;
    const reading = await deps.readAccount(accountId);
    const nowMs = now();
    const failure = reading.kind === 'failed' ? reading : undefined;
    /** What is saved. After a failure it is often only when to read again. */
    const stepOf = (lastOutage?: SourceOutage, incident?: Incident): AccountStep => {
      const rules = rulesOf(accountId);
      const before = { state: known, incident };
      const lastOverAtMs = lastOutage?.overAtMs ?? 0;
      if (reading.kind !== 'failed') {
        const step = observe(before, reading, rules, nowMs);
        const spread = chance(accountId, nowMs);
        return { ...step, dueAtMs: nextReadAt(step.state, rules, nowMs, pace, spread) };
      }
      if (isGoingOn(lastOutage)) return { dueAtMs: nowMs + PROBE_EVERY_MS };
      // Failures during an outage say nothing about an account, so they do not count afterwards.
      const sinceMs = Math.max(failingSinceMs ?? nowMs, lastOverAtMs);
      return { ...observeFailure(before, sinceMs, nowMs), dueAtMs: retryAt(known, sinceMs, nowMs, pace) };
    };
    const { finished, outage, step } = await store.commitReading(nowMs, claim, stepOf, failure);
    const wasOut = isOut;
    isOut = isGoingOn(outage);
    if (isOut !== wasOut)
      log.warn(isOut ? 'watched accounts cannot be read' : 'watched accounts can be read again');
    const [from, to] = [known?.level, step.state?.level];
    if (finished === 'lost')
      log.warn({ accountId }, 'lost the lease of an account: another process has claimed it');
    else if (from !== undefined && to !== undefined && from !== to)
      log.info({ accountId, verdictBefore: from, verdict: to }, 'a watched account has changed');
    return failure !== undefined || wasOut || step.incident !== undefined;
  }

  return {
    /** Whether the last read found an outage. */
    isOut: () => isOut,
    idle: slots.idle,
    /** Starts as many of the due reads as there are free slots. Resolves with the time at which more may start. */
    async begin(): Promise<number> {
      const free = slots.free();
      // The end of a read wakes the ticker.
      if (free === 0) return Number.POSITIVE_INFINITY;
      const [nextAtMs, nowMs] = [await store.nextReadAtMs(claimedAtMs + CLAIMS_APART_MS), now()];
      if (nextAtMs > nowMs) return nextAtMs;
      claimedAtMs = nowMs;
      const pace = await paceAt(nowMs);
      const claims = await store.claimAccounts(nowMs, free, limits);
      for (const claim of claims) slots.begin(claim.accountId, readOne(claim, pace));
      return claims.length > 0 ? nowMs : nowMs + TAKEN_RETRY_MS;
    },
  };
}

/** Notifies the channels that are due, with at most one call to Slack for each claim. */
function channelNotifier({ store, notify, channelsAtOnce, now, wake, log }: WatchDeps) {
  const slots = createSlots(channelsAtOnce, wake);
  /** Calls that Slack accepted but the database could not record. Without this they would be repeated. */
  const unrecorded: { readonly planned: PlannedChannel; readonly end: Outcome }[] = [];

  async function notifyOne(claim: ChannelClaim): Promise<void> {
    const planned = await store.planChannel(now(), claim, planNotification);
    if (planned === 'lost') logLost(claim);
    if (typeof planned === 'string') return;
    const { call, state, leaseUntilMs } = planned;
    // The call must end before another process can post something newer.
    const mayCall = now() + CALL_WITHIN_MS <= leaseUntilMs;
    const answer = mayCall ? await notify(planned) : ({ kind: 'held', retryAfterMs: 0 } as const);
    await finish(planned, afterAnswer(state.posted, call, answer, now()));
  }

  async function finish(planned: PlannedChannel, end: Outcome): Promise<void> {
    try {
      if ((await store.finishChannel(now(), planned, end)) === 'lost') logLost(planned);
    } catch (error) {
      // Slack has the message; the fencing token makes a late write safe. A defect is not retried: it would fail every time.
      if ((error as Error).name === 'StoreError') unrecorded.push({ planned, end });
      throw error;
    }
  }

  const logLost = ({ channelId }: ChannelClaim) => log.warn({ channelId }, 'lost the lease of a channel');

  return {
    idle: slots.idle,
    /** Starts to notify as many due channels as there are free slots. Resolves with the time at which more may be due. */
    async begin(): Promise<number> {
      const free = slots.free();
      for (let late = unrecorded.shift(); late !== undefined; late = unrecorded.shift())
        await finish(late.planned, late.end);
      // The end of a call wakes the ticker.
      if (free === 0) return Number.POSITIVE_INFINITY;
      const [nextAtMs, nowMs] = [await store.nextDueAtMs('channels'), now()];
      if (nextAtMs > nowMs) return nextAtMs;
      // After the machine was suspended, a lease may have expired while its call is still running.
      const claims = await store.claimChannels(nowMs, free, slots.ids());
      for (const claim of claims) slots.begin(claim.channelId, notifyOne(claim));
      return claims.length > 0 ? nowMs : nowMs + TAKEN_RETRY_MS;
    },
  };
}

/** After a refusal a target rests for a minute, so these are the refusals of more than an hour and a half. */
const MAX_REFUSED = 100;
/** With 20,000 open incidents a look for due calls takes 0.1 s, and there is a tick after each read. */
const LOOKS_APART_MS = 1_000;

/**
 * Calls the targets, independently of the channels and of each other. Each tick looks for due calls, unless a look within
 * the last second found none.
 */
function targetCaller({ store, targets, callTarget, now, wake, log }: WatchDeps) {
  const slots = createSlots(targets.length, wake);
  /** The latest incidents whose last call was not accepted. They come last: a target may refuse only one of them. */
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
    /** Starts the calls that are due. Resolves with the time at which to look again. Infinity: when the ticker is woken. */
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
