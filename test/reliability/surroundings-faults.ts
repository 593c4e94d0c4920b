import { type FaultRow, LIVE, lookUp } from './fault-row.ts';
import { UNANSWERED } from './stream.ts';
import { ask, eventually, type Seen, type World } from './world.ts';

/** Twenty commands of forty people write more lines than the pipe to a reader holds. */
const COMMANDS_EACH = 20;
const PEOPLE = 40;
const ENDS_WITHIN_MS = 3_000;

/** Fills the pipe of the log. */
async function fillLog({ slack, bot }: World): Promise<void> {
  bot().stopReadingLog();
  const people = Array.from({ length: PEOPLE }, (_, index) => slack.person(`member-${index + 1}`));
  await Promise.all(
    people.map(async (person, number) => {
      for (let command = 0; command < COMMANDS_EACH; command += 1)
        await ask(person, `/backup-status load-${number}`);
    }),
  );
}

/** What was read, or silence if the process does not end. */
async function thenStopped(world: World, seen: Seen): Promise<Seen> {
  const bot = world.bot();
  bot.kill('SIGTERM');
  const hasEnded = await eventually(() => (bot.isAlive() ? undefined : true), ENDS_WITHIN_MS);
  return hasEnded ? seen : { text: '', afterMs: ENDS_WITHIN_MS };
}

/** A person keeps asking on kept-alive connections. The process still ends once the first command is answered. */
async function askWhileStopping(world: World): Promise<Seen> {
  const { bora, service } = world;
  const before = service.counts.generalInfos;
  const asked = lookUp(world);
  await eventually(() => (service.counts.generalInfos > before ? true : undefined));
  world.bot().kill('SIGTERM');
  let isRefused = false;
  const asking = (async () => {
    while (world.bot().isAlive()) {
      const { text } = await ask(bora, '/backup-status 1002');
      isRefused ||= text.startsWith('Slack:');
    }
  })();
  const seen = await thenStopped(world, await asked);
  world.bot().kill('SIGKILL');
  await asking;
  return isRefused ? { ...seen, lost: UNANSWERED } : seen;
}

/** Faults around the process: the reader of its log, its supervisor. */
export const surroundingsFaults: readonly FaultRow[] = [
  {
    fault: 'the reader of the log stops reading; then SIGTERM',
    given: `after ${COMMANDS_EACH * PEOPLE} commands`,
    world: { env: { LOG_LEVEL: 'debug' } },
    setUp: fillLog,
    act: async (world) => thenStopped(world, await lookUp(world)),
    reads: LIVE,
  },
  {
    fault: 'SIGTERM, and commands that go on coming on a connection that Slack has kept',
    given: 'signed HTTP, a look-up under way',
    world: { transport: 'http', service: { latencyMs: 1_200 } },
    setUp: ({ bora }) => ask(bora, '/backup-status 1002'),
    act: askWhileStopping,
    reads: LIVE,
    lost: UNANSWERED,
  },
];
