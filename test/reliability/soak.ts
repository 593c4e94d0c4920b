import { EARLIER_ANSWER, NOT_FOUND, UNCHECKED } from '../support/phrases.ts';
import { readOptions } from '../support/read-options.ts';
import { words } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import type { MemoryReport } from './inside-bot.ts';
import { createRandom, nextSlackFault, spoilServices } from './soak-faults.ts';
import { ask, openWorld } from './world.ts';
import { writeSection } from './write-section.ts';

const SEED = 20_261_121;
const MINUTES = 10;
const RATE = 50;
/** The longest time for a command: the budget of twenty seconds, and what a busy machine adds. */
const LONGEST_MS = 21_500;
/** Enough people that each asks far less than thirty times a minute and some may wait twenty seconds. */
const MEMBERS = 700;
const FAULTS_CHANGE_MS = 5_000;
/** Of progress. */
const LINES = 10;
/** As a share of the whole time. After it, caches are full and code is compiled. */
const WARM_AFTER = 0.2;
/** Lets kept-alive connections and their timers end, so that only what remains is counted. */
const REST_MS = 6_000;
const USAGE = `npm run soak -- [options]

  --minutes N   ${MINUTES}; docs/reliability.md is written with that many or more
  --rate N      commands a second; ${RATE}
  --seed N      of the faults; ${SEED}
`;

type Side = Awaited<ReturnType<typeof startSide>>;

/**
 * Two bots, one per transport. Their faults change every five seconds. Prints the result; exits with 1 when a command got no
 * answer or took too long, or when memory or handles grew.
 */
async function main(): Promise<void> {
  const options = readOptions(USAGE, {
    minutes: { type: 'string', default: String(MINUTES) },
    rate: { type: 'string', default: String(RATE) },
    seed: { type: 'string', default: String(SEED) },
  });
  const [minutes, rate, seed] = [Number(options.minutes), Number(options.rate), Number(options.seed)];
  const seconds = 60 * minutes;
  const sides = await Promise.all([startSide('socket'), startSide('http')]);
  // Separate, so that faults do not depend on the number of commands sent before.
  const [random, randomCommand] = [createRandom(seed), createRandom(seed + 1)];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const upset = setInterval(() => {
    spoilServices(
      sides.map(({ world }) => world.service),
      random,
    );
    for (const { world } of sides) nextSlackFault(world.slack, random);
  }, FAULTS_CHANGE_MS);
  const warm = setTimeout(() => void measure(sides, 'warm'), WARM_AFTER * seconds * 1_000);
  const telling = setInterval(
    () => process.stdout.write(`${Math.round(elapsedMs() / 1_000)} s: ${sides.map(progress).join('; ')}\n`),
    (seconds * 1_000) / LINES,
  );
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
  for (const timer of [upset, warm, telling]) clearInterval(timer);
  await Promise.all(underWay);
  for (const { world } of sides) world.slack.clearFaults();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  await measure(sides, 'end');
  const text = figures(sides, Math.round(elapsedMs() / 1000), rate);
  process.stdout.write(`${text}\n`);
  for (const { transport, bot } of sides)
    process.stdout.write(`${transport}: ${JSON.stringify(Object.fromEntries(bot.errors))}\n`);
  const problems = sides.flatMap(problemsOf);
  for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
  if (minutes >= MINUTES) writeSection('reliability.md', 'soak', text);
  process.exitCode = problems.length > 0 ? 1 : 0;
  await Promise.all(sides.map(({ world }) => world.close()));
}

/** A bot and what is around it, with the results of its commands. */
async function startSide(transport: Transport) {
  const slack = { extraMembers: MEMBERS, disconnectNoticeMs: 3_000 };
  const world = await openWorld({ transport, slack });
  const bot = await world.startBot();
  const idle = Array.from({ length: MEMBERS }, (_, index) => world.slack.person(`member-${index + 1}`));
  const counts = { answered: 0, answeredEarlier: 0, failures: 0, slackSaid: 0, silent: 0 };
  /** Until the last message, in milliseconds. */
  const waits: number[] = [];
  /** After warming up, and at the end with nothing under way. */
  const memory: { warm?: MemoryReport; end?: MemoryReport } = {};
  return { transport, world, bot, idle, counts, waits, memory };
}

