import type { Tables } from '../../src/store/tables.ts';
import { AGAIN_AFTER_MS, openCount } from '../../src/watch/plan-notification.ts';
import type { Posted as Standing } from '../../src/watch/posted.ts';
import { covers } from '../../src/watch/watch-list.ts';
import { wrongDeliveries } from './deliveries.ts';
import { wrongHistory } from './history.ts';
import { accountOf, isOwed, quietOf, quietTime, SETTLED_AFTER_MS, TOLD_WITHIN_MS } from './quiet-times.ts';
import { DAY_MS, HOUR_MS, MAX_SKEW_MS, MINUTE_MS, type PlannedFault, type Scenario } from './scenario.ts';
import type { Posted } from './simulated-slack.ts';
import { wrongSummaries, wrongSummary } from './summaries.ts';
import { lastBackup, lateAfter, staleAfter, staleTimes, type Truth } from './truth.ts';
import type { World } from './world.ts';

/** State that earlier steps left behind. */
export interface Seen {
  readonly epochs: Map<string, number>;
  readonly readAtMs: Map<string, number>;
  /** The number of messages checked so far. */
  posted: number;
  /** The number checked for summaries. */
  summed: number;
  /** The step after which an outage was known. Absent: none was known after the last step. */
  outSinceMs?: number | undefined;
}

const APART_MS = 1_000;
/** Between a new alert and the edit of the one before it: ticks are a minute apart. */
const LEADS_WITHIN_MS = 2 * MINUTE_MS;
const OVERDUE_MS = 20 * MINUTE_MS;
/** The longest time between two ticks that a process stores. */
const MAX_TURN_MS = 15 * MINUTE_MS;
/** How often a healthy account is read: at most, on average, and at least. */
const readsADay = ({ areFew, accounts }: Scenario) => (areFew ? Math.max(27, 324 / accounts) : 9);
const readWithinMs = ({ areFew }: Scenario) => (areFew ? 1.1 : 4.4) * HOUR_MS + 5 * MINUTE_MS;
/** Between two alerts in one channel, except repeated ones after a deletion or a lost answer. */
const ALERTS_APART_MS = 5 * MINUTE_MS;

/** Checks what must hold after each step of a process; `isOut`: an outage is known. Returns the first violation. */
export async function checkStep(world: World, seen: Seen, isOut: boolean): Promise<string | undefined> {
  const from = seen.summed;
  seen.summed = world.slack.posted.length;
  return (
    tooClose(world) ??
    (await wrongSummary(world, from)) ??
    toldWhileQuiet(world, seen) ??
    saidWhileOut(world, seen, isOut) ??
    (await wrongRows(world, seen))
  );
}

/** Checks the accounts that were read and their open incidents. */
async function wrongRows(world: World, seen: Seen): Promise<string | undefined> {
  for (const id of world.touched) {
    const rows = await world.db
      .selectFrom('watched_accounts')
      .leftJoin('incidents', (join) =>
        join
          .onRef('incidents.account_id', '=', 'watched_accounts.id')
          .on('incidents.closed_at_ms', 'is', null),
      )
      .select(['epoch', 'state', 'incidents.id as incidentId', 'incidents.level', 'detected_at_ms'])
      .where('watched_accounts.id', '=', id)
      .execute();
    const [row] = rows;
    if (row === undefined) continue;
    if (rows.length > 1) return `${id} has ${rows.length} open incidents`;
    const { epoch, state, level, detected_at_ms: detectedAtMs } = row;
    if (epoch < (seen.epochs.get(id) ?? 0)) return `the epoch of ${id} went back`;
    seen.epochs.set(id, epoch);
    const readAtMs = state === null ? 0 : (JSON.parse(state) as { readAtMs: number }).readAtMs;
    if (readAtMs < (seen.readAtMs.get(id) ?? 0)) return `the last read of ${id} went back`;
    seen.readAtMs.set(id, readAtMs);
    if (level !== 'critical' || Math.abs((detectedAtMs ?? 0) - world.nowMs) > MAX_SKEW_MS) continue;
    const idle = await idleChannel(world, id);
    if (idle !== undefined) return `${row.incidentId} is new, and ${idle} is not due`;
  }
  return undefined;
}

