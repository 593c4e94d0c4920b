import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { VerdictLevel } from '../../account/verdict.ts';
import { isSeen } from '../../watch/incident.ts';
import { isGoingOn } from '../../watch/outage.ts';
import type { BrokenChannel } from '../../watch/posted.ts';
import {
  isPrefix,
  type NewWatch,
  TARGETS,
  type Target,
  type WatchedHere,
  type WatchRow,
} from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import { type Db, planIn, type Tables, type Tx } from '../tables.ts';
import { readOverview, setSummary } from './channels.ts';
import {
  conversationsOf,
  coveredBy,
  lockList,
  quietIds,
  schedule,
  scheduleAll,
  watchesOf,
} from './coverage.ts';
import { sinceOf } from './deliveries.ts';
import { wakeChannels } from './due.ts';
import { give, openAt, release, renew, seen, take, tellWhenFine } from './hands.ts';
import { readKnown } from './incidents.ts';
import { addNotice } from './notices.ts';
import { endQuiet, endSnoozes, listQuiet, setQuiet } from './quiet.ts';
import { readSource, record } from './source.ts';

/** The watches, as people create and see them. Rejects with a StoreError when the database does not answer. */
export function createWatchList(database: Database) {
  const { reads, writes, transact } = database;
  return {
    ...reads({ overview: readOverview, workspace, list, broken, record, seen, openAt, quiet: listQuiet }),
    ...writes({ reopen, setSummary, take, give, renew, release, setQuiet, endQuiet, tellWhenFine }),

    /** Begins watches, or changes the options of existing ones. Accounts watched by their id for the first time are due. */
    async add(watch: NewWatch): Promise<void> {
      await transact((tx) => beginWatch(tx, watch));
      if (watch.patterns.some(isPrefix)) await scheduleAll(database);
    },

    /** Stops watches, and with the last one the summary; notifies the channel. Resolves with the stopped patterns. */
    async remove(channelId: string, patterns: readonly string[], userId: string): Promise<readonly string[]> {
      const removed = await transact((tx) => endWatches(tx, channelId, patterns, userId));
      if (removed.some(isPrefix)) await scheduleAll(database);
      return removed;
    },

    /** Must be called after the list has changed. Resolves with how many accounts were added to the watched ones. */
    followList: () => scheduleAll(database),
  };
}

async function endWatches(tx: Tx, channelId: string, patterns: readonly string[], userId: string) {
  const { db } = tx;
  await lockList(db);
  const watched = db.deleteFrom('watches').where('channel_id', '=', channelId);
  const rows = await watched.where('pattern', 'in', patterns).returning('pattern').execute();
  const ids = patterns.filter((one) => rows.some(({ pattern }) => pattern === one));
  await schedule(tx, ids.filter(isAccount));
  // A pattern of another conversation may have shown them.
  const others = await conversationsOf(db, ids.filter(isAccount));
  await wakeChannels(tx, [channelId, ...others.keys()]);
  if (ids.length > 0) await addNotice(tx, channelId, { kind: 'stopped', userId, ids });
  if ((await endSnoozes(db, channelId)) === 0) await setSummary(tx, channelId, userId);
  return ids;
}

/** The watches in these conversations, then in others that concern `userId`. Those without watches are left out. */
async function list(tx: Tx, channelIds: readonly string[], userId?: string) {
  const found: WatchedHere[] = [];
  const others = userId === undefined ? [] : await readOfPerson(tx.db, userId);
  for (const channelId of new Set([...channelIds, ...others])) {
    const here = await readWatched(tx, channelId);
    if (here !== undefined) found.push(here);
    // Each conversation may watch thousands of accounts.
    await yieldToEventLoop();
  }
  return found as readonly WatchedHere[];
}

/** Conversations that accept no messages and in which a person began a watch: channels, or their direct messages. */
async function broken({ db }: Tx, userId: string): Promise<readonly BrokenChannel[]> {
  const { rows } = await sql<BrokenChannel>`
    select id as "channelId", broken as reason from channels
    where broken is not null and id in (select channel_id from watches where user_id = ${userId})
    order by id`.execute(db);
  return rows;
}

/** Nobody would read a longer list. */
const MAX_CONVERSATIONS = 10;

