import { sql } from 'kysely';
import { MINUTE_MS } from '../../account/time.ts';
import { type Change, type FailedRead, zoneIdOf } from '../../watch/observe.ts';
import {
  ACCOUNTS_TO_JUDGE,
  DOWNTIME_AFTER_MS,
  type Gap,
  isGoingOn,
  isOutNow,
  JUDGED_WITHIN_MS,
  PROBE_EVERY_MS,
  type RecentReads,
  type SourceOutage,
} from '../../watch/outage.ts';
import { AGAIN_AFTER_MS, READ_AGAIN_WITHIN_MS } from '../../watch/plan-notification.ts';
import type { AccountRecord } from '../../watch/watch-list.ts';
import { type Db, POSTGRES_SCHEMA, stateIn, type Tables, type Tx } from '../tables.ts';
import { skipLocked, wakeChannels } from './due.ts';

/** The state of the service and of this app, for all processes. Undefined values: there was none. */
export const readSource = async ({ db }: Pick<Tx, 'db'>) =>
  toSource(await db.selectFrom('watch_source').selectAll().executeTakeFirstOrThrow());

/** The same, locked until the transaction ends. */
export const lockSource = async (db: Db) =>
  toSource(await db.updateTable('watch_source').set({ id: 1 }).returningAll().executeTakeFirstOrThrow());

function toSource(row: Tables['watch_source']) {
  const { outage_since_ms: sinceMs, down_from_ms: fromMs, down_to_ms: toMs } = row;
  return {
    /** The last outage. */
    outage: sinceMs === null ? undefined : { sinceMs, overAtMs: row.outage_over_at_ms ?? undefined },
    /** The last downtime. */
    downtime: fromMs !== null && toMs !== null ? { fromMs, toMs } : undefined,
    /** The last tick of any process. */
    aliveAtMs: row.ticked_at_ms ?? undefined,
    /** No process starts a read before this time. */
    nextReadAtMs: row.next_read_at_ms,
  };
}

export const writeSource = (db: Db, columns: Partial<Tables['watch_source']>) =>
  db.updateTable('watch_source').set(columns).execute();

/** Saves a period about which nothing is known of any account. */
const addGap = (db: Db, { fromMs, toMs }: Gap) =>
  sql`insert into gaps (from_ms, to_ms) values (${fromMs}, ${toMs})
    on conflict (from_ms) do update set to_ms = excluded.to_ms`.execute(db);

/**
 * Records that a process is running. A long gap since the last tick was a downtime, and makes every channel due. Resolves
 * with the length of the gap in milliseconds. It is negative if the clock was set back; then everything is made due.
 */
export async function tick(tx: Tx): Promise<number> {
  const { db, nowMs } = tx;
  const { aliveAtMs: fromMs = nowMs } = await lockSource(db);
  const gapMs = nowMs - fromMs;
  await writeSource(db, { ticked_at_ms: nowMs });
  if (gapMs < -DOWNTIME_AFTER_MS) await makeAllDue(tx);
  if (gapMs <= DOWNTIME_AFTER_MS) return gapMs;
  await writeSource(db, { down_from_ms: fromMs, down_to_ms: nowMs });
  await addGap(db, { fromMs, toMs: nowMs });
  await wakeChannels(tx);
  await readBeforeAgain(tx);
  return gapMs;
}

/** After a time without reads, an account that nobody is on may be fine: it is read before its alert is repeated. */
export async function readBeforeAgain({ db, nowMs }: Tx): Promise<void> {
  const readMs = nowMs + READ_AGAIN_WITHIN_MS;
  await sql`update notified set again_at_ms = ${readMs} where again_at_ms < ${readMs}`.execute(db);
}

/** Times that may lie ahead. All others have passed, or are those at which something is due. */
const AHEAD = ['until_ms', 'owner_until_ms', 'again_at_ms', 'expires_at_ms'];

/** Makes everything due at once, because the clock by which it was planned was ahead, and brings what it dated up to now. */
export async function makeAllDue({ db, nowMs }: Tx): Promise<void> {
  await sql`delete from gaps where from_ms > ${nowMs}`.execute(db);
  const reduce = (table: string, column: string, latestMs: number, toMs = latestMs) => {
    const time = sql.ref(column);
    return sql`update ${sql.table(table)} set ${time} = ${toMs} where ${time} > ${latestMs}`.execute(db);
  };
  await reduce('notified', 'again_at_ms', nowMs + AGAIN_AFTER_MS[1]);
  await writeSource(db, { next_read_at_ms: 0 });
  const tables = await db.introspection.getTables();
  // PostgreSQL also names those of others. An operator may have views of ours.
  const ours = tables.filter(({ schema = POSTGRES_SCHEMA, isView }) => schema === POSTGRES_SCHEMA && !isView);
  // An incident that came after a watch still does.
  for (const { name: table, columns } of ours)
    for (const { name: column } of columns)
      if (column.endsWith('_ms') && !AHEAD.includes(column))
        await reduce(table, column, nowMs, table === 'watches' ? nowMs - 1 : nowMs);
  // The next alert and summary wait for a time after the last ones, and an outage is known by its beginning.
  const byNow = (key: string, value: number) =>
    key.endsWith('Ms') && key !== 'quietUntilMs' ? Math.min(value, nowMs) : value;
  const pastIn = (json: string | null) => json && JSON.stringify(JSON.parse(json, byNow));
  const { rows } = await sql<Tables['channels']>`update channels set id = id returning *`.execute(db);
  for (const { id, posted, summary } of rows) {
    const columns = { posted: pastIn(posted), summary: pastIn(summary) };
    await db.updateTable('channels').set(columns).where('id', '=', id).execute();
  }
}