/** A channel that watches an account and is not due soon. */
async function idleChannel({ db, nowMs }: World, accountId: string): Promise<string | undefined> {
  const idle = await db
    .selectFrom('channels')
    .innerJoin('watches', 'watches.channel_id', 'channels.id')
    .select('channels.id')
    .where('watches.pattern', 'in', [accountId, '*'])
    .where('due_at_ms', '>', nowMs + 2 * HOUR_MS)
    .executeTakeFirst();
  return idle?.id;
}

function tooClose({ slack }: World): string | undefined {
  for (const [channelId, calls] of slack.callsAtMs) {
    const [last, before] = [calls.at(-1), calls.at(-2)];
    if (last !== undefined && before !== undefined && last - before < APART_MS) {
      return `two calls for ${channelId} are ${last - before} ms apart`;
    }
  }
  return undefined;
}

/**
 * During a known outage no account is reported. A post begun before may be repeated, because Slack may have it. Its key has
 * the time at which it was begun.
 */
function saidWhileOut({ slack, nowMs }: World, seen: Seen, isOut: boolean): string | undefined {
  const { outSinceMs = nowMs } = seen;
  seen.outSinceMs = isOut ? outSinceMs : undefined;
  const news = slack.posted.slice(seen.posted);
  seen.posted = slack.posted.length;
  const isNews = ({ notification, key, isLate }: Posted) =>
    notification.kind === 'alert' && !isLate && Number(key.split('@').at(-1)) > outSinceMs + MAX_SKEW_MS;
  return isOut && news.some(isNews) ? 'an alert was told during an outage of the service' : undefined;
}

/** No quiet account starts a message. A post begun before may be repeated, because Slack may have it. */
function toldWhileQuiet(world: World, seen: Seen): string | undefined {
  for (const { notification, channelId, key, clockMs, isLate } of world.slack.posted.slice(seen.posted)) {
    if (notification.kind !== 'alert' || isLate) continue;
    const begunAtMs = Number(key.split('@').at(-1));
    const told = notification.newIds.find((id) =>
      quietOf(world, accountOf(id), channelId).some(
        ({ fromMs, untilMs }) =>
          fromMs + MAX_SKEW_MS < begunAtMs && clockMs < untilMs - MAX_SKEW_MS && fromMs < clockMs,
      ),
    );
    if (told !== undefined && !key.includes('alert-after@'))
      return `${told} is quiet in ${channelId}, and was told`;
  }
  return undefined;
}

/** Records an answer of the service, and checks that the account was read in time. */
export function noteAnswer(world: World, truth: Truth): void {
  const { nowMs, answeredAtMs, faults, reads } = world;
  const lastMs = answeredAtMs.get(truth.accountId);
  answeredAtMs.set(truth.accountId, nowMs);
  if (nowMs - lastBackup(truth, nowMs) < lateAfter(world.scenario)) reads.healthy += 1;
  if (lastMs === undefined || nowMs - lastMs <= readWithinMs(world.scenario) || world.scenario.readsPerSecond)
    return;
  const isExcused = faults.some(
    ({ fromMs, untilMs }) => fromMs <= nowMs && untilMs + SETTLED_AFTER_MS > lastMs,
  );
  if (!isExcused)
    world.broken ??= `${truth.accountId} was not read for ${Math.round((nowMs - lastMs) / MINUTE_MS)} min`;
}

