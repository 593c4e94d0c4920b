import { sql } from 'kysely';
import { type Incident, ownerAt } from '../../watch/incident.ts';
import type { FailedRead, WatchState } from '../../watch/observe.ts';
import { isGoingOn, MAX_SILENT_MS, PROBE_EVERY_MS, type SourceOutage } from '../../watch/outage.ts';
import type { AccountsByLevel } from '../../watch/pace.ts';
import type { NewsKind, Posted } from '../../watch/posted.ts';
import type { AccountClaim, AccountStep, ChannelClaim, WatchFigures } from '../../watch/watch-store.ts';
import type { Database } from '../database.ts';
import { COUNT, countOf, type Db, type DueTable, stateIn, type Tx, toIncident } from '../tables.ts';
import { addChanges } from './changes.ts';
import { beginPost, claimChannel, finishChannel } from './channels.ts';
import { placesOf } from './coverage.ts';
import { claimDue, finishDue, nextDue, skipLocked, wakeChannels } from './due.ts';
import { lockOpen } from './incidents.ts';
import { addHands, forgetNotices } from './notices.ts';
import { inPace, judgeSource, readOthers, readSource, tick } from './source.ts';

/** What reads have to keep to. */
interface ReadLimits {
  /** How many may begin in a second, in all processes together. */
  readonly perSecond: number;
  /** Longer than one may take. */
  readonly leaseMs: number;
}

const UNHURRIED: ReadLimits = { perSecond: 1_000_000, leaseMs: 60_000 };

/** One transaction removes no more, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * What the engine reads and writes. One method is one transaction, and every time is a parameter. JSON in it was written by
 * this program, or an older version of it.
 */
export const createWatchStore = ({ run, transact }: Database) => ({
  /** See `claimAccounts`. */
  claimAccounts: (nowMs: number, limit: number, pace = UNHURRIED) =>
    transact(({ db }) => claimAccounts({ db, nowMs }, limit, pace)),

  /** When the next account is due and may be read, epoch milliseconds; Infinity: nothing is watched. */
  nextReadAtMs: () =>
    run(async ({ db }) => {
      const source = db.selectFrom('watch_source').select('next_read_at_ms');
      const { next_read_at_ms } = await source.executeTakeFirstOrThrow();
      const dueAtMs = await nextDue(db, 'watched_accounts');
      if (dueAtMs === Number.POSITIVE_INFINITY) return dueAtMs;
      return Math.max(Math.min(dueAtMs, await readSilentUntil(db)), next_read_at_ms);
    }),

  /** When the next row of a table is due, epoch milliseconds. Infinity: there is none. */
  nextDueAtMs: (table: DueTable) => run(({ db }) => nextDue(db, table)),

  /** See `commitReading`. */
  commitReading: (claim: AccountClaim, stepOf: StepOf, nowMs: number, failure?: FailedRead) =>
    transact(({ db }) => commitReading({ db, nowMs }, claim, stepOf, failure)),

  /** What is known of accounts whose ids come after `afterId` ('': all do), in the order of ids. */
  readStates: (afterId: string, limit: number) =>
    run(async ({ db }): Promise<readonly { readonly accountId: string; readonly state?: WatchState }[]> => {
      const states = db.selectFrom('watched_accounts').select(['id', 'state']).where('id', '>', afterId);
      const rows = await states.orderBy('id').limit(limit).execute();
      return rows.map((row) => ({ accountId: row.id, state: stateIn(row) }));
    }),

  countByLevel: () => run(({ db }) => countByLevel(db)),

  /** What operators see. */
  figures: (nowMs: number) => run(({ db }) => readFigures({ db, nowMs })),

  readSource: () => run(({ db }) => readSource(db)),

  tick: (nowMs: number) => transact(({ db }) => tick({ db, nowMs })),

  /** All that is due later than now is due now: the clock by which it was planned was wrong. */
  makeAllDue: (nowMs: number) =>
    transact(async ({ db }) => {
      for (const table of ['watched_accounts', 'channels'])
        await sql`update ${sql.table(table)} set due_at_ms = ${nowMs}, lease_until_ms = 0
          where due_at_ms > ${nowMs}`.execute(db);
      const source = db.updateTable('watch_source').set({ next_read_at_ms: 0 });
      await source.where('next_read_at_ms', '>', nowMs + PROBE_EVERY_MS).execute();
    }),

  /** See `forgetOld`. */
  forgetOld: (beforeMs: number, nowMs: number) => transact(({ db }) => forgetOld({ db, nowMs }, beforeMs)),

  /** See `claimChannel`. */
  claimChannel: (nowMs: number) => transact(({ db }) => claimChannel({ db, nowMs })),

  /** See `beginPost`. */
  beginPost: (claim: ChannelClaim, posted: Posted, notifies: readonly NewsKind[]) =>
    transact(({ db }) => beginPost(db, claim, posted, notifies)),

  /** See `finishChannel`. */
  finishChannel: (claim: ChannelClaim, end: Parameters<typeof finishChannel>[2], nowMs: number) =>
    transact(({ db }) => finishChannel({ db, nowMs }, claim, end)),
});

