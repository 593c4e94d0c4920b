import { once } from 'node:events';
import { connect } from 'node:net';
import { type FaultRow, LIVE, lookUp } from './fault-row.ts';
import { ask, eventually, type Seen, type World } from './world.ts';

/** What may be lost with a process: Slack shows the person its own error. */
const UNANSWERED = 'the command that the dead process had: Slack says so';
const REFUSED = 'that one command: Slack says so';
/** What is lost with a command whose answer was announced. */
const ANNOUNCED = 'the answer after the pending note';

/** Slow enough that a command is under way for a while, but without a pending note. */
const UNDER_WAY = { service: { latencyMs: 1_200 } };
/** Slow enough that the answer follows a pending note. */
const ANNOUNCES = { service: { latencyMs: 2_600 } };
const REPLICAS = { database: 'postgres' } as const;
const TRANSPORTS = [
  ['socket', 'Socket Mode'],
  ['http', 'signed HTTP'],
] as const;

/** Twenty commands of forty people write more lines than the pipe to a reader holds. */
const COMMANDS_EACH = 20;
const PEOPLE = 40;

/** Flow tests cover Slack's calls, sockets and token. These faults need a process or many senders. */
export const deliveryFaults: readonly FaultRow[] = [
  ...TRANSPORTS.map(
    ([transport, given]): FaultRow => ({
      fault: 'the bot freezes for four seconds, so that its ack is late',
      given,
      world: { transport },
      act: freeze,
      reads: /operation_timeout/,
      lost: REFUSED,
    }),
  ),
  {
    fault: '1,000 connections of strangers, each kept open after an unsigned request',
    given: 'signed HTTP',
    world: { transport: 'http' },
    setUp: crowd,
    reads: LIVE,
  },
];

/** Faults of a process, of one of two, and of what is around it: the reader of its log, its supervisor. */
export const processFaults: readonly FaultRow[] = [
  ...TRANSPORTS.map(
    ([transport, name]): FaultRow => ({
      fault: `kill -9, ${name}`,
      given: 'a look-up under way',
      world: { ...UNDER_WAY, transport },
      act: killAsked,
      reads: /Slack: .*(operation_timeout|dispatch_failed)/,
      lost: UNANSWERED,
    }),
  ),
  {
    fault: 'kill -9',
    given: 'the answer was announced (“still working”)',
    world: ANNOUNCES,
    act: killAnnounced,
    reads: /Still working/,
    lost: ANNOUNCED,
  },
  {
    fault: 'a new release: a second process starts, the first gets SIGTERM',
    given: 'under load, Socket Mode',
    world: REPLICAS,
    act: (world) =>
      stream(world, async () => {
        const first = world.bot();
        await world.startBot();
        first.kill('SIGTERM');
        await first.ended;
      }),
    reads: LIVE,
    // A WebSocket drops what arrives after its close frame.
    lost: UNANSWERED,
  },
  {
    fault: 'two replicas on one PostgreSQL, one gets SIGTERM',
    given: 'under load, Socket Mode',
    world: REPLICAS,
    setUp: (world) => world.startBot(),
    act: (world) =>
      stream(world, async () => {
        world.bot().kill('SIGTERM');
        await world.bot().ended;
      }),
    reads: LIVE,
    lost: UNANSWERED,
  },
  {
    fault: 'two replicas on one PostgreSQL, one killed with kill -9',
    given: 'a look-up at each under way',
    world: { ...REPLICAS, ...UNDER_WAY },
    setUp: (world) => world.startBot(),
    act: killOneOfTwo,
    reads: LIVE,
    lost: UNANSWERED,
  },
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
    world: { ...UNDER_WAY, transport: 'http' },
    setUp: ({ bora }) => ask(bora, '/backup-status 1002'),
    act: askWhileStopping,
    reads: LIVE,
    lost: UNANSWERED,
  },
];

/** The next command after the stall must be answered; otherwise the row counts as silence. */
async function freeze(world: World): Promise<Seen> {
  const bot = world.bot();
  bot.kill('SIGSTOP');
  const asked = lookUp(world);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  bot.kill('SIGCONT');
  const late = await asked;
  const next = await ask(world.bora, '/backup-status 1001');
  return LIVE.test(next.text) ? { ...late, lost: REFUSED } : next;
}

