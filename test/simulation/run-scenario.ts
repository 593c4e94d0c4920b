import { pino } from 'pino';
import type { Account } from '../../src/domain/account.ts';
import { createGuardedDatabase } from '../../src/store/create-guarded-database.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { createWatchList } from '../../src/store/watch/create-watch-list.ts';
import { createWatchStore } from '../../src/store/watch/create-watch-store.ts';
import { createWatch, type Watch } from '../../src/watch/create-watch.ts';
import type { ReadForWatch } from '../../src/watch/ports.ts';
import { THRESHOLDS } from '../domain/accounts.ts';
import { createHeldProcess, createHoldPoints, type HeldProcess } from './hold-points.ts';
import {
  accountOf,
  checkEnd,
  checkStep,
  noteAnswer,
  onsetError,
  readsOfHealthy,
  rowsOf,
  type Seen,
} from './invariants.ts';
import { DAY_MS, dayOf, HOUR_MS, hashOf, MINUTE_MS, planFaults, type Scenario } from './scenario.ts';
import { createSimulatedSlack } from './simulated-slack.ts';
import { lastBackup, lateAfter, staleAfter, truthOf } from './truth.ts';
import { active, type World } from './world.ts';

/** A Monday. Both changes of clocks lie within eight weeks of it in Casablanca. */
const START_MS = Date.UTC(2026, 1, 2);
/** #oncall is told what is urgent of all accounts; the other one everything of every second account. */
const ONCALL = 'C1';
const OTHERS = 'C2';
const HELD_MS = 90_000;
/** Somebody has to note that they watch, though nothing is due. */
const TURN_EVERY_MS = 13 * MINUTE_MS;
const LOG = pino({ level: 'silent' });

export interface Run {
  /** The first broken invariant; absent: none. */
  readonly broken?: string;
  /** What happened, a line each, oldest first: time, process, act. */
  readonly trace: readonly string[];
  readonly figures: Figures;
}

export interface Figures {
  readonly readsPerAccountAndDay: number;
  /** The same of the time in which accounts were all right. */
  readonly readsOfHealthy: number;
  /** The largest difference between the start of an alert and what really happened. */
  readonly onsetErrorMs: number;
  /** When alerts were posted, and where. */
  readonly alerts: readonly { readonly channelId: string; readonly atMs: number }[];
  /** What was told of which account, where and since when; each once. */
  readonly tells: readonly string[];
  readonly posts: number;
  readonly edits: number;
  readonly replies: number;
  readonly doubles: number;
  readonly lostAnswers: number;
  /** Moments at which a crash or a hold was possible. */
  readonly holdPoints: number;
  /** Those of turns in which something was noticed or told. */
  readonly momentous: readonly number[];
  /** What Slack was asked for, of what, and how it answered. */
  readonly calls: readonly string[];
  /** The names of the hold points that were passed. */
  readonly points: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
}

/** Plays a scenario in an empty database, then a day without faults. Everything in it is decided by the seed. */
export async function runScenario(scenario: Scenario, databaseUrl = 'sqlite::memory:'): Promise<Run> {
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase({ address, migrations: MIGRATIONS, log: LOG });
  const world: World = {
    scenario,
    truths: new Map(
      Array.from({ length: scenario.accounts }, (_, index) => {
        const truth = truthOf(scenario, index, START_MS);
        return [truth.accountId, truth] as const;
      }),
    ),
    faults: planFaults(scenario, START_MS),
    slack: createSimulatedSlack(() => world.nowMs),
    db,
    startMs: START_MS,
    endMs: START_MS + scenario.days * dayOf(scenario),
    reads: { healthy: 0, all: 0 },
    answeredAtMs: new Map(),
    touched: new Set(),
    interruptions: 0,
    nowMs: START_MS,
  };
  try {
    return await play(world);
  } finally {
    await db.destroy();
  }
}

