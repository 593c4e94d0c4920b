import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { FINE } from '../support/phrases.ts';
import { jobsWith, type Note, startTarget, type Target } from './fuzz-jobs.ts';
import { ask } from './world.ts';

export type FuzzReport = Awaited<ReturnType<typeof runFuzz>>;

const LONGEST_INPUT_SHOWN = 3_000;
const SHOWN_OF_A_KIND = 4;

/**
 * Half of everything goes to a bot on Socket Mode, half to one on signed HTTP, both at one reference service. `runs`: inputs of
 * each kind. `allowedStopMs`: for how long one input may block the event loop, in processor time; by default any.
 */
export async function runFuzz(options: {
  readonly seed: number;
  readonly runs: number;
  readonly allowedStopMs?: number;
}) {
  const { seed, runs, allowedStopMs = Number.POSITIVE_INFINITY } = options;
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
  let longestStopMs = 0;
  async function runJobs(count: number, jobSeed: number): Promise<void> {
    for (const [name, run] of Object.entries(jobs)) {
      longestStopMs = Math.max(longestStopMs, await run({ targets, count, seed: jobSeed, allowedStopMs }));
      for (const { bot } of targets)
        if (!bot.isAlive()) note('the bot died', `${name}: ${bot.lastLines().slice(-3_000)}`);
      process.stdout.write(`${count} ${name}: ${violationCount} violations so far\n`);
    }
  }
  try {
    await runJobs(Math.ceil(runs / 5), seed + 1);
    const warm = await heapsOf(targets);
    await runJobs(runs, seed);
    await stillAnswers(targets, note);
    const end = await heapsOf(targets);
    for (const { slack } of targets) for (const refusal of slack.refused) note('Slack refused', refusal);
    return {
      kinds: Object.keys(jobs),
      /** For how long one input stopped an event loop at most, in processor time. */
      longestStopMs,
      violationCount,
      /** The first few of each kind, with their inputs. */
      violations,
      /** How often the bots logged each. Defects that were caught are no violation. */
      errors: targets.map(({ bot }) => Object.fromEntries(bot.errors)),
      /** Of each bot after a garbage collection, once warm and at the end. */
      heapBytes: warm.map((bytes, index) => [bytes, end[index] ?? 0] as const),
      seconds: Math.round((Date.now() - startedAtMs) / 1000),
    };
  } finally {
    for (const { bot } of targets) bot.kill('SIGKILL');
    await Promise.all(targets.map(({ bot, slack }) => bot.ended.then(slack.close)));
    await service.close();
  }
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
