import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../domain/duration.ts';
import { type Incident, nextIncident } from '../../domain/watch/incident.ts';
import { isOver, type Told, type ToldMessage } from '../../domain/watch/next-call.ts';
import type { WatchState } from '../../domain/watch/observe-reading.ts';
import type {
  AccountClaim,
  ChannelClaim,
  ChannelStep,
  Finished,
  SourceRecord,
  WatchedIncident,
  WatchStore,
} from '../../domain/watch/watch-store.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import type { Tables } from '../tables.ts';
import { type Claimed, claimDue, finishDue, nextDue, wakeChannels } from './claim-due.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A message may name an incident that was resolved while it was being posted, by a clock that is ahead. */
const CLOSED_BEFORE_MS = 60 * 60_000;

/** What the engine reads and writes. JSON in it was written by this program, or an older version of it. */
export function createWatchStore({ database }: { readonly database: GuardedDatabase }): WatchStore {
  return {
    async claimAccounts(nowMs, atMost) {
      const claimed = await database.transact((db) => claimDue(db, 'watched_accounts', nowMs, atMost));
      const claims: AccountClaim[] = [];
      // `returning` has no order on PostgreSQL.
      for (const { id, epoch, started_attempts } of claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        const known = await database.read((db) => readState(db, id));
        claims.push({ accountId: id, epoch, startedAttempts: started_attempts, ...(known && { known }) });
      }
      return claims;
    },

    commitReading: (claim, { state, dueAtMs, event }, nowMs) =>
      database.transact(async (db) => {
        if (!(await finishDue(db, 'watched_accounts', keyOf(claim), { dueAtMs, rests: false })))
          return 'lost';
        await db
          .updateTable('watched_accounts')
          .set({ state: JSON.stringify(state) })
          .where('id', '=', claim.accountId)
          .execute();
        if (event === undefined) return 'done';
        const open = await lockOpen(db, claim.accountId);
        const next = nextIncident(open, event, nowMs);
        if (next !== undefined) await writeIncident(db, claim.accountId, open?.id, next, nowMs);
        await wakeChannels(db, nowMs, { accountId: claim.accountId });
        return 'done';
      }),

    postpone: (claim, dueAtMs) =>
      database.transact(async (db) =>
        finished(await finishDue(db, 'watched_accounts', keyOf(claim), { dueAtMs, rests: false })),
      ),

    claimChannel: (nowMs) =>
      database.transact(async (db) => {
        const [row] = await claimDue(db, 'channels', nowMs, 1);
        return row && (await readChannel(db, row, nowMs));
      }),

    beginPost: (claim, told, nowMs) =>
      database.transact(async (db) => {
        const { channelId, epoch, unconfirmed } = claim;
        const held = await db
          .selectFrom('channels')
          .select('id')
          .where('id', '=', channelId)
          .where('epoch', '=', epoch)
          .executeTakeFirst();
        if (held === undefined) return undefined;
        const id = unconfirmed?.id ?? `${channelId}-${epoch}`;
        const text = JSON.stringify(told);
        const post = { posted_at_ms: nowMs, posted_in: null, ts: null, is_over: 0, is_outdated: 0 };
        await db
          .insertInto('messages')
          .values({ id, channel_id: channelId, told: text, ...post })
          // Its time stays that of the first try: what was resolved since is still told.
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ told: text }))
          .execute();
        return id;
      }),

    finishChannel: (claim, step, nowMs) =>
      database.transact(async (db) => {
        const { channelId, epoch } = claim;
        const { dueAtMs, kind } = step;
        const isHeld = await finishDue(
          db,
          'channels',
          { id: channelId, epoch },
          { dueAtMs, rests: kind !== 'wait' },
        );
        if (isHeld) await applyStep(db, channelId, step);
        else if (kind === 'posted') {
          // Nobody newer has posted it yet, so nobody has to.
          const { ts, postedIn, told } = step;
          await db
            .updateTable('messages')
            .set({ ...toldColumns(told), ts, posted_in: postedIn })
            .where('id', '=', step.id)
            .where('ts', 'is', null)
            .execute();
        } else if (kind === 'edited') {
          // Somebody newer may have edited it before: what Slack shows now is as old as this claim.
          const told = { ...toldColumns(step.told), is_outdated: 1, is_over: 0 };
          await db.updateTable('messages').set(told).where('id', '=', step.id).execute();
          await wakeChannels(db, nowMs, { channelId });
        }
        return isHeld ? 'done' : 'lost';
      }),

    readSource: () => database.read(readRecord),

    noteSource: (change, nowMs) =>
      database.transact(async (db) => {
        // The row's lock orders the processes.
        await db
          .insertInto('watch_source')
          .values({ id: 1, record: '{}' })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
          .execute();
        const before = await readRecord(db);
        const after = change(before);
        await db
          .updateTable('watch_source')
          .set({ record: JSON.stringify(after) })
          .execute();
        const news = ({ outage, absence }: SourceRecord) => JSON.stringify([outage, absence]);
        if (news(before) !== news(after)) await wakeChannels(db, nowMs);
        return after;
      }),

    async makeAllDue(nowMs) {
      const due = { due_at_ms: nowMs, lease_until_ms: 0 };
      await database.transact(async (db) => {
        await db.updateTable('watched_accounts').set(due).where('due_at_ms', '>', nowMs).execute();
        await db.updateTable('channels').set(due).where('due_at_ms', '>', nowMs).execute();
      });
    },

    nextDueAtMs: () => database.read(nextDueAtMs),

    figures: (nowMs) =>
      database.read(async (db) => {
        const { accountAtMs = nowMs, channelAtMs = nowMs } = await nextDueAtMs(db);
        const { outage } = await readRecord(db);
        const { accounts, broken } = await db
          .selectNoFrom((eb) => [
            eb
              .selectFrom('watched_accounts')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .as('accounts'),
            eb
              .selectFrom('channels')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .where('broken', 'is not', null)
              .where('id', 'in', (watched) => watched.selectFrom('watches').select('channel_id'))
              .as('broken'),
          ])
          .executeTakeFirstOrThrow();
        return {
          accounts: Number(accounts),
          brokenChannels: Number(broken),
          lateMs: Math.max(0, nowMs - Math.min(accountAtMs, channelAtMs)),
          isSourceOut: outage !== undefined && outage.overAtMs === undefined,
        };
      }),
  };
}