/** Checks what must hold after a day without faults. */
export async function checkEnd(world: World): Promise<string | undefined> {
  const incidents = await world.db.selectFrom('incidents').selectAll().execute();
  return (
    missedTime(world, incidents) ??
    untoldOutage(world) ??
    untoldDowntime(world) ??
    falselyUnknown(incidents) ??
    (await wrongHistory(world)) ??
    (await leftBehind(world, incidents)) ??
    unsaidNews(world) ??
    wrongRepeats(world, incidents) ??
    wrongDeliveries(world, incidents) ??
    (await wrongRecoveries(world, incidents)) ??
    wrongSummaries(world) ??
    tooManyDoubles(world) ??
    tooManyAlerts(world) ??
    tooManyReads(world)
  );
}

type IncidentRow = Tables['incidents'];

/** Incidents are kept a little longer. */
const KEPT_AT_LEAST_MS = 34 * DAY_MS;

/** Times of stale accounts that must have been reported, each with its incident if one has the exact start. */
function* dueTimes(world: World, incidents: readonly IncidentRow[]) {
  const { truths, endMs, startMs, scenario } = world;
  const staleAfterMs = staleAfter(scenario);
  const byAccount = Map.groupBy(incidents, (one) => one.account_id);
  for (const { accountId, fromMs, untilMs = endMs } of [...truths.values()].flatMap((truth) =>
    staleTimes(truth, staleAfterMs, endMs),
  )) {
    const lateMs = fromMs - staleAfterMs + lateAfter(scenario);
    // Older incidents are deleted.
    if (untilMs < endMs - KEPT_AT_LEAST_MS) continue;
    // What was bad when the watch began is not reported.
    if (lateMs < startMs + MINUTE_MS || quietTime(world, fromMs, untilMs) < TOLD_WITHIN_MS) continue;
    const found = (byAccount.get(accountId) ?? []).map((incident) => ({
      incident,
      errorMs: Math.abs(incident.started_at_ms - lateMs),
    }));
    const nearest = found.toSorted((one, other) => one.errorMs - other.errorMs)[0];
    yield {
      accountId,
      fromMs,
      untilMs,
      what: `${accountId} stale from ${new Date(fromMs).toISOString()}`,
      nearest,
    };
  }
}

/** Each time in which an account was stale was reported in each of its channels, with a start exact to the minute. */
function missedTime(world: World, incidents: readonly IncidentRow[]): string | undefined {
  const isPosted = new Set(world.slack.posted.map(({ key }) => key));
  const told = new Map(
    world.notified
      .filter(({ key }) => isPosted.has(key))
      .map(({ channelId, key, what }) => [`${channelId} ${what}`, Number(key.split('@').at(-1))] as const),
  );
  for (const { accountId, fromMs, untilMs, what, nearest } of dueTimes(world, incidents)) {
    if (nearest === undefined || nearest.errorMs >= MINUTE_MS)
      return `no incident has the exact start: ${what}`;
    for (const channelId of Number(accountId) % 2 === 1 ? ['C1', 'C2'] : ['C1']) {
      if (!isOwed(world, accountId, channelId, fromMs, untilMs)) continue;
      const toldAtMs = told.get(`${channelId} critical ${nearest.incident.id}`);
      if (toldAtMs === undefined) return `it was never told in ${channelId}: ${what}`;
      const quietUntilMs = Math.max(
        0,
        ...quietOf(world, accountId, channelId)
          .map((one) => one.untilMs)
          .filter((atMs) => atMs < toldAtMs && atMs > fromMs),
      );
      const isLate = quietUntilMs > 0 && toldAtMs > quietUntilMs + TOLD_WITHIN_MS;
      if (isLate && quietTime(world, quietUntilMs, toldAtMs) > TOLD_WITHIN_MS)
        return `it was told in ${channelId} long after it was quiet: ${what}`;
    }
  }
  return undefined;
}

export const onsetError = (world: World, incidents: readonly IncidentRow[]) =>
  Math.max(0, ...[...dueTimes(world, incidents)].flatMap(({ nearest }) => nearest?.errorMs ?? []));

