import type { AccountClaim, AccountStep } from '../../src/store/watch/engine.ts';
import type { Notification } from '../../src/watch/plan-notification.ts';
import type { SummarySchedule } from '../../src/watch/schedule.ts';
import { type Overview, summaryOf } from '../../src/watch/summary.ts';
import { covers } from '../../src/watch/watch-list.ts';
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

/** Records the change that a reading makes. What is bad at the first read is no change. */
export function noteChange(
  world: World,
  { accountId, known }: AccountClaim,
  { state, incident }: AccountStep,
  atMs: number,
): void {
  if (known === undefined || state === undefined) return;
  if (known.level === state.level && incident?.detectedAtMs !== atMs) return;
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
export async function wrongSummary({ db, slack }: World, from: number): Promise<string | undefined> {
  for (const message of slack.posted.slice(from).filter(isSummary)) {
    if (message.isLate) continue;
    const watches = await db
      .selectFrom('watches')
      .select('pattern')
      .where('channel_id', '=', message.channelId)
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
    const notification = message.overview.accounts.map(({ accountId, state = null, incident }) => [
      accountId,
      state,
      incident?.level ?? null,
      incident?.owner?.userId ?? null,
    ]);
    if (JSON.stringify(notification) !== JSON.stringify(held))
      return `a summary of ${message.channelId} is wrong`;
  }
  return undefined;
}

/** Each due summary was posted once, unless a fault lasted too long; together they name every change. */
export function wrongSummaries(world: World): string | undefined {
  const { slack, changes, nowMs } = world;
  const posted = slack.posted.filter(isSummary).filter(({ channelId }) => channelId === SUMMED);
  const once = [...new Map(posted.map((message) => [message.key, message])).values()];
  const dueOf = ({ notification }: PostedSummary) => notification.dueAtMs;
  for (const dueAtMs of dueTimes(world)) {
    const told = once.filter((message) => dueOf(message) === dueAtMs);
    if (told.length > 1) return `a summary was told ${told.length} times`;
    const [one] = told;
    const isExcused = hasFault(world, dueAtMs, dueAtMs + MAX_LATE_MS);
    if (one === undefined && nowMs - dueAtMs > ON_TIME_MS && !isExcused) return 'a summary is missing';
    const lateMs = (one?.clockMs ?? dueAtMs) - dueAtMs;
    if (lateMs > MAX_LATE_MS || (lateMs > ON_TIME_MS && !isExcused)) return `a summary is ${lateMs} ms late`;
  }
  if (once.length > dueTimes(world).length) return 'a summary came that was not due';
  const toldAtMs = new Set(posted.map(({ clockMs }) => clockMs));
  for (const { overview, clockMs: saidAtMs, isLate } of posted) {
    const { sinceMs } = overview;
    // A change in the seconds by which clocks differ may be in neither of two summaries.
    const apartMs = 2 * MAX_SKEW_MS;
    const within = changes.filter(({ atMs }) => sinceMs + apartMs < atMs && atMs < saidAtMs - apartMs);
    const ended = new Set(overview.ended.map(({ accountId }) => accountId));
    const closed = within.filter(({ what }) => what === 'closed');
    if (!isLate && closed.some(({ accountId }) => !ended.has(accountId)))
      return 'a summary names no recovery';
    const { since } = summaryOf(overview, [], saidAtMs);
    const named = new Set([...since.new, ...since.worse]);
    const isOpen = ({ accountId, atMs }: Change) =>
      !changes.some((one) => one.accountId === accountId && one.atMs > atMs && one.atMs <= saidAtMs);
    const quiet = new Set(overview.accounts.flatMap((one) => (one.quietUntilMs ? [one.accountId] : [])));
    const opened = within.filter((one) => one.what === 'opened' && isOpen(one) && !quiet.has(one.accountId));
    if (!isLate && opened.some(({ accountId }) => !named.has(accountId))) return 'a summary names no change';
    const isFirst = sinceMs >= world.startMs && sinceMs <= world.startMs + DAY_MS + apartMs;
    if (!toldAtMs.has(sinceMs) && !isFirst) return 'a summary begins where none ended';
  }
  return undefined;
}

/** From a table: Casablanca is an hour ahead of UTC, except from 15 February to 22 March 2026. */
function dueTimes({ startMs, nowMs }: World): number[] {
  const [backMs, aheadMs] = [Date.UTC(2026, 1, 16), Date.UTC(2026, 2, 22)];
  const days = Array.from(
    { length: Math.ceil((nowMs - startMs) / DAY_MS) },
    (_, day) => startMs + day * DAY_MS,
  );
  return days
    .map((dayMs) => {
      if (dayMs === aheadMs) return dayMs + 2 * HOUR_MS;
      return dayMs + (dayMs >= backMs && dayMs < aheadMs ? 2.5 : 1.5) * HOUR_MS;
    })
    .filter((atMs) => atMs < nowMs);
}

const hasFault = ({ faults, interruptions }: World, fromMs: number, untilMs: number): boolean =>
  interruptions > 0 || faults.some((fault) => fault.fromMs < untilMs && fault.untilMs + HOUR_MS > fromMs);
