import { ANNOUNCED, type FaultRow, LIVE } from './fault-row.ts';
import { judge, stream, UNANSWERED } from './stream.ts';
import { ask, eventually, type Seen, type World } from './world.ts';

/** Slow enough that a command is under way for a while, but without a pending note. */
const UNDER_WAY = { service: { latencyMs: 1_200 } };
/** Slow enough that the answer follows a pending note. */
const ANNOUNCES = { service: { latencyMs: 2_600 } };
/** A WebSocket drops what arrives after its close frame; Slack then shows the person its own error. */
const CROSSING = UNANSWERED;
const REPLICAS = { database: 'postgres' } as const;

const untilAsked = ({ service }: World) => eventually(() => service.counts.generalInfos || undefined);
const isPending = ({ ada }: World) =>
  eventually(() => ada.messages().find(({ text }) => text.includes('Still working')));

/** Kills the bot while the look-up is under way. */
async function killAsked(world: World): Promise<Seen> {
  const asked = ask(world.ada, '/backup-status 1001');
  await untilAsked(world);
  world.bot().kill('SIGKILL');
  return { ...(await asked), lost: UNANSWERED };
}

/** No answer can follow, so the note is the last thing that they read. A second request is answered. */
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

/** Faults of a process, and of one of two. */
export const processFaults: readonly FaultRow[] = [
  ...(['socket', 'http'] as const).map(
    (transport): FaultRow => ({
      fault: `kill -9, ${transport === 'socket' ? 'Socket Mode' : 'signed HTTP'}`,
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
];

/** Some commands reach the dead replica. The others, and the next one, are answered. */
async function killOneOfTwo(world: World): Promise<Seen> {
  const people = [1, 2, 3, 4, 5, 6].map((number) => world.slack.person(`member-${number}`));
  const asked = people.map((person, number) => ask(person, `/backup-status load-${number}`));
  await untilAsked(world);
  world.bot().kill('SIGKILL');
  const seen = await Promise.all(asked);
  const next = await ask(world.ada, '/backup-status 1001');
  return judge(seen, next);
}
