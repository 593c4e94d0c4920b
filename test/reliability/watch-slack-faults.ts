import type { ApiFault } from '../../sandbox/slack/server/faults.ts';
import { TAKE_OVER } from '../../src/slack/kit/action-ids.ts';
import { words } from '../support/reader.ts';
import type { FaultRow } from './fault-row.ts';
import {
  becomeStale,
  becomeTold,
  CHANNEL,
  DAY_MS,
  exactly,
  FINE_AGAIN,
  HOUR_MS,
  IN_THREAD,
  lastRead,
  MINUTE_MS,
  NOTHING,
  pass,
  readIn,
  recover,
  startToWatch,
  TOLD,
} from './watching.ts';
import { eventually, type World } from './world.ts';

const WATCHED = { world: { database: 'file' }, setUp: (world: World) => startToWatch(world) } as const;
const { watches } = words;

/** Each way in which the answer to a call gets lost, and whether Slack has done by then what it was asked. */
const LOSSES: readonly (readonly [name: string, ApiFault, isDone: boolean])[] = [
  ['never answers', { kind: 'hang' }, false],
  ['is reset', { kind: 'reset' }, false],
  ['is reset, and Slack has it', { kind: 'lost' }, true],
  ['answers 500', { kind: 'status', status: 500 }, false],
];