/** With a few accounts one is read every five minutes, and an outage is posted 15 minutes after the first failure. */
const OUTAGE_TOLD_WITHIN_MS = 23 * MINUTE_MS;
/** Faults that do not change what the service and the processes do. */
const BESIDE_OUTAGES: readonly string[] = ['taken', 'deleted', 'fixed', 'muted', 'snoozed', 'unmuted'];

/** An outage is posted in every channel, with one watched account or many. */
function untoldOutage({ scenario, faults, slack }: World): string | undefined {
  if (!scenario.areFew || scenario.hoursADay !== undefined) return undefined;
  const channels = scenario.accounts > 1 ? ['C1', 'C2'] : ['C1'];
  for (const outage of faults.filter(({ kind }) => kind === 'service-out')) {
    const { fromMs } = outage;
    const untilMs = fromMs + OUTAGE_TOLD_WITHIN_MS;
    if (outage.untilMs < untilMs || isDisturbed(faults, outage, untilMs)) continue;
    const isTold = (channel: string) =>
      slack.posted.some(
        ({ channelId, notification, atMs }) =>
          channelId === channel && notification.kind === 'outage' && atMs > fromMs && atMs <= untilMs,
      );
    if (!channels.every(isTold))
      return `the outage of ${new Date(fromMs).toISOString()} was not told in time`;
  }
  return undefined;
}

/** After the processes restart, a tick detects the downtime and makes every channel due. */
const DOWNTIME_TOLD_WITHIN_MS = 5 * MINUTE_MS;

/** A downtime is posted in every channel soon after its end, with its start and end. */
function untoldDowntime({ scenario, faults, slack }: World): string | undefined {
  const channels = scenario.accounts > 1 ? ['C1', 'C2'] : ['C1'];
  for (const downtime of faults.filter(({ kind }) => kind === 'downtime')) {
    const { fromMs, untilMs } = downtime;
    const byMs = untilMs + DOWNTIME_TOLD_WITHIN_MS;
    if (isDisturbed(faults, downtime, byMs)) continue;
    const isTold = (channel: string) =>
      slack.posted.some(
        ({ channelId, notification, atMs }) =>
          channelId === channel &&
          notification.kind === 'downtime' &&
          Math.abs(notification.fromMs - fromMs) <= MAX_TURN_MS &&
          Math.abs(notification.toMs - untilMs) <= MAX_TURN_MS &&
          atMs <= byMs,
      );
    if (!channels.every(isTold))
      return `nobody watched from ${new Date(fromMs).toISOString()}, and that was not told in time`;
  }
  return undefined;
}

/** Whether another fault may delay the post beyond this time. */
const isDisturbed = (faults: World['faults'], told: PlannedFault, byMs: number) =>
  faults.some(
    (one) =>
      one !== told &&
      !BESIDE_OUTAGES.includes(one.kind) &&
      one.fromMs < byMs &&
      one.untilMs + HOUR_MS > told.fromMs,
  );

/** No account is unknown because of an outage. Account 1000 has outages of its own. */
function falselyUnknown(incidents: readonly IncidentRow[]): string | undefined {
  const row = incidents.find(({ account_id, level }) => level === 'unknown' && account_id !== '1000');
  return row && `${row.account_id} was unknown, and the service knows it`;
}

