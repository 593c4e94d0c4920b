import { AGAIN_AFTER_MS, openCount } from '../../src/watch/plan-notification.ts';
import type { Posted as Standing } from '../../src/watch/posted.ts';
import { covers } from '../../src/watch/watch-list.ts';
import {
  accountOf,
  excusedIn,
  isOwed,
  isWatched,
  quietOf,
  quietTime,
  TOLD_WITHIN_MS,
} from './quiet-times.ts';
import { DAY_MS, MAX_SKEW_MS, MINUTE_MS } from './scenario.ts';
import type { Ended } from './world.ts';

/** Between a new alert and the edit of the one before it: ticks are a minute apart. */
const LEADS_WITHIN_MS = 2 * MINUTE_MS;

/** Nothing is unfinished, and the current alert of each channel shows the state of its accounts. */
export async function* wrongAlerts(world: Ended) {
  const { db, nowMs, slack } = world;
  yield* unsaidNews(world);
  const channels = await db.selectFrom('channels').selectAll().execute();
  const living = new Set<string | undefined>();
  for (const { id, posted, due_at_ms: dueAtMs } of channels) {
    const { alert, pending, superseded = [] } = JSON.parse(posted ?? '{}') as Standing;
    // Slack may have just asked to wait.
    const isHeld = Math.abs(dueAtMs - nowMs) <= MINUTE_MS;
    if (pending !== undefined && !isHeld) yield `the ${pending.about.kind} is left pending in ${id}`;
    // The newest alert may have been posted seconds ago.
    if (superseded.length > 0 && nowMs - (alert?.postedAtMs ?? 0) > LEADS_WITHIN_MS)
      yield `an older alert of ${id} does not lead to the newer one`;
    for (const { ts } of [...superseded, ...(alert ? [alert] : [])]) living.add(ts);
    // The edit for a change in the last seconds may still follow.
    if (dueAtMs > nowMs && alert !== undefined) yield* wrongContent(world, id, alert);
  }
  // A copy that the app does not know about keeps its old content.
  const stale = slack.posted.filter(
    ({ ts, notification, isDeleted, isFixed, isLate }) =>
      notification.kind === 'alert' &&
      notification.rows.some(({ resolvedAtMs }) => resolvedAtMs === undefined) &&
      !isDeleted &&
      !isFixed &&
      !isLate &&
      !living.has(ts),
  );
  if (stale.length > excusedIn(world)) yield `${stale[0]?.key} still says what it said before`;
}

/** What is wrong in the current alert of a channel, as a message or, if it can no longer be edited, as a line in its thread. */
async function* wrongContent(world: Ended, channelId: string, alert: NonNullable<Standing['alert']>) {
  const { slack, incidents } = world;
  const message = slack.posted.find(({ ts }) => ts === alert.ts);
  if (message === undefined || message.isDeleted) return;
  const inThread = message.replies.findLast(({ kind }) => kind === 'alert');
  const shown = message.isFixed && inThread ? inThread : message.notification;
  if (shown.kind !== 'alert') {
    yield `the alert of ${channelId} is a ${shown.kind}`;
    return;
  }
  // What is over may lose the accounts that are no longer watched, with the next line in its thread.
  const watched = ({ rows }: Pick<typeof alert, 'rows'>) =>
    rows.filter(({ accountId }) => isWatched(world, channelId, accountId, world.nowMs));
  if (JSON.stringify([watched(shown), shown.counts]) !== JSON.stringify([watched(alert), alert.counts]))
    yield `the alert of ${channelId} does not say what was recorded of it`;
  for (const { incidentId, accountId, level, resolvedAtMs } of shown.rows) {
    const incident = incidents.find(({ id }) => id === incidentId);
    const isOpen = incident?.closed_at_ms === null;
    if (isOpen !== (resolvedAtMs === undefined))
      yield `a message says that ${accountId} is ${isOpen ? 'fine' : 'not fine'}`;
    if (isOpen && incident.level !== level) yield `a message says that ${accountId} is ${level}`;
  }
  // After all accounts are fine, a bad one gets a new alert, which may wait until the morning.
  if (openCount(shown.counts) === 0) return;
  const open = await openIn(world, channelId);
  for (const level of ['critical', 'attention', 'unknown'] as const) {
    const count = open.filter((one) => one.level === level).length;
    if (shown.counts[level] !== count)
      yield `the alert of ${channelId} says ${shown.counts[level]} ${level}, not ${count}`;
  }
}

/** Open incidents that a channel is notified of, without those of the last minutes. */
async function openIn(world: Ended, channelId: string) {
  const { db, nowMs, incidents } = world;
  const watches = await db.selectFrom('watches').selectAll().where('channel_id', '=', channelId).execute();
  return incidents.filter(({ account_id, level, closed_at_ms, started_at_ms }) => {
    const covering = watches.filter(({ pattern }) => covers(pattern, account_id));
    if (closed_at_ms !== null || covering.length === 0) return false;
    if (quietOf(world, account_id, channelId).some(({ untilMs }) => untilMs > nowMs)) return false;
    if (level === 'unknown') return started_at_ms <= nowMs - DAY_MS;
    return level === 'critical' || covering.some(({ tell_of }) => tell_of === 'attention');
  });
}

