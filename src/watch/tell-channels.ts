import { inPieces } from '../async/in-pieces.ts';
import { DAY_MS, HOUR_MS } from '../domain/duration.ts';
import { type NextCall, nextCall } from '../domain/watch/next-call.ts';
import { hasNews, type Overview } from '../domain/watch/summary.ts';
import { isTooLate, plannedSummary, type SummaryPlan } from '../domain/watch/summary-schedule.ts';
import { tellFrom } from '../domain/watch/tell-from.ts';
import {
  type ChannelIncident,
  type DueSummary,
  presentTold,
  type Situation,
  type Told,
} from '../domain/watch/told.ts';
import type { ChannelClaim, ChannelStep, SourceRecord } from '../domain/watch/watch-store.ts';
import { CALL_WITHIN_MS, type SlackAnswer, type WatchDeps } from './ports.ts';

type TellerDeps = Pick<WatchDeps, 'store' | 'tell' | 'now' | 'log'> & {
  readonly isStopped: () => boolean;
};

/** Slack takes about one message a second for a channel. */
const APART_MS = 1_100;
/** After a call whose answer was lost. A doubled message is cheaper than a lost one. */
const UNCONFIRMED_RETRY_MS = 60_000;
/** A channel that takes nothing is tried again as often; so is everything while Slack refuses the token. */
const BROKEN_RETRY_MS = DAY_MS;
const STOPPED_RETRY_MS = 60_000;
const ATTEMPTS_AT_MOST = 3;
const REST_MS = HOUR_MS;
/** So many incidents are looked at before others are served: thousands of accounts may turn bad at once. */
const AT_A_TIME = 1_000;
/** Until something happens. */
const NEVER_MS = 8.64e15;
const TOO_LATE = 'a turn of a channel came too late: it was over, or another process had taken it over';

export interface ChannelTeller {
  /** Tells what is due. Resolves with the moment at which more may be. */
  tell(): Promise<number>;
  /** Records what Slack took when the database was away. Without that it would be told again. */
  recordLate(): Promise<void>;
}

