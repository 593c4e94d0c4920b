import { describe, expect, test } from 'vitest';
import { homeText } from '../support/home-of.ts';
import { FINE, NO_BACKUP, summary } from '../support/phrases.ts';
import { answered, startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import type { BotSetup } from '../support/start-bot.ts';

const HOUR_MS = 3_600_000;

/** Says that somebody has to act. Nobody has asked, so nobody knows. */
const ALARM = new RegExp(
  [
    '🚨|⚠️ \\*?10',
    ...(['critical', 'attention'] as const).flatMap((level) => [
      words.verdict.headline({ kind: 'bare', level }),
      words.home.lead({ kind: level, count: 1, total: 1 }),
    ]),
  ].join('|'),
);

/** What is read of 1001, whose backups were 2 and 5 hours old, 24 hours later. */
const UNKNOWN = words.verdict.headline({
  kind: 'backup-not-asked',
  ageMs: 26 * HOUR_MS,
  notAskedMs: 24 * HOUR_MS,
});

/** A bot that keeps answers for two days, at a clock that the test moves. */
async function startAt(setup: Omit<BotSetup, 'now'>, ...pins: readonly string[]) {
  const clock = { nowMs: Date.now() };
  const now = () => clock.nowMs;
  const lookup = { lastAnswerMaxAgeMs: 48 * HOUR_MS };
  const bot = await startPinned({ ...setup, now, lookup, serviceOptions: { now } }, ...pins);
  const goOff = () => bot.service.addFault({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
  return { ...bot, clock, goOff };
}

describe.each(TRANSPORTS)(
  'an account that was fine a day ago, with the service off, over %s',
  (transport) => {
    test('is unknown on its card, with the age of what was last known, and no alarm', async () => {
      const { ada, clock, goOff } = await startAt({ transport });
      expect((await ada.command('/backup-status 1001')).message?.text).toContain(FINE);
      clock.nowMs += 24 * HOUR_MS;
      goOff();
      const { message } = await ada.command('/backup-status 1001');
      expect(message?.text).toContain(`❔ 1001 · ${UNKNOWN}\n`);
      expect(message?.text).not.toMatch(ALARM);
      const drawn = JSON.stringify(message?.blocks);
      expect(drawn).toContain(`"❔ 1001 · ${UNKNOWN}"`);
      expect(drawn).not.toMatch(ALARM);
    });

    test('is unknown in a list, beside one that was bad and still is', async () => {
      const { ada, clock, goOff } = await startAt({ transport });
      await ada.command('/backup-status 1001 1004');
      clock.nowMs += 24 * HOUR_MS;
      goOff();
      const { message } = await ada.command('/backup-status 1001 1004');
      expect(message?.text).toContain(`1001 · ${UNKNOWN}`);
      expect(message?.text).toContain(`1004 · ${NO_BACKUP}`);
      expect(message?.text).toContain(summary(2, { critical: 1, unknown: 1, earlier: 2 }));
    });

    test('is unknown in Home, in its first line and in its row', async () => {
      const bot = await startAt({ transport }, '1001');
      await bot.ada.openHome();
      await answered(bot, 1);
      expect(homeText(bot.ada)).toContain(FINE);
      bot.clock.nowMs += 24 * HOUR_MS;
      bot.goOff();
      await bot.ada.openHome();
      await answered(bot, 2);
      const shown = homeText(bot.ada);
      expect(shown).toContain(`🔌 ${words.home.lead({ kind: 'not-checked', count: 1, total: 1 })}`);
      expect(shown).toContain(`❔ *1001 · ${UNKNOWN}*`);
      expect(shown).not.toMatch(ALARM);
    });

    test('is unknown in Home while it is being asked about', async () => {
      const bot = await startAt({ transport }, '1001', '1002');
      await bot.ada.openHome();
      await answered(bot, 1);
      bot.clock.nowMs += 24 * HOUR_MS;
      const release = bot.service.hold();
      await bot.ada.openHome();
      await bot.ada.waitFor(() => homeText(bot.ada).includes(UNKNOWN) || undefined);
      expect(homeText(bot.ada)).not.toMatch(ALARM);
      release();
      await answered(bot, 2);
    });
  },
);
