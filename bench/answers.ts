import { atMost, type Finding, figure, type Goal, middle, type Sizes } from './finding.ts';
import { type LoadResult, sendCommands, sendPlainReads } from './load.ts';
import { inTurn, middleOf, ratioOf } from './statistics.ts';
import { type RunningBot, startBot, type World } from './world.ts';

/** V8 compiles until about 12,000 commands: after 5,000 the product takes a third longer, the hello world a tenth. */
const WARM_UP = { connections: 50, durationMs: 60_000, requests: 15_000 };
const MANY = 50;
/** As many as the service is sent requests at a time. */
const SERVICE_CONNECTIONS = 8;
/** Signed before they are sent; no bot answers more, whatever the machine. */
const COMMANDS_A_SECOND = 15_000;

/** 1: a command whose answer is of the last moments, from the request to the answer. */
export async function warmAnswers(world: World, { rounds, loadMs }: Sizes): Promise<Finding> {
  await using product = await startBot(world, 'source');
  await using hello = await startBot(world, 'hello');
  const send = (bot: RunningBot, connections: number, durationMs: number) => {
    const requests = Math.ceil((durationMs / 1000) * COMMANDS_A_SECOND);
    return sendCommands(world, bot, { connections, durationMs, requests });
  };
  for (const bot of [product, hello]) {
    await bot.ready();
    await sendCommands(world, bot, WARM_UP);
  }
  const measure = (connections: number) => {
    const subjects = {
      async product() {
        // The answers of its last turn have run out by now.
        await sendCommands(world, product, { connections: 8, durationMs: 5_000, requests: 40 });
        return send(product, connections, loadMs);
      },
      hello: () => send(hello, connections, loadMs),
    };
    return inTurn<'product' | 'hello', LoadResult>(subjects, rounds);
  };
  const [crowd, alone] = [await measure(MANY), await measure(1)];
  const perSecond = (name: keyof typeof crowd) => crowd[name].map((round) => round.perSecond);
  const p99 = (name: keyof typeof crowd) => crowd[name].map((round) => round.p99Ms);
  const p50 = (name: keyof typeof alone) => alone[name].map((round) => round.p50Ms);
  const rowOf = (name: keyof typeof crowd, label: string) => [
    label,
    middle(middleOf(perSecond(name)), 'a second'),
    middle(middleOf(p99(name)), 'ms'),
    middle(middleOf(p50(name)), 'ms'),
  ];
  return {
    title: '1. A warm answer',
    about:
      'A command for an account that was just read, by signed HTTP, from the request to the answer. 200 people take turns. Bolt hello is the first example of Bolt’s documentation.',
    columns: ['Bot', `Commands, ${MANY} connections`, `p99 at ${MANY}`, 'p50 at 1'],
    rows: [rowOf('product', 'backup-status'), rowOf('hello', 'Bolt hello')],
    goals: [
      {
        name: `Commands beside Bolt hello, ${MANY} connections`,
        ...ratioOf(perSecond('product'), perSecond('hello')),
        should: 'at least',
        limit: 0.55,
        unit: '×',
      },
      atMost('Latency beside Bolt hello, 1 connection', ratioOf(p50('product'), p50('hello')), 1.5),
    ],
  };
}

/** 2: a command for an account that nobody has asked for before, beside the plain request to the service. */
export async function coldAnswers(world: World, { rounds, loadMs }: Sizes): Promise<Finding> {
  await using product = await startBot(world, 'source');
  await product.ready();
  let asked = 0;
  const loadOf = (connections: number, durationMs: number) => {
    const requests = Math.ceil((durationMs / 20) * connections);
    const ids = Array.from({ length: requests }, (_, index) => `load-${1_000 + asked + index}`);
    asked += requests;
    return { connections, durationMs, requests, ids };
  };
  await sendCommands(world, product, loadOf(SERVICE_CONNECTIONS, 5_000));
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const connections of [1, SERVICE_CONNECTIONS]) {
    const subjects = {
      command: () => sendCommands(world, product, loadOf(connections, loadMs)),
      plain: () => sendPlainReads(world, loadOf(connections, loadMs)),
    };
    const found = await inTurn<'command' | 'plain', LoadResult>(subjects, rounds);
    const p50 = (name: keyof typeof found) => found[name].map((round) => round.p50Ms);
    const p99 = (name: keyof typeof found) => middleOf(found[name].map((round) => round.p99Ms)).value;
    rows.push([
      String(connections),
      middle(middleOf(p50('command')), 'ms'),
      figure(p99('command'), 'ms'),
      middle(middleOf(p50('plain')), 'ms'),
      figure(p99('plain'), 'ms'),
    ]);
    const name = `Cold answer beside the plain request, ${connections} at once`;
    goals.push(atMost(name, ratioOf(p50('command'), p50('plain')), 1.3));
  }
  return {
    title: '2. A cold answer',
    about:
      'A command for an account that was never looked up before, beside a plain keep-alive GET of such an account. The service takes 20 ms.',
    columns: ['At once', 'Command, p50', 'p99', 'Plain request, p50', 'p99'],
    rows,
    goals,
  };
}
