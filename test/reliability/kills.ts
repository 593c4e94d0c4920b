import { AGAIN_AFTER_MS } from '../../src/watch/plan-notification.ts';
import { readOptions } from '../support/read-options.ts';
import { createRandom } from './soak-faults.ts';
import {
  advanceWatched,
  CHANNEL,
  DOWNTIME,
  databaseOf,
  GROUP_MS,
  HOUR_MS,
  kill,
  MINUTE_MS,
  settled,
  watch,
} from './watching.ts';
import { eventually, openWorld, type World } from './world.ts';

const USAGE = `npm run kills -- [options]

Watches twenty accounts on a fast clock, kills the bot at a random moment of each round (kill -9), starts it again, and
compares what Slack has with what happened to the accounts. At the end the bot is frozen for an hour (SIGSTOP).

  --rounds N       how many kills; 200
  --seed N         of what happens, and when; 1
  --database KIND  file (default: SQLite) or postgres
`;

/** Healthy accounts of the reference service. */
const ACCOUNTS = Array.from({ length: 20 }, (_, index) => `load-${index + 1}`);
/** Below the first an account is fine, above the second it is critical. Between them this test expects nothing. */
const [SURELY_FINE_MS, SURELY_CRITICAL_MS] = [42 * HOUR_MS, 50 * HOUR_MS];
/** Between two alerts. */
const APART_MS = 6 * MINUTE_MS;
/** From the first request of a step until most of its work is done. */
const WORK_MS = 40;
/** Turns of the event loop in which a request is read and answered. */
const TURNS_TO_READ = 20;
/** A little more than the longest sleep of a ticker. */
const NAP_MS = 400;
/** Until the claims of a killed bot have expired. A step leaves a call of the new bot more time than it may take. */
const [LEASE_STEP_MS, LEASE_STEPS] = [MINUTE_MS / 2, 24];
/**
 * A message without news is a second copy if it comes while claims expire. Otherwise it repeats an alert that nobody has
 * acknowledged: half an hour after that was planned, which is before it was posted.
 */
const COPIED_WITHIN_MS = AGAIN_AFTER_MS[0] - 10 * MINUTE_MS;
const LEASE_LOOK_MS = 1_500;
const FROZEN_MS = HOUR_MS;
/** How many accounts an alert names. */
const ROWS = 10;
/** Per round and account. */
const CHANGE_CHANCE = 0.12;

/** The critical accounts in the rows of an alert. */
const criticalIn = (text: string) =>
  [...text.matchAll(/^🚨 (load-\d+)\b/gmu)].map(([, accountId = '']) => accountId);

/**
 * How many accounts an alert is about, the first ones in it: `🚨 New: load-7 · 4 others open`, `🚨 Still open: 2 accounts`.
 * The others may be news of the next alert. Without such a title, all.
 */
function countNew(text: string): number {
  const [title, count] = /(?:New|Still open): (?:(\d+) accounts)?/.exec(text) ?? [];
  return title === undefined ? Number.POSITIVE_INFINITY : Number(count ?? 1);
}

/** What really happens to accounts: their backups stop and run again. */
function createTruth(random: () => number, now: () => number) {
  const stoppedAtMs = new Map<string, number>();
  return {
    /** When the backups of an account last ran. */
    backedUpAtMs: (id: string) => stoppedAtMs.get(id) ?? now(),
    /** Identifies the present time without backups. */
    stopOf: (id: string) => `${id} since ${stoppedAtMs.get(id)}`,
    levelOf(id: string, atMs: number) {
      const ageMs = atMs - (stoppedAtMs.get(id) ?? atMs);
      if (ageMs >= SURELY_CRITICAL_MS) return 'critical';
      return ageMs < SURELY_FINE_MS ? 'fine' : 'either';
    },
    change() {
      for (const id of ACCOUNTS.filter(() => random() < CHANGE_CHANCE)) {
        if (!stoppedAtMs.delete(id)) stoppedAtMs.set(id, now());
      }
    },
  };
}

