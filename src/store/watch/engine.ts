import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { type Incident, ownerAt } from '../../watch/incident.ts';
import type { FailedRead, Observation } from '../../watch/observe.ts';
import { isGoingOn, MAX_SILENT_MS, PROBE_EVERY_MS, type SourceOutage } from '../../watch/outage.ts';
import type { AccountsByLevel } from '../../watch/pace.ts';
import type { KnownAccount } from '../../watch/summary.ts';
import type { Database } from '../database.ts';
import { COUNT, countOf, stateIn, type Tx, toIncident } from '../tables.ts';
import { claimChannels, finishChannel, planChannel } from './channels.ts';
import { conversationsOf, quietUntil } from './coverage.ts';
import { claimCalls, finishCall } from './deliveries.ts';
import { claimDue, finishDue, nextDue, nextDueAtMs, skipLocked, wakeChannels } from './due.ts';
import { lockOpen } from './incidents.ts';
import { addHands, NOTICES_KEPT_MS, tellFine, tellUnwatched } from './notices.ts';
import {
  addChanges,
  judgeSource,
  lockSource,
  makeAllDue,
  readBeforeAgain,
  readOthers,
  readSource,
  tick,
  writeSource,
} from './source.ts';

/** A claimed account. */
export type AccountClaim = Awaited<ReturnType<typeof claimAccounts>>[number];

/** The result of a read, and when to read next. Without a `state`, the read says nothing about the account. */
export type AccountStep = Partial<Observation> & { readonly dueAtMs: number };

/** After a pause, the reads that the pace allows for this time may start at once. */
const SAVED_MS = 1_000;

/** How many rows one transaction deletes at most, so that others do not wait long. */
const FORGOTTEN_AT_ONCE = 1_000;

/** What the engine reads and writes. Its JSON is not validated: this program, or an older version of it, has written it. */
export function createWatchStore({ reads, run, transact }: Database) {
  /** A method that runs in one transaction, as of a time in epoch milliseconds, its first argument. */
  const at =
    <Args extends readonly unknown[], Result>(work: (tx: Tx, ...args: Args) => Promise<Result>) =>
    (nowMs: number, ...args: Args) =>
      transact(({ db }) => work({ db, nowMs }, ...args));
  return {
    ...reads({ nextReadAtMs, nextDueAtMs, readStates, countByLevel, figures, readSource }),
    claimAccounts: at(claimAccounts),
    /** Most reads need only the one statement of `commitUsual`. */
    async commitReading(nowMs: number, claim: AccountClaim, stepOf: StepOf, failure?: FailedRead) {
      const usual = failure ? undefined : await run(({ db }) => commitUsual({ db, nowMs }, claim, stepOf()));
      return usual ?? (await transact(({ db }) => commitReading({ db, nowMs }, claim, stepOf, failure)));
    },
    tick: at(tick),
    makeAllDue: at(makeAllDue),
    forgetOld: at(forgetOld),
    claimChannels: at(claimChannels),
    planChannel: at(planChannel),
    finishChannel: at(finishChannel),
    claimCalls: at(claimCalls),
    finishCall: at(finishCall),
  };
}

/**
 * When the next account is due and may be read, epoch milliseconds; not before `notBeforeMs` unless one is due already.
 * Infinity: nothing is watched.
 */
async function nextReadAtMs({ db, nowMs }: Tx, notBeforeMs = 0): Promise<number> {
  const times = [nextDue('watched_accounts').as('dueAtMs'), LAST_READ.as('lastReadAtMs')] as const;
  const next = db.selectFrom('watch_source').select(['next_read_at_ms', ...times]);
  const { next_read_at_ms, dueAtMs, lastReadAtMs } = await next.executeTakeFirstOrThrow();
  if (dueAtMs === null) return Number.POSITIVE_INFINITY;
  const atMs = Math.min(dueAtMs, (lastReadAtMs ?? dueAtMs) + MAX_SILENT_MS);
  return Math.max(atMs, atMs > nowMs ? notBeforeMs : 0, next_read_at_ms);
}

/** SQL: when an account was last read. Null: none was. */
const LAST_READ = sql<number | null>`(select max(read_at_ms) from watched_accounts)`;

/** The states of accounts whose ids come after `afterId`, ordered by id. Start with ''. */
async function readStates(
  { db }: Tx,
  afterId: string,
  limit: number,
): Promise<readonly Pick<KnownAccount, 'accountId' | 'state'>[]> {
  const states = db.selectFrom('watched_accounts').select(['id', 'state']).where('id', '>', afterId);
  const rows = await states.orderBy('id').limit(sql.lit(limit)).execute();
  return rows.map((row) => ({ accountId: row.id, state: stateIn(row) }));
}

