import { describe, expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { GENERAL_INFO_FIELDS } from '../../src/domain/account.ts';
import { ACTIONS, HOME_ACTIONS } from '../../src/formatters/action-ids.ts';
import { startBot } from '../reliability/bot-process.ts';
import { command, messageShortcut, payloadOf, SHAPES } from '../reliability/fuzz-payloads.ts';
import { hostileTexts } from '../reliability/hostile-texts.ts';
import { startRawSlack } from '../reliability/raw-slack.ts';
import { ask } from '../reliability/world.ts';
import { FINE } from '../support/phrases.ts';
import { LANGUAGE } from '../support/reader.ts';
import type { Transport } from '../support/slack-settings.ts';

/** Whatever somebody sends, everybody else waits no longer for it. */
const LONGEST_STOP_MS = 50;
/** The longest that a message in Slack can be; no command is longer. */
const LONGEST_TEXT = 40_000;
/** Slack keeps to this in fields of views and what views carry; values of buttons and options are shorter. */
const LONGEST_FIELD = 3_000;
/** In each field: the service may send a megabyte. */
const LONGEST_ANSWER = 20_000;
/** Code that runs for the first time and the collection of garbage stop a loop too; an input does so every time. */
const TRIES = 3;

const ACTION_IDS = [ACTIONS.refresh, ACTIONS.more, HOME_ACTIONS.lookup, HOME_ACTIONS.lookUp];

async function start(transport: Transport) {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  const slack = await startRawSlack({ members: 50 });
  onTestFinished(() => slack.close());
  const env = { LANGUAGE, LOOKUPS_PER_MINUTE: '0', FRESH_FOR_SECONDS: '0' };
  const bot = await startBot({ slack, service, transport, env });
  onTestFinished(async () => {
    bot.kill('SIGKILL');
    await bot.ended;
  });
  if (bot.requestUrl === undefined) await slack.waitForSockets(2);
  else slack.deliverTo(bot.requestUrl);
  const [person = expect.fail('nobody is there')] = slack.people;

  /** How long the loop stands still at most while `work` is done and until an ordinary command is answered. */
  async function longestStopDuring(work: () => Promise<unknown>): Promise<number> {
    const stops: number[] = [];
    while (stops.length < TRIES && stops.every((stopMs) => stopMs > LONGEST_STOP_MS)) {
      await bot.longestStopMs();
      await work();
      expect((await ask(person, '/backup-status 1001')).text).toContain(FINE);
      person.reload();
      stops.push(await bot.longestStopMs());
    }
    return Math.min(...stops);
  }
  return { service, slack, person, longestStopDuring };
}

// npm run fuzz sends the same texts over both transports. Of the two, signed HTTP has more to parse.
describe('the loop of the bot stands still for 50 ms at most', () => {
  test('whatever is typed, chosen, pressed or written in a message', { timeout: 120_000 }, async () => {
    const { slack, longestStopDuring } = await start('http');
    const short = hostileTexts(LONGEST_FIELD);
    for (const [what, long] of Object.entries(hostileTexts(LONGEST_TEXT))) {
      const stopMs = await longestStopDuring(async () => {
        // The last one has no event in it, and no acknowledgement over sockets.
        for (const [shape, payload] of SHAPES.slice(0, -1).entries()) {
          const chosen = payload === command || payload === messageShortcut ? long : (short[what] ?? '');
          for (const actionId of ACTION_IDS) {
            await slack.send(payloadOf({ shape, actionId, blockId: 'account::1001', chosen }, slack));
          }
        }
      });
      expect(stopMs, what).toBeLessThan(LONGEST_STOP_MS);
    }
  });

  test('whatever the service sends', { timeout: 120_000 }, async () => {
    const { service, person, longestStopDuring } = await start('socket');
    for (const [what, text] of Object.entries(hostileTexts(LONGEST_ANSWER))) {
      const value = Object.fromEntries(GENERAL_INFO_FIELDS.map((name) => [name, text]));
      const stopMs = await longestStopDuring(async () => {
        service.addFault({ kind: 'not-an-object', value }, { account: '1002', next: 1 });
        await ask(person, '/backup-status 1002');
      });
      expect(stopMs, what).toBeLessThan(LONGEST_STOP_MS);
    }
  });
});
