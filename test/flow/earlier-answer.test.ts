import { describe, expect, test } from 'vitest';
import { homeText } from '../support/home-of.ts';
import { FINE } from '../support/phrases.ts';
import { answered, startPinned } from '../support/pinned-home.ts';
import { said } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import type { BotSetup } from '../support/start-bot.ts';

const HOUR_MS = 3_600_000;

/** Says that somebody has to act. Nobody has asked, so nobody knows. */
const ALARM = /🚨|⚠️ \*?10|Act now|[Nn]eeds? (you|attention)|Acil|[Kk]ontrol edilmeli/;

/** What is read of 1001, whose backups were 2 and 5 hours old, 24 hours later. */
const UNKNOWN = said({
  en: 'Last known backup 26 h ago; not checked for 24 h',
  tr: 'Bilinen son yedek 26 saat önce; 24 saattir sorulmadı',
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
      expect(message?.text).toContain(`${UNKNOWN}.`);
      expect(message?.text).not.toMatch(ALARM);
      const drawn = JSON.stringify(message?.blocks);
      expect(drawn).toContain(`"❔ "`);
      expect(drawn).toContain(`${UNKNOWN}.`);
      expect(drawn).not.toMatch(ALARM);
    });

    test('is unknown in a list, beside one that was bad and still is', async () => {
      const { ada, clock, goOff } = await startAt({ transport });
      await ada.command('/backup-status 1001 1004');
      clock.nowMs += 24 * HOUR_MS;
      goOff();
      const { message } = await ada.command('/backup-status 1001 1004');
      expect(message?.text).toContain(`1001 · ${UNKNOWN}`);
      expect(message?.text).toMatch(
        said({ en: /1004 · Act now: no backup for 3 days/, tr: /1004 · Acil: 3 gündür yedek yok/ }),
      );
      expect(message?.text).toContain(
        said({
          en: '2 accounts: 1 act now, 1 cannot tell · 2 from an earlier answer',
          tr: '2 hesap: 1 acil, 1 belirsiz · 2 hesap önceki yanıttan',
        }),
      );
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
      expect(shown).toContain(
        said({
          en: '❔ The pinned account could not be checked',
          tr: '❔ Sabitlenmiş hesap sorgulanamadı',
        }),
      );
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
