import { sql } from 'kysely';
import { wallClockMs } from '../../src/account/time.ts';
import { alertMessage } from '../../src/slack/alerts/alert-message.ts';
import { textOf } from '../../src/slack/kit/message.ts';
import { VERDICT_SIGN } from '../../src/slack/kit/text.ts';
import { READ_AGAIN_WITHIN_MS } from '../../src/watch/plan-notification.ts';
import { words } from '../support/reader.ts';
import { wrongAlerts, wrongRecoveries, wrongRepeats } from './alert-rules.ts';
import { wrongDeliveries } from './deliveries.ts';
import { SERVICE_ZONE, wrongHistory } from './history.ts';
import { lostHandOvers, untouched, wrongFine } from './presses.ts';
import {
  accountOf,
  begunAtMs,
  excusedIn,
  isOwed,
  isWatched,
  quietOf,
  quietTime,
  quietWhen,
  SETTLED_AFTER_MS,
  TOLD_WITHIN_MS,
} from './quiet-times.ts';
import {
  DAY_MS,
  HOUR_MS,
  isPressed,
  MAX_SKEW_MS,
  MINUTE_MS,
  type PlannedFault,
  type Scenario,
} from './scenario.ts';
import type { Posted, Reminded, ShownAlert } from './simulated-slack.ts';
import { wrongSummaries, wrongSummary } from './summaries.ts';
import {
  lastBackup,
  lateAfter,
  staleAfter,
  staleTimes,
  type Truth,
  thresholdsOf,
  unhealthySince,
} from './truth.ts';
import type { Ended, World } from './world.ts';

// Each rule yields what breaks it.

type Seen = ReturnType<typeof createSeen>;

/** State that earlier steps left behind. */
export const createSeen = () => ({
  epochs: new Map<string, number>(),
  readAtMs: new Map<string, number>(),
  /** The number of messages, of contents of alerts and of mentions of owners checked so far. */
  ...{ posted: 0, alerts: 0, reminded: 0 },
  /** The step after which an outage was known. Absent: none was known after the last step. */
  outSinceMs: undefined as number | undefined,
  /** The step after which none was known any more. Absent: there was none. */
  outUntilMs: undefined as number | undefined,
});

const APART_MS = 1_000;
const OVERDUE_MS = 20 * MINUTE_MS;
/** The longest time between two ticks that a process stores. */
const MAX_TURN_MS = 15 * MINUTE_MS;
/** How often a healthy account is read: at most, on average, and at least. */
const readsADay = ({ areFew, accounts }: Scenario) => (areFew ? Math.max(27, 324 / accounts) : 9);
const readWithinMs = ({ areFew }: Scenario) => (areFew ? 1.1 : 4.4) * HOUR_MS + 5 * MINUTE_MS;
/** Between two alerts in one channel, except repeated ones after a deletion or a lost answer. */
const ALERTS_APART_MS = 5 * MINUTE_MS;

/** Checks what must hold after each step of a process; `isOut`: an outage is known. Resolves with the first violation. */
export function checkStep(world: World, seen: Seen, isOut: boolean): Promise<string | undefined> {
  const news = world.slack.posted.slice(seen.posted);
  seen.posted += news.length;
  const alerts = world.slack.alerts.slice(seen.alerts);
  seen.alerts += alerts.length;
  const reminded = world.slack.reminded.slice(seen.reminded);
  seen.reminded += reminded.length;
  if (!isOut && seen.outSinceMs !== undefined) seen.outUntilMs = world.nowMs;
  seen.outSinceMs = isOut ? (seen.outSinceMs ?? world.nowMs) : undefined;
  return firstOf([
    tooClose(world),
    wrongSummary(world, news),
    toldWhileQuiet(world, news),
    toldAtNight(news),
    toldWhileOut(seen, news, reminded),
    toldBeforeRead(world, seen, news),
    falselyFine(world, alerts),
    leftOpen(world),
    wrongRows(world, seen),
  ]);
}