/** Nothing is overdue or unfinished, and the current alert of each channel shows the state of its accounts. */
async function leftBehind(world: World, incidents: readonly IncidentRow[]): Promise<string | undefined> {
  const { db, nowMs, slack, interruptions } = world;
  for (const table of ['watched_accounts', 'channels'] as const) {
    const overdue = await db
      .selectFrom(table)
      .select('id')
      .where('due_at_ms', '<', nowMs - OVERDUE_MS)
      .executeTakeFirst();
    if (overdue !== undefined) return `${overdue.id} of ${table} is overdue`;
  }
  const channels = await db.selectFrom('channels').selectAll().execute();
  const living = new Set<string | undefined>();
  for (const { id, posted, due_at_ms: dueAtMs } of channels) {
    const { alert, pending, superseded = [] } = JSON.parse(posted ?? '{}') as Standing;
    if (pending !== undefined) return `${pending.key} is left pending in ${id}`;
    // The newest alert may have been posted seconds ago.
    const isOwed = superseded.length > 0 && nowMs - (alert?.postedAtMs ?? 0) > LEADS_WITHIN_MS;
    if (isOwed) return `an older alert of ${id} does not lead to the newer one`;
    for (const { ts } of [...superseded, ...(alert ? [alert] : [])]) living.add(ts);
    // The edit for a change in the last seconds may still follow.
    if (dueAtMs <= nowMs) continue;
    const message = slack.posted.find(({ ts }) => ts === alert?.ts);
    if (alert === undefined || message === undefined || message.isDeleted) continue;
    const inThread = message.replies.findLast(
      ({ notification }) => notification.kind === 'alert',
    )?.notification;
    const notification = message.isFixed && inThread ? inThread : message.notification;
    if (notification.kind !== 'alert') return `the alert of ${id} is a ${notification.kind}`;
    if (
      JSON.stringify([notification.rows, notification.counts]) !== JSON.stringify([alert.rows, alert.counts])
    )
      return `the alert of ${id} does not say what was recorded of it`;
    // After all accounts are fine, a bad one gets a new alert, which may wait until the morning.
    if (openCount(notification.counts) === 0) continue;
    const open = await openIn(world, id, incidents);
    for (const level of ['critical', 'attention', 'unknown'] as const) {
      const count = open.filter((one) => one.level === level).length;
      if (notification.counts[level] !== count)
        return `the alert of ${id} says ${notification.counts[level]} ${level}, not ${count}`;
    }
    const byId = new Map(incidents.map((one) => [one.id, one]));
    for (const row of notification.rows) {
      const isOpen = byId.get(row.incidentId)?.closed_at_ms === null;
      if (isOpen !== (row.resolvedAtMs === undefined))
        return `a message says that ${row.accountId} is ${isOpen ? 'fine' : 'not fine'}`;
    }
  }
  // A copy that the app does not know about keeps its old content.
  const stale = slack.posted.filter(
    ({ ts, notification, isDeleted, isFixed, isLate }) =>
      notification.kind === 'alert' &&
      openCount(notification.counts) > 0 &&
      !isDeleted &&
      !isFixed &&
      !isLate &&
      !living.has(ts),
  );
  const excused = slack.lostAnswers + interruptions;
  return stale.length > excused ? `${stale[0]?.key} still says what it said before` : undefined;
}

/** Open incidents that a channel is notified of, without those of the last minutes. */
async function openIn(world: World, channelId: string, incidents: readonly IncidentRow[]) {
  const { db, nowMs } = world;
  const watches = await db.selectFrom('watches').selectAll().where('channel_id', '=', channelId).execute();
  return incidents.filter(({ account_id, level, closed_at_ms, started_at_ms }) => {
    const covering = watches.filter(({ pattern }) => covers(pattern, account_id));
    if (closed_at_ms !== null || covering.length === 0) return false;
    if (quietOf(world, account_id, channelId).some(({ untilMs }) => untilMs > nowMs)) return false;
    if (level === 'unknown') return started_at_ms <= nowMs - DAY_MS;
    return level === 'critical' || covering.some(({ tell_of }) => tell_of === 'attention');
  });
}