const FAILURES = [UNCHECKED, NOT_FOUND, words.command.defect];

/** One command by an idle person. */
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

/** Mostly one of two hundred accounts; sometimes several, help, or nonsense. */
function commandFrom(random: () => number): string {
  const account = () => `load-${1 + Math.floor(random() * 200)}`;
  const kind = random();
  if (kind < 0.85) return `/backup-status ${account()}`;
  if (kind < 0.95) return `/backup-status ${account()} ${account()} ${account()}`;
  return kind < 0.98 ? '/backup-status help' : '/backup-status no-such-account';
}

async function measure(sides: readonly Side[], when: 'warm' | 'end'): Promise<void> {
  for (const { bot, memory } of sides) if (bot.isAlive()) memory[when] = await bot.memory();
}

const progress = ({ transport, waits, idle, counts }: Side) =>
  `${transport} ${waits.length} done, ${MEMBERS - idle.length} waiting, ${counts.silent} silent`;

const handles = ({ resources }: MemoryReport) =>
  Object.values(resources).reduce((sum, count) => sum + count, 0);
const growth = ({ memory: { warm, end } }: Side) => (end?.heapBytes ?? 0) / (warm?.heapBytes ?? 1) - 1;

function problemsOf(side: Side): string[] {
  const { transport, bot, counts, waits } = side;
  const { warm, end } = side.memory;
  const slowest = Math.max(...waits);
  return [
    ...(bot.isAlive() ? [] : ['the bot died']),
    ...(counts.silent > 0 ? [`${counts.silent} commands were met with silence`] : []),
    ...(slowest > LONGEST_MS ? [`the slowest took ${slowest} ms`] : []),
    ...(growth(side) > 0.2 ? [`the heap grew by ${Math.round(growth(side) * 100)} %`] : []),
    ...(warm && end && handles(end) > handles(warm) + 10
      ? [`handles grew: ${JSON.stringify(warm.resources)} → ${JSON.stringify(end.resources)}`]
      : []),
  ].map((problem) => `${transport}: ${problem}`);
}

function figures(sides: readonly Side[], seconds: number, rate: number): string {
  const row = (label: string, value: (side: Side) => string | number) =>
    `| ${label} | ${sides.map(value).join(' | ')} |`;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const warmToEnd = (label: string, what: (report: MemoryReport) => string | number) =>
    row(label, ({ memory: { warm, end } }) => (warm && end ? `${what(warm)} → ${what(end)}` : 'none'));
  const share = (label: string, name: keyof Side['counts']) =>
    row(label, ({ counts, waits }) => {
      const percent = (100 * counts[name]) / Math.max(1, waits.length);
      return `${counts[name]} (${percent.toFixed(1)} %)`;
    });
  const wait = ({ waits }: Side) => {
    const sorted = waits.toSorted((one, other) => one - other);
    return `${sorted[Math.floor(sorted.length / 2)]} ms, ${(Number(sorted.at(-1)) / 1000).toFixed(1)} s`;
  };
  return [
    `${seconds} s at ${rate} commands a second, half of them by each transport; faults changed every 5 s.`,
    '',
    `| Figure | ${sides.map(({ transport }) => (transport === 'socket' ? 'Socket Mode' : 'Signed HTTP')).join(' | ')} |`,
    '| --- | --- | --- |',
    row('Commands', ({ waits }) => waits.length),
    share('Answered', 'answered'),
    share('Answered with an earlier answer', 'answeredEarlier'),
    share('Clear failure', 'failures'),
    share('Slack’s own error', 'slackSaid'),
    row('Silence', ({ counts }) => counts.silent),
    row('Median, slowest', wait),
    warmToEnd('Heap after garbage collection, warm → end', ({ heapBytes }) => megabytes(heapBytes)),
    warmToEnd('Resident memory, warm → end', ({ rssBytes }) => megabytes(rssBytes)),
    warmToEnd('Open handles, warm → end', handles),
  ].join('\n');
}

await main();
