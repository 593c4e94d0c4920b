import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { createAccountListStore } from '../../src/store/account-list-store.ts';
import { createDatabase, openDatabase } from '../../src/store/database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { StoreError } from '../../src/store/store-error.ts';
import type { Tables } from '../../src/store/tables.ts';
import { createWatchStore } from '../../src/store/watch/engine.ts';
import { createWatchList } from '../../src/store/watch/watch-list.ts';
import { isGoingOn } from '../../src/watch/outage.ts';
import type { SummarySchedule } from '../../src/watch/schedule.ts';
import { MAX_WATCHES } from '../../src/watch/watch-list.ts';
import { createHoldPoints, type PassedPoint } from './hold-points.ts';
import { checkEnd, checkStep, createSeen, doublesIn, onsetError, readsOfHealthy } from './invariants.ts';
import { press, pressWhileHeld, releaseAsked, UNLISTED } from './presses.ts';
import { accountOf } from './quiet-times.ts';
import { HOUR_MS, hashOf, isPressed, MINUTE_MS, type PointFault, type Scenario } from './scenario.ts';
import { createStartProcess, type SimulatedProcess } from './simulated-process.ts';
import type { Posted } from './simulated-slack.ts';
import { AT_NIGHT, ON_WEEKDAYS } from './summaries.ts';
import { thresholdsOf } from './truth.ts';
import { active, createWorld, type Ended, START_MS, type World } from './world.ts';

/** #oncall is notified of what is critical in all accounts; the other channel of everything in every second account. */
const ONCALL = 'C1';
const OTHERS = 'C2';
/** A process has to store its ticks even when nothing is due. */
const TURN_EVERY_MS = 13 * MINUTE_MS;
const LOG = pino({ level: 'silent' });

export type Run = Awaited<ReturnType<typeof runScenario>>;

/** Plays a scenario in an empty database, then a day without faults. The seed determines everything. */
export async function runScenario(scenario: Scenario, databaseUrl = 'sqlite::memory:') {
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase(address, LOG);
  try {
    return await play(createWorld(scenario, db));
  } finally {
    await db.destroy();
  }
}

/** The other channel exceeds the limit of watches, as 1.x allowed. */
async function watchMore(db: Kysely<Tables>, patterns: readonly string[]): Promise<void> {
  const first = await db
    .selectFrom('watches')
    .selectAll()
    .where('channel_id', '=', OTHERS)
    .executeTakeFirst();
  const rows = patterns.flatMap((pattern) => (first === undefined ? [] : [{ ...first, pattern }]));
  if (rows.length > 0) await db.insertInto('watches').values(rows).execute();
}

