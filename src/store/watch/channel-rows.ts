import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { inPieces } from '../../async/in-pieces.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { mayChange } from '../../domain/watch/next-call.ts';
import type { WatchState } from '../../domain/watch/observe-reading.ts';
import { plannedSummary } from '../../domain/watch/summary-schedule.ts';
import { type BrokenChannel, isOver, type Told, type ToldMessage } from '../../domain/watch/told.ts';
import type { ChannelClaim, ChannelStep, WatchedIncident } from '../../domain/watch/watch-store.ts';
import type { Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { toIncident } from './incident-rows.ts';
import { finishSummary, planOf, readOverview } from './summary-rows.ts';

/** So many rows are read before others are served: of thousands of accounts all may turn bad at once. */
const PAGE = 200;

/** A claimed channel, with all that it takes to decide what to tell it next. */
export async function readChannel(
  db: Kysely<Tables>,
  { id: channelId, epoch, lease_until_ms, started_attempts, summary: plan }: Tables['channels'],
  nowMs: number,
): Promise<ChannelClaim> {
  const watches = await db
    .selectFrom('watches')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at_ms').as('since')])
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  const posts = await readPosts(db, channelId, nowMs);
  const messages = posts.flatMap((post): ToldMessage[] => {
    const { id, posted_at_ms: postedAtMs, ts, posted_in: postedIn, told } = post;
    if (ts === null || postedIn === null) return [];
    const isOutdated = post.is_outdated === 1 && { isOutdated: true as const };
    return [{ id, postedAtMs, ts, postedIn, told, ...isOutdated }];
  });
  const unconfirmed = posts.find(({ ts }) => ts === null);
  const changing = messages.filter((message) => mayChange(message, nowMs));
  const summary = planOf(plan);
  const isSummaryDue = summary !== undefined && plannedSummary(summary, nowMs).atMs <= nowMs;
  const needsOverview = isSummaryDue || unconfirmed?.told.kind === 'summary';
  return {
    channelId,
    atMs: nowMs,
    epoch,
    leaseUntilMs: lease_until_ms,
    startedAttempts: started_attempts,
    accountCount: Number(watches.count),
    watchedSinceMs: watches.since ?? nowMs,
    incidents: await readIncidents(db, channelId, unconfirmed ? [...changing, unconfirmed] : changing),
    messages,
    ...(unconfirmed && { unconfirmed: { id: unconfirmed.id, told: unconfirmed.told } }),
    broken: (await readBroken(db, channelId)).filter((broken) => broken.channelId !== channelId),
    ...(summary && { summary }),
    ...(needsOverview && { overview: await readOverview(db, { channelId }, nowMs) }),
  };
}

type Post = Omit<Tables['messages'], 'told'> & { readonly told: Told };

/** What was posted, oldest first, one by one: each may name thousands of accounts. */
async function readPosts(db: Kysely<Tables>, channelId: string, nowMs: number): Promise<readonly Post[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('channel_id', '=', channelId)
    // What is over matters for a while: an outage is told once, and bad news joins the last message.
    .where((eb) => eb.or([eb('is_over', '=', 0), eb('posted_at_ms', '>', nowMs - DAY_MS)]))
    .orderBy('posted_at_ms')
    .orderBy('id')
    .execute();
  const posts: Post[] = [];
  for (const { id } of rows) {
    const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
    if (row !== undefined) posts.push({ ...row, told: JSON.parse(row.told) as Told });
    await nextTurn();
  }
  return posts;
}

/** Places that take nothing, and in which this person began to watch; none for a channel. */
export async function readBroken(db: Kysely<Tables>, userId: string): Promise<readonly BrokenChannel[]> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'broken'])
    .where('broken', 'is not', null)
    .where('id', 'in', (eb) => eb.selectFrom('watches').select('channel_id').where('user_id', '=', userId))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id: channelId, broken: reason }) =>
    reason === null ? [] : [{ channelId, reason }],
  );
}

/** Makes those due who began to watch in a channel: whether it takes messages concerns them. */
export async function wakeCreators(db: Kysely<Tables>, channelId: string, nowMs: number): Promise<void> {
  const creators = await db
    .selectFrom('watches')
    .innerJoin('channels', 'channels.id', 'watches.channel_id')
    .select(['watches.user_id', 'channels.team_id', 'channels.broken'])
    .distinct()
    .where('watches.channel_id', '=', channelId)
    .where('watches.user_id', '!=', channelId)
    .execute();
  for (const { user_id: id, team_id, broken } of creators) {
    const due = { due_at_ms: nowMs, lease_until_ms: 0, epoch: 0, started_attempts: 0 };
    if (broken !== null)
      await db
        .insertInto('channels')
        .values({ id, team_id, broken: null, ...due })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    await wakeChannels(db, nowMs, { channelId: id });
  }
}

