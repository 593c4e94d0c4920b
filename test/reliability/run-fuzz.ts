import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { FINE } from '../support/phrases.ts';
import { LANGUAGE } from '../support/reader.ts';
import { startBot } from './bot-process.ts';
import { jobsWith, type Note, type Service, type Target } from './fuzz-jobs.ts';
import { startRawSlack } from './raw-slack.ts';
import { ask } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Inputs of each kind. */
  readonly runs: number;
  /** The longest allowed block of the event loop by one input, in milliseconds of processor time. Absent: any. */
  readonly allowedStopMs?: number;
  /** Gets lines about the progress. */
  readonly say?: (line: string) => void;
}

export type FuzzReport = Awaited<ReturnType<typeof runFuzz>>;

const MEMBERS = 400;
const LONGEST_INPUT_SHOWN = 3_000;
const SHOWN_OF_A_KIND = 4;

/**
 * Half of everything goes to a bot on Socket Mode, half to one on signed HTTP, both at one reference service. `longestStopMs`:
 * for how long one input stopped the event loop at most, in processor time. `violations`: the first few of each kind, with
 * their inputs. `errors`: how often the bots logged each; defects that were caught are no violation. `heapBytes`: of each bot
 * after a garbage collection, once warm and at the end.
 */
export async function runFuzz({
  seed,
  runs,
  allowedStopMs = Number.POSITIVE_INFINITY,
  say = () => undefined,
}: FuzzOptions) {
  const startedAtMs = Date.now();
  const service = await startBackupService();
  const targets = await Promise.all([startTarget('socket', service), startTarget('http', service)]);
  const violations: string[] = [];
  let violationCount = 0;
  const note = (what: string, input: unknown) => {
    violationCount += 1;
    const isNew = violations.filter((one) => one.startsWith(what)).length < SHOWN_OF_A_KIND;
    if (isNew && violations.length < 20)
      violations.push(`${what}: ${JSON.stringify(input).slice(0, LONGEST_INPUT_SHOWN)}`);
  };
  const jobs = jobsWith(note, service);
  const inputs: Record<string, number> = {};
  const warmUp = Math.ceil(runs / 5);
  let warm: number[] = [];
  let done = 0;
  let longestStopMs = 0;
  try {
    for (const isWarmUp of [true, false]) {
      for (const [name, job] of Object.entries(jobs)) {
        const count = isWarmUp ? warmUp : runs;
        const stopMs = await job.run({ targets, count, seed: seed + (isWarmUp ? 1 : 0), allowedStopMs });
        longestStopMs = Math.max(longestStopMs, stopMs);
        inputs[name] = count;
        for (const { bot } of targets)
          if (!bot.isAlive()) note('the bot died', `${name}: ${bot.lastLines().slice(-3_000)}`);
        done += 1;
        say(
          `${done} of ${2 * Object.keys(jobs).length}: ${inputs[name]} ${name}; ${violationCount} violations`,
        );
      }
      if (isWarmUp) warm = await heapsOf(targets);
    }
    await stillAnswers(targets, note);
    const end = await heapsOf(targets);
    for (const { slack } of targets) for (const refusal of slack.refused) note('Slack refused', refusal);
    return {
      inputs,
      longestStopMs,
      violationCount,
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

async function startTarget(transport: 'socket' | 'http', service: Service): Promise<Target> {
  const slack = await startRawSlack({ members: MEMBERS });
  // A short budget, so that retries do not delay ten thousand other inputs.
  const limits = JSON.stringify({ budgetMs: 1_800, freshForMs: 0 });
  const env = { BOT_LOOKUP_LIMITS: limits, LANGUAGE };
  const bot = await startBot({ slack, service, transport, env });
  if (bot.requestUrl === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(bot.requestUrl);
  return { slack, bot, people: [...slack.people] };
}

/** 0 for a dead bot. */
const heapsOf = (targets: readonly Target[]) =>
  Promise.all(targets.map(async ({ bot }) => (bot.isAlive() ? (await bot.memory()).heapBytes : 0)));

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
