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
import { checkEnd, checkStep, type Seen } from './invariants.ts';
import { DAY_MS, hashOf, MINUTE_MS, planFaults, type Scenario } from './scenario.ts';
import { createSimulatedSlack } from './simulated-slack.ts';
import { lastBackup, truthOf } from './truth.ts';
import { active, type World } from './world.ts';

/** A Monday. Both changes of clocks lie within eight weeks of it in Casablanca. */
const START_MS = Date.UTC(2026, 1, 2);
const CHANNEL = 'C1';
const HELD_MS = 90_000;
/** A run that goes on without getting anywhere is a fault of its own. */
const TURN_EVERY_MS = 10 * MINUTE_MS;
const LOG = pino({ level: 'silent' });
const TERMS = { thresholds: THRESHOLDS, exceptions: {} };

export interface Run {
  /** The first broken invariant; absent: none. */
  readonly broken?: string;
  /** What happened, a line each, oldest first: time, process, act. */
  readonly trace: readonly string[];
  readonly figures: Figures;
}

export interface Figures {
  readonly readsPerAccountAndDay: number;
  readonly posts: number;
  readonly edits: number;
  readonly replies: number;
  readonly doubles: number;
  readonly lostAnswers: number;
  /** Moments at which a crash or a hold was possible. */
  readonly holdPoints: number;
  /** The names of those that were passed. */
  readonly points: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
}

/** Plays a scenario in an empty database, then a day without faults. Everything in it is decided by the seed. */
export async function runScenario(scenario: Scenario, databaseUrl = 'sqlite::memory:'): Promise<Run> {
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase({ address, migrations: MIGRATIONS, log: LOG });
  const world: World = {
    scenario,
    truths: Array.from({ length: scenario.accounts }, (_, index) => truthOf(scenario, index, START_MS)),
    faults: planFaults(scenario, START_MS),
    slack: createSimulatedSlack(() => world.nowMs),
    db,
    startMs: START_MS,
    endMs: START_MS + scenario.days * DAY_MS,
    reads: new Map(),
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
  const trace: string[] = [];
  const happened: Record<string, number> = {};
  const waiting: ('crash' | 'hold')[] = [];
  const points = createHoldPoints(scenario.seed, scenario.at, waiting);
  const note = (who: string, what: string) =>
    trace.push(`${new Date(world.nowMs).toISOString().slice(0, 19)} ${who} ${what}`);

  await watches.add({
    channelId: CHANNEL,
    person: { teamId: 'T1', userId: 'U1' },
    accountIds: world.truths.map(({ accountId }) => accountId),
    terms: { tellOf: 'critical', zone: 'Africa/Casablanca', createdAtMs: START_MS },
    baseline: new Map(),
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
      },
      () => {
        note(name, 'stands still');
        world.interruptions += 1;
        process.heldUntilMs = world.nowMs + HELD_MS;
      },
    );
    const ports = held.wrap({ readAccount: readerOf(world), callSlack: slack.call }, 'ports');
    const watch = createWatch({
      store: held.wrap(store, 'store'),
      readAccount: ports.readAccount,
      callSlack: async (call) => {
        note(name, `${call.kind} ${JSON.stringify(call.told)}`);
        const answer = await ports.callSlack(call);
        note(name, `Slack: ${answer.kind}`);
        return answer;
      },
      termsOf: () => TERMS,
      reads: { atOnce: 1, perSecond: 10_000 },
      chance: (purpose, ...key) => hashOf(scenario.seed, purpose, ...key),
      now: () => world.nowMs,
      log: LOG,
    });
    const process: Process = { name, watch, held, heldUntilMs: 0, isGone: false };
    return process;
  }

  let processes = Array.from({ length: scenario.processes }, startProcess);
  const todo = [...world.faults];
  const seen: Seen = { epochs: new Map(), readAtMs: new Map() };
  const untilMs = world.endMs + DAY_MS;
  let broken: string | undefined;

  const check = async () => {
    broken ??= await checkStep(world, seen);
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
        await process.held.release();
        await check();
      }
      for (const turn of [process.watch.read, process.watch.tell]) {
        if (process.isGone || process.held.isParked || broken !== undefined) break;
        await process.held.run(turn);
        await check();
      }
    }
    processes = processes.map((process) => (process.isGone ? startProcess() : process));
    world.nowMs = await nextMoment(world, store, todo[0]?.fromMs);
  }
  broken ??= await checkEnd(world);
  const told = slack.posted.flatMap(({ said, replies }) => ({ said, replies }));
  return {
    ...(broken !== undefined && { broken }),
    trace,
    figures: {
      readsPerAccountAndDay:
        [...world.reads.values()].reduce((sum, count) => sum + count, 0) /
        scenario.accounts /
        (scenario.days + 1),
      posts: slack.posted.length,
      edits: told.reduce((sum, { said }) => sum + said.length - 1, 0),
      replies: told.reduce((sum, { replies }) => sum + replies.length, 0),
      doubles: slack.posted.length - new Set(slack.posted.map(({ key }) => key)).size,
      lostAnswers: slack.lostAnswers,
      holdPoints: points.passed,
      points: [...points.seen.keys()],
      faults: happened,
    },
  };
}

/** The service, as a function of what really happens. */
const readerOf =
  (world: World): ReadForWatch =>
  async (accountId) => {
    world.reads.set(accountId, (world.reads.get(accountId) ?? 0) + 1);
    const truth = world.truths.find((one) => one.accountId === accountId);
    if (truth === undefined) return { kind: 'not-found' };
    const isOut = active(world, 'service-out') || (accountId === '1000' && active(world, 'account-out'));
    if (isOut) return { kind: 'failed', isSure: false };
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
): Promise<number> {
  const { accountAtMs, channelAtMs } = await store.nextDueAtMs();
  const { nowMs } = world;
  const moments = [accountAtMs, channelAtMs, faultAtMs].filter((atMs) => atMs !== undefined && atMs > nowMs);
  const nextMs = Math.min(nowMs + TURN_EVERY_MS, ...(moments as number[]));
  return Math.max(nowMs + 1_000, Math.ceil(nextMs / 1_000) * 1_000);
}