/** Checks what must hold after a day without faults. Resolves with the first violation. */
export function checkEnd(world: Ended): Promise<string | undefined> {
  return firstOf([
    missedTime(world),
    untoldUrgency(world),
    untoldOutage(world),
    untoldDowntime(world),
    falselyUnknown(world),
    wrongHistory(world),
    overdue(world),
    wrongAlerts(world),
    wrongRepeats(world),
    wrongDeliveries(world),
    remindedWhileQuiet(world),
    remindedTwice(world),
    lostHandOvers(world),
    wrongFine(world),
    wrongRecoveries(world),
    wrongSummaries(world),
    tooManyDoubles(world),
    tooManyAlerts(world),
    tooManyReads(world),
  ]);
}

async function firstOf(rules: readonly (Iterable<string> | AsyncIterable<string>)[]) {
  for (const rule of rules) for await (const broken of rule) return broken;
  return undefined;
}

function* tooClose({ slack }: World) {
  for (const [channelId, calls] of slack.callsAtMs) {
    const apartMs = (calls.at(-1) ?? 0) - (calls.at(-2) ?? Number.NEGATIVE_INFINITY);
    if (apartMs < APART_MS) yield `two calls for ${channelId} are ${apartMs} ms apart`;
  }
}

/** No quiet account starts a message. */
function* toldWhileQuiet(world: World, news: readonly Posted[]) {
  for (const message of news) {
    const { notification, channelId, key, clockMs, isLate } = message;
    if (notification.kind !== 'alert' || isLate || key.includes('alert-after@')) continue;
    for (const id of notification.newIds)
      if (quietWhen(world, accountOf(id), channelId, message).some(({ fromMs }) => fromMs < clockMs))
        yield `${id} is quiet in ${channelId}, and was told`;
  }
}

/** What can wait until the morning starts no message at night. */
function* toldAtNight(news: readonly Posted[]) {
  for (const { notification, channelId, key, clockMs, isLate } of news) {
    const begunMs = begunAtMs(key);
    // A message that is tried again shows what is true by then.
    const isFirstTry = clockMs - begunMs < MINUTE_MS && !isLate && !key.includes('alert-after@');
    if (notification.kind !== 'alert' || notification.again || !isFirstTry) continue;
    const hour = new Date(wallClockMs(begunMs, SERVICE_ZONE)).getUTCHours();
    const fresh = notification.incidents.filter(({ id }) => notification.newIds.includes(id));
    const canWait = ({ level, canWait }: (typeof fresh)[number]) =>
      level === 'attention' ? hour < 8 || hour >= 20 : canWait && hour < 8;
    if (fresh.length > 0 && fresh.every(canWait))
      yield `${fresh[0]?.id} could wait, and was told at night in ${channelId}`;
  }
}

/** No owner is mentioned or asked about a quiet account of the app's own accord. */
function* remindedWhileQuiet(world: World) {
  for (const { channelId, accountIds, clockMs } of world.slack.reminded)
    for (const id of accountIds)
      if (quietWhen(world, id, channelId, { key: `remind@${clockMs}`, clockMs }).length > 0)
        yield `${id} is quiet in ${channelId}, and its owner was notified`;
}

/** About one account an owner is reminded in one channel, however many watch it. */
function* remindedTwice({ slack }: World) {
  const lastIn = new Map<string, Reminded>();
  for (const one of slack.reminded.filter(({ kind }) => kind === 'remind'))
    for (const id of one.accountIds) {
      const before = lastIn.get(id);
      const isElsewhere = before !== undefined && before.channelId !== one.channelId;
      if (isElsewhere && one.clockMs - before.clockMs < HOUR_MS)
        yield `the owner of ${id} was reminded in ${before.channelId} and in ${one.channelId}`;
      lastIn.set(id, one);
    }
}

/** During a known outage no account is reported, and no owner is reminded that one is still critical. */
function* toldWhileOut(
  { outSinceMs = Number.POSITIVE_INFINITY }: Seen,
  news: readonly Posted[],
  reminded: readonly Reminded[],
) {
  for (const { kind, clockMs } of reminded)
    if (kind === 'remind' && clockMs > outSinceMs + MAX_SKEW_MS)
      yield 'an owner was reminded during an outage of the service';
  for (const { notification, key, isLate } of news)
    if (notification.kind === 'alert' && !isLate && begunAtMs(key) > outSinceMs + MAX_SKEW_MS)
      yield 'an alert was told during an outage of the service';
}

/**
 * Soon after a downtime or an outage no alert is repeated, none begins with what can wait, and after a downtime no summary that
 * was due in it is posted: accounts are read first.
 */