async function beginWatch(tx: Tx, watch: NewWatch): Promise<void> {
  const { db, nowMs } = tx;
  // After a crash, a process that sees the new revision of the list schedules what a pattern covers.
  await lockList(db, watch.patterns.some(isPrefix) ? 1 : 0);
  const { channelId, person, options } = watch;
  const patterns = [...new Set(watch.patterns)];
  await sql`
    insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    values (${channelId}, ${person.teamId}, ${nowMs}, 0, 0, 0)
    on conflict (id) do nothing`.execute(db);
  const { mentions = [], targets = [], createdAtMs } = options;
  const asked = {
    channel_id: channelId,
    user_id: person.userId,
    zone: options.zone,
    tell_of: options.minLevel,
    mentions: mentions.length === 0 ? null : JSON.stringify(mentions),
  };
  // Incidents from before a target was selected are not news for it.
  const targetsSince = <Value>(since: (target: Target) => Value) => {
    const of = (target: Target) => (targets.includes(target) ? since(target) : null);
    return {
      pagerduty_since_ms: of('pagerduty'),
      ntfy_since_ms: of('ntfy'),
      webhook_since_ms: of('webhook'),
    };
  };
  const columns = { ...asked, created_at_ms: createdAtMs, ...targetsSince(() => createdAtMs) };
  await db
    .insertInto('watches')
    .values(patterns.map((pattern) => ({ pattern, widened_at_ms: null, ...columns })))
    // Changed options do not make it a new watch: news that was not posted yet is still news.
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'pattern']).doUpdateSet({
        ...asked,
        ...targetsSince(
          (target) => sql<number>`coalesce(watches.${sinceOf(target)}, ${sql.lit(createdAtMs)})`,
        ),
        widened_at_ms: sql`case when watches.tell_of = 'critical' and excluded.tell_of = 'attention'
          then excluded.created_at_ms else watches.widened_at_ms end`,
      }),
    )
    .execute();
  await schedule(tx, patterns.filter(isAccount));
  // An account may have become bad while the message about the new watch was being posted.
  await reopen(tx, channelId);
}

/** Makes a channel due in which a message was posted, so that it accepts messages again. */
async function reopen(tx: Tx, channelId: string): Promise<void> {
  await sql`update channels set broken = null, lease_until_ms = 0
    where id = ${channelId} and broken is not null`.execute(tx.db);
  await wakeChannels(tx, [channelId]);
}

const isAccount = (pattern: string) => !isPrefix(pattern);