/**
 * Judges the service by the newest reads of all processes, one of which has just ended, and saves when an outage begins or
 * ends. Resolves with the last outage. `isNews`: it has just begun or ended, so every channel is due.
 */
export async function judgeSource(tx: Tx, failure: FailedRead | undefined) {
  const { db, nowMs } = tx;
  const { outage: known } = await readSource({ db });
  if (!isGoingOn(known) && failure === undefined) return { outage: known, isNews: false };
  const { outage } = await lockSource(db);
  const isOut = isGoingOn(outage);
  const fromMs = Math.max(nowMs - JUDGED_WITHIN_MS, isOut ? outage.sinceMs : 0);
  const reads = await countReads(db, fromMs);
  const isOutAfter = isOutNow(reads, isOut) || (failure?.isSure ?? false);
  if (isOut === isOutAfter) {
    if (isOut && failure === undefined) {
      // The outage may be over, so other accounts are read at once.
      await writeSource(db, { next_read_at_ms: nowMs });
      await readOthers(tx);
    }
    return { outage, isNews: false };
  }
  const notBeforeMs = outage?.overAtMs ?? 0;
  const after: SourceOutage = isOut
    ? { ...outage, overAtMs: nowMs }
    : { sinceMs: Math.max((await failingSince(db, fromMs, reads.accounts)) ?? nowMs, notBeforeMs) };
  await writeSource(db, {
    outage_since_ms: after.sinceMs,
    outage_over_at_ms: after.overAtMs ?? null,
    next_read_at_ms: isOut ? nowMs : nowMs + PROBE_EVERY_MS,
  });
  if (isOut) await addGap(db, { fromMs: outage.sinceMs, toMs: nowMs });
  return { outage: after, isNews: true };
}

async function countReads(db: Db, fromMs: number): Promise<RecentReads> {
  const { rows } = await sql<RecentReads>`
    select count(*) as accounts, count(failing_since_ms) as failing,
      (select count(*) from (select id from watched_accounts limit ${sql.lit(ACCOUNTS_TO_JUDGE)}) watched) as watched
    from watched_accounts where read_at_ms > ${fromMs}`.execute(db);
  return rows[0] ?? { accounts: 0, failing: 0, watched: 0 };
}

/** The time from which on more than half of the accounts that were read since `fromMs` failed. */
async function failingSince(db: Db, fromMs: number, accounts: number): Promise<number | undefined> {
  const { rows } = await sql<{ readonly atMs: number }>`
    select failing_since_ms as "atMs" from watched_accounts
    where read_at_ms > ${fromMs} and failing_since_ms is not null
    order by failing_since_ms limit 1 offset ${sql.lit(Math.floor(accounts / 2))}`.execute(db);
  return rows[0]?.atMs;
}

/** Makes other accounts due at once, to find out whether the account or the service is the cause. */
export async function readOthers({ db, nowMs }: Tx): Promise<void> {
  const justReadMs = nowMs - MINUTE_MS;
  const { accounts } = await countReads(db, justReadMs);
  await sql`
    update watched_accounts set due_at_ms = ${nowMs} where id in (
      select id from watched_accounts
      where due_at_ms > ${nowMs} and started_attempts = 0 and (read_at_ms is null or read_at_ms <= ${justReadMs})
      order by due_at_ms limit ${sql.lit(Math.max(0, ACCOUNTS_TO_JUDGE - accounts))} ${skipLocked(db)})`.execute(
    db,
  );
}

/** Adds changes of an account. The caller must have locked its row, so that no other process uses the same `seq`. */
export async function addChanges(db: Db, accountId: string, changes: readonly Change[]): Promise<void> {
  for (const { level, startedAtMs, detectedAtMs } of changes)
    await sql`
      insert into changes (account_id, seq, started_at_ms, detected_at_ms, level)
      values (${accountId}, (select coalesce(max(seq), 0) + 1 from changes where account_id = ${accountId}),
        ${startedAtMs}, ${detectedAtMs}, ${level})`.execute(db);
}

/** The changes of an account, oldest first. */
export async function readChanges(db: Db, accountId: string): Promise<readonly Change[]> {
  const { rows } = await sql<Change>`
    select level, started_at_ms as "startedAtMs", detected_at_ms as "detectedAtMs"
    from changes where account_id = ${accountId} order by seq`.execute(db);
  return rows;
}

/** All gaps. An outage that is still going on ends at Infinity. */
export async function readGaps(db: Db): Promise<readonly Gap[]> {
  const { outage } = await readSource({ db });
  const { rows } = await sql<Gap>`select from_ms as "fromMs", to_ms as "toMs" from gaps`.execute(db);
  return isGoingOn(outage) ? [...rows, { fromMs: outage.sinceMs, toMs: Number.POSITIVE_INFINITY }] : rows;
}

/** What is stored about an account, watched or not. */
export async function record({ db }: Tx, accountId: string): Promise<AccountRecord> {
  const states = db.selectFrom('watched_accounts').select('state');
  const row = await states.where('id', '=', accountId).executeTakeFirst();
  // Every account has the time zone of the service.
  const others = states.where('state', 'is not', null).limit(sql.lit(1));
  const read = row?.state ? row : await others.executeTakeFirst();
  return {
    isWatched: row !== undefined,
    state: row && stateIn(row),
    zoneId: (read && zoneIdOf(stateIn(read))) ?? 'UTC',
    changes: await readChanges(db, accountId),
    gaps: await readGaps(db),
  };
}