function* toldBeforeRead({ faults }: World, { outUntilMs = 0 }: Seen, news: readonly Posted[]) {
  for (const { notification, key, atMs, isLate } of news) {
    const soonMs = READ_AGAIN_WITHIN_MS - MAX_SKEW_MS * 2;
    const isSoonAfter = (endMs: number) => endMs <= atMs && atMs < endMs + soonMs;
    const downtime = faults.find(({ kind, untilMs }) => kind === 'downtime' && isSoonAfter(untilMs));
    const endMs = downtime?.untilMs ?? (isSoonAfter(outUntilMs) ? outUntilMs : undefined);
    if (endMs === undefined || isLate) continue;
    if (notification.kind === 'alert' && begunAtMs(key) > endMs - MAX_SKEW_MS) {
      if (notification.again) yield 'an alert was repeated before accounts could be read again';
      const fresh = notification.rows.filter((row) => notification.newIds.includes(row.incidentId));
      if (fresh.length > 0 && fresh.every(({ level }) => level !== 'critical'))
        yield 'an account that needs attention was told before accounts could be read again';
    }
    if (downtime === undefined) continue;
    const { fromMs, untilMs } = downtime;
    if (notification.kind === 'summary' && notification.dueAtMs > fromMs && notification.dueAtMs < untilMs)
      yield 'a summary was told before accounts could be read after a downtime';
  }
}

/** No alert says in its first line that accounts are fine while one of them is not, and the service has told so. */
function* falselyFine(world: World, alerts: readonly ShownAlert[]) {
  const { nowMs, scenario, truths } = world;
  const thresholds = thresholdsOf(scenario);
  const context = {
    words,
    nowMs,
    zone: SERVICE_ZONE,
    audience: 'channel',
    rulesOf: () => ({ thresholds }),
  } as const;
  for (const { channelId, content, accountCount } of alerts) {
    const [title = ''] = textOf(alertMessage(content, { accountCount, linkTo: () => '' }, context)).split(
      '\n',
    );
    if (!title.startsWith(VERDICT_SIGN.healthy)) continue;
    for (const { accountId } of content.rows) {
      const truth = truths.get(accountId);
      if (truth === undefined) continue;
      if (quietTime(untouched(world), unhealthySince(truth, nowMs, scenario), nowMs) > TOLD_WITHIN_MS)
        yield `${channelId} reads "${title}", but ${accountId} is not`;
    }
  }
}

/** An hour after a channel has stopped to watch an account, its alert no longer shows it as open. */
function* leftOpen(world: World) {
  const { endedAtMs, nowMs, slack } = world;
  for (const [what, atMs] of endedAtMs) {
    // After an outage of Slack the next attempt may be an hour away.
    if (nowMs > atMs + DAY_MS || quietTime(untouched(world), atMs, nowMs) < HOUR_MS) continue;
    const [channelId, id] = what.split(' ');
    const alert = slack.posted.findLast((one) => one.channelId === channelId && one.first.kind === 'alert');
    if (alert?.notification.kind !== 'alert' || alert.isDeleted || alert.isFixed || alert.isLate) continue;
    if (alert.notification.rows.some((row) => row.accountId === id && row.resolvedAtMs === undefined))
      yield `${channelId} no longer watches ${id}, and its alert still shows it as open`;
  }
}

/** Checks the accounts that were read and their open incidents. */
async function* wrongRows(world: World, seen: Seen) {
  for (const id of world.touched) {
    const rows = await world.db
      .selectFrom('watched_accounts')
      .leftJoin('incidents', (join) =>
        join
          .onRef('incidents.account_id', '=', 'watched_accounts.id')
          .on('incidents.closed_at_ms', 'is', null),
      )
      .select([
        'epoch',
        'state',
        'incidents.id as incidentId',
        'incidents.level',
        'detected_at_ms',
        'can_wait',
      ])
      .where('watched_accounts.id', '=', id)
      .execute();
    const [row] = rows;
    if (row === undefined) continue;
    if (rows.length > 1) yield `${id} has ${rows.length} open incidents`;
    const { epoch, state, level, detected_at_ms: detectedAtMs, can_wait: canWait } = row;
    if (epoch < (seen.epochs.get(id) ?? 0)) yield `the epoch of ${id} went back`;
    seen.epochs.set(id, epoch);
    const readAtMs = state === null ? 0 : (JSON.parse(state) as { readAtMs: number }).readAtMs;
    if (readAtMs < (seen.readAtMs.get(id) ?? 0)) yield `the last read of ${id} went back`;
    seen.readAtMs.set(id, readAtMs);
    if (level !== 'critical' || canWait === 1 || Math.abs((detectedAtMs ?? 0) - world.nowMs) > MAX_SKEW_MS)
      continue;
    const idle = await idleChannel(world, id);
    if (idle !== undefined) yield `${row.incidentId} is new, and ${idle} is not due`;
  }
}