/** First conversations in which a person began a watch, then channels that accept no messages: others may have left those. */
async function readOfPerson(db: Db, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select channel_id as id from watches where user_id = ${userId} or channel_id <> user_id
      and channel_id in (select id from channels where broken is not null)
    group by channel_id order by min(case when user_id = ${userId} then 0 else 1 end), channel_id
    limit ${sql.lit(MAX_CONVERSATIONS)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is watched in a channel. Undefined: nothing. */
async function readWatched(tx: Tx, channelId: string): Promise<WatchedHere | undefined> {
  const { db } = tx;
  const conversation = db.selectFrom('channels').select(['broken', 'summary']).where('id', '=', channelId);
  const channel = await conversation.executeTakeFirst();
  const rows = await watchesOf(db, channelId);
  if (channel === undefined || rows.length === 0) return undefined;
  const ids = rows.map(({ pattern }) => pattern).filter(isAccount);
  const known = await readKnown(tx, channelId, coveredBy(ids, sql`watched_accounts.id`));
  const accounts = new Map(known.map((account) => [account.accountId, account]));
  const watches: WatchRow[] = [];
  for (const { pattern, ...row } of rows) {
    const targets = TARGETS.filter((target) => row[`${target}_since_ms`] !== null);
    const mentions = JSON.parse(row.mentions ?? '[]') as readonly string[];
    const options = { minLevel: row.tell_of, zone: row.zone, mentions, targets };
    const account = accounts.get(pattern);
    const counts = account ? { accountCount: 1, badCount: 0 } : await countCovered(db, pattern);
    watches.push({ pattern, options, ...counts, state: account?.state, isSeen: isSeen(account?.incident) });
    if (isPrefix(pattern)) await yieldToEventLoop();
  }
  return { channelId, broken: channel.broken ?? undefined, summary: planIn(channel), watches };
}

async function countCovered(db: Db, pattern: string) {
  type Counts = Pick<WatchRow, 'accountCount' | 'badCount'>;
  const { rows } = await sql<Counts>`
    select count(*) as "accountCount",
      count(case when level <> 'healthy' then 1 end) as "badCount"
    from watched_accounts where ${coveredBy([pattern], sql`id`)}`.execute(db);
  return rows[0] as Counts;
}

/** More cannot be read at a glance. */
const MAX_WORST = 5;

interface WorkspaceRow extends Pick<Tables['incidents'], 'owner_id' | 'owner_since_ms'> {
  readonly id: string;
  readonly level: VerdictLevel | 'muted' | null;
}

/** Everything that is watched in the workspace. */
export type Workspace = Awaited<ReturnType<typeof workspace>>;

/** Everything that the workspace watches: these accounts, the worst of the others, and how many more there are. */
async function workspace({ db, nowMs }: Tx, accountIds: readonly string[]) {
  const watched = sql`(
    select watched_accounts.id, started_at_ms,
      case when watched_accounts.id in (${quietIds('', nowMs)}) then 'muted'
        else coalesce(incidents.level, watched_accounts.level) end as level,
      case when owner_until_ms > ${nowMs} then owner_id end as owner_id, owner_since_ms
    from watched_accounts
    left join incidents on incidents.account_id = watched_accounts.id and closed_at_ms is null) watched`;
  // PostgreSQL rejects an empty list, and no account has an empty id.
  const isWanted = sql`id in (${sql.join(['', ...accountIds])})`;
  const { rows: wanted } = await sql<WorkspaceRow>`select * from ${watched} where ${isWanted}`.execute(db);
  const { rows: muted } = await sql<WorkspaceRow>`
    select id, 'muted' as level, null as owner_id, null as owner_since_ms
    from (select account_id as id from (${quietIds('', nowMs)}) quiet_ids) muted
    where ${isWanted} and id not in (select id from watched_accounts)`.execute(db);
  // SQLite stops the event loop for each of the next statements, which go through all accounts.
  await yieldToEventLoop();
  const { rows: worst } = await sql<WorkspaceRow>`
    select * from ${watched} where level in ('critical', 'attention') and not ${isWanted}
    order by case level when 'critical' then 0 else 1 end, case when owner_id is null then 0 else 1 end,
      coalesce(started_at_ms, 0), id
    limit ${sql.lit(MAX_WORST)}`.execute(db);
  await yieldToEventLoop();
  const shown = [...wanted, ...worst];
  type Count = { readonly level: WorkspaceRow['level']; readonly total: number; readonly taken: number };
  const { rows: counts } = await sql<Count>`
    select level, count(*) as total, count(owner_id) as taken from ${watched}
    where id not in (${sql.join(['', ...shown.map(({ id }) => id)])}) group by level`.execute(db);
  const others = { critical: 0, attention: 0, unknown: 0, healthy: 0, muted: 0, 'not-read': 0 };
  for (const { level, total } of counts) others[level ?? 'not-read'] = total;
  const { outage } = await readSource({ db });
  return {
    /** Requested ones that are watched, then the worst of the others, those without an owner first, then muted requested ones. */
    accounts: [...shown, ...muted].map(toState),
    /** How many other accounts there are, by level; `not-read`: not read yet. */
    others,
    /** How many critical accounts among the others have an owner. */
    othersTaken: counts.find(({ level }) => level === 'critical')?.taken ?? 0,
    // Without watched accounts nothing is read, and the end of an outage is not noticed.
    ...(isGoingOn(outage) && shown.length + counts.length > 0 && { outageSinceMs: outage.sinceMs }),
  };
}

/** An account that is watched in the workspace or muted, as Home shows it. */
export type WatchedState = Workspace['accounts'][number];

const toState = ({ id, level, owner_id: userId, owner_since_ms: sinceMs }: WorkspaceRow) => ({
  accountId: id,
  /** As in alerts, failed reads do not change it. Absent: it was not read yet. */
  level: level ?? undefined,
  /** Who is on it now. Absent: nobody. */
  owner: userId === null || sinceMs === null ? undefined : { userId, sinceMs },
});
