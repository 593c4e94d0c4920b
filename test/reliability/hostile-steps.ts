import { strict as assert } from 'node:assert';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { ACTIONS, HOME_ACTIONS } from '../../src/slack/kit/ids.ts';
import { FINE } from '../support/phrases.ts';
import { LANGUAGE } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';
import { type BotProcess, startBot } from './bot-process.ts';
import { command, messageShortcut, payloadOf, SHAPES } from './fuzz-payloads.ts';
import { hostileTexts } from './hostile-texts.ts';
import { startRawSlack } from './raw-slack.ts';
import type { Steps } from './thousands.ts';
import { ask } from './world.ts';

/** The longest that a message in Slack can be; no command is longer. */
const LONGEST_TEXT = 40_000;
/** Slack keeps to this in fields of views and what views carry; values of buttons and options are shorter. */
const LONGEST_FIELD = 3_000;
/** In each field: the service may send a megabyte. */
const LONGEST_ANSWER = 20_000;

const ACTION_IDS = [ACTIONS.refresh, ACTIONS.more, HOME_ACTIONS.lookup, HOME_ACTIONS.lookUp];

/** A bot, and hostile texts sent to it in one way each; a step rejects when an ordinary command is not answered after it. */
export interface Hostile {
  readonly bot: BotProcess;
  readonly steps: Steps;
  close(): Promise<void>;
}

async function startHostile(transport: Transport) {
  const service = await startBackupService();
  const slack = await startRawSlack({ members: 50 });
  // Every command asks the service, however young the last answer is.
  const env = { LANGUAGE, BOT_LOOKUP_LIMITS: '{"freshForMs":0}' };
  const bot = await startBot({ slack, service, transport, env });
  if (bot.requestUrl === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(bot.requestUrl);
  const [person] = slack.people;
  assert.ok(person);
  async function isStillAnswered(): Promise<void> {
    assert.ok(person);
    assert.ok((await ask(person, '/backup-status 1001')).text.includes(FINE));
    person.reload();
  }
  async function close(): Promise<void> {
    bot.kill('SIGKILL');
    await bot.ended;
    await slack.close();
    await service.close();
  }
  return { service, slack, bot, person, isStillAnswered, close };
}

/** In every field that people and Slack fill in. */
export async function hostileRequests(): Promise<Hostile> {
  // npm run fuzz sends the same texts over both transports. Of the two, signed HTTP has more to parse.
  const { slack, bot, isStillAnswered, close } = await startHostile('http');
  const short = hostileTexts(LONGEST_FIELD);
  const steps = Object.entries(hostileTexts(LONGEST_TEXT)).map(([what, long]) => {
    const step = async () => {
      // The last one has no event in it, and no acknowledgement over sockets.
      for (const [shape, payload] of SHAPES.slice(0, -1).entries()) {
        const chosen = payload === command || payload === messageShortcut ? long : (short[what] ?? '');
        for (const actionId of ACTION_IDS) {
          await slack.send(payloadOf({ shape, actionId, blockId: 'account::1001', chosen }, slack));
        }
      }
      await isStillAnswered();
    };
    return [what, step] as const;
  });
  return { bot, steps: Object.fromEntries(steps), close };
}

/** In every field that the service fills in. */
export async function hostileAnswers(): Promise<Hostile> {
  const { service, bot, person, isStillAnswered, close } = await startHostile('socket');
  const steps = Object.entries(hostileTexts(LONGEST_ANSWER)).map(([what, text]) => {
    const step = async () => {
      const value = Object.fromEntries(GENERAL_INFO_FIELDS.map((name) => [name, text]));
      service.addFault({ kind: 'not-an-object', value }, { account: '1002', next: 1 });
      await ask(person, '/backup-status 1002');
      await isStillAnswered();
    };
    return [what, step] as const;
  });
  return { bot, steps: Object.fromEntries(steps), close };
}