/** A newly critical account is in the first rows of the post that reported it. */
function* unsaidNews({ slack, notified }: Ended) {
  for (const [key, news] of Map.groupBy(notified, (one) => one.key)) {
    const first = slack.posted.find((message) => message.key === key)?.first;
    if (first?.kind !== 'alert' || news.length > 10) continue;
    for (const { what } of news) {
      const [level, id = ''] = what.split(' ');
      // Another one may have recovered by then, because Slack's answer was lost or Slack was down.
      const isShown = first.rows.some((row) => row.incidentId === id);
      if (level === 'critical' && isShown && !first.newIds.includes(id))
        yield `${id} is new, and ${key} does not begin with it`;
    }
  }
}

/** An unacknowledged alert is posted again exactly twice: after half an hour, and two hours later. */
export function* wrongRepeats(world: Ended) {
  const { slack, interruptions, incidents } = world;
  const once = new Map(slack.posted.map((message) => [message.key, message]));
  const reports = [...once.values()].flatMap(({ channelId, notification, first, clockMs, isLate }) =>
    notification.kind === 'outage' || first.kind !== 'alert' || isLate
      ? []
      : first.newIds.map((id) => ({ channelId, id, clockMs })),
  );
  for (const times of Map.groupBy(reports, ({ channelId, id }) => `${channelId} ${id}`).values()) {
    const { channelId, id, clockMs } = times[0] as (typeof reports)[number];
    // An incident is reported once more when it gets worse, when it can no longer wait, and when its alert was deleted.
    const deleted = slack.posted.filter((one) => one.isDeleted && one.channelId === channelId).length;
    const truth = world.truths.get(accountOf(id));
    // A backup of 40 hours ago makes it less bad, and it gets worse again.
    const lastMs = Math.max(...times.map((one) => one.clockMs));
    const better = truth?.backups.filter(({ atMs }) => clockMs < atMs && atMs < lastMs).length ?? 0;
    const most = (AGAIN_AFTER_MS.length + 1) * (1 + better) + (truth?.package ? 2 : 1) + deleted;
    if (times.length > most + interruptions) yield `${id} was reported ${times.length} times`;
    const incident = incidents.find((one) => one.id === id);
    if (incident?.can_wait === 1) continue;
    if (times.length > 1 || world.taken.has(accountOf(id)) || incident?.level !== 'critical') continue;
    const untilMs = incident.closed_at_ms ?? world.nowMs;
    const reportedAtMs = Math.max(clockMs, incident.detected_at_ms);
    if (
      // An account that becomes quiet before then is not reported again.
      isOwed(world, accountOf(id), channelId, reportedAtMs, untilMs) &&
      quietTime(world, reportedAtMs + AGAIN_AFTER_MS[0], untilMs) > TOLD_WITHIN_MS * 2
    )
      yield `${id} was not reported again in ${channelId}, and nobody had taken it`;
  }
}

/** A recovery is reported once, in channels that were notified of the account, but not while it was quiet there. */
export async function* wrongRecoveries(world: Ended) {
  const { db, slack, notified, incidents, nowMs } = world;
  const left = await db.selectFrom('notified').selectAll().execute();
  const closed = new Map(incidents.map((one) => [one.id, one.closed_at_ms]));
  for (const { incident_id: id, channel_id: channelId } of left)
    if ((closed.get(id) ?? nowMs) < nowMs - TOLD_WITHIN_MS)
      yield `the recovery of ${id} was never told in ${channelId}`;
  let [twice, untold] = [0, 0];
  for (const [channelId, messages] of Map.groupBy(slack.posted, (message) => message.channelId)) {
    const known = new Set(
      notified.filter((one) => one.channelId === channelId).map(({ what }) => what.split(' ')[1] ?? ''),
    );
    /** Whether an account was quiet when it recovered: for seconds before and after, or possibly so. */
    const wasQuiet = (id: string, closedAtMs: number, beforeMs: number) =>
      quietOf(world, accountOf(id), channelId).some(
        (one) => one.fromMs < closedAtMs - beforeMs && closedAtMs + beforeMs < one.untilMs,
      );
    const recovered = messages.flatMap(({ replies }) =>
      replies.flatMap((one) => (one.kind === 'recovered' ? [one] : [])),
    );
    const told = Map.groupBy(
      recovered.flatMap((one) => one.incidents),
      ({ id }) => id,
    );
    for (const id of told.keys()) {
      const closedAtMs = closed.get(id);
      if (closedAtMs != null && wasQuiet(id, closedAtMs, MAX_SKEW_MS))
        yield `the recovery of ${id} was told in ${channelId}, where it was quiet`;
      if (!known.has(id) && closedAtMs !== undefined) yield `the recovery of ${id} has no alert`;
    }
    twice += [...told.values()].reduce((sum, { length }) => sum + length - 1, 0);
    const isCounted = recovered.some(({ count, incidents: named }) => count > named.length);
    if (isCounted || messages.some(({ isDeleted }) => isDeleted)) continue;
    untold += [...known].filter((id) => {
      const closedAtMs = closed.get(id);
      if (closedAtMs == null || closedAtMs >= nowMs - TOLD_WITHIN_MS || told.has(id)) return false;
      if (!isWatched(world, channelId, accountOf(id), nowMs)) return false;
      // A quiet account recovers without a message.
      return !wasQuiet(id, closedAtMs, -MAX_SKEW_MS);
    }).length;
  }
  if (untold > excusedIn(world)) yield `${untold} recoveries were never told`;
  if (twice > excusedIn(world)) yield `${twice} recoveries were told twice`;
}