/** Accounts that are due and fit into the pace, by id. Each is this process's own until its lease is over. */
async function claimAccounts(
  tx: Tx,
  limit: number,
  { perSecond, leaseMs }: ReadLimits,
): Promise<readonly AccountClaim[]> {
  const rows = await inPace(tx, { limit, perSecond }, async (count) => {
    if ((await readSilentUntil(tx.db)) <= tx.nowMs) await makeOneDue(tx);
    return await claimDue(tx, 'watched_accounts', count, leaseMs);
  });
  const claims = rows.map((row) => ({
    accountId: row.id,
    fencingToken: row.epoch,
    known: stateIn(row),
    failingSinceMs: row.failing_since_ms ?? undefined,
  }));
  // `returning` has no order on PostgreSQL.
  return claims.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
}

type StepOf = (outage: SourceOutage | undefined, open: Incident | undefined) => AccountStep;

/**
 * Writes down that a claimed account has given an answer, or a failure in its place: what that says of the service, what
 * `stepOf` makes of it, given the last outage and the open incident, and that the channels which watch it are due.
 */
async function commitReading(
  tx: Tx,
  { accountId: id, fencingToken, failingSinceMs }: AccountClaim,
  stepOf: StepOf,
  failure: FailedRead | undefined,
) {
  const { db, nowMs } = tx;
  const failing_since_ms = failure === undefined ? null : (failingSinceMs ?? nowMs);
  const account = db.updateTable('watched_accounts').set({ read_at_ms: nowMs, failing_since_ms });
  await account.where('id', '=', id).where('epoch', '=', fencingToken).execute();
  const { outage, isNews } = await judgeSource(tx, failure);
  // One that fails for ever must not keep asking for the others.
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
    if (incident !== undefined && incident !== open) await writeIncident(tx, id, open, incident);
  }
  if (isNews) await wakeChannels(tx);
  return { finished, outage, step };
}

async function readFigures({ db, nowMs }: Tx): Promise<WatchFigures> {
  const accountAtMs = await nextDue(db, 'watched_accounts');
  const channelAtMs = await nextDue(db, 'channels');
  const { outage, aliveAtMs } = await readSource(db);
  const levels = await countByLevel(db);
  const broken = db.selectFrom('channels').where('broken', 'is not', null);
  const watched = db.selectFrom('watches').select('channel_id');
  return {
    accounts: Object.values(levels).reduce((sum, count) => sum + count, 0),
    levels,
    brokenChannels: await countOf(broken.where('id', 'in', watched)),
    lateMs: nowMs - Math.min(accountAtMs, channelAtMs, nowMs),
    outageSinceMs: isGoingOn(outage) ? outage.sinceMs : undefined,
    aliveAtMs,
  };
}

/**
 * Removes what is too old: changes, incidents and gaps that were over before `beforeMs`, expired values of caches, and
 * notices that are no news any more. Resolves with whether there may be more.
 */
async function forgetOld(tx: Tx, beforeMs: number): Promise<boolean> {
  const { db } = tx;
  await sql`delete from cache where expires_at_ms < ${Date.now()}`.execute(db);
  await forgetNotices(tx);
  const incidents = await sql`delete from incidents where id in (
    select id from incidents where closed_at_ms < ${beforeMs} limit ${FORGOTTEN_AT_ONCE})`.execute(db);
  // These say nothing of the time since then: the account was all right after each of them, and before it.
  const changes = await sql`delete from changes where (account_id, seq) in (
    select account_id, seq from changes where detected_at_ms < ${beforeMs} and exists (
      select 1 from changes later where later.account_id = changes.account_id and later.seq > changes.seq
        and later.level = 'healthy' and later.detected_at_ms < ${beforeMs})
    limit ${FORGOTTEN_AT_ONCE})`.execute(db);
  await sql`delete from gaps where to_ms < ${beforeMs}`.execute(db);
  return [incidents, changes].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

/** Writes down what has become of the incident of an account. Its channels are due. */
async function writeIncident(
  tx: Tx,
  accountId: string,
  before: (Incident & { readonly id: string }) | undefined,
  next: Incident,
): Promise<void> {
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
  // Should it get worse again, that is news.
  if (next.level === 'attention')
    await sql`update notified set level = 'attention'
      where incident_id = ${id} and level = 'critical'`.execute(db);
  await wakeChannels(tx, [...(await placesOf(db, [accountId])).keys()]);
  const ownerId = before && ownerAt(before, nowMs);
  if (ownerId !== undefined && next.resolvedAtMs === undefined && next.owner === undefined)
    await addHands(tx, [accountId], { userId: ownerId, ended: 'worse' });
}

/** When one has to be read though none is due. */
async function readSilentUntil(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly atMs: number | null }>`
    select max(read_at_ms) as "atMs" from watched_accounts`.execute(db);
  return (rows[0]?.atMs ?? Number.POSITIVE_INFINITY) + MAX_SILENT_MS;
}

const makeOneDue = ({ db, nowMs }: Tx) =>
  sql`
  update watched_accounts set due_at_ms = ${nowMs} where id = (
    select id from watched_accounts where due_at_ms is not null and lease_until_ms <= ${nowMs}
    order by due_at_ms, id limit 1 ${skipLocked(db)}) and due_at_ms > ${nowMs}`.execute(db);

/** How many accounts are at each level. One that was not read yet is unknown. */
async function countByLevel(db: Db): Promise<AccountsByLevel> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
  const rows = await db.selectFrom('watched_accounts').select(['level', COUNT]).groupBy('level').execute();
  for (const { level, count } of rows) levels[level ?? 'unknown'] += count;
  return levels;
}
