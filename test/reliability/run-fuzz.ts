import fc from 'fast-check';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import type { Person } from '../../sandbox/slack/person.ts';
import { FINE } from '../support/phrases.ts';
import { LANGUAGE } from '../support/reader.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { serviceFault } from './fuzz-service-bodies.ts';
import { sendOverHttp, sendOverSocket, slackRequest } from './fuzz-slack-requests.ts';
import { hostileText } from './fuzz-values.ts';
import { type RawSlack, startRawSlack } from './raw-slack.ts';
import { ask } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Of each of the three kinds. */
  readonly runs: number;
  /** Told of progress. */
  readonly say?: (line: string) => void;
}

export interface FuzzReport {
  readonly slackRequests: number;
  readonly serviceBodies: number;
  readonly commandTexts: number;
  /** How often something happened that should not. */
  readonly violationCount: number;
  /** The first few of each kind, with their inputs. */
  readonly violations: readonly string[];
  /** How often the bots logged each error of theirs. Defects that were caught are no violation. */
  readonly errors: Readonly<Record<string, number>>;
  /** Of each bot, after a garbage collection: once warm, and at the end. */
  readonly heapBytes: readonly (readonly [warm: number, end: number])[];
  readonly seconds: number;
}

/** A bot with a Slack of its own. */
interface Target {
  readonly slack: RawSlack;
  readonly bot: BotProcess;
  readonly people: Person[];
}

const MEMBERS = 400;
const AT_ONCE = 16;
const LONGEST_INPUT_SHOWN = 3_000;
/** Far more than a person can type; percent-encoded still below the 100 kB that are taken. */
const LONGEST_COMMAND = 8_000;
const SHOWN_OF_A_KIND = 4;
const ACCOUNTS = 200;

/** Half of everything goes to a bot on Socket Mode, half to one on signed HTTP, both at one reference service. */
export async function runFuzz({ seed, runs, say = () => undefined }: FuzzOptions): Promise<FuzzReport> {
  const startedAtMs = Date.now();
  const service = await startBackupService();
  const targets = await Promise.all([startTarget('socket', service), startTarget('http', service)]);
  const violations: string[] = [];
  let count = 0;
  const note = (what: string, input: unknown) => {
    count += 1;
    const isNew = violations.filter((one) => one.startsWith(what)).length < SHOWN_OF_A_KIND;
    if (isNew && violations.length < 20)
      violations.push(`${what}: ${JSON.stringify(input).slice(0, LONGEST_INPUT_SHOWN)}`);
  };
  const jobs = {
    'Slack requests': slackRequestJob(note),
    'service bodies': serviceBodyJob(service, note),
    'command texts': commandTextJob(note),
  };
  const warmUp = Math.ceil(runs / 5);
  let warm: number[] = [];
  let done = 0;
  try {
    for (const isWarmUp of [true, false]) {
      for (const [name, job] of Object.entries(jobs)) {
        const inputs = isWarmUp ? warmUp : runs;
        await job({ targets, count: inputs, seed: seed + (isWarmUp ? 1 : 0) });
        for (const { bot } of targets)
          if (!bot.isAlive()) note('the bot died', `${name}: ${bot.lastLines().slice(-3_000)}`);
        done += 1;
        say(`${done} of 6: ${inputs} ${name}; ${count} violations`);
      }
      if (isWarmUp) warm = await heapsOf(targets);
    }
    await stillAnswers(targets, note);
    const end = await heapsOf(targets);
    for (const { slack } of targets) for (const refusal of slack.refused) note('Slack refused', refusal);
    return {
      slackRequests: runs,
      serviceBodies: runs,
      commandTexts: runs,
      violationCount: count,
      violations,
      errors: errorsOf(targets),
      heapBytes: warm.map((bytes, index) => [bytes, end[index] ?? 0] as const),
      seconds: Math.round((Date.now() - startedAtMs) / 1000),
    };
  } finally {
    for (const { bot } of targets) bot.kill('SIGKILL');
    await Promise.all(targets.map(({ bot, slack }) => bot.ended.then(() => slack.close())));
    await service.close();
  }
}