/** An unacknowledged alert is posted again exactly twice: after half an hour, and two hours later. */
function wrongRepeats(world: World, incidents: readonly IncidentRow[]): string | undefined {
  const { slack, interruptions } = world;
  const once = new Map(slack.posted.map((message) => [message.key, message]));
  const byId = new Map(incidents.map((one) => [one.id, one]));
  const timesOf = new Map<string, number[]>();
  for (const { channelId, notification, history, clockMs, isLate } of once.values()) {
    const first = history[0]?.notification;
    if (notification.kind === 'outage' || first?.kind !== 'alert' || isLate) continue;
    for (const id of first.newIds) {
      const key = `${channelId} ${id}`;
      timesOf.set(key, [...(timesOf.get(key) ?? []), clockMs]);
    }
  }
  for (const [key, times] of timesOf) {
    const id = key.slice(key.indexOf(' ') + 1);
    const incident = byId.get(id);
    // An incident is reported once more when it gets worse or can no longer wait, and when its alert was deleted.
    const deleted = slack.posted.filter((one) => one.isDeleted && key.startsWith(`${one.channelId} `)).length;
    const most = AGAIN_AFTER_MS.length + 2 + deleted;
    if (times.length > most + interruptions) return `${id} was reported ${times.length} times`;
    const [first = 0, second] = times;
    const isTaken = world.taken.has(accountOf(id));
    const untilMs = incident?.closed_at_ms ?? world.nowMs;
    if (second !== undefined || isTaken || incident?.level !== 'critical') continue;
    const channelId = key.slice(0, key.indexOf(' '));
    const reportedAtMs = Math.max(first, incident.detected_at_ms);
    if (
      // An account that becomes quiet before then is not reported again.
      isOwed(world, accountOf(id), channelId, reportedAtMs, untilMs) &&
      quietTime(world, reportedAtMs + AGAIN_AFTER_MS[0], untilMs) > TOLD_WITHIN_MS * 2
    )
      return `${id} was not reported again in ${channelId}, and nobody had taken it`;
  }
  return undefined;
}

/** A newly critical account is in the first rows of the post that reported it. */
function unsaidNews({ slack, notified }: World): string | undefined {
  for (const [key, news] of Map.groupBy(notified, (one) => one.key)) {
    const first = slack.posted.find((message) => message.key === key)?.history[0]?.notification;
    if (first?.kind !== 'alert' || news.length > 10) continue;
    const critical = news.flatMap(({ what }) => (what.startsWith('critical ') ? [what.slice(9)] : []));
    // Another one may have recovered by then, because Slack's answer was lost or Slack was down.
    const others = critical.find(
      (id) => !first.newIds.includes(id) && first.rows.some((row) => row.incidentId === id),
    );
    if (others !== undefined) return `${others} is new, and ${key} does not begin with it`;
  }
  return undefined;
}

/** Whether an account was quiet when it recovered, and for seconds before and after it. */
const endedQuietly = (
  world: World,
  incidentId: string,
  channelId: string,
  closedAtMs: number | null = null,
) =>
  closedAtMs !== null &&
  quietOf(world, accountOf(incidentId), channelId).some(
    (one) => one.fromMs < closedAtMs - MAX_SKEW_MS && closedAtMs + MAX_SKEW_MS < one.untilMs,
  );