/** A channel that watches an account and is not due soon. One where it is quiet may be planned already, with nothing to say. */
async function idleChannel({ db, nowMs }: World, accountId: string): Promise<string | undefined> {
  const idle = await db
    .selectFrom('channels')
    .innerJoin('watches', 'watches.channel_id', 'channels.id')
    .select('channels.id')
    .where('watches.pattern', 'in', [accountId, '*'])
    .where('due_at_ms', '>', nowMs + 2 * HOUR_MS)
    .where(
      sql<boolean>`not exists (select 1 from quiet where quiet.account_id = ${accountId}
        and quiet.channel_id in ('', channels.id) and until_ms > ${nowMs})`,
    )
    .executeTakeFirst();
  return idle?.id;
}

/** Records an answer of the service, and checks that the account was read in time. */
export function noteAnswer(world: World, truth: Truth): void {
  const { nowMs, answeredAtMs, faults, scenario } = world;
  const lastMs = answeredAtMs.get(truth.accountId);
  answeredAtMs.set(truth.accountId, nowMs);
  if (truth.package === undefined && nowMs - lastBackup(truth, nowMs) < lateAfter(scenario))
    world.healthyReads += 1;
  if (lastMs === undefined || nowMs - lastMs <= readWithinMs(scenario) || scenario.readsPerSecond) return;
  const isExcused = faults.some(
    ({ fromMs, untilMs }) => fromMs <= nowMs && untilMs + SETTLED_AFTER_MS > lastMs,
  );
  if (!isExcused)
    world.broken ??= `${truth.accountId} was not read for ${Math.round((nowMs - lastMs) / MINUTE_MS)} min`;
}

/** How long an incident lasts after a backup of 40 hours ago: until the next backup is read. */
const MAX_LESS_BAD_MS = 6 * HOUR_MS;
/** Incidents are kept a little longer. */
const KEPT_AT_LEAST_MS = 34 * DAY_MS;

/** Times of stale accounts that must have been reported, each with the incident whose start is the nearest. */
function* dueTimes(world: Ended) {
  const { truths, endMs, startMs, scenario, incidents } = world;
  const staleAfterMs = staleAfter(scenario);
  const byAccount = Map.groupBy(incidents, (one) => one.account_id);
  for (const { accountId, fromMs, untilMs = endMs } of [...truths.values()].flatMap((truth) =>
    truth.package === undefined ? staleTimes(truth, staleAfterMs, endMs) : [],
  )) {
    const lateMs = fromMs - staleAfterMs + lateAfter(scenario);
    // Older incidents are deleted, and open ones whose account is no longer watched.
    if (!isWatched(world, 'C1', accountId, untilMs + MAX_LESS_BAD_MS)) continue;
    if (untilMs < endMs - KEPT_AT_LEAST_MS) continue;
    // What was bad when the watch began is not reported.
    if (lateMs < startMs + MINUTE_MS || quietTime(world, fromMs, untilMs) < TOLD_WITHIN_MS) continue;
    const [nearest] = (byAccount.get(accountId) ?? [])
      .map(({ id, started_at_ms }) => ({ id, errorMs: Math.abs(started_at_ms - lateMs) }))
      .toSorted((one, other) => one.errorMs - other.errorMs);
    yield { accountId, fromMs, untilMs, nearest };
  }
}

/** The largest difference between the start of an incident and what really happened. */
export const onsetError = (world: Ended) =>
  Math.max(0, ...[...dueTimes(world)].flatMap(({ nearest }) => nearest?.errorMs ?? []));