type Service = Awaited<ReturnType<typeof startBackupService>>;
type Note = (what: string, input: unknown) => void;
type Job = (work: { targets: readonly Target[]; count: number; seed: number }) => Promise<void>;

async function startTarget(transport: 'socket' | 'http', service: Service): Promise<Target> {
  const slack = await startRawSlack({ members: MEMBERS });
  // A short budget, so that what is retried does not hold up ten thousand others.
  const env = { LOOKUP_BUDGET_SECONDS: '2', FRESH_FOR_SECONDS: '0', LOOKUPS_PER_MINUTE: '1000', LANGUAGE };
  const bot = await startBot({ slack, service, transport, env });
  if (bot.requestUrl === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(bot.requestUrl);
  return { slack, bot, people: [...slack.people] };
}

/** 0 for a bot that is dead. */
const heapsOf = (targets: readonly Target[]) =>
  Promise.all(targets.map(async ({ bot }) => (bot.isAlive() ? (await bot.memory()).heapBytes : 0)));

/** Runs `work` for each input, several at a time, on the targets in turn. */
async function forEach<Input>(
  inputs: readonly Input[],
  targets: readonly Target[],
  work: (input: Input, target: Target, index: number) => Promise<void>,
): Promise<void> {
  const queue = [...inputs.entries()];
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, input] = next;
      const target = targets[index % targets.length] as Target;
      // One that is dead was noted once, and would fail ten thousand times more.
      if (target.bot.isAlive()) await work(input, target, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const slackRequestJob =
  (note: Note): Job =>
  async ({ targets, count, seed }) => {
    const inputs = fc.sample(slackRequest, { numRuns: count, seed });
    await forEach(inputs, targets, async (input, { slack, bot }) => {
      const problem = await (bot.requestUrl === undefined
        ? sendOverSocket(input, slack)
        : sendOverHttp(input, slack, bot.requestUrl)
      ).catch((error: unknown) => `no answer: ${error}`);
      if (problem !== undefined) note(problem, input);
    });
  };

const serviceBodyJob =
  (service: Service, note: Note): Job =>
  async ({ targets, count, seed }) => {
    const inputs = fc.sample(serviceFault, { numRuns: count, seed });
    await forEach(inputs, targets, async (fault, target, index) => {
      const account = `load-${1 + (index % ACCOUNTS)}`;
      service.addFault(fault, { account, operation: 'general-info', next: 1 });
      await askAs(target, account, (problem) => note(problem, fault));
    });
    service.clearFaults();
  };

const commandTextJob =
  (note: Note): Job =>
  async ({ targets, count, seed }) => {
    const inputs = fc
      .sample(hostileText, { numRuns: count, seed })
      .map((text) => text.slice(0, LONGEST_COMMAND));
    await forEach(inputs, targets, (text, target) => askAs(target, text, (problem) => note(problem, text)));
  };

/** Each time another person, who then forgets what they read. */
async function askAs({ people }: Target, text: string, note: (problem: string) => void): Promise<void> {
  const person = people.shift();
  if (person === undefined) throw new Error('there are fewer people than commands at once');
  const line = `/backup-status ${text}`;
  const first = await ask(person, line);
  // Once may be a machine that is busy with other things; twice is the input.
  const seen = first.text.includes('operation_timeout') ? await ask(person, line) : first;
  if (seen.text === '') note('silence');
  if (seen.text.startsWith('Slack:')) note(seen.text);
  person.reload();
  people.push(person);
}

async function stillAnswers(targets: readonly Target[], note: Note): Promise<void> {
  for (const target of targets) {
    const [person] = target.people;
    if (!person || !target.bot.isAlive()) continue;
    const { text } = await ask(person, '/backup-status 1001');
    if (!text.includes(FINE)) note('an ordinary command is not answered', text);
  }
}

function errorsOf(targets: readonly Target[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { bot } of targets)
    for (const [message, count] of bot.errors) all[message] = (all[message] ?? 0) + count;
  return all;
}
