import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../src/formatters/action-ids.ts';
import { inOrder } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type BotSetup, type StartedBot, startBot } from '../support/start-bot.ts';

const HOUR_MS = 3_600_000;

/** A card that ada shared, and the lines in its thread. */
async function shareCard(setup: BotSetup, id = '1001') {
  const bot = await startBot(setup);
  const { message } = await bot.ada.command(`/backup-status ${id} share`);
  const ts = message?.ts ?? '';
  const recheck = (person = bot.bora) => person.press({ actionId: ACTIONS.refresh, messageTs: ts });
  return { ...bot, ts, recheck, lines: () => linesUnder(bot, ts), card: () => cardOf(bot, ts) };
}

const linesUnder = ({ ada }: StartedBot, cardTs: string) =>
  ada.messages('oncall').flatMap(({ threadTs, text }) => (threadTs === cardTs ? [text] : []));
const cardOf = ({ ada }: StartedBot, cardTs: string) => ada.messages().find(({ ts }) => ts === cardTs);
const rechecked = ({ logLines }: StartedBot, count: number) =>
  expect.poll(() => logLines.filter(({ by }) => by === 'refresh')).toHaveLength(count);

/** The reference service's clock stands while the bot's goes on: its backups grow old. */
function twoClocks() {
  const startMs = Date.UTC(2026, 10, 21, 0, 0);
  const clock = { serviceMs: startMs, botMs: startMs };
  return {
    clock,
    setup: { now: () => clock.botMs, serviceOptions: { now: () => clock.serviceMs } },
  };
}

describe.each(TRANSPORTS)('Re-check over %s', (transport) => {
  test('edits the card and says in its thread what is different', async () => {
    const { clock, setup } = twoClocks();
    const card = await shareCard({ transport, ...setup });
    clock.serviceMs += 3 * HOUR_MS;
    clock.botMs += 3 * HOUR_MS;
    await card.recheck();
    await rechecked(card, 1);
    expect(card.card()).toMatchObject({ isEdited: true, isEphemeral: false });
    expect(card.lines()).toEqual([
      expect.stringMatching(
        inOrder(
          ...(['database', 'folders'] as const).flatMap((backup) =>
            words.recheck.newBackup(backup, '|').split('|'),
          ),
        ),
      ),
    ]);
    const calls = card.slack.traffic.flatMap((one) => (one.kind === 'api' ? [one.method] : []));
    expect(calls.filter((method) => method.startsWith('chat.'))).toEqual([]);
  });

  test('the next one is compared with the card as it is by then', async () => {
    const { clock, setup } = twoClocks();
    const card = await shareCard({ transport, ...setup });
    for (const count of [1, 2]) {
      clock.serviceMs += HOUR_MS;
      clock.botMs += HOUR_MS;
      await card.recheck();
      await rechecked(card, count);
    }
    expect(card.lines()).toHaveLength(2);
  });

  test('that nothing has changed is said once in a while, not at every press', async () => {
    // The service's clock stands: its account times move with it, and a backup that ran meanwhile would be news.
    const { clock, setup } = twoClocks();
    const card = await shareCard({ transport, ...setup });
    for (const count of [1, 2, 3]) {
      clock.botMs += 1_000;
      await card.recheck();
      await rechecked(card, count);
    }
    expect(card.lines()).toHaveLength(1);
    clock.botMs += 6 * 60_000;
    await card.recheck();
    await rechecked(card, 4);
    expect(card.lines()).toHaveLength(2);
  });

  test('two people who press at the same instant get one line', async () => {
    const { clock, setup } = twoClocks();
    const card = await shareCard({ transport, ...setup });
    clock.serviceMs += HOUR_MS;
    clock.botMs += HOUR_MS;
    await Promise.all([card.recheck(card.ada), card.recheck(card.bora)]);
    await rechecked(card, 2);
    expect(card.lines()).toHaveLength(1);
  });

  test('an earlier answer under a banner is no news', async () => {
    const card = await shareCard({ transport, lookup: { budgetMs: 1_500 } });
    card.service.addFault({ kind: 'hang' });
    await card.recheck();
    await rechecked(card, 1);
    expect(card.card()?.text).toContain(words.failure.unavailable.timeout(undefined).what);
    expect(card.lines()).toEqual([]);
  });

  test('forty minutes later it still works, for each press brings a new address', async () => {
    const { clock, setup } = twoClocks();
    const card = await shareCard({ transport, ...setup, slackOptions: { now: () => clock.botMs } });
    clock.serviceMs += 40 * 60_000;
    clock.botMs += 40 * 60_000;
    await card.recheck();
    await rechecked(card, 1);
    expect(card.card()?.isEdited).toBe(true);
    expect(card.lines()).toHaveLength(1);
  });

  test('a card that can no longer be changed: the presser alone is told what to do', async () => {
    const card = await shareCard({ transport });
    card.slack.addFault({ kind: 'error', code: 'message_not_found' }, { method: 'response_url', next: 1 });
    await card.recheck();
    const told = await card.bora.waitFor(() => card.bora.messages().find(({ isEphemeral }) => isEphemeral));
    expect(told.text).toContain('/backup-status 1001 share');
    expect(card.ada.messages().filter(({ isEphemeral }) => isEphemeral)).toEqual([]);
    expect(card.lines()).toEqual([]);
    expect(card.logLines.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