async function play(world: World): Promise<Run> {
  const { scenario, slack } = world;
  const database = createGuardedDatabase(world.db);
  const store = createWatchStore({ database });
  const watches = createWatchList({ database, now: () => world.nowMs });
  const hours = (ms: number) => ({ ...THRESHOLDS.late, value: ms / HOUR_MS, unit: 'hour' as const });
  const limits = { late: hours(lateAfter(scenario)), stale: hours(staleAfter(scenario)) };
  const terms = { thresholds: { ...THRESHOLDS, ...limits }, exceptions: {} };
  const trace: string[] = [];
  const happened: Record<string, number> = {};
  const calls = new Set<string>();
  const waiting: ('crash' | 'hold')[] = [];
  const points = createHoldPoints(scenario.seed, scenario.at, waiting);
  const note = (who: string, what: string) =>
    trace.push(`${new Date(world.nowMs).toISOString().slice(0, 19)} ${who} ${what}`);

  const accountIds = [...world.truths.keys()];
  const watch = (channelId: string, ids: readonly string[], tellOf: 'critical' | 'attention') =>
    watches.add({
      channelId,
      person: { teamId: 'T1', userId: 'U1' },
      accountIds: ids,
      terms: { tellOf, zone: 'Africa/Casablanca', createdAtMs: START_MS },
      baseline: new Map(),
    });
  await watch(ONCALL, accountIds, 'critical');
  await watch(
    OTHERS,
    accountIds.filter((id) => Number(id) % 2 === 1),
    'attention',
  );

  const noted = (inner: typeof store, name: string): typeof store => ({
    ...inner,
    commitReading(claim, step, nowMs) {
      const { event } = step;
      if (event) note(name, `reads ${claim.accountId}: ${event.from}, now ${event.to}`);
      return inner.commitReading(claim, step, nowMs);
    },
  });

  interface Process {
    readonly name: string;
    readonly watch: Watch;
    readonly held: HeldProcess;
    heldUntilMs: number;
    isGone: boolean;
  }
  let started = 0;
  function startProcess(): Process {
    started += 1;
    const name = `p${started}`;
    const held = createHeldProcess(
      points,
      () => {
        note(name, 'crashes');
        world.interruptions += 1;
        process.isGone = true;
        process.heldUntilMs = world.nowMs + HELD_MS;
      },
      () => {
        note(name, 'stands still');
        world.interruptions += 1;
        process.heldUntilMs = world.nowMs + HELD_MS;
      },
    );
    const ports = held.wrap({ readAccount: readerOf(world), callSlack: slack.call }, 'ports');
    const watch = createWatch({
      store: held.wrap(noted(store, name), 'store'),
      readAccount: ports.readAccount,
      callSlack: async (call) => {
        note(name, `${call.kind} ${JSON.stringify(call.told)}`);
        const answer = await ports.callSlack(call);
        note(name, `Slack: ${answer.kind}`);
        calls.add(`${call.kind} ${call.told.kind}`).add(answer.kind);
        return answer;
      },
      termsOf: () => terms,
      reads: { atOnce: 1, perSecond: scenario.readsPerSecond ?? 10_000 },
      chance: (purpose, ...key) => hashOf(scenario.seed, purpose, ...key),
      now: () => world.nowMs,
      log: LOG,
    });
    const process: Process = { name, watch, held, heldUntilMs: 0, isGone: false };
    return process;
  }

  let processes = Array.from({ length: scenario.processes }, startProcess);
  const todo = [...world.faults];
  const seen: Seen = { epochs: new Map(), readAtMs: new Map(), posted: 0, isOut: false };
  const untilMs = world.endMs + (scenario.quietHours ?? 24) * HOUR_MS;
  let broken: string | undefined;
  let readAtMs = 0;

  const momentous: number[] = [];
  /** A turn of a process, and whether anything came of it. */
  async function turn(process: Process, work: () => Promise<unknown>): Promise<void> {
    const [passed, lines] = [points.passed, trace.length];
    await process.held.run(work);
    if (trace.length > lines) {
      for (let point = passed + 1; point <= points.passed; point += 1) momentous.push(point);
    }
    await check();
  }
  const check = async () => {
    broken ??= world.broken ?? (await checkStep(world, seen));
    if (processes.every(({ held }) => !held.isParked)) world.touched.clear();
  };
  const isAbsent = () => active(world, 'absence');

  while (world.nowMs < untilMs && broken === undefined) {
    for (; todo[0] !== undefined && todo[0].fromMs <= world.nowMs; todo.shift()) {
      const { kind } = todo[0];
      happened[kind] = (happened[kind] ?? 0) + 1;
      note('world', kind);
      if (kind === 'crash' || kind === 'hold') waiting.push(kind);
      else if (kind === 'answer-lost' || kind === 'held') slack.next = kind;
      else if (kind === 'taken' || kind === 'deleted') await press(world, kind, watches);
      else if (kind === 'absence') processes = [];
    }
    slack.isOut = active(world, 'slack-out');
    if (!isAbsent() && processes.length === 0) {
      processes = Array.from({ length: scenario.processes }, startProcess);
    }
    const order = processes.toSorted(
      (one, other) =>
        hashOf(scenario.seed, one.name, world.nowMs) - hashOf(scenario.seed, other.name, world.nowMs),
    );
    for (const process of order) {
      if (process.held.isParked) {
        if (process.heldUntilMs > world.nowMs) continue;
        note(process.name, 'goes on');
        slack.isLate = true;
        await process.held.release();
        slack.isLate = false;
        await check();
      }
      if (process.isGone || process.held.isParked) continue;
      const due = await store.nextDueAtMs();
      const isDue = (atMs: number | undefined) => atMs !== undefined && atMs <= world.nowMs;
      const isQuiet = world.nowMs - readAtMs < TURN_EVERY_MS;
      if (isDue(due.accountAtMs) || !isQuiet) {
        readAtMs = world.nowMs;
        await turn(process, process.watch.read);
      }
      if (process.isGone || process.held.isParked || broken !== undefined) continue;
      if (!isDue((await store.nextDueAtMs()).channelAtMs)) continue;
      await turn(process, process.watch.tell);
    }
    processes = processes.map((process) =>
      process.isGone && process.heldUntilMs <= world.nowMs ? startProcess() : process,
    );
    world.nowMs = await nextMoment(world, store, todo[0]?.fromMs, readAtMs + TURN_EVERY_MS);
  }
  broken ??= await checkEnd(world);
  const incidents = await world.db.selectFrom('incidents').selectAll().execute();
  const starts = new Map(incidents.map((one) => [one.id, one.started_at_ms]));
  const tells = slack.posted.flatMap(({ channelId, said }) =>
    said.flatMap((one) =>
      rowsOf(one.told).map(
        (row) => `${channelId} ${accountOf(row)} ${row.level} since ${starts.get(row.incidentId)}`,
      ),
    ),
  );
  const told = slack.posted.flatMap(({ said, replies }) => ({ said, replies }));
  return {
    ...(broken !== undefined && { broken }),
    trace,
    figures: {
      readsPerAccountAndDay: world.reads.all / scenario.accounts / ((world.nowMs - world.startMs) / DAY_MS),
      readsOfHealthy: readsOfHealthy(world),
      onsetErrorMs: onsetError(world, incidents),
      posts: slack.posted.length,
      edits: told.reduce((sum, { said }) => sum + said.length - 1, 0),
      replies: told.reduce((sum, { replies }) => sum + replies.length, 0),
      doubles: slack.posted.length - new Set(slack.posted.map(({ key }) => key)).size,
      alerts: slack.posted
        .filter(({ told: { kind } }) => kind === 'alert')
        .map(({ channelId, atMs }) => ({ channelId, atMs })),
      tells: [...new Set(tells)].sort(),
      lostAnswers: slack.lostAnswers,
      holdPoints: points.passed,
      momentous,
      calls: [...calls],
      points: [...points.seen.keys()],
      faults: happened,
    },
  };
}

