import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { readManifest } from '../../sandbox/read-manifest.ts';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { type LocalSlack, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { EARLIER_ANSWER, NOT_FOUND, UNCHECKED } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import type { MemoryReport } from './inside-bot.ts';
import { createRandom, nextSlackFault, spoilService } from './soak-faults.ts';
import { ask } from './world.ts';

export interface SoakOptions {
  readonly seconds: number;
  /** Commands a second, half of them to each bot. */
  readonly rate: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

export interface BotFigures {
  readonly transport: Transport;
  readonly commands: number;
  readonly answered: number;
  /** From an earlier answer, under its banner. */
  readonly answeredEarlier: number;
  /** A clear failure in the bot's words. */
  readonly failures: number;
  /** Slack's own word that the app did not answer in time, or was not there. */
  readonly slackSaid: number;
  readonly silent: number;
  /** To the last word, in ms. */
  readonly median: number;
  readonly slowest: number;
  /** Once warm, and then regularly; the last with nothing under way. */
  readonly memory: readonly MemoryReport[];
  readonly errors: Readonly<Record<string, number>>;
  readonly isAlive: boolean;
}

export interface SoakReport {
  readonly seconds: number;
  readonly bots: readonly BotFigures[];
}

/** A bot with a Slack of its own, and what came of its commands. */
interface Side {
  readonly transport: Transport;
  readonly slack: LocalSlack;
  readonly bot: BotProcess;
  readonly idle: Person[];
  readonly waits: number[];
  readonly counts: {
    answered: number;
    answeredEarlier: number;
    failures: number;
    slackSaid: number;
    silent: number;
  };
  readonly memory: MemoryReport[];
}

/** Enough that each asks far less than thirty times a minute, and that some may wait twenty seconds. */
const MEMBERS = 700;
const FAULTS_CHANGE_MS = 5_000;
const SAMPLES = 10;
/** Of the whole time; caches and compiled code are there by then. */
const WARM_AFTER = 0.15;

/** Two bots, one on each transport, at one reference service; faults at both ends change every five seconds. */
export async function runSoak({
  seconds,
  rate,
  seed,
  say = () => undefined,
}: SoakOptions): Promise<SoakReport> {
  const service = await startBackupService();
  const sides = await Promise.all(
    (['socket', 'http'] as const).map((transport) => startSide(transport, service)),
  );
  // Separate, so that the faults do not depend on how many commands were sent before each.
  const [random, randomCommand] = [createRandom(seed), createRandom(seed + 1)];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const upset = setInterval(() => {
    spoilService(service, random);
    for (const { slack } of sides) nextSlackFault(slack, random);
  }, FAULTS_CHANGE_MS);
  const sampling = setInterval(
    () => {
      if (elapsedMs() < WARM_AFTER * seconds * 1000) return;
      for (const side of sides) void sample(side);
      say(progress(sides, elapsedMs()));
    },
    (seconds * 1000) / SAMPLES,
  );
  try {
    for (let sent = 0; sent < seconds * rate; ) {
      // By the clock, so that a late timer does not lower the rate.
      const due = Math.min((elapsedMs() / 1000) * rate, seconds * rate);
      for (; sent < due; sent += 1) {
        const work = askOnce(sides[sent % 2] as Side, randomCommand);
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    clearInterval(upset);
    clearInterval(sampling);
    await Promise.all(underWay);
    await settle(sides);
    for (const side of sides) await sample(side);
    return { seconds: Math.round(elapsedMs() / 1000), bots: sides.map(figuresOf) };
  } finally {
    clearInterval(upset);
    clearInterval(sampling);
    for (const { bot } of sides) bot.kill('SIGKILL');
    await Promise.all(sides.map(({ bot, slack }) => bot.ended.then(() => slack.close())));
    await service.close();
  }
}

async function startSide(
  transport: Transport,
  service: Awaited<ReturnType<typeof startBackupService>>,
): Promise<Side> {
  const slack = await startLocalSlack({
    scopes: readManifest().scopes,
    extraMembers: MEMBERS,
    locale: 'en-GB',
    disconnectNoticeMs: 3_000,
  });
  const bot = await startBot({ slack, service, transport });
  if (bot.requestUrl === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(bot.requestUrl);
  const idle = Array.from({ length: MEMBERS }, (_, index) => slack.person(`member-${index + 1}`));
  const counts = { answered: 0, answeredEarlier: 0, failures: 0, slackSaid: 0, silent: 0 };
  return { transport, slack, bot, idle, waits: [], counts, memory: [] };
}

const FAILURES = [UNCHECKED, NOT_FOUND, words.command.defect];

/** One command by somebody who waits for nothing else. */
async function askOnce(side: Side, random: () => number): Promise<void> {
  const { idle, counts, waits } = side;
  const person = idle.shift();
  if (person === undefined) throw new Error('everybody waits: more people are needed for this rate');
  const { text, afterMs } = await ask(person, commandFrom(random));
  waits.push(Math.round(afterMs));
  if (text === '') counts.silent += 1;
  else if (text.startsWith('Slack:')) counts.slackSaid += 1;
  else if (text.includes(EARLIER_ANSWER)) counts.answeredEarlier += 1;
  else if (FAILURES.some((failure) => text.includes(failure))) counts.failures += 1;
  else counts.answered += 1;
  person.reload();
  idle.push(person);
}

/** Mostly one account of two hundred; now and then several, help, or nonsense. */
function commandFrom(random: () => number): string {
  const account = () => `load-${1 + Math.floor(random() * 200)}`;
  const kind = random();
  if (kind < 0.85) return `/backup-status ${account()}`;
  if (kind < 0.95) return `/backup-status ${account()} ${account()} ${account()}`;
  return kind < 0.98 ? '/backup-status help' : '/backup-status no-such-account';
}

async function sample({ bot, memory }: Side): Promise<void> {
  if (bot.isAlive()) memory.push(await bot.memory());
}

/** Lets kept-alive connections and their timers come to rest, so that what is counted at the end is what stays. */
async function settle(sides: readonly Side[]): Promise<void> {
  for (const { slack } of sides) slack.clearFaults();
  await new Promise((resolve) => setTimeout(resolve, 6_000));
}

function figuresOf({ transport, bot, waits, counts, memory }: Side): BotFigures {
  const sorted = waits.toSorted((one, other) => one - other);
  return {
    transport,
    commands: waits.length,
    ...counts,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    slowest: sorted.at(-1) ?? 0,
    memory,
    errors: Object.fromEntries(bot.errors),
    isAlive: bot.isAlive(),
  };
}

function progress(sides: readonly Side[], elapsedMs: number): string {
  const parts = sides.map(({ transport, waits, idle, counts, memory }) => {
    const heap = ((memory.at(-1)?.heapBytes ?? 0) / 1e6).toFixed(1);
    return `${transport} ${waits.length} done, ${MEMBERS - idle.length} waiting, ${counts.silent} silent, heap ${heap} MB`;
  });
  return `${Math.round(elapsedMs / 1000)} s: ${parts.join('; ')}`;
}