async function nextDueAtMs(
  db: Db,
): Promise<{ readonly accountAtMs?: number; readonly channelAtMs?: number }> {
  const [accountAtMs, channelAtMs] = [await nextDue(db, 'watched_accounts'), await nextDue(db, 'channels')];
  return {
    ...(accountAtMs !== undefined && { accountAtMs }),
    ...(channelAtMs !== undefined && { channelAtMs }),
  };
}

const keyOf = ({ accountId, epoch }: AccountClaim) => ({ id: accountId, epoch });
const finished = (isDone: boolean): Finished => (isDone ? 'done' : 'lost');

async function readRecord(db: Db): Promise<SourceRecord> {
  const row = await db.selectFrom('watch_source').select('record').executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.record) as SourceRecord);
}

async function readState(db: Db, accountId: string): Promise<WatchState | undefined> {
  const row = await db
    .selectFrom('watched_accounts')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row === undefined || row.state === null ? undefined : (JSON.parse(row.state) as WatchState);
}

/** The open incident of an account, with its id, and nobody else's to change until the transaction is over. */
export async function lockOpen(
  db: Db,
  accountId: string,
): Promise<(Incident & { readonly id: string }) | undefined> {
  const row = await db
    .updateTable('incidents')
    .set({ account_id: accountId })
    .where('account_id', '=', accountId)
    .where('closed_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && { id: row.id, ...toIncident(row) };
}

/** Writes a new incident, or what became of the one with that id. */
export async function writeIncident(
  db: Db,
  accountId: string,
  id: string | undefined,
  incident: Incident,
  nowMs: number,
): Promise<void> {
  const { level, startedAtMs, detectedAtMs, canWait, owner, resolvedAtMs } = incident;
  const columns = {
    level,
    started_at_ms: startedAtMs,
    detected_at_ms: detectedAtMs,
    can_wait: canWait ? 1 : 0,
    owner_id: owner?.userId ?? null,
    owner_until_ms: owner?.untilMs ?? null,
    resolved_at_ms: resolvedAtMs ?? null,
    closed_at_ms: resolvedAtMs === undefined ? null : nowMs,
  };
  if (id !== undefined) await db.updateTable('incidents').set(columns).where('id', '=', id).execute();
  else
    await db
      .insertInto('incidents')
      .values({ id: `${accountId}@${detectedAtMs}`, account_id: accountId, ...columns })
      .execute();
}

type IncidentColumns = Pick<
  Tables['incidents'],
  'level' | 'started_at_ms' | 'detected_at_ms' | 'can_wait' | 'owner_id' | 'owner_until_ms' | 'resolved_at_ms'
>;

const toIncident = (row: IncidentColumns): Incident => ({
  level: row.level,
  startedAtMs: row.started_at_ms,
  detectedAtMs: row.detected_at_ms,
  ...(row.can_wait === 1 && { canWait: true }),
  ...(row.owner_id !== null &&
    row.owner_until_ms !== null && { owner: { userId: row.owner_id, untilMs: row.owner_until_ms } }),
  ...(row.resolved_at_ms !== null && { resolvedAtMs: row.resolved_at_ms }),
});

async function readChannel(
  db: Db,
  { id: channelId, epoch, lease_until_ms, started_attempts }: Claimed,
  nowMs: number,
): Promise<ChannelClaim> {
  const watches = await db
    .selectFrom('watches')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at_ms').as('since')])
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('channel_id', '=', channelId)
    // What is over matters for a while: an outage is told once, and bad news joins the last message.
    .where((eb) => eb.or([eb('is_over', '=', 0), eb('posted_at_ms', '>', nowMs - DAY_MS)]))
    .orderBy('posted_at_ms')
    .orderBy('id')
    .execute();
  const told = (row: Tables['messages']) => JSON.parse(row.told) as Told;
  const messages = rows.flatMap((row): ToldMessage[] => {
    const { id, posted_at_ms: postedAtMs, ts, posted_in: postedIn } = row;
    if (ts === null || postedIn === null) return [];
    const isOutdated = row.is_outdated === 1 && { isOutdated: true as const };
    return [{ id, postedAtMs, ts, postedIn, told: told(row), ...isOutdated }];
  });
  const unconfirmed = rows.find(({ ts }) => ts === null);
  return {
    channelId,
    epoch,
    leaseUntilMs: lease_until_ms,
    startedAttempts: started_attempts,
    accountCount: Number(watches.count),
    watchedSinceMs: watches.since ?? nowMs,
    incidents: await readIncidents(db, channelId, (rows[0]?.posted_at_ms ?? nowMs) - CLOSED_BEFORE_MS),
    messages,
    ...(unconfirmed && { unconfirmed: { id: unconfirmed.id, told: told(unconfirmed) } }),
  };
}

/** Those that are open, and those that were closed since. */
async function readIncidents(
  db: Db,
  channelId: string,
  sinceMs: number,
): Promise<readonly WatchedIncident[]> {
  const rows = await db
    .selectFrom('watches')
    .innerJoin('incidents', 'incidents.account_id', 'watches.account_id')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'watches.account_id')
    .selectAll('incidents')
    .select(['watches.tell_of', 'watches.zone', 'watches.created_at_ms', 'watched_accounts.state'])
    .where('watches.channel_id', '=', channelId)
    .where((eb) => eb.or([eb('closed_at_ms', 'is', null), eb('closed_at_ms', '>=', sinceMs)]))
    .orderBy(sql`incidents.detected_at_ms`)
    .orderBy('incidents.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    ...toIncident(row),
    terms: { tellOf: row.tell_of, zone: row.zone, createdAtMs: row.created_at_ms },
    ...(row.state !== null && { state: JSON.parse(row.state) as WatchState }),
  }));
}

async function applyStep(db: Db, channelId: string, step: ChannelStep): Promise<void> {
  const setBroken = (broken: string | null) =>
    db.updateTable('channels').set({ broken }).where('id', '=', channelId).execute();
  const setMessage = (id: string, columns: Partial<Tables['messages']>) =>
    db
      .updateTable('messages')
      .set({ ...columns, is_outdated: 0 })
      .where('id', '=', id)
      .execute();
  switch (step.kind) {
    case 'wait':
    case 'again':
      return;
    case 'posted':
      await setBroken(null);
      await setMessage(step.id, { ...toldColumns(step.told), ts: step.ts, posted_in: step.postedIn });
      return;
    case 'edited':
    case 'replied':
      await setBroken(null);
      await setMessage(step.id, toldColumns(step.told));
      return;
    case 'not-posted':
    case 'forget':
      await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    case 'broken':
      await setBroken(step.reason);
      if (step.id !== undefined) await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    default:
      throw new Error(`unknown step: ${JSON.stringify(step satisfies never)}`);
  }
}

const toldColumns = (told: Told) => ({ told: JSON.stringify(told), is_over: isOver(told) ? 1 : 0 });