/** Claims as many due accounts as `perSecond` allows, and returns them ordered by id. Each is ours until its lease is over. */
async function claimAccounts(tx: Tx, limit: number, pace: { perSecond: number; leaseMs: number }) {
  // All processes share the pace.
  const source = await lockSource(tx.db);
  const isOut = isGoingOn(source.outage);
  const apartMs = isOut ? PROBE_EVERY_MS : 1_000 / pace.perSecond;
  const fromMs = Math.max(source.nextReadAtMs, tx.nowMs - (isOut ? 0 : SAVED_MS));
  if (fromMs > tx.nowMs) return [];
  const count = Math.min(limit, Math.floor((tx.nowMs - fromMs) / apartMs) + 1);
  const claim = () => claimDue(tx, 'watched_accounts', count, pace);
  let rows = await claim();
  if (rows.length === 0 && (await endSilence(tx))) rows = await claim();
  await writeSource(tx.db, { next_read_at_ms: Math.ceil(fromMs + rows.length * apartMs) });
  const claims = rows.map((row) => ({
    accountId: row.id,
    /** Writes with an older one are ignored. */
    fencingToken: row.epoch,
    /** Absent before the first read. */
    known: stateIn(row),
    /** Since when its reads have failed. Absent: the last one succeeded. */
    failingSinceMs: row.failing_since_ms ?? undefined,
  }));
  // `returning` has no order on PostgreSQL.
  return claims.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
}

type StepOf = (outage?: SourceOutage, open?: Incident) => AccountStep;

/**
 * Saves the read of an account that is as healthy as before, as nearly all reads find it, in one statement. Undefined: nothing
 * was saved, because there is more to save, the claim is lost, the account has an incident, or an outage is going on.
 */
async function commitUsual({ db, nowMs }: Tx, claim: AccountClaim, step: AccountStep) {
  const { accountId: id, fencingToken } = claim;
  const { state, dueAtMs, changes = [], incident } = step;
  if (state?.level !== 'healthy' || changes.length > 0 || incident !== undefined) return undefined;
  const read = { read_at_ms: nowMs, failing_since_ms: null };
  const columns = { ...read, state: JSON.stringify(state), level: state.level };
  const and = sql`
    and not exists (select 1 from incidents where account_id = ${id} and closed_at_ms is null)
    and not exists (select 1 from watch_source where outage_since_ms is not null and outage_over_at_ms is null)`;
  const finished = await finishDue(db, 'watched_accounts', { id, fencingToken, dueAtMs }, columns, { and });
  return finished === 'done' ? { finished, outage: undefined, step } : undefined;
}

/**
 * Saves the read of a claimed account, or its failure: judges the service by it, saves the step that `stepOf` makes from the
 * last outage and the open incident, and makes channels due that have news.
 */
async function commitReading(
  tx: Tx,
  { accountId: id, fencingToken, failingSinceMs }: AccountClaim,
  stepOf: StepOf,
  failure?: FailedRead,
) {
  const { db, nowMs } = tx;
  const failing_since_ms = failure === undefined ? null : (failingSinceMs ?? nowMs);
  // The account is locked before its incident, as where it is no longer watched: the other order could deadlock.
  const account = db.updateTable('watched_accounts').set({ read_at_ms: nowMs, failing_since_ms });
  await account.where('id', '=', id).where('epoch', '=', fencingToken).execute();
  const { outage, isNews } = await judgeSource(tx, failure);
  // Only the first failure makes other accounts due: one that always fails must not do so each time.
  const isFirst = failure !== undefined && failingSinceMs === undefined;
  if (isFirst && !isGoingOn(outage)) await readOthers(tx);
  const row = await lockOpen(db, id);
  const open = row && { id: row.id, ...toIncident(row) };
  const step = stepOf(outage, open);
  const { state, dueAtMs, changes = [], incident } = step;
  const columns = state && { state: JSON.stringify(state), level: state.level };
  const finished = await finishDue(db, 'watched_accounts', { id, fencingToken, dueAtMs }, columns);
  if (finished === 'done') {
    await addChanges(db, id, changes);
    if (incident !== undefined && incident !== open) await writeIncident(tx, id, incident, open);
  }
  if (isNews) await wakeChannels(tx);
  if (isNews && !isGoingOn(outage)) await readBeforeAgain(tx);
  return { finished, outage, step };
}

/** What operators see in metrics and checks. */
async function figures(tx: Tx) {
  const { db, nowMs } = tx;
  const accountAtMs = await nextDueAtMs(tx, 'watched_accounts');
  const channelAtMs = await nextDueAtMs(tx, 'channels');
  const { outage, aliveAtMs } = await readSource(tx);
  const levels = await countByLevel(tx);
  const gone = ['deactivated', 'guest', 'outsider', 'not-named'];
  const broken = db.selectFrom('channels').where('broken', 'not in', gone);
  const watched = db.selectFrom('watches').select('channel_id');
  return {
    accounts: Object.values(levels).reduce((sum, count) => sum + count, 0),
    levels,
    /** How many channels and people with watches accept no messages. Not people who may no longer ask: that is for good. */
    brokenChannels: await countOf(broken.where('id', 'in', watched)),
    /** How long the oldest due row has been due. 0: nothing is due. */
    lateMs: nowMs - Math.min(accountAtMs, channelAtMs, nowMs),
    /** Start of the present outage, epoch milliseconds. Undefined: there is none. */
    outageSinceMs: isGoingOn(outage) ? outage.sinceMs : undefined,
    /** The last tick of any process, epoch milliseconds. Undefined: there was none. */
    aliveAtMs,
  };
}