/** Compares what Slack has with what happened. */
function createWitness({ slack, clock, ada }: World, { levelOf, stopOf }: ReturnType<typeof createTruth>) {
  const figures = { kills: 0, 'became critical': 0, alerts: 0, repeated: 0, doubled: 0, 'lost answers': 0 };
  const problems: string[] = [];
  /** The `ts` of each post. */
  const posts: string[] = [];
  const seen = new WeakSet<object>();
  /** Copies that the bot does not know about. */
  const unknownCopies = new Set<string>();
  /** Times without backups: those that were reported, with the last report, and those that must be. */
  const [notified, owed] = [new Map<string, number>(), new Set<string>()];
  /** The accounts that were fine when the clock was moved by hours. Until they are read, an alert says what was read before. */
  let wasFine: ReadonlySet<string> = new Set();
  const isFine = (id: string, atMs = clock.now()) => levelOf(id, atMs) === 'fine';

  /** Collects posts since the last call that show a critical account. */
  function takePosts(): void {
    for (const record of slack.traffic) {
      if (record.kind !== 'api' || record.method !== 'chat.postMessage' || seen.has(record)) continue;
      seen.add(record);
      const { text = '', thread_ts: rootTs } = record.args as { text?: string; thread_ts?: string };
      const critical = criticalIn(text);
      const { ts } = record.result as { ts?: string };
      if (rootTs !== undefined || critical.length === 0 || ts === undefined) continue;
      const stops = critical.map(stopOf);
      const news = stops.slice(0, countNew(text)).filter((stop) => !notified.has(stop));
      const [first = ''] = stops;
      const sinceLastMs = record.atMs - (notified.get(first) ?? 0);
      const isCopy = news.length === 0 && sinceLastMs < COPIED_WITHIN_MS;
      figures.alerts += 1;
      if (news.length === 0) figures[isCopy ? 'doubled' : 'repeated'] += 1;
      if (critical.every((id) => isFine(id, record.atMs) && wasFine.has(id)))
        problems.push(`a false alarm about ${critical}`);
      // What comes after a copy is repeated as if there had been none.
      if (!isCopy) for (const stop of [first, ...news]) notified.set(stop, record.atMs);
      posts.push(ts);
    }
  }

  return {
    figures,
    problems,
    /** Called before accounts change and the clock is moved by hours. */
    noteFine(): void {
      wasFine = new Set(ACCOUNTS.filter((id) => isFine(id)));
    },
    /** What Slack has but the bot has not stored when it dies is a lost answer. `known`: what it stored. */
    noteKill(known: string): void {
      figures.kills += 1;
      takePosts();
      const newest = posts.at(-1);
      if (newest === undefined || unknownCopies.has(newest) || known.includes(newest)) return;
      unknownCopies.add(newest);
      figures['lost answers'] += 1;
    },
    /** Called once nothing is due. */
    judge(round: number): void {
      takePosts();
      const shown = new Set(
        ada
          .messages(CHANNEL)
          .filter(({ ts, threadTs }) => threadTs === undefined && !unknownCopies.has(ts))
          .flatMap(({ text }) => criticalIn(text)),
      );
      for (const id of ACCOUNTS) {
        const level = levelOf(id, clock.now());
        if (isFine(id) && shown.has(id)) problems.push(`${round}: ${id} is fine, and shown as critical`);
        if (level !== 'critical') continue;
        owed.add(stopOf(id));
        if (!notified.has(stopOf(id))) problems.push(`${round}: nobody was notified of ${id}`);
        else if (!shown.has(id) && shown.size < ROWS) problems.push(`${round}: nothing shows ${id}`);
      }
      figures['became critical'] = owed.size;
    },
  };
}