/** Each time in which an account was stale was reported in each of its channels, with a start exact to the minute. */
function* missedTime(world: Ended) {
  const isPosted = new Set(world.slack.posted.map(({ key }) => key));
  const told = new Map(
    world.notified
      .filter(({ key }) => isPosted.has(key))
      .map(({ channelId, key, what }) => [`${channelId} ${what}`, begunAtMs(key)] as const),
  );
  for (const { accountId, fromMs, untilMs, nearest } of dueTimes(world)) {
    const what = `${accountId} stale from ${new Date(fromMs).toISOString()}`;
    if (nearest === undefined || nearest.errorMs >= MINUTE_MS) {
      yield `no incident has the exact start: ${what}`;
      continue;
    }
    for (const channelId of Number(accountId) % 2 === 1 ? ['C1', 'C2'] : ['C1']) {
      if (!isOwed(world, accountId, channelId, fromMs, untilMs)) continue;
      const toldAtMs = told.get(`${channelId} critical ${nearest.id}`);
      if (toldAtMs === undefined) {
        yield `it was never told in ${channelId}: ${what}`;
        continue;
      }
      const quietUntilMs = Math.max(
        0,
        ...quietOf(world, accountId, channelId)
          .map((one) => one.untilMs)
          .filter((atMs) => atMs < toldAtMs && atMs > fromMs),
      );
      const isLate = quietUntilMs > 0 && toldAtMs > quietUntilMs + TOLD_WITHIN_MS;
      if (isLate && quietTime(world, quietUntilMs, toldAtMs) > TOLD_WITHIN_MS)
        yield `it was told in ${channelId} long after it was quiet: ${what}`;
    }
  }
}

/** An account whose package has ended is posted again when its backups are stale, too: it can no longer wait. */
function* untoldUrgency(world: Ended) {
  const { truths, scenario, endMs, slack } = world;
  for (const truth of truths.values()) {
    const { accountId, package: ends } = truth;
    const times = staleTimes(truth, staleAfter(scenario), endMs);
    for (const { fromMs, untilMs = endMs } of times) {
      if (ends === undefined || fromMs < ends.endedAtMs + HOUR_MS || fromMs > ends.renewedAtMs) continue;
      // Backups ran again shortly before the end, and no read may have shown it: then it could never wait.
      const before = times.findLast((one) => (one.untilMs ?? endMs) < ends.endedAtMs)?.untilMs ?? 0;
      if (before > 0 && quietTime(world, before, ends.endedAtMs) < readWithinMs(scenario)) continue;
      if (quietTime(world, fromMs, untilMs) < SETTLED_AFTER_MS) continue;
      for (const channelId of ['C1', 'C2']) {
        const isTold = slack.posted.some(
          ({ first, ...one }) =>
            first.kind === 'alert' &&
            one.channelId === channelId &&
            one.clockMs > fromMs - MAX_SKEW_MS &&
            one.clockMs < untilMs &&
            first.newIds.some((id) => accountOf(id) === accountId),
        );
        if (!isTold && isOwed(world, accountId, channelId, fromMs, untilMs))
          yield `${accountId} could no longer wait, and that was not told in ${channelId}`;
      }
    }
  }
}

/** With a few accounts one is read every five minutes, and an outage is posted 15 minutes after the first failure. */
const OUTAGE_TOLD_WITHIN_MS = 23 * MINUTE_MS;
/** After the processes restart, a tick detects the downtime and makes every channel due. */
const DOWNTIME_TOLD_WITHIN_MS = 5 * MINUTE_MS;

/** Faults of a kind that no other fault disturbs until some time after them. What people do disturbs none. */
const undisturbed = ({ faults }: World, kind: PlannedFault['kind'], byMs: (fault: PlannedFault) => number) =>
  faults.filter(
    (fault) =>
      fault.kind === kind &&
      !faults.some(
        (one) =>
          one !== fault &&
          !isPressed(one.kind) &&
          one.fromMs < byMs(fault) &&
          one.untilMs + HOUR_MS > fault.fromMs,
      ),
  );

/** Whether each channel has such a post. A single account is watched in one channel. */
const isToldEverywhere = ({ scenario, slack }: World, isIt: (message: Posted) => boolean) =>
  (scenario.accounts > 1 ? ['C1', 'C2'] : ['C1']).every((channel) =>
    slack.posted.some((message) => message.channelId === channel && isIt(message)),
  );