/**
 * Deletes changes, incidents and gaps that were over before `beforeMs`, expired cache values, old notices, and mutes, snoozes
 * and notes that ended a day ago. Resolves with whether there may be more.
 */
async function forgetOld(tx: Tx, beforeMs: number): Promise<boolean> {
  const { db, nowMs } = tx;
  await tellUnwatched(tx);
  await sql`delete from cache where expires_at_ms < ${Date.now()}`.execute(db);
  await sql`delete from notices where id < ${`${nowMs - NOTICES_KEPT_MS}`}`.execute(db);
  const incidents = await sql`delete from incidents where id in (select id from incidents
    where closed_at_ms < ${beforeMs} limit ${sql.lit(FORGOTTEN_AT_ONCE)})`.execute(db);
  // A change can be deleted if a later one before `beforeMs` says that the account was healthy again.
  const changes = await sql`delete from changes where (account_id, seq) in (
    select account_id, seq from changes where detected_at_ms < ${beforeMs} and exists (
      select 1 from changes later where later.account_id = changes.account_id and later.seq > changes.seq
        and later.level = 'healthy' and later.detected_at_ms < ${beforeMs})
    limit ${sql.lit(FORGOTTEN_AT_ONCE)})`.execute(db);
  await sql`delete from gaps where to_ms < ${beforeMs}`.execute(db);
  // A day later: if the clock was ahead and is set right, what seemed to be over goes on.
  await sql`delete from quiet where until_ms <= ${nowMs - DAY_MS}`.execute(db);
  return [incidents, changes].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

/** Saves the incident of an account, and makes the channels due that watch it. */
async function writeIncident(tx: Tx, accountId: string, next: Incident, before?: Incident & { id: string }) {
  const { db, nowMs } = tx;
  const columns = {
    level: next.level,
    started_at_ms: next.startedAtMs,
    detected_at_ms: next.detectedAtMs,
    can_wait: next.canWait ? 1 : 0,
    owner_id: next.owner?.userId ?? null,
    owner_since_ms: next.owner?.sinceMs ?? null,
    owner_until_ms: next.owner?.untilMs ?? null,
    resolved_at_ms: next.resolvedAtMs ?? null,
    closed_at_ms: next.resolvedAtMs === undefined ? null : nowMs,
  };
  const id = before?.id ?? `${accountId}@${nowMs}`;
  await db
    .insertInto('incidents')
    .values({ id, account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  await wakeChannels(tx, [...(await conversationsOf(db, [accountId])).keys()]);
  const { startedAtMs, resolvedAtMs } = next;
  if (resolvedAtMs !== undefined) {
    await tellFine(tx, { incidentId: id, accountId }, { startedAtMs, resolvedAtMs });
    // Where the account is quiet, its recovery is not posted.
    await sql`delete from notified where incident_id = ${id}
      and ${quietUntil(accountId, sql.ref('notified.channel_id'), nowMs)} is not null`.execute(db);
  }
  // It is news if the account gets worse again; if it is critical, also if it can no longer wait or was healthy in between.
  if (next.level === 'attention' || next.detectedAtMs !== before?.detectedAtMs)
    await sql`update notified set level = 'attention'
      where incident_id = ${id} and level = 'critical'`.execute(db);
  // Targets are called again, too. PagerDuty pages nobody about an incident that was acknowledged, so it is resolved first.
  if (before && next.resolvedAtMs === undefined && next.detectedAtMs > before.detectedAtMs)
    await sql`update deliveries set told = 'resolve', key = null where incident_id = ${id}`.execute(db);
  const ownerId = before && ownerAt(before, nowMs)?.userId;
  if (ownerId !== undefined && next.resolvedAtMs === undefined && next.owner === undefined)
    await addHands(tx, [accountId], { userId: ownerId, ended: 'worse' });
}

/** Makes an account due if none was read for too long. In the subquery, SQLite would check that for every account. */
async function endSilence({ db, nowMs }: Tx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update watched_accounts set due_at_ms = ${nowMs}
    where due_at_ms > ${nowMs} and ${LAST_READ} <= ${nowMs - MAX_SILENT_MS} and id = (
      select id from watched_accounts where lease_until_ms <= ${nowMs}
      order by due_at_ms, id limit 1 ${skipLocked(db)})`.execute(db);
  return numAffectedRows > 0n;
}

/** How many accounts have each level. Those that were not read yet count as unknown. */
async function countByLevel({ db }: Tx): Promise<AccountsByLevel> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
  const rows = await db.selectFrom('watched_accounts').select(['level', COUNT]).groupBy('level').execute();
  for (const { level, count } of rows) levels[level ?? 'unknown'] += count;
  return levels;
}
