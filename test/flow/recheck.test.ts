import { expect, test } from 'vitest';
import { VERDICT_LEVELS, type VerdictLevel } from '../../src/account/verdict.ts';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { VERDICT_SIGN } from '../../src/slack/kit/text.ts';
import { callsOf, share, warningsIn } from '../support/people.ts';
import { EARLIER_ANSWER, fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const HOUR_MS = 3_600_000;
/** 21 November 2026, 03:00 in Istanbul. */
const START_MS = Date.UTC(2026, 10, 21, 0, 0);

/** A card that Ada shared. The service's clock may stop while the bot's goes on, so that backups age. */
async function shareCard() {
  const clock = { serviceMs: START_MS, botMs: START_MS };
  const bot = await startBot({
    now: () => clock.botMs,
    serviceOptions: { now: () => clock.serviceMs },
  });
  const { ts } = await share(bot.ada, '1001');
  const card = () => bot.ada.messages('oncall').find((one) => one.ts === ts);
  let presses = 0;
  return {
    ...bot,
    clock,
    ts,
    card,
    /** Resolves with the text of the card after a press. */
    async recheck() {
      presses += 1;
      await bot.bora.press({ actionId: ACTIONS.refresh, messageTs: ts });
      await expect.poll(() => bot.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(presses);
      return card()?.text ?? '';
    },
  };
}

const wasAt = (level: VerdictLevel) =>
  `${words.card.was(VERDICT_SIGN[level], words.verdict.headline({ kind: 'bare', level }))} · `;
const was = (level: VerdictLevel, readAtMs: number, nowMs: number) =>
  wasAt(level) + words.time.dateTime({ atMs: readAtMs, zoneId: '+03:00', nowMs });
/** Every such line. That of an earlier answer goes on after the time. */
const WAS = new RegExp(`(?:${VERDICT_LEVELS.map(wasAt).join('|')})[^,]*$`, 'mu');

test('Re-check redraws the card, with a line about the level before if it has changed', async () => {
  const shared = await shareCard();
  const { clock } = shared;
  const { length } = shared.ada.messages('oncall');
  const oldMs = START_MS + 80 * HOUR_MS;

  clock.botMs = oldMs;
  expect(await shared.recheck()).toContain(was('healthy', START_MS, oldMs));
  expect(shared.card()).toMatchObject({ isEdited: true, isEphemeral: false });

  clock.serviceMs = clock.botMs = oldMs + HOUR_MS;
  const better = await shared.recheck();
  expect(better).toContain(was('critical', oldMs, clock.botMs));
  expect(JSON.stringify(shared.card()?.blocks)).toContain(`<!date^${oldMs / 1000}^${wasAt('critical')}`);

  clock.serviceMs = clock.botMs += HOUR_MS;
  expect(await shared.recheck()).not.toMatch(WAS);
  expect(shared.ada.messages('oncall')).toHaveLength(length);
  expect(callsOf(shared.slack).filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
});

test('Re-check compares with the card before an outage, not with the earlier answer shown during it', async () => {
  const shared = await shareCard();
  shared.service.addFault({ kind: 'not-an-object' });
  const earlier = await shared.recheck();
  expect(earlier).toContain(EARLIER_ANSWER);
  expect(earlier).not.toMatch(WAS);

  shared.service.clearFaults();
  shared.clock.botMs += 80 * HOUR_MS;
  expect(await shared.recheck()).toContain(was('healthy', START_MS, shared.clock.botMs));
});

test('Re-check gives the person who pressed a card to share when the shared one can no longer be changed', async () => {
  const shared = await shareCard();
  shared.slack.addFault({ kind: 'error', code: 'message_not_found' }, { method: 'response_url', next: 1 });
  await shared.recheck();
  const told = await shared.bora.waitFor(() => shared.bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(told.text).toContain(fine('1001'));
  expect(JSON.stringify(told.blocks)).toContain(ACTIONS.share);
  expect(shared.ada.messages().filter(({ isEphemeral }) => isEphemeral)).toEqual([]);
  expect(warningsIn(shared.logLines)).toEqual([]);
});