const lostPosts = LOSSES.map(
  ([name, fault, isDone]): FaultRow => ({
    fault: `chat.postMessage ${name}`,
    given: isDone ? 'doubled: nobody knows that Slack has it' : 'told again after a minute',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        world.slack.addFault(fault, { method: 'chat.postMessage', next: 1 });
        await pass(world, MINUTE_MS, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(...(isDone ? [TOLD] : []), FINE_AGAIN, IN_THREAD),
  }),
);

const lostEdits = LOSSES.map(
  ([name, fault]): FaultRow => ({
    fault: `chat.update ${name}`,
    given: 'edited again after a minute',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        world.slack.addFault(fault, { method: 'chat.update', next: 1 });
        await recover(world);
        await pass(world, MINUTE_MS);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  }),
);

/** What Ada reads in her direct messages, and then in the channel. */
const bothRead = async (world: World, act: () => Promise<unknown>) => {
  const seen = await lastRead(world, act);
  return { ...seen, text: `${readIn(world, 'direct')}\n${seen.text}` };
};

const closed = (name: string, access: { isBotMember: false } | { isArchived: true }): FaultRow[] => {
  const isAway = 'isBotMember' in access;
  const broken = watches.broken(isAway ? 'not-in-channel' : 'closed').replaceAll(/[/.()]/g, '\\$&');
  const fault = { fault: name, ...WATCHED };
  const close = async (world: World) => {
    await becomeStale(world);
    world.slack.changeChannel(CHANNEL, access);
    await pass(world, MINUTE_MS, MINUTE_MS);
  };
  return [
    {
      ...fault,
      given: 'what the person reads who began to watch there, for a week',
      act: (world) =>
        bothRead(world, async () => {
          await close(world);
          for (let day = 1; day <= 7; day += 1) await pass(world, DAY_MS);
        }),
      reads: exactly(`🔌 ${broken}`, NOTHING),
    },
    {
      ...fault,
      given: 'repaired after an hour: told with the next daily try',
      act: (world) =>
        bothRead(world, async () => {
          await close(world);
          await pass(world, HOUR_MS);
          world.slack.changeChannel(CHANNEL, { isBotMember: true, isArchived: false });
          await pass(world, DAY_MS, MINUTE_MS);
        }),
      reads: exactly(`✅ ${watches.brokenNoMore().replaceAll('.', '\\.')}`, '🚨 1001 · .+'),
    },
  ];
};

/** Nothing can be told for two hours. */
async function stopAll(world: World, fault: ApiFault, method?: string): Promise<void> {
  await becomeStale(world);
  world.slack.addFault(fault, method === undefined ? {} : { method });
  await pass(world, MINUTE_MS, MINUTE_MS, 29 * MINUTE_MS, 90 * MINUTE_MS);
}

export const watchSlackFaults: readonly FaultRow[] = [
  ...lostPosts,
  {
    fault: 'chat.postMessage is reset, and Slack has it',
    given: 'doubled; then somebody presses on the older: one is left, and edited',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        const { ada, slack } = world;
        await becomeStale(world);
        slack.addFault({ kind: 'lost' }, { method: 'chat.postMessage', next: 1 });
        await pass(world, MINUTE_MS, MINUTE_MS);
        const [older, younger] = ada.messages(CHANNEL).slice(-2);
        if (older === undefined || younger === undefined) throw new Error('it was not posted twice');
        await ada.press({ actionId: TAKE_OVER, messageTs: older.ts });
        await eventually(() => ada.messages(CHANNEL).some(({ isEphemeral }) => isEphemeral) || undefined);
        await pass(world, MINUTE_MS);
        await recover(world);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD),
  },
  ...lostEdits,
  {
    fault: 'chat.postMessage is reset, and Slack has it',
    given: 'the line in the thread: doubled there',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        world.slack.addFault({ kind: 'lost' }, { method: 'chat.postMessage', next: 1 });
        await recover(world);
        await pass(world, MINUTE_MS);
      }),
    reads: exactly(FINE_AGAIN, IN_THREAD, IN_THREAD),
  },
  {
    fault: 'Slack asks for a pause of 40 s',
    given: 'told after it',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeStale(world);
        const limit = { kind: 'rate-limited', retryAfterSeconds: 40 } as const;
        world.slack.addFault(limit, { method: 'chat.postMessage', next: 1 });
        await pass(world, MINUTE_MS, 41_000);
      }),
    reads: exactly(TOLD),
  },
  {
    fault: 'Slack is away for 2 h (503)',
    given: 'one message, of how things are by then',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await stopAll(world, { kind: 'status', status: 503 });
        world.slack.clearFaults();
        await pass(world, MINUTE_MS, 10 * MINUTE_MS);
      }),
    reads: exactly(TOLD),
  },
  {
    fault: 'Slack is away for 2 h (503)',
    given: 'the account is fine again by then: one message',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await stopAll(world, { kind: 'status', status: 503 });
        world.backUp();
        await pass(world, 31 * MINUTE_MS);
        world.slack.clearFaults();
        await pass(world, MINUTE_MS, 10 * MINUTE_MS);
      }),
    reads: exactly(FINE_AGAIN),
  },
  ...closed('the app is removed from the channel', { isBotMember: false }),
  ...closed('the channel is archived', { isArchived: true }),
  {
    fault: 'somebody deletes the alert',
    given: 'then somebody takes it over elsewhere: posted anew, once',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        const { ada, slack } = world;
        await startToWatch(world, '1001', 'direct');
        await becomeTold(world);
        const [alert] = ada.messages(CHANNEL).slice(-1);
        const [own] = ada.messages('direct').slice(-1);
        slack.deleteMessage(alert?.ts ?? '');
        await ada.press({ actionId: TAKE_OVER, ...(own && { messageTs: own.ts }) });
        await pass(world, MINUTE_MS, MINUTE_MS);
      }),
    reads: exactly(TOLD),
  },
  {
    fault: 'somebody deletes the alert',
    given: 'then the account is fine again: no reply lands in the channel',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        const [alert] = world.ada.messages(CHANNEL).slice(-1);
        world.slack.deleteMessage(alert?.ts ?? '');
        await recover(world);
      }),
    reads: exactly(NOTHING),
  },
  {
    fault: 'somebody deletes the alert',
    given: 'after its last edit, before the line in its thread',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await becomeTold(world);
        world.backUp();
        await pass(world, 31 * MINUTE_MS);
        const [alert] = world.ada.messages(CHANNEL).slice(-1);
        world.slack.deleteMessage(alert?.ts ?? '');
        await pass(world, MINUTE_MS);
      }),
    reads: exactly(NOTHING),
  },
  {
    fault: 'the app loses the scope chat:write (missing_scope)',
    given: 'for 2 h; then it is installed again',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await stopAll(world, { kind: 'error', code: 'missing_scope' }, 'chat.postMessage');
        world.slack.clearFaults();
        await pass(world, MINUTE_MS);
      }),
    reads: exactly(TOLD),
  },
  {
    fault: 'Slack takes the bot token back (token_revoked)',
    given: 'for 2 h; then the app starts with a new one',
    ...WATCHED,
    act: (world) =>
      lastRead(world, async () => {
        await stopAll(world, { kind: 'error', code: 'token_revoked' });
        world.bot().kill('SIGTERM');
        await world.bot().ended;
        world.slack.clearFaults();
        await world.startBot();
        await pass(world, MINUTE_MS);
      }),
    reads: exactly(TOLD),
  },
];