/** Resolves when every request has been answered or refused. No sender hangs up by itself. */
async function crowd({ bot, atEnd }: World): Promise<void> {
  const { hostname, port, pathname } = new URL(bot().requestUrl ?? '');
  const body = 'ssl_check=1';
  const request = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const strangers = Array.from({ length: 1_000 }, () => connect(Number(port), hostname));
  atEnd(() => {
    for (const stranger of strangers) stranger.destroy();
  });
  await Promise.all(
    strangers.map(async (stranger) => {
      stranger.on('error', () => undefined);
      stranger.write(request);
      await Promise.race([once(stranger, 'data'), once(stranger, 'close')]);
    }),
  );
}

/** Resolves when the service has been asked once more than `before`. */
const untilAsked = ({ service }: World, before = 0) => eventually(() => service.counts.generalInfos > before);

/** Kills the bot while the look-up is under way. */
async function killAsked(world: World): Promise<Seen> {
  const asked = lookUp(world);
  await untilAsked(world);
  world.bot().kill('SIGKILL');
  return { ...(await asked), lost: UNANSWERED };
}

/** No answer can follow, so the note is the last thing that they read. A second request is answered. */
async function killAnnounced(world: World): Promise<Seen> {
  const startedAt = performance.now();
  void lookUp(world).catch(() => undefined);
  const note = await eventually(() =>
    world.ada.messages().find(({ text }) => text.includes('Still working')),
  );
  const afterMs = performance.now() - startedAt;
  const dead = world.bot();
  dead.kill('SIGKILL');
  await dead.ended;
  await world.startBot();
  const next = await ask(world.bora, '/backup-status 1001');
  if (!LIVE.test(next.text)) return next;
  return { text: note?.text ?? '', afterMs, lost: ANNOUNCED };
}

/** Some commands reach the dead replica. The others, and the next one, are answered. */
async function killOneOfTwo(world: World): Promise<Seen> {
  const people = [1, 2, 3, 4, 5, 6].map((number) => world.slack.person(`member-${number}`));
  const asked = people.map((person, number) => ask(person, `/backup-status load-${number}`));
  await untilAsked(world);
  world.bot().kill('SIGKILL');
  return judge(await Promise.all(asked), await lookUp(world));
}

const PAUSE_MS = 150;

/** Four people send commands one after another while `disturb` runs, and one more afterwards. */
async function stream(world: World, disturb: () => Promise<unknown>): Promise<Seen> {
  const seen: Seen[] = [];
  let isOver = false;
  const streaming = [1, 2, 3, 4].map(async (number) => {
    const person = world.slack.person(`member-${number}`);
    while (!isOver) {
      seen.push(await ask(person, `/backup-status load-${number}`));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  await disturb();
  isOver = true;
  await Promise.all(streaming);
  return judge(seen, await lookUp(world));
}

/** The last command, with the result of the others: one without an answer makes the whole row silent. */
function judge(seen: readonly Seen[], last: Seen): Seen {
  const silent = seen.filter(({ text }) => text === '');
  if (silent.length > 0) return { text: '', afterMs: 0, lost: `${silent.length} commands without a word` };
  return seen.some(({ text }) => text.startsWith('Slack:')) ? { ...last, lost: UNANSWERED } : last;
}

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

const ENDS_WITHIN_MS = 3_000;

/** What was read, or silence if the process does not end. */
async function thenStopped(world: World, seen: Seen): Promise<Seen> {
  const bot = world.bot();
  bot.kill('SIGTERM');
  const hasEnded = await eventually(() => !bot.isAlive(), ENDS_WITHIN_MS);
  return hasEnded ? seen : { text: '', afterMs: ENDS_WITHIN_MS };
}

/** A person keeps asking on kept-alive connections. The process still ends once the first command is answered. */
async function askWhileStopping(world: World): Promise<Seen> {
  const { bora, service } = world;
  const { generalInfos } = service.counts;
  const asked = lookUp(world);
  await untilAsked(world, generalInfos);
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
