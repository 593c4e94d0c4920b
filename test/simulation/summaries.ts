import type { AccountClaim, AccountStep } from '../../src/store/watch/engine.ts';
import type { Notification } from '../../src/watch/posted.ts';
import type { SummarySchedule } from '../../src/watch/schedule.ts';
import { type Overview, summaryOf } from '../../src/watch/summary.ts';
import { covers } from '../../src/watch/watch-list.ts';
import { isWatched } from './quiet-times.ts';
import { DAY_MS, HOUR_MS, MAX_SKEW_MS, MINUTE_MS } from './scenario.ts';
import type { Posted } from './simulated-slack.ts';
import type { Change, World } from './world.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const ZONE = 'Africa/Casablanca';
/** #oncall gets one each night, at a time that clocks repeat and skip within eight weeks; the other channel on weekdays. */
export const AT_NIGHT: SummarySchedule = { atMinute: 150, days: EVERY_DAY, zone: ZONE };
export const ON_WEEKDAYS: SummarySchedule = { atMinute: 8 * 60, days: [1, 2, 3, 4, 5], zone: ZONE };
const SUMMED = 'C1';
const MAX_LATE_MS = 2 * HOUR_MS;
const ON_TIME_MS = 5 * MINUTE_MS;

/** Records the change that a reading makes. What is bad at the first read is none, nor is what has only become less bad. */
export function noteChange(
  world: World,
  { accountId, known }: AccountClaim,
  { state, incident }: AccountStep,
  atMs: number,
): void {
  if (known === undefined || state === undefined) return;
  const isOver = state.level === 'healthy' && known.level !== 'healthy';
  if (!isOver && incident?.detectedAtMs !== atMs) return;
  const last = world.changes.findLast((one) => one.accountId === accountId);
  const what = state.level === 'healthy' ? 'closed' : 'opened';
  if (last?.what !== what) world.changes.push({ accountId, atMs, what });
}

type PostedSummary = Posted & {
  readonly notification: Extract<Notification, { kind: 'summary' }>;
  readonly overview: Overview;
};
const isSummary = (message: Posted): message is PostedSummary =>
  message.notification.kind === 'summary' && message.overview !== undefined;

/** A summary shows what the database has right after it. */
export async function* wrongSummary({ db }: World, news: readonly Posted[]) {
  for (const { channelId, overview } of news.filter(isSummary).filter(({ isLate }) => !isLate)) {
    const watches = await db
      .selectFrom('watches')
      .select('pattern')
      .where('channel_id', '=', channelId)
      .execute();
    const rows = await db
      .selectFrom('watched_accounts')
      .leftJoin('incidents', (join) =>
        join.onRef('incidents.account_id', '=', 'watched_accounts.id').on('closed_at_ms', 'is', null),
      )
      .select(['watched_accounts.id', 'state', 'incidents.level', 'owner_id'])
      .orderBy('watched_accounts.id')
      .execute();
    const watched = rows.filter(({ id }) => watches.some(({ pattern }) => covers(pattern, id)));
    const held = watched.map((row) => [row.id, JSON.parse(row.state ?? 'null'), row.level, row.owner_id]);
    const shown = overview.accounts.map(({ accountId, state = null, incident }) => [
      accountId,
      state,
      incident?.level ?? null,
      incident?.owner?.userId ?? null,
    ]);
    if (JSON.stringify(shown) !== JSON.stringify(held)) yield `a summary of ${channelId} is wrong`;
  }
}

/** Each due summary was posted once, unless a fault lasted too long; together they name every change. */
export function* wrongSummaries(world: World) {
  const posted = world.slack.posted.filter(isSummary).filter(({ channelId }) => channelId === SUMMED);
  yield* untimelySummaries(world, [...new Map(posted.map((message) => [message.key, message])).values()]);
  const toldAtMs = new Set(posted.map(({ clockMs }) => clockMs));
  for (const message of posted) {
    const { sinceMs } = message.overview;
    if (!message.isLate) yield* incompleteSummary(world, message);
    const isFirst = sinceMs >= world.startMs && sinceMs <= world.startMs + DAY_MS + APART_MS;
    if (!toldAtMs.has(sinceMs) && !isFirst) yield 'a summary begins where none ended';
  }
}

function* untimelySummaries(world: World, posted: readonly PostedSummary[]) {
  for (const dueAtMs of dueTimes(world)) {
    const [one, second] = posted.filter(({ notification }) => notification.dueAtMs === dueAtMs);
    if (second !== undefined) yield 'a summary was told more than once';
    const isExcused = hasFault(world, dueAtMs, dueAtMs + MAX_LATE_MS);
    if (one === undefined && world.nowMs - dueAtMs > ON_TIME_MS && !isExcused) yield 'a summary is missing';
    const lateMs = (one?.clockMs ?? dueAtMs) - dueAtMs;
    if (lateMs > MAX_LATE_MS || (lateMs > ON_TIME_MS && !isExcused)) yield `a summary is ${lateMs} ms late`;
  }
  if (posted.length > dueTimes(world).length) yield 'a summary came that was not due';
}

/** A change in the seconds by which clocks differ may be in neither of two summaries. */
const APART_MS = 2 * MAX_SKEW_MS;

function* incompleteSummary(world: World, { overview, clockMs: saidAtMs }: PostedSummary) {
  const within = world.changes.filter(
    ({ accountId, atMs }) =>
      overview.sinceMs + APART_MS < atMs &&
      atMs < saidAtMs - APART_MS &&
      isWatched(world, SUMMED, accountId, saidAtMs),
  );
  const { changes } = world;
  const ended = new Set(overview.ended.map(({ accountId }) => accountId));
  const { since } = summaryOf(overview, [], saidAtMs);
  const named = new Set([...since.new, ...since.worse]);
  const quiet = new Set(overview.accounts.flatMap((one) => (one.quietUntilMs ? [one.accountId] : [])));
  const isOpen = ({ accountId, atMs }: Change) =>
    !changes.some((one) => one.accountId === accountId && one.atMs > atMs && one.atMs <= saidAtMs);
  for (const change of within) {
    const { accountId, what } = change;
    if (what === 'closed' && !ended.has(accountId)) yield 'a summary names no recovery';
    if (what === 'opened' && isOpen(change) && !quiet.has(accountId) && !named.has(accountId))
      yield 'a summary names no change';
  }
}

/** From a table: Casablanca is an hour ahead of UTC, except from 15 February to 22 March 2026. */
function dueTimes({ startMs, nowMs }: World): number[] {
  const [backMs, aheadMs] = [Date.UTC(2026, 1, 16), Date.UTC(2026, 2, 22)];
  const days = Array.from(
    { length: Math.ceil((nowMs - startMs) / DAY_MS) },
    (_, day) => startMs + day * DAY_MS,
  );
  return (
    days
      // Clocks skip the time on the last of these days.
      .map((dayMs) => dayMs + (dayMs >= backMs && dayMs <= aheadMs ? 2.5 : 1.5) * HOUR_MS)
      .filter((atMs) => atMs < nowMs)
  );
}

const hasFault = ({ faults, interruptions }: World, fromMs: number, untilMs: number): boolean =>
  interruptions > 0 || faults.some((fault) => fault.fromMs < untilMs && fault.untilMs + HOUR_MS > fromMs);
