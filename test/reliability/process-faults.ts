import { ACTIONS, MORE } from '../../src/slack/kit/action-ids.ts';
import type { BotProcess } from './bot-process.ts';
import { ANNOUNCED, type FaultRow, LIVE } from './fault-row.ts';
import { judge, stream, UNANSWERED } from './stream.ts';
import { ask, eventually, type Seen, type World, watch, wordsIn } from './world.ts';

/** So slow that a command is under way for a while, but not "still asking". */
const UNDER_WAY = { service: { latencyMs: 1_200 } };
/** So slow that the answer follows "still asking". */
const ANNOUNCES = { service: { latencyMs: 2_600 } };
/** A WebSocket drops what arrives after its own word that it closes; Slack then tells the person so. */
const CROSSING = UNANSWERED;
const REPLICAS = { database: 'postgres' } as const;

const untilAsked = ({ service }: World) => eventually(() => service.counts.generalInfos || undefined);
const isPending = ({ ada }: World) =>
  eventually(() => ada.messages().find(({ text }) => text.includes('Still asking')));

/** Asks, lets something befall the bot while the look-up is under way, and reads what comes of it. */
const duringLookUp = (befall: (bot: BotProcess) => unknown) => async (world: World) => {
  const asked = ask(world.ada, '/backup-status 1001');
  await untilAsked(world);
  await befall(world.bot());
  return asked;
};

const afterPending = (befall: (bot: BotProcess) => unknown) => async (world: World) => {
  const asked = ask(world.ada, '/backup-status 1001');
  await isPending(world);
  await befall(world.bot());
  return asked;
};

/** Nothing can follow any more: the note is the last that they read. A person who asks again is answered. */
async function killAnnounced(world: World): Promise<Seen> {
  const startedAt = performance.now();
  void ask(world.ada, '/backup-status 1001').catch(() => undefined);
  const note = await isPending(world);
  const afterMs = performance.now() - startedAt;
  const dead = world.bot();
  dead.kill('SIGKILL');
  await dead.ended;
  await world.startBot();
  const next = await ask(world.bora, '/backup-status 1001');
  if (!LIVE.test(next.text)) return next;
  return { text: note?.text ?? '', afterMs, lost: ANNOUNCED };
}

/** The pin is confirmed, the process killed at once, and another started. */
async function pinAndKill(world: World): Promise<Seen> {
  const { ada } = world;
  await ask(ada, '/backup-status load-7');
  await watch(ada, () => ada.press({ actionId: ACTIONS.more, value: MORE.pin }));
  const dead = world.bot();
  dead.kill('SIGKILL');
  await dead.ended;
  await eventually(() => (world.slack.connectedSockets() === 0 ? true : undefined));
  await world.startBot();
  const started = performance.now();
  await ada.openHome();
  const inHome = () => wordsIn(ada.home()?.blocks).find((text) => text.includes('load-7'));
  const text = (await eventually(inHome)) ?? '';
  return { text, afterMs: performance.now() - started, ...(text === '' && { lost: 'a confirmed pin' }) };
}

/** What may happen to a process, and to one of two. */
export const processFaults: readonly FaultRow[] = [
  ...(['socket', 'http'] as const).flatMap((transport): FaultRow[] => [
    {
      fault: `SIGTERM, ${transport === 'socket' ? 'Socket Mode' : 'signed HTTP'}`,
      given: 'a look-up under way',
      world: { ...UNDER_WAY, transport },
      act: duringLookUp((bot) => bot.kill('SIGTERM')),
      reads: LIVE,
    },
    {
      fault: `SIGTERM, ${transport === 'socket' ? 'Socket Mode' : 'signed HTTP'}`,
      given: 'the answer follows “still asking”',
      world: { ...ANNOUNCES, transport },
      act: afterPending((bot) => bot.kill('SIGTERM')),
      reads: LIVE,
    },
    {
      fault: `kill -9, ${transport === 'socket' ? 'Socket Mode' : 'signed HTTP'}`,
      given: 'a look-up under way',
      world: { ...UNDER_WAY, transport },
      act: async (world) => ({
        ...(await duringLookUp((bot) => bot.kill('SIGKILL'))(world)),
        lost: UNANSWERED,
      }),
      reads: /Slack: .*(operation_timeout|dispatch_failed)/,
      lost: UNANSWERED,
    },
  ]),
  {
    fault: 'kill -9',
    given: 'the answer was announced (“still asking”)',
    world: ANNOUNCES,
    act: killAnnounced,
    reads: /Still asking/,
    lost: ANNOUNCED,
  },
  {
    fault: 'kill -9',
    given: 'a pin was just confirmed; then it starts again',
    world: { database: 'file' },
    act: pinAndKill,
    reads: /load-7/,
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
    lost: CROSSING,
  },
  {
    fault: 'two replicas on one PostgreSQL, one gets SIGTERM',
    given: 'under load, Socket Mode',
    world: REPLICAS,
    async setUp(world) {
      await world.startBot();
    },
    act: (world) =>
      stream(world, async () => {
        world.bot().kill('SIGTERM');
        await world.bot().ended;
      }),
    reads: LIVE,
    lost: CROSSING,
  },
  {
    fault: 'two replicas on one PostgreSQL, one killed with kill -9',
    given: 'a look-up at each under way',
    world: { ...REPLICAS, ...UNDER_WAY },
    async setUp(world) {
      await world.startBot();
    },
    act: killOneOfTwo,
    reads: LIVE,
    lost: UNANSWERED,
  },
  {
    fault: 'kill -9, and the supervisor starts it again',
    given: 'the next command',
    world: { database: 'file' },
    async setUp(world) {
      const dead = world.bot();
      dead.kill('SIGKILL');
      await dead.ended;
      await eventually(() => (world.slack.connectedSockets() === 0 ? true : undefined));
      await world.startBot();
    },
    act: ({ ada }) => ask(ada, '/backup-status 1001'),
    reads: LIVE,
  },
];

/** Some of the commands meet the dead replica; those that do not are answered, and so is the next one. */
async function killOneOfTwo(world: World): Promise<Seen> {
  const people = [1, 2, 3, 4, 5, 6].map((number) => world.slack.person(`member-${number}`));
  const asked = people.map((person, number) => ask(person, `/backup-status load-${number}`));
  await untilAsked(world);
  world.bot().kill('SIGKILL');
  const seen = await Promise.all(asked);
  const next = await ask(world.ada, '/backup-status 1001');
  return judge(seen, next);
}
