import fc from 'fast-check';
import PQueue from 'p-queue';
import type { ReferenceBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { ACTIONS, HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { LANGUAGE } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import { startBot } from './bot-process.ts';
import { command, messageShortcut, payloadOf, SHAPES } from './fuzz-payloads.ts';
import { serviceFault } from './fuzz-service-bodies.ts';
import { sendOverHttp, sendOverSocket, slackRequest } from './fuzz-slack-requests.ts';
import { hostileText, LONGEST_MESSAGE, longText } from './fuzz-values.ts';
import { problemWithAck, startRawSlack } from './raw-slack.ts';
import { ask } from './world.ts';

const AT_ONCE = 16;
const ACCOUNTS = 200;
/** Far more than a person can type, and percent-encoded still below the usual limit of 100 kB. */
const LONGEST_COMMAND = 8_000;
/** The longest text that can be typed. */
const LONGEST_TYPED = 12_000;
/** Slack's limit for fields and metadata of views. Values of buttons and options are shorter. */
const LONGEST_FIELD = 3_000;
const LONGEST = new Map<unknown, number>([
  [command, LONGEST_TYPED],
  [messageShortcut, LONGEST_MESSAGE],
]);
const ACTION_IDS = [ACTIONS.refresh, ACTIONS.more, HOME_ACTIONS.lookUpField, HOME_ACTIONS.lookUp];

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

/** First runs of code and garbage collection block a loop too, but an input does so every time. */
const TRIES = 3;
const MEMBERS = 400;

export type Target = Awaited<ReturnType<typeof startTarget>>;
export type Note = (what: string, input: unknown) => void;

/** A bot with its own Slack. */
export async function startTarget(transport: Transport, service: ReferenceBackupService) {
  const slack = await startRawSlack(MEMBERS);
  // A short budget, so that retries do not delay ten thousand other inputs.
  const limits = JSON.stringify({ budgetMs: 1_800, freshForMs: 0 });
  const env = { BOT_LOOKUP_LIMITS: limits, LANGUAGE };
  const bot = await startBot({ slack, service, transport, env });
  const people = Array.from({ length: MEMBERS }, (_, index) => slack.person(`member-${index + 1}`));
  return { slack, bot, people };
}

/** Inputs of one kind, what is done with each, and what is wrong with the result. */
interface Job<Input> {
  readonly inputs: fc.Arbitrary<Input>;
  readonly send: (input: Input, target: Target, index: number) => Promise<string | undefined>;
}

interface JobRun {
  readonly targets: readonly Target[];
  readonly count: number;
  readonly seed: number;
  /** Reports an input that blocks the event loop for longer. */
  readonly allowedStopMs: number;
}

/** Sends inputs. Resolves with the longest time for which one blocked the event loop of a bot, in milliseconds. */
const createJob =
  <Input>(note: Note, { inputs, send }: Job<Input>) =>
  async ({ targets, count, seed, allowedStopMs }: JobRun): Promise<number> => {
    const sample = fc.sample(inputs, { numRuns: count, seed });
    const underWay = new Map<number, Input>();
    /** Inputs under way when the event loop of their bot was blocked too long. */
    const suspects = new Map<number, Input>();
    const targetOf = (index: number) => pick(targets, index);
    let longestMs = 0;

    async function run(input: Input, index: number): Promise<number> {
      const target = targetOf(index);
      const problem = await send(input, target, index).catch((error: unknown) => `no answer: ${error}`);
      if (problem !== undefined) note(problem, input);
      return target.bot.isAlive() ? await target.bot.longestStopMs() : 0;
    }
    async function work(input: Input, index: number): Promise<void> {
      const target = targetOf(index);
      // A dead bot is reported once, and would fail for every further input.
      if (!target.bot.isAlive()) return;
      underWay.set(index, input);
      const stopMs = await run(input, index);
      if (stopMs <= allowedStopMs) longestMs = Math.max(longestMs, stopMs);
      else for (const [at, one] of underWay) if (targetOf(at) === target) suspects.set(at, one);
      underWay.delete(index);
    }
    /** Repeats a single input. */
    async function stopOf(input: Input, index: number): Promise<number> {
      const stops: number[] = [];
      while (stops.length < TRIES && stops.every((stopMs) => stopMs > allowedStopMs)) {
        await targetOf(index).bot.longestStopMs();
        stops.push(await run(input, index));
      }
      return Math.min(...stops);
    }

    const queue = new PQueue({ concurrency: AT_ONCE });
    await queue.addAll(sample.map((input, index) => () => work(input, index)));
    for (const [index, input] of suspects) {
      if (!targetOf(index).bot.isAlive()) continue;
      const stopMs = await stopOf(input, index);
      longestMs = Math.max(longestMs, stopMs);
      if (stopMs > allowedStopMs) note(`the loop stood still for ${Math.round(stopMs)} ms`, input);
    }
    return longestMs;
  };

/** Every kind of input, in the order in which they are sent. */
export const jobsWith = (note: Note, service: ReferenceBackupService) => ({
  'Slack requests': createJob(note, {
    inputs: slackRequest,
    send: (input, { slack, bot }) =>
      bot.requestUrl === undefined
        ? sendOverSocket(input, slack)
        : sendOverHttp(input, slack, bot.requestUrl),
  }),
  'service bodies': createJob(note, {
    inputs: serviceFault,
    send(fault, target, index) {
      const account = `load-${1 + (index % ACCOUNTS)}`;
      service.addFault(fault, { account, operation: 'general-info', next: 1 });
      return askAs(target, account);
    },
  }),
  'command texts': createJob(note, {
    inputs: hostileText.map((text) => text.slice(0, LONGEST_COMMAND)),
    send: (text, target) => askAs(target, text),
  }),
  'long texts': createJob(note, {
    inputs: longText,
    async send(text, { slack }, index) {
      // The last shape has no event, and no ack over sockets.
      const shape = index % (SHAPES.length - 1);
      const longest = LONGEST.get(SHAPES[shape]) ?? LONGEST_FIELD;
      const parts = { shape, chosen: text.slice(0, longest), actionId: pick(ACTION_IDS, index) };
      const send = () => slack.send(payloadOf({ ...parts, blockId: 'account::1001' }, slack));
      const first = await send();
      // A single timeout may come from a busy machine, a second one from the input.
      const answer = first.ack === 'operation_timeout' ? await send() : first;
      if (SHAPES[shape] === command) return problemWithAck(answer);
      return answer.ack === 'ok' ? undefined : `shape ${shape}: ${answer.ack}`;
    },
  }),
});

/** Asks as another person each time, who then forgets what they read. Resolves with what is wrong with the answer. */
async function askAs({ people }: Target, text: string): Promise<string | undefined> {
  const person = people.shift();
  if (person === undefined) throw new Error('there are fewer people than commands at once');
  const line = `/backup-status ${text}`;
  const first = await ask(person, line);
  // A single timeout may come from a busy machine, a second one from the input.
  const seen = first.text.includes('operation_timeout') ? await ask(person, line) : first;
  // Share opens a window.
  const isSilent = seen.text === '' && person.modal() === undefined;
  person.reload();
  people.push(person);
  if (isSilent) return 'silence';
  return seen.text.startsWith('Slack:') ? seen.text : undefined;
}