/** A recovery is reported once, in channels that were notified of the account. */
async function wrongRecoveries(world: World, incidents: readonly IncidentRow[]): Promise<string | undefined> {
  const { db, slack, notified, interruptions, nowMs } = world;
  const left = await db.selectFrom('notified').selectAll().execute();
  const closed = new Map(incidents.map((one) => [one.id, one.closed_at_ms]));
  const late = left.find((one) => (closed.get(one.incident_id) ?? nowMs) < nowMs - TOLD_WITHIN_MS);
  if (late !== undefined) return `the recovery of ${late.incident_id} was never told in ${late.channel_id}`;
  let [twice, untold] = [0, 0];
  for (const [channelId, messages] of Map.groupBy(slack.posted, (message) => message.channelId)) {
    const known = new Set(
      notified.filter((one) => one.channelId === channelId).map(({ what }) => what.split(' ')[1]),
    );
    const told = new Map<string, number>();
    let isCounted = false;
    for (const { notification } of messages.flatMap(({ replies }) => replies)) {
      if (notification.kind !== 'recovered') continue;
      isCounted ||= notification.count > notification.incidents.length;
      for (const { id } of notification.incidents) told.set(id, (told.get(id) ?? 0) + 1);
    }
    const loud = [...told.keys()].find((id) => endedQuietly(world, id, channelId, closed.get(id)));
    if (loud !== undefined) return `the recovery of ${loud} was told in ${channelId}, where it was quiet`;
    const orphan = [...told.keys()].find((id) => !known.has(id) && closed.get(id) !== undefined);
    if (orphan !== undefined) return `the recovery of ${orphan} has no alert`;
    twice += [...told.values()].reduce((sum, count) => sum + count - 1, 0);
    if (isCounted || messages.some(({ isDeleted }) => isDeleted)) continue;
    untold += [...known].filter((id) => {
      const closedAtMs = id === undefined ? undefined : closed.get(id);
      if (closedAtMs == null || closedAtMs >= nowMs - TOLD_WITHIN_MS || told.has(id ?? '')) return false;
      // A quiet account recovers without a message.
      const quiet = quietOf(world, accountOf(id ?? ''), channelId);
      return !quiet.some(
        (one) => one.fromMs <= closedAtMs + MAX_SKEW_MS && closedAtMs <= one.untilMs + MAX_SKEW_MS,
      );
    }).length;
  }
  const excused = slack.lostAnswers + interruptions;
  if (untold > excused) return `${untold} recoveries were never told`;
  return twice > excused ? `${twice} recoveries were told twice` : undefined;
}

/** A message is doubled only after a lost answer, or an interruption between a call and its record. */
function tooManyDoubles({ slack, interruptions }: World): string | undefined {
  const doubles = slack.posted.length - new Set(slack.posted.map(({ key }) => key)).size;
  const excused = slack.lostAnswers + interruptions;
  return doubles > excused
    ? `${doubles} doubled messages, ${excused} lost answers and interruptions`
    : undefined;
}

/** Nobody gets one notification right after the other, however much happens at once. */
function tooManyAlerts({ slack }: World): string | undefined {
  const first = new Map(slack.posted.map((message) => [message.key, message]));
  for (const [channelId, alerts] of Map.groupBy(first.values(), (message) => message.channelId)) {
    const counted = alerts.filter(
      ({ notification, isLate, isDeleted, key }) =>
        (notification.kind === 'alert' || notification.kind === 'superseded') &&
        !isLate &&
        !isDeleted &&
        !key.includes('alert-after@'),
    );
    const times = counted.map(({ clockMs }) => clockMs).sort((one, other) => one - other);
    const crowded = times.find(
      (atMs, index) => (times[index + 1] ?? Infinity) - atMs < ALERTS_APART_MS - MAX_SKEW_MS * 2,
    );
    if (crowded !== undefined)
      return `two alerts within five minutes in ${channelId} at ${new Date(crowded).toISOString()}`;
  }
  return undefined;
}

/** Reads of a healthy account per day. */
export function readsOfHealthy({ truths, reads, startMs, nowMs, scenario }: World): number {
  let healthyMs = 0;
  for (const { backupsAtMs } of truths.values()) {
    for (const [index, atMs] of backupsAtMs.entries()) {
      const untilMs = Math.min(backupsAtMs[index + 1] ?? nowMs, atMs + lateAfter(scenario), nowMs);
      healthyMs += Math.max(0, untilMs - Math.max(atMs, startMs));
    }
  }
  return reads.healthy / (healthyMs / DAY_MS);
}

function tooManyReads(world: World): string | undefined {
  if (world.scenario.hoursADay !== undefined) return undefined;
  const count = readsOfHealthy(world);
  return count > readsADay(world.scenario)
    ? `an account that was all right was read ${count.toFixed(1)} times a day`
    : undefined;
}
