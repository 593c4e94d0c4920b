import type { Told } from '../../src/domain/watch/next-call.ts';
import { MINUTE_MS } from './scenario.ts';
import type { Posted } from './simulated-slack.ts';
import { LATE_MS, STALE_MS, staleTimes } from './truth.ts';
import type { World } from './world.ts';

/** What earlier steps left behind. */
export interface Seen {
  readonly epochs: Map<string, number>;
  readonly readAtMs: Map<string, number>;
}

const APART_MS = 1_000;
/** Processes, service and Slack may need as long after a fault until all is as if it had not been. */
const SETTLED_AFTER_MS = 30 * MINUTE_MS;
const TOLD_WITHIN_MS = 5 * MINUTE_MS;

/** What holds after each step of one process. Returns the first thing that does not. */
export async function checkStep(world: World, seen: Seen): Promise<string | undefined> {
  const { db, slack } = world;
  const accounts = await db.selectFrom('watched_accounts').select(['id', 'epoch', 'state']).execute();
  for (const { id, epoch, state } of accounts) {
    if (epoch < (seen.epochs.get(id) ?? 0)) return `the epoch of ${id} went back`;
    seen.epochs.set(id, epoch);
    const readAtMs = state === null ? 0 : (JSON.parse(state) as { readAtMs: number }).readAtMs;
    if (readAtMs < (seen.readAtMs.get(id) ?? 0)) return `the last read of ${id} went back`;
    seen.readAtMs.set(id, readAtMs);
  }
  for (const [channelId, calls] of slack.callsAtMs) {
    const [last, before] = [calls.at(-1), calls.at(-2)];
    if (last !== undefined && before !== undefined && last - before < APART_MS) {
      return `two calls for ${channelId} are ${last - before} ms apart`;
    }
  }
  const source = await db.selectFrom('watch_source').select('record').executeTakeFirst();
  const outage =
    source && (JSON.parse(source.record) as { outage?: { sinceMs: number; overAtMs?: number } }).outage;
  const newest = slack.posted.at(-1);
  if (newest?.told.kind === 'alert' && outage !== undefined && outage.overAtMs === undefined) {
    if (newest.atMs > outage.sinceMs + SETTLED_AFTER_MS)
      return 'an alert was told during an outage of the service';
  }
  return undefined;
}

type AlertRow = Extract<Told, { kind: 'alert' }>['rows'][number];
const rowsOf = (told: Told): readonly AlertRow[] => (told.kind === 'alert' ? told.rows : []);
const accountOf = ({ incidentId }: AlertRow) => incidentId.slice(0, incidentId.indexOf('@'));

/** What holds when a day has passed without faults. */
export async function checkEnd(world: World): Promise<string | undefined> {
  return (
    (await missedTime(world)) ?? (await leftBehind(world)) ?? orphanRecovery(world) ?? tooManyDoubles(world)
  );
}

/** Every time in which an account was stale was told, and its start is exact to the minute. */
async function missedTime(world: World): Promise<string | undefined> {
  const { truths, slack, endMs, startMs, db } = world;
  const incidents = await db.selectFrom('incidents').selectAll().execute();
  for (const { accountId, fromMs, untilMs = endMs } of truths.flatMap((truth) => staleTimes(truth, endMs))) {
    // A watch begins with a silent baseline.
    if (fromMs - STALE_MS + LATE_MS < startMs + MINUTE_MS) continue;
    const quietMs = quietTime(world, fromMs, untilMs);
    if (quietMs < TOLD_WITHIN_MS) continue;
    const what = `${accountId} stale from ${new Date(fromMs).toISOString()}`;
    const incident = incidents.find(
      (one) =>
        one.account_id === accountId &&
        Math.abs(one.started_at_ms - (fromMs - STALE_MS + LATE_MS)) < MINUTE_MS,
    );
    if (incident === undefined) return `no incident has the exact start: ${what}`;
    const isTold = slack.posted.some(({ said }) =>
      said.some(({ told }) =>
        rowsOf(told).some((row) => row.incidentId === incident.id && row.level === 'critical'),
      ),
    );
    if (!isTold) return `it was never told: ${what}`;
  }
  return undefined;
}

/** How much of a time lay far enough from every fault, its last stretch. */
function quietTime({ faults }: World, fromMs: number, untilMs: number): number {
  const overlapping = faults.filter(
    (fault) => fault.fromMs < untilMs && fault.untilMs + SETTLED_AFTER_MS > fromMs,
  );
  const quietFromMs = Math.max(fromMs, ...overlapping.map((fault) => fault.untilMs + SETTLED_AFTER_MS));
  return untilMs - quietFromMs;
}

/** Nothing is overdue or half done, and every alert says how its accounts are now. */
async function leftBehind({ db, nowMs, slack }: World): Promise<string | undefined> {
  for (const table of ['watched_accounts', 'channels'] as const) {
    const overdue = await db
      .selectFrom(table)
      .select('id')
      .where('due_at_ms', '<', nowMs - 20 * MINUTE_MS)
      .executeTakeFirst();
    if (overdue !== undefined) return `${overdue.id} of ${table} is overdue`;
  }
  const sending = await db.selectFrom('messages').select('id').where('ts', 'is', null).executeTakeFirst();
  if (sending !== undefined) return `${sending.id} is left in sending`;
  const known = await db.selectFrom('messages').select('ts').execute();
  const incidents = await db.selectFrom('incidents').selectAll().execute();
  for (const message of slack.posted.filter(
    ({ ts, isDeleted }) => !isDeleted && known.some((one) => one.ts === ts),
  )) {
    for (const row of rowsOf(message.told)) {
      const incident = incidents.find(({ id }) => id === row.incidentId);
      const isOpen = incident?.closed_at_ms === null;
      if (isOpen !== (row.resolvedAtMs === undefined) && row.ended === undefined) {
        return `a message says that ${accountOf(row)} is ${isOpen ? 'fine' : 'not fine'}`;
      }
    }
  }
  return undefined;
}

/** A recovery is told in the thread of an alert that named the account, and once. */
function orphanRecovery({ slack, interruptions }: World): string | undefined {
  let twice = 0;
  for (const message of slack.posted) {
    const told = new Set<string>();
    for (const { before, told: after } of message.replies) {
      const named = recoveriesIn(after).filter((id) => !recoveriesIn(before).includes(id));
      for (const id of named) {
        if (!wasNamed(message, id)) return `the recovery of ${id} has no alert`;
        if (told.has(id)) twice += 1;
        told.add(id);
      }
    }
  }
  const excused = slack.lostAnswers + interruptions;
  return twice > excused ? `${twice} recoveries were told twice` : undefined;
}

const recoveriesIn = (told: Told) =>
  rowsOf(told)
    .filter(({ isRecoveryTold }) => isRecoveryTold)
    .map(({ incidentId }) => incidentId);

const wasNamed = ({ said }: Posted, incidentId: string) =>
  said.some(({ told }) =>
    rowsOf(told).some((row) => row.incidentId === incidentId && row.resolvedAtMs === undefined),
  );

/** More than once only after an answer was lost, or a process between a call and its record. */
function tooManyDoubles({ slack, interruptions }: World): string | undefined {
  const doubles = slack.posted.length - new Set(slack.posted.map(({ key }) => key)).size;
  const excused = slack.lostAnswers + interruptions;
  return doubles > excused
    ? `${doubles} doubled messages, ${excused} lost answers and interruptions`
    : undefined;
}
