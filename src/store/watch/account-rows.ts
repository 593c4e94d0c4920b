import type { AccountsByLevel } from '../../domain/watch/next-read.ts';
import type { WatchState } from '../../domain/watch/observe-reading.ts';
import { isGoingOn } from '../../domain/watch/told.ts';
import type { AccountClaim, AccountStep, Finished, WatchFigures } from '../../domain/watch/watch-store.ts';
import type { Db, Tables } from '../tables.ts';
import { finishDue, nextDue, UNCLAIMED } from './claim-due.ts';
import { addDays } from './day-rows.ts';
import { stateIn } from './from-columns.ts';
import { applyEvent } from './incident-rows.ts';
import { readSource } from './source-row.ts';

/** An account that is watched from now on. */
interface NewAccount {
  readonly id: string;
  /** Absent: it was not read yet. */
  readonly state?: WatchState;
  readonly dueAtMs: number;
}

/** One that is there stays as it is. Resolves with how many are new. */
export async function insertAccounts(db: Db, accounts: readonly NewAccount[]): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('watched_accounts')
    .values(
      accounts.map(({ id, state, dueAtMs }) => ({
        id,
        state: state === undefined ? null : JSON.stringify(state),
        level: state?.level ?? null,
        due_at_ms: dueAtMs,
        ...UNCLAIMED,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Accounts that were claimed together, by id: `returning` has no order on PostgreSQL. */
export const toClaims = (rows: readonly Tables['watched_accounts'][]): readonly AccountClaim[] =>
  rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, epoch, started_attempts, state }) => ({
      accountId: id,
      epoch,
      startedAttempts: started_attempts,
      known: state !== null ? (JSON.parse(state) as WatchState) : undefined,
    }));

/** Gives a claimed account back, to be read again then. Writes `columns` with it. */
export const finishAccount = (
  db: Db,
  { accountId: id, epoch }: AccountClaim,
  dueAtMs: number,
  columns: Partial<Tables['watched_accounts']> = {},
): Promise<Finished> => finishDue(db, 'watched_accounts', { id, epoch }, { dueAtMs, rests: false }, columns);

/** Writes down what a read makes of a claimed account. */
export async function commitReading(
  db: Db,
  claim: AccountClaim,
  { state, dueAtMs, days, event }: AccountStep,
  nowMs: number,
): Promise<Finished> {
  const columns = { state: JSON.stringify(state), level: state.level };
  const finished = await finishAccount(db, claim, dueAtMs, columns);
  if (finished === 'lost') return finished;
  await addDays(db, claim.accountId, days);
  if (event !== undefined) await applyEvent(db, claim.accountId, event, nowMs);
  return finished;
}

/** What is known of accounts, in the order of their ids. */
export async function readStates(
  db: Db,
  afterId: string,
  atMost: number,
): Promise<readonly { readonly accountId: string; readonly state?: WatchState }[]> {
  const rows = await db
    .selectFrom('watched_accounts')
    .select(['id', 'state'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(atMost)
    .execute();
  return rows.map((row) => ({ accountId: row.id, state: stateIn(row) }));
}

/** How many accounts are at each level. One that was not read yet is unknown. */
export async function countByLevel(db: Db): Promise<AccountsByLevel> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
  const rows = await db
    .selectFrom('watched_accounts')
    .select(({ fn }) => ['level', fn.countAll<number>().as('count')])
    .groupBy('level')
    .execute();
  for (const { level, count } of rows) levels[level ?? 'unknown'] += Number(count);
  return levels;
}

/** What operators see. */
export async function readFigures(db: Db, nowMs: number): Promise<WatchFigures> {
  const accountAtMs = (await nextDue(db, 'watched_accounts')) ?? nowMs;
  const channelAtMs = (await nextDue(db, 'channels')) ?? nowMs;
  const { outage, aliveAtMs } = await readSource(db);
  const levels = await countByLevel(db);
  const { broken } = await db
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('broken'))
    .where('broken', 'is not', null)
    .where('id', 'in', (watched) => watched.selectFrom('watches').select('channel_id'))
    .executeTakeFirstOrThrow();
  return {
    accounts: Object.values(levels).reduce((sum, count) => sum + count, 0),
    levels,
    brokenChannels: Number(broken),
    lateMs: Math.max(0, nowMs - Math.min(accountAtMs, channelAtMs)),
    outageSinceMs: isGoingOn(outage) ? outage.sinceMs : undefined,
    aliveAtMs,
  };
}