/** Those that are open, oldest first, and those that these messages name. */
export async function readIncidents(
  db: Kysely<Tables>,
  channelId: string,
  messages: readonly { readonly told: Told }[],
): Promise<readonly WatchedIncident[]> {
  const open = await readOpen(db, channelId);
  const known = new Set(open.map(({ id }) => id));
  const named = new Set(
    messages.flatMap(({ told }) =>
      told.kind === 'alert' ? told.rows.map(({ incidentId }) => incidentId) : [],
    ),
  );
  const closed: WatchedIncident[] = [];
  for await (const ids of inPieces(
    [...named].filter((id) => !known.has(id)),
    PAGE,
  )) {
    // Always as many: another number would be another statement to prepare.
    const some = Array.from({ length: PAGE }, (_, index) => ids[index] ?? '');
    const rows = await selectIncidents(db, channelId).where('incidents.id', 'in', some).execute();
    closed.push(...rows.map(toWatched));
  }
  return [...open, ...closed];
}

/** By account, page by page; then oldest first. */
async function readOpen(db: Kysely<Tables>, channelId: string): Promise<readonly WatchedIncident[]> {
  const open: WatchedIncident[] = [];
  for (;;) {
    const page = await selectIncidents(db, channelId)
      .where('closed_at_ms', 'is', null)
      .where('incidents.account_id', '>', open.at(-1)?.accountId ?? '')
      .orderBy('incidents.account_id')
      .limit(PAGE)
      .execute();
    open.push(...page.map(toWatched));
    if (page.length < PAGE) break;
    await nextTurn();
  }
  return open.sort(
    (one, other) =>
      one.detectedAtMs - other.detectedAtMs || (one.id < other.id ? -1 : Number(one.id > other.id)),
  );
}

const selectIncidents = (db: Kysely<Tables>, channelId: string) =>
  db
    .selectFrom('incidents')
    // SQLite keeps to this order: otherwise it looks at all that the channel watches.
    .crossJoin('watches')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'incidents.account_id')
    .selectAll('incidents')
    .select(['watches.tell_of', 'watches.zone', 'watches.created_at_ms', 'watched_accounts.state'])
    .whereRef('watches.account_id', '=', 'incidents.account_id')
    .where('watches.channel_id', '=', channelId);

type IncidentRow = Awaited<ReturnType<ReturnType<typeof selectIncidents>['execute']>>[number];

const toWatched = (row: IncidentRow): WatchedIncident => ({
  id: row.id,
  accountId: row.account_id,
  ...toIncident(row),
  terms: { tellOf: row.tell_of, zone: row.zone, createdAtMs: row.created_at_ms },
  ...(row.state !== null && { state: JSON.parse(row.state) as WatchState }),
});

/** Writes down how the turn of a channel ended. */
export async function applyStep(
  db: Kysely<Tables>,
  channelId: string,
  step: ChannelStep,
  nowMs: number,
): Promise<void> {
  const setBroken = async (broken: string | null) => {
    const { numUpdatedRows } = await db
      .updateTable('channels')
      .set({ broken })
      .where('id', '=', channelId)
      .where('broken', 'is distinct from', broken)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await wakeCreators(db, channelId, nowMs);
  };
  // Only if it is still the one that was meant: a press may have shown another one meanwhile.
  const setMessage = (id: string, ts: string | null, columns: Partial<Tables['messages']>) =>
    db
      .updateTable('messages')
      .set({ ...columns, is_outdated: 0 })
      .where('id', '=', id)
      .where('ts', 'is not distinct from', ts)
      .execute();
  switch (step.kind) {
    case 'wait':
    case 'again':
      return;
    case 'passed':
      await finishSummary(db, channelId, { dueAtMs: step.summaryDueAtMs });
      return;
    case 'posted':
      await setBroken(null);
      await setMessage(step.id, null, { ...toldColumns(step.told), ts: step.ts, posted_in: step.postedIn });
      if (step.told.kind === 'summary') await finishSummary(db, channelId, step.told);
      return;
    case 'edited':
    case 'replied':
      await setBroken(null);
      await setMessage(step.id, step.ts, toldColumns(step.told));
      return;
    case 'not-posted':
      await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    case 'forget':
      await db
        .deleteFrom('messages')
        .where('id', '=', step.id)
        .where('ts', 'is not distinct from', step.ts ?? null)
        .execute();
      return;
    case 'broken':
      await setBroken(step.reason);
      if (step.id !== undefined) await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    default:
      throw new Error(`unknown step: ${JSON.stringify(step satisfies never)}`);
  }
}

/** What a message says, and whether that is all. */
export const toldColumns = (told: Told) => ({ told: JSON.stringify(told), is_over: isOver(told) ? 1 : 0 });