async function play(world: World) {
  const { scenario, slack } = world;
  const database = createDatabase(world.db, () => world.nowMs);
  const store = createWatchStore(database);
  const accountList = createAccountListStore(database);
  const watches = { ...createWatchList(database), retire: accountList.retire };
  const rules = { thresholds: thresholdsOf(scenario), exceptions: {} };
  const trace: string[] = [];
  const happened: Record<string, number> = {};
  const calls = new Set<string>();
  const waiting: PointFault[] = [];
  const points = createHoldPoints(scenario, waiting);
  const note = (who: string, what: string) =>
    trace.push(`${new Date(world.nowMs).toISOString().slice(0, 19)} ${who} ${what}`);

  const accountIds = [...world.truths.keys()];
  const watch = async (
    channelId: string,
    patterns: readonly string[],
    minLevel: 'critical' | 'attention',
    summary: SummarySchedule,
  ) => {
    await watches.add({
      channelId,
      person: { teamId: 'T1', userId: 'U1' },
      patterns,
      options: {
        minLevel,
        zone: 'Africa/Casablanca',
        createdAtMs: START_MS,
        targets: channelId === ONCALL ? ['pagerduty'] : [],
      },
    });
    // Set by the conversation itself, so that nobody is notified.
    await watches.setSummary(channelId, channelId, summary);
  };
  await accountList.add(accountIds.filter((id) => !UNLISTED.includes(id)).map((id) => ({ id })));
  await watch(ONCALL, ['*'], 'critical', AT_NIGHT);
  const odd = accountIds.filter((id) => Number(id) % 2 === 1);
  // With a single account nothing is left for the other channel.
  if (odd.length > 0) await watch(OTHERS, odd.slice(0, MAX_WATCHES), 'attention', ON_WEEKDAYS);
  await watchMore(world.db, odd.slice(MAX_WATCHES));
  await store.makeAllDue(START_MS);

  const startProcess = createStartProcess({ world, store, points, rules, calls, note });
  let processes = Array.from({ length: scenario.processes }, startProcess);
  const todo = [...world.faults];
  const seen = createSeen();
  const untilMs = world.endMs + (scenario.quietHours ?? 24) * HOUR_MS;
  let broken: string | undefined;
  let readAtMs = 0;

  /** What is due next, and whether an outage is known. */
  async function look() {
    const { outage, nextReadAtMs } = await store.readSource();
    const dueAtMs = await (scenario.areFew ? store.nextReadAtMs() : store.nextDueAtMs('watched_accounts'));
    return {
      accountAtMs: Math.max(dueAtMs, nextReadAtMs),
      channelAtMs: await store.nextDueAtMs('channels'),
      isOut: isGoingOn(outage),
    };
  }
  let now = await look();
  const dueTimes: PassedPoint[] = [];
  /** A tick of one process; notes its hold points if anything happened. */
  async function turn(process: SimulatedProcess, work: () => Promise<unknown>): Promise<void> {
    const lines = trace.length;
    points.ofTurn = [];
    await process.held.run(() => untilDone(process, work));
    now = await look();
    if (trace.length > lines) dueTimes.push(...points.ofTurn);
    await check();
    if (slack.heldIn === undefined && slack.question === undefined) return;
    // Only now, because the check compares what was posted with what is stored.
    if (slack.heldIn !== undefined) await pressWhileHeld(world, watches);
    await releaseAsked(world, watches);
    now = await look();
  }
  /** As the ticker does: the next tick comes while the lease is still valid. */
  async function untilDone(process: SimulatedProcess, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      note(process.name, error.message);
      await untilDone(process, work);
    }
  }
  const check = async () => {
    broken ??= world.broken ?? (await checkStep(world, seen, now.isOut));
    if (processes.every(({ held }) => !held.isParked())) world.touched.clear();
  };
  const isAbsent = () => active(world, 'downtime');

  while (world.nowMs < untilMs && broken === undefined) {
    for (; todo[0] !== undefined && todo[0].fromMs <= world.nowMs; todo.shift()) {
      const { kind } = todo[0];
      happened[kind] = (happened[kind] ?? 0) + 1;
      note('world', kind);
      if (kind === 'crash' || kind === 'hold' || kind === 'database-away') waiting.push(kind);
      else if (kind === 'answer-lost' || kind === 'held') slack.next = kind;
      else if (kind === 'alert-held') slack.holdsAlert = true;
      else if (isPressed(kind)) {
        await press(world, todo[0], watches);
        for (const process of processes) process.isWoken = true;
        now = await look();
      }
      if (kind === 'downtime') processes = [];
    }
    slack.isOut = active(world, 'slack-out');
    const isStart = !isAbsent() && processes.length === 0;
    // The first read may fail, so that the first calls come before it.
    const notifiesFirst = isStart && hashOf(scenario.seed, 'notifies first', world.nowMs) < 0.5;
    if (isStart) {
      processes = Array.from({ length: scenario.processes }, startProcess);
    }
    const order = processes.toSorted(
      (one, other) =>
        hashOf(scenario.seed, one.name, world.nowMs) - hashOf(scenario.seed, other.name, world.nowMs),
    );
    for (const process of order) {
      if (process.held.isParked()) {
        if (process.heldUntilMs > world.nowMs) continue;
        note(process.name, 'goes on');
        slack.isLate = true;
        await process.held.release();
        now = await look();
        slack.isLate = false;
        await check();
      }
      if (notifiesFirst) await turn(process, process.notify);
      if (process.isGone || process.held.isParked()) continue;
      const isQuiet = world.nowMs - readAtMs < TURN_EVERY_MS;
      const reads = now.accountAtMs <= world.nowMs || !isQuiet;
      if (reads) {
        readAtMs = world.nowMs;
        await turn(process, process.read);
      }
      if (process.isGone || process.held.isParked() || broken !== undefined) continue;
      if (!process.isWoken && now.channelAtMs > world.nowMs && isQuiet) continue;
      process.isWoken = false;
      await turn(process, process.notify);
    }
    processes = processes.map((process) =>
      process.isGone && process.heldUntilMs <= world.nowMs ? startProcess() : process,
    );
    world.nowMs = nextDueAtMs(world, [
      now.accountAtMs,
      now.channelAtMs,
      todo[0]?.fromMs ?? Number.POSITIVE_INFINITY,
      readAtMs + TURN_EVERY_MS,
    ]);
  }
  const incidents = await world.db.selectFrom('incidents').selectAll().execute();
  const ended = { ...world, incidents };
  broken ??= await checkEnd(ended);
  const recorded = { faults: happened, dueTimes, calls: [...calls], points: [...points.names] };
  return {
    /** The first violated invariant. Absent: none. */
    broken,
    /** What happened, one line per event, oldest first: time, process, event. */
    trace,
    figures: { ...figuresOf(ended), ...recorded },
  };
}

/** The results of a run in numbers. */
function figuresOf(world: Ended) {
  const { slack, incidents } = world;
  const sum = (of: (message: Posted) => number) =>
    slack.posted.reduce((total, message) => total + of(message), 0);
  const starts = new Map(incidents.map((one) => [one.id, one.started_at_ms]));
  const tells = world.notified.map(({ channelId, what }) => {
    const [level, incidentId = ''] = what.split(' ');
    return `${channelId} ${accountOf(incidentId)} ${level} since ${starts.get(incidentId)}`;
  });
  return {
    readsOfHealthy: readsOfHealthy(world),
    onsetErrorMs: onsetError(world),
    posts: slack.posted.length,
    edits: sum(({ edits }) => edits),
    replies: sum(({ replies }) => replies.length),
    doubles: doublesIn(world),
    lostAnswers: slack.lostAnswers,
    /** Where alerts were posted. */
    alertsIn: slack.posted
      .filter(({ notification: { kind } }) => kind === 'alert')
      .map((one) => one.channelId),
    /** What was reported about which account, where and since when; each once. */
    tells: [...new Set(tells)].sort(),
  };
}

/** The first of these times, rounded up to a whole step, and later than now. */
function nextDueAtMs({ nowMs, scenario: { stepSeconds = 60 } }: World, times: readonly number[]): number {
  const stepMs = stepSeconds * 1_000;
  return Math.max(nowMs + stepMs, Math.ceil(Math.min(...times) / stepMs) * stepMs);
}