/** Tells the channels that are due, one call to Slack for each turn of a channel. */
export function createChannelTeller(deps: TellerDeps): ChannelTeller {
  const { store, tell, now, log, isStopped } = deps;
  let unrecorded: { readonly claim: ChannelClaim; readonly step: ChannelStep } | undefined;

  async function tellOne(claim: ChannelClaim, source: SourceRecord): Promise<void> {
    const { channelId, startedAttempts } = claim;
    if (startedAttempts > ATTEMPTS_AT_MOST) {
      log.error({ channelId, failures: startedAttempts }, 'a channel rests: its turns did not end');
      await store.finishChannel(claim, { kind: 'again', dueAtMs: now() + REST_MS }, now());
      return;
    }
    const step = await turnOf(claim, source);
    if (step === 'lost') log.warn({ channelId }, TOO_LATE);
    else await finish(claim, step);
  }

  async function finish(claim: ChannelClaim, step: ChannelStep): Promise<void> {
    try {
      const finished = await store.finishChannel(claim, step, now());
      if (finished === 'lost') log.warn({ channelId: claim.channelId }, TOO_LATE);
    } catch (error) {
      // Slack has it, and the claim keeps what comes late from doing harm. A defect would come again with every turn.
      if ('told' in step && isOfDatabase(error)) unrecorded = { claim, step };
      throw error;
    }
  }

  async function turnOf(claim: ChannelClaim, source: SourceRecord): Promise<ChannelStep | 'lost'> {
    // What is decided and said is of the moment at which all of it was read.
    const { unconfirmed, atMs: nowMs } = claim;
    if (unconfirmed?.told.kind === 'summary' && isTooLate(unconfirmed.told.dueAtMs, nowMs)) {
      return { kind: 'not-posted', id: unconfirmed.id, dueAtMs: nowMs };
    }
    const call = await callOf(claim, source, nowMs);
    if (call.kind === 'wait') return { kind: 'wait', dueAtMs: call.untilMs ?? NEVER_MS };
    if (call.kind === 'pass') return { kind: 'passed', summaryDueAtMs: call.dueAtMs, dueAtMs: nowMs };
    const { channelId, incidents, overview, leaseUntilMs } = claim;
    const id = call.kind === 'post' ? await store.beginPost(claim, call.told, nowMs) : call.message.id;
    // Whatever is said now must be said before somebody else may say something newer.
    if (id === undefined || now() + CALL_WITHIN_MS > leaseUntilMs) return 'lost';
    const said = { id, toldTo: channelId, told: call.told, incidents, ...(overview && { overview }), nowMs };
    if (call.kind === 'post')
      return stepOf(await tell({ kind: 'post', channelId, ...said }), claim, said, { kind: 'posted' });
    const { ts, postedIn, told: before } = call.message;
    const answer = await tell({ kind: call.kind, channelId: postedIn, ts, before, ...said });
    return stepOf(answer, claim, said, { kind: call.kind === 'edit' ? 'edited' : 'replied', ts });
  }

  function stepOf(
    answer: SlackAnswer,
    { unconfirmed }: ChannelClaim,
    { id, told }: { readonly id: string; readonly told: Told },
    done: { readonly kind: 'posted' } | { readonly kind: 'edited' | 'replied'; readonly ts: string },
  ): ChannelStep {
    const inMs = (ms: number) => ({ dueAtMs: now() + ms });
    // Slack may have taken an earlier try.
    const isNew = done.kind === 'posted' && unconfirmed === undefined;
    const notMade = isNew ? { kind: 'not-posted' as const, id } : { kind: 'again' as const };
    switch (answer.kind) {
      case 'sent': {
        const { ts, channelId: postedIn } = answer;
        return done.kind === 'posted'
          ? { ...done, id, told, ts, postedIn, ...inMs(APART_MS) }
          : { ...done, id, told, ...inMs(APART_MS) };
      }
      case 'held':
        return { ...notMade, ...inMs(answer.retryAfterMs) };
      case 'unconfirmed':
        return { kind: 'again', ...inMs(UNCONFIRMED_RETRY_MS) };
      case 'gone':
        return { ...done, kind: 'forget', id, ...inMs(APART_MS) };
      case 'broken':
        return { kind: 'broken', reason: answer.reason, ...(isNew && { id }), ...inMs(BROKEN_RETRY_MS) };
      case 'stopped':
        return { ...notMade, ...inMs(STOPPED_RETRY_MS) };
      default:
        throw new Error(`unknown answer: ${JSON.stringify(answer satisfies never)}`);
    }
  }

  return {
    async tell() {
      for (;;) {
        if (isStopped()) return Number.POSITIVE_INFINITY;
        const claim = await store.claimChannel(now());
        if (claim === undefined) return (await store.nextDueAtMs('channels')) ?? Number.POSITIVE_INFINITY;
        await tellOne(claim, await store.readSource());
      }
    },
    async recordLate() {
      const late = unrecorded;
      unrecorded = undefined;
      if (late !== undefined) await finish(late.claim, late.step);
    },
  };
}

const isOfDatabase = (error: unknown) => error instanceof Error && error.name === 'StoreError';

/** What to tell a channel next. A post whose answer was lost goes first: it says how things are by now. */
async function callOf(claim: ChannelClaim, source: SourceRecord, nowMs: number): Promise<NextCall> {
  const situation = await situationOf(claim, source, nowMs);
  const { messages, unconfirmed } = claim;
  if (unconfirmed === undefined) return nextCall(situation, messages, nowMs);
  return { kind: 'post', reason: 'first', told: presentTold(unconfirmed.told, situation, nowMs) };
}

async function situationOf(
  { incidents, accountCount, watchedSinceMs, broken, summary, overview }: ChannelClaim,
  { outage, absence }: SourceRecord,
  nowMs: number,
): Promise<Situation> {
  const concerns = (fromMs: number) => watchedSinceMs < fromMs;
  const known: ChannelIncident[] = [];
  for await (const some of inPieces(incidents, AT_A_TIME)) {
    for (const { terms, state: _state, ...incident } of some) {
      const tellFromMs = tellFrom(incident, terms);
      known.push({ ...incident, ...(tellFromMs !== undefined && { tellFromMs }) });
    }
  }
  return {
    incidents: known,
    accountCount,
    broken,
    ...(outage && concerns(outage.overAtMs ?? nowMs) && { outage }),
    ...(absence && concerns(absence.fromMs) && nowMs - absence.toMs < DAY_MS && { absence }),
    ...(summary && accountCount > 0 && { summary: dueSummary(summary, overview, nowMs) }),
  };
}

function dueSummary(plan: SummaryPlan, overview: Overview | undefined, nowMs: number): DueSummary {
  const { atMs: dueAtMs, missedAtMs } = plannedSummary(plan, nowMs);
  const isWanted = plan.onlyIfNeeded !== true || (overview !== undefined && hasNews(overview));
  return { dueAtMs, zone: plan.zone, ...(missedAtMs !== undefined && { missedAtMs }), isWanted };
}