/** The service, as a function of what really happens. */
const readerOf =
  (world: World): ReadForWatch =>
  async (accountId) => {
    world.touched.add(accountId);
    world.reads.all += 1;
    const truth = world.truths.get(accountId);
    if (truth === undefined) return { kind: 'not-found' };
    if (active(world, 'service-out')) return { kind: 'failed', isSure: world.scenario.seed % 2 === 0 };
    if (accountId === '1000' && active(world, 'account-out')) return { kind: 'failed', isSure: false };
    noteAnswer(world, truth);
    const last = { kind: 'at', atMs: lastBackup(truth, world.nowMs), precision: 'second' } as const;
    const account: Account = {
      id: accountId,
      zone: { id: 'Europe/Istanbul', assumedFrom: 'setting' },
      status: { kind: 'offline', sent: 'çevrimdışı' },
      database: last,
      folders: last,
      sent: {},
    };
    return { kind: 'found', account };
  };

/** Somebody does something with the newest alert. */
async function press(
  { slack }: World,
  kind: 'taken' | 'deleted',
  watches: ReturnType<typeof createWatchList>,
): Promise<void> {
  const alert = slack.posted.findLast(({ told, isDeleted }) => told.kind === 'alert' && !isDeleted);
  if (alert === undefined) return;
  if (kind === 'deleted') alert.isDeleted = true;
  else await watches.take({ channelId: alert.channelId, ts: alert.ts }, 'U2');
}

/** The next moment at which something is due, a process goes on, or a fault begins; in whole seconds. */
async function nextMoment(
  world: World,
  store: ReturnType<typeof createWatchStore>,
  faultAtMs: number | undefined,
  turnAtMs: number,
): Promise<number> {
  const { accountAtMs, channelAtMs } = await store.nextDueAtMs();
  const { nowMs } = world;
  const moments = [accountAtMs, channelAtMs, faultAtMs, turnAtMs].filter((atMs) => atMs !== undefined);
  const stepMs = (world.scenario.stepSeconds ?? 60) * 1_000;
  const nextMs = Math.min(...moments);
  return Math.max(nowMs + stepMs, Math.ceil(nextMs / stepMs) * stepMs);
}