async function main(): Promise<void> {
  const { rounds, seed, database } = readOptions(USAGE, {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'file' },
  });
  const random = createRandom(Number(seed));
  const upTo = (max: number) => Math.floor(random() * max);
  let work = () => {};
  const startedAtMs = Date.now();
  const accountsAsOf = (id: string) => ({ backupsMs: truth.backedUpAtMs(id), packagesMs: startedAtMs });
  const service = { accountsAsOf, onServed: () => work() };
  const kind = database === 'postgres' ? 'own-postgres' : 'file';
  const world = await openWorld({ database: kind, service });
  const { slack, clock, ada } = world;
  const truth = createTruth(random, clock.now);
  const { figures, problems, noteFine, noteKill, judge } = createWitness(world, truth);
  slack.onChange(() => work());
  await world.startBot();
  for (let from = 0; from < ACCOUNTS.length; from += 10) await watch(world, ACCOUNTS.slice(from, from + 10));

  /** Resolves with the next request or message, or if there is none while the ticker sleeps. */
  const worked = () =>
    new Promise<void>((resolve) => {
      work = resolve;
      setTimeout(resolve, NAP_MS);
    });
  /** The local Slack may still be reading what the bot had sent: on a busy machine, the timer ends before it was read. */
  async function slackIsIdle(): Promise<void> {
    for (let newest: unknown; newest !== slack.traffic.at(-1); ) {
      newest = slack.traffic.at(-1);
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
      for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await new Promise(setImmediate);
    }
  }
  async function step(ms: number, isKilled: boolean): Promise<void> {
    const working = worked();
    await advanceWatched(world, ms);
    if (isKilled) {
      await working;
      await new Promise((resolve) => setTimeout(resolve, upTo(WORK_MS)));
      await kill(world);
      await slackIsIdle();
      noteKill(await writtenDown(world));
      const dead = await claimsOf(world);
      await world.startBot();
      await outlast(world, dead);
    }
    await settled(world);
  }

  for (let round = 1; round <= Number(rounds); round += 1) {
    noteFine();
    truth.change();
    const killedAt = upTo(3);
    for (const [index, ms] of [4 * HOUR_MS + upTo(10) * HOUR_MS, GROUP_MS, APART_MS].entries())
      await step(ms, index === killedAt);
    for (const ms of [GROUP_MS, APART_MS]) await step(ms, false);
    judge(round);
    if (round % 20 === 0) process.stdout.write(`${round}: ${JSON.stringify(figures)}\n`);
  }
  const fromMs = clock.now();
  world.bot().kill('SIGSTOP');
  clock.advance(FROZEN_MS);
  world.bot().kill('SIGCONT');
  await world.bot().memory();
  const isShown = () =>
    ada
      .messages(CHANNEL)
      .some(({ ts, text }) => Number(ts) * 1_000 > fromMs && new RegExp(DOWNTIME, 'u').test(text));
  if (!(await eventually(isShown))) problems.push('the frozen hour was not said');
  if (figures.doubled > figures['lost answers'])
    problems.push('more messages were doubled than answers lost');
  console.table(figures);
  for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
  await world.close();
}

/** The claims that are under way. */
async function claimsOf(world: World): Promise<readonly string[]> {
  const db = await databaseOf(world);
  const claims: string[] = [];
  for (const table of ['watched_accounts', 'channels'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'epoch'])
      .where('started_attempts', '>', 0)
      .execute();
    claims.push(...rows.map(({ id, epoch }) => `${table} ${id} ${epoch}`));
  }
  return claims;
}

/** Moves the clock until the claims of the killed bot have expired, but not while the new one works: its own would, too. */
async function outlast(world: World, dead: readonly string[]): Promise<void> {
  const claims = () => claimsOf(world).catch(() => dead);
  const areOver = async () => (await claims()).every((claim) => !dead.includes(claim));
  const isIdle = async () => (await claims()).every((claim) => dead.includes(claim));
  for (let left = LEASE_STEPS; left > 0 && !(await eventually(areOver, LEASE_LOOK_MS)); left -= 1) {
    await eventually(isIdle);
    await advanceWatched(world, LEASE_STEP_MS);
  }
}

/** What the database has about the bot's messages. */
async function writtenDown(world: World): Promise<string> {
  const db = await databaseOf(world);
  const rows = await db.selectFrom('channels').select('posted').execute();
  return rows.map(({ posted }) => posted ?? '').join('\n');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
await main();
