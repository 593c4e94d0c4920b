import { DAY_MS, HOUR_MS } from '../../account/time.ts';
import { inPieces } from '../../async.ts';
import { type NextCall, nextCall } from '../next-call.ts';
import { isTooLate, plannedSummary } from '../summary-schedule.ts';
import { tellFrom } from '../tell-from.ts';
import { type ChannelIncident, presentTold, type Situation, type Told } from '../told.ts';
import type { ChannelClaim, ChannelStep, SourceRecord } from '../watch-store.ts';
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

/** Tells the channels that are due, with one call to Slack a turn. Resolves with the moment at which more may be told. */
export function createChannelTeller(deps: TellerDeps): () => Promise<number> {
  const { store, now, log, isStopped } = deps;
  const nextDueAtMs = () => store.nextDueAtMs('channels');
  /** What Slack took when the database was away. Without it that would be told again. */
  let unrecorded: { readonly claim: ChannelClaim; readonly step: ChannelStep } | undefined;

  async function finish(claim: ChannelClaim, step: ChannelStep | 'lost'): Promise<void> {
    try {
      const finished = step === 'lost' ? step : await store.finishChannel(claim, step, now());
      if (finished === 'lost') log.warn({ channelId: claim.channelId }, TOO_LATE);
    } catch (error) {
      // Slack has it, and the claim keeps what comes late from doing harm. A defect would come again with every turn.
      if (step !== 'lost' && 'told' in step && isOfDatabase(error)) unrecorded = { claim, step };
      throw error;
    }
  }

  return async () => {
    const late = unrecorded;
    unrecorded = undefined;
    if (late !== undefined) await finish(late.claim, late.step);
    const dueAtMs = await nextDueAtMs();
    if (dueAtMs > now()) return dueAtMs;
    for (;;) {
      if (isStopped()) return Number.POSITIVE_INFINITY;
      const claim = await store.claimChannel(now());
      if (claim === undefined) return nextDueAtMs();
      await finish(claim, await turnOf(claim, deps));
    }
  };
}

const isOfDatabase = (error: unknown) => error instanceof Error && error.name === 'StoreError';

/** One turn of a channel: what there is to do, and what Slack makes of it. */
async function turnOf(claim: ChannelClaim, deps: TellerDeps): Promise<ChannelStep | 'lost'> {
  const { store, tell, now, log } = deps;
  // What is decided and said is of the moment at which all of it was read.
  const { channelId, incidents, overview, unconfirmed, leaseUntilMs, startedAttempts, atMs: nowMs } = claim;
  if (startedAttempts > ATTEMPTS_AT_MOST) {
    log.error({ channelId, failures: startedAttempts }, 'a channel rests: its turns did not end');
    return { kind: 'again', dueAtMs: now() + REST_MS };
  }
  if (unconfirmed?.told.kind === 'summary' && isTooLate(unconfirmed.told.dueAtMs, nowMs)) {
    return { kind: 'not-posted', id: unconfirmed.id, dueAtMs: nowMs };
  }
  const call = await callOf(claim, await store.readSource(), nowMs);
  if (call.kind === 'wait') return { kind: 'wait', dueAtMs: call.untilMs ?? NEVER_MS };
  const id = call.kind === 'post' ? await store.beginPost(claim, call.told, nowMs) : call.message.id;
  // Whatever is said now must be said before somebody else may say something newer.
  if (id === undefined || now() + CALL_WITHIN_MS > leaseUntilMs) return 'lost';
  const said = { id, toldTo: channelId, told: call.told, incidents, overview, nowMs };
  const place =
    call.kind === 'post'
      ? { channelId }
      : { channelId: call.message.postedIn, ts: call.message.ts, before: call.message.told };
  return stepOf(await tell({ kind: call.kind, ...place, ...said }), claim, call, id, now());
}

/** What Slack's answer to a call means for the channel. */
function stepOf(
  answer: SlackAnswer,
  { unconfirmed }: ChannelClaim,
  call: Extract<NextCall, { readonly told: Told }>,
  id: string,
  nowMs: number,
): ChannelStep {
  const inMs = (ms: number) => ({ dueAtMs: nowMs + ms });
  // Slack may have taken an earlier try.
  const isFirstTry = call.kind === 'post' && unconfirmed === undefined;
  const notMade = isFirstTry ? { kind: 'not-posted' as const, id } : { kind: 'again' as const };
  switch (answer.kind) {
    case 'sent': {
      const done = { id, told: call.told, ...inMs(APART_MS) };
      return call.kind === 'post'
        ? { kind: 'posted', ...done, ts: answer.ts, postedIn: answer.channelId }
        : { kind: call.kind === 'edit' ? 'edited' : 'replied', ...done, ts: call.message.ts };
    }
    case 'held':
      return { ...notMade, ...inMs(answer.retryAfterMs) };
    case 'unconfirmed':
      return { kind: 'again', ...inMs(UNCONFIRMED_RETRY_MS) };
    case 'gone':
      return {
        kind: 'forget',
        id,
        ts: call.kind !== 'post' ? call.message.ts : undefined,
        ...inMs(APART_MS),
      };
    case 'broken':
      return {
        kind: 'broken',
        reason: answer.reason,
        id: isFirstTry ? id : undefined,
        ...inMs(BROKEN_RETRY_MS),
      };
    case 'stopped':
      return { ...notMade, ...inMs(STOPPED_RETRY_MS) };
    default:
      throw new Error(`unknown answer: ${JSON.stringify(answer satisfies never)}`);
  }
}

/** What to tell a channel next. A post whose answer was lost goes first: it says how things are by now. */
async function callOf(claim: ChannelClaim, source: SourceRecord, nowMs: number): Promise<NextCall> {
  const situation = await situationOf(claim, source, nowMs);
  const { messages, unconfirmed } = claim;
  if (unconfirmed === undefined) return nextCall(situation, messages, nowMs);
  return { kind: 'post', reason: 'first', told: presentTold(unconfirmed.told, situation, nowMs) };
}

async function situationOf(
  { incidents, accountCount, watchedSinceMs, broken, summary }: ChannelClaim,
  { outage, absence }: SourceRecord,
  nowMs: number,
): Promise<Situation> {
  const concerns = (fromMs: number) => watchedSinceMs < fromMs;
  const known: ChannelIncident[] = [];
  for await (const some of inPieces(incidents, AT_A_TIME)) {
    for (const { terms, state: _state, ...incident } of some) {
      const tellFromMs = tellFrom(incident, terms);
      known.push({ ...incident, tellFromMs });
    }
  }
  return {
    incidents: known,
    accountCount,
    broken,
    outage: outage && concerns(outage.overAtMs ?? nowMs) ? outage : undefined,
    absence: absence && concerns(absence.fromMs) && nowMs - absence.toMs < DAY_MS ? absence : undefined,
    summary:
      summary && accountCount > 0
        ? { dueAtMs: plannedSummary(summary, nowMs), zone: summary.zone }
        : undefined,
  };
}