/** An outage is posted in every channel, with one watched account or many. */
function* untoldOutage(world: World) {
  if (!world.scenario.areFew || world.scenario.hoursADay !== undefined) return;
  const byMs = ({ fromMs }: PlannedFault) => fromMs + OUTAGE_TOLD_WITHIN_MS;
  for (const outage of undisturbed(world, 'service-out', byMs)) {
    const { fromMs, untilMs } = outage;
    const isTold = ({ notification: { kind }, atMs }: Posted) =>
      kind === 'outage' && atMs > fromMs && atMs <= byMs(outage);
    if (untilMs >= byMs(outage) && !isToldEverywhere(world, isTold))
      yield `the outage of ${new Date(fromMs).toISOString()} was not told in time`;
  }
}

/** A downtime is posted in every channel soon after its end, with its start and end. */
function* untoldDowntime(world: World) {
  const byMs = ({ untilMs }: PlannedFault) => untilMs + DOWNTIME_TOLD_WITHIN_MS;
  for (const downtime of undisturbed(world, 'downtime', byMs)) {
    const { fromMs, untilMs } = downtime;
    const isTold = ({ notification, atMs }: Posted) =>
      notification.kind === 'downtime' &&
      Math.abs(notification.fromMs - fromMs) <= MAX_TURN_MS &&
      Math.abs(notification.toMs - untilMs) <= MAX_TURN_MS &&
      atMs <= byMs(downtime);
    if (!isToldEverywhere(world, isTold))
      yield `nobody watched from ${new Date(fromMs).toISOString()}, and that was not told in time`;
  }
}

/** No account is unknown because of an outage. Account 1000 has outages of its own. */
function* falselyUnknown({ incidents }: Ended) {
  for (const { account_id: id, level } of incidents)
    if (level === 'unknown' && id !== '1000') yield `${id} was unknown, and the service knows it`;
}

async function* overdue({ db, nowMs }: World) {
  for (const table of ['watched_accounts', 'channels'] as const) {
    const dueLongAgo = db
      .selectFrom(table)
      .select('id')
      .where('due_at_ms', '<', nowMs - OVERDUE_MS);
    for (const { id } of await dueLongAgo.execute()) yield `${id} of ${table} is overdue`;
  }
}

/** A message is doubled only after a lost answer, or an interruption between a call and its record. */
function* tooManyDoubles(world: World) {
  const doubles = doublesIn(world);
  const excused = excusedIn(world);
  if (doubles > excused) yield `${doubles} doubled messages, ${excused} lost answers and interruptions`;
}

export const doublesIn = ({ slack: { posted } }: World) =>
  posted.length - new Set(posted.map(({ key }) => key)).size;

/** Nobody gets one notification right after the other, however much happens at once. */
function* tooManyAlerts({ slack }: World) {
  const last = new Map(slack.posted.map((message) => [message.key, message]));
  for (const [channelId, alerts] of Map.groupBy(last.values(), (message) => message.channelId)) {
    const times = alerts
      .filter(
        ({ notification, isLate, isDeleted, key }) =>
          (notification.kind === 'alert' || notification.kind === 'superseded') &&
          !isLate &&
          !isDeleted &&
          !key.includes('alert-after@'),
      )
      .map(({ clockMs }) => clockMs)
      .sort((one, other) => one - other);
    for (const [index, atMs] of times.entries())
      if ((times[index + 1] ?? Infinity) - atMs < ALERTS_APART_MS - MAX_SKEW_MS * 2)
        yield `two alerts within five minutes in ${channelId} at ${new Date(atMs).toISOString()}`;
  }
}

/** Reads of a healthy account per day. */
export function readsOfHealthy({ truths, healthyReads, startMs, nowMs, scenario }: World): number {
  let healthyMs = 0;
  for (const { backups, package: ends } of truths.values()) {
    if (ends !== undefined) continue;
    for (const [index, { atMs, ranAtMs }] of backups.entries()) {
      const untilMs = Math.min(backups[index + 1]?.atMs ?? nowMs, ranAtMs + lateAfter(scenario), nowMs);
      healthyMs += Math.max(0, untilMs - Math.max(atMs, startMs));
    }
  }
  return healthyReads / (healthyMs / DAY_MS);
}

function* tooManyReads(world: World) {
  const count = readsOfHealthy(world);
  if (world.scenario.hoursADay === undefined && count > readsADay(world.scenario))
    yield `an account that was all right was read ${count.toFixed(1)} times a day`;
}
