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
import { claimDue, finishDue, nextDue } from './claim-due.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

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
        if (!(await finishDue(db, 'watched_accounts', keyOf(claim), dueAtMs))) return 'lost';
        await db
          .updateTable('watched_accounts')
          .set({ state: JSON.stringify(state) })
          .where('id', '=', claim.accountId)
          .execute();
        if (event === undefined) return 'done';
        const open = await readOpen(db, claim.accountId);
        const next = nextIncident(open, event, nowMs);
        if (next !== undefined) await writeIncident(db, claim.accountId, open?.id, next, nowMs);
        await wakeChannelsOf(db, [claim.accountId], nowMs);
        return 'done';
      }),

    postpone: (claim, dueAtMs) =>
      database.transact(async (db) =>
        finished(await finishDue(db, 'watched_accounts', keyOf(claim), dueAtMs)),
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
        const post = { told: JSON.stringify(told), posted_at_ms: nowMs };
        await db
          .insertInto('messages')
          .values({ id, channel_id: channelId, ...post, posted_in: null, ts: null, is_over: 0 })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(post))
          .execute();
        return id;
      }),

    finishChannel: (claim, step, nowMs) =>
      database.transact(async (db) => {
        const id = { id: claim.channelId, epoch: claim.epoch };
        if (!(await finishDue(db, 'channels', id, step.dueAtMs))) return 'lost';
        await applyStep(db, claim.channelId, step, nowMs);
        return 'done';
      }),

    async wakeChannels(nowMs) {
      await database.transact((db) =>
        db.updateTable('channels').set({ due_at_ms: nowMs }).where('due_at_ms', '>', nowMs).execute(),
      );
    },

    async readSource() {
      const row = await database.read((db) =>
        db.selectFrom('watch_source').select('record').executeTakeFirst(),
      );
      return row === undefined ? {} : (JSON.parse(row.record) as SourceRecord);
    },

    async writeSource(source) {
      const record = JSON.stringify(source);
      await database.transact((db) =>
        db
          .insertInto('watch_source')
          .values({ id: 1, record })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ record }))
          .execute(),
      );
    },

    nextDueAtMs: () =>
      database.read(async (db) => {
        const [accountAtMs, channelAtMs] = [
          await nextDue(db, 'watched_accounts'),
          await nextDue(db, 'channels'),
        ];
        return {
          ...(accountAtMs !== undefined && { accountAtMs }),
          ...(channelAtMs !== undefined && { channelAtMs }),
        };
      }),
  };
}

const keyOf = ({ accountId, epoch }: AccountClaim) => ({ id: accountId, epoch });
const finished = (isDone: boolean): Finished => (isDone ? 'done' : 'lost');

/** The channels in which these accounts are watched are due. */
export async function wakeChannelsOf(db: Db, accountIds: readonly string[], nowMs: number): Promise<void> {
  for (const accountId of accountIds) {
    await db
      .updateTable('channels')
      .set({ due_at_ms: nowMs })
      .where('due_at_ms', '>', nowMs)
      .where('id', 'in', (eb) =>
        eb.selectFrom('watches').select('watches.channel_id').where('account_id', '=', accountId),
      )
      .execute();
  }
}

async function readState(db: Db, accountId: string): Promise<WatchState | undefined> {
  const row = await db
    .selectFrom('watched_accounts')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row === undefined || row.state === null ? undefined : (JSON.parse(row.state) as WatchState);
}

/** The open incident of an account, with its id. */
async function readOpen(
  db: Db,
  accountId: string,
): Promise<(Incident & { readonly id: string }) | undefined> {
  const row = await db
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('closed_at_ms', 'is', null)
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

export const toIncident = (row: IncidentColumns): Incident => ({
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
  { id: channelId, epoch, started_attempts }: Pick<Tables['channels'], 'id' | 'epoch' | 'started_attempts'>,
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
  const messages = rows.flatMap((row): ToldMessage[] =>
    row.ts === null || row.posted_in === null
      ? []
      : [{ id: row.id, postedAtMs: row.posted_at_ms, ts: row.ts, postedIn: row.posted_in, told: told(row) }],
  );
  const unconfirmed = rows.find(({ ts }) => ts === null);
  return {
    channelId,
    epoch,
    startedAttempts: started_attempts,
    accountCount: Number(watches.count),
    watchedSinceMs: watches.since ?? nowMs,
    incidents: await readIncidents(db, channelId, rows[0]?.posted_at_ms ?? nowMs),
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

async function applyStep(db: Db, channelId: string, step: ChannelStep, nowMs: number): Promise<void> {
  const broken = step.kind === 'broken' ? step.reason : null;
  if (step.kind !== 'nothing') {
    await db.updateTable('channels').set({ broken }).where('id', '=', channelId).execute();
  }
  switch (step.kind) {
    case 'nothing':
      return;
    case 'posted': {
      const { id, told, ts, postedIn } = step;
      const sent = { ...toldColumns(told), ts, posted_in: postedIn, posted_at_ms: nowMs };
      await db.updateTable('messages').set(sent).where('id', '=', id).execute();
      return;
    }
    case 'told':
      await db.updateTable('messages').set(toldColumns(step.told)).where('id', '=', step.id).execute();
      return;
    case 'not-posted':
    case 'forget':
    case 'broken':
      if (step.id !== undefined) await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    default:
      throw new Error(`unknown step: ${JSON.stringify(step satisfies never)}`);
  }
}

const toldColumns = (told: Told) => ({ told: JSON.stringify(told), is_over: isOver(told) ? 1 : 0 });
