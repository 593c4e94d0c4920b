import { describe, expect, test } from 'vitest';
import { homeText } from '../support/home-of.ts';
import { FINE, inOrder, NO_BACKUP, NOT_CHECKED, summary } from '../support/phrases.ts';
import { answered, startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
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

/** What is read of 1001 24 hours later. */
const WAS_FINE = words.card.was('✅', FINE);
const NO_ANSWER = `❔ 1001 · ${NOT_CHECKED}`;

/** A bot that keeps answers for two days, at a clock that the test moves. */
async function startAt(setup: Omit<BotSetup, 'now'>, ...pins: readonly string[]) {
  const clock = { nowMs: Date.now() };
  const now = () => clock.nowMs;
  const lookup = { lastAnswerMaxAgeMs: 48 * HOUR_MS };
  const bot = await startPinned({ ...setup, now, lookup, serviceOptions: { now } }, ...pins);
  const goOff = () => bot.service.addFault({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
  return { ...bot, clock, goOff };
}

describe('an account that was fine a day ago, with the service off', () => {
  const transport = 'http';
  test('is unknown on its card, with what was last known, and no alarm', async () => {
    const { ada, clock, goOff } = await startAt({ transport });
    expect((await ada.command('/backup-status 1001')).message?.text).toContain(FINE);
    clock.nowMs += 24 * HOUR_MS;
    goOff();
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text).toMatch(inOrder(NO_ANSWER, WAS_FINE, words.time.ago(24 * HOUR_MS)));
    expect(message?.text).not.toMatch(ALARM);
    const drawn = JSON.stringify(message?.blocks);
    expect(drawn).toContain(`"${NO_ANSWER}"`);
    expect(drawn).not.toMatch(ALARM);
  });

  test('is unknown in a list, below one that was bad', async () => {
    const { ada, clock, goOff } = await startAt({ transport });
    await ada.command('/backup-status 1001 1004');
    clock.nowMs += 24 * HOUR_MS;
    goOff();
    const { message } = await ada.command('/backup-status 1001 1004');
    expect(message?.text).toMatch(inOrder(`❔ 1004 · ${NOT_CHECKED}`, NO_ANSWER));
    expect(message?.text).toContain(summary(2, { notChecked: 2 }));
    expect(JSON.stringify(message?.blocks)).toMatch(inOrder(words.card.was('🚨', NO_BACKUP), WAS_FINE));
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
    expect(shown).toContain(`❔ ${words.home.lead({ kind: 'not-checked', count: 1, total: 1 })}`);
    expect(shown).toMatch(inOrder(`❔ *1001 · ${NOT_CHECKED}*`, WAS_FINE));
    expect(shown).not.toMatch(ALARM);
  });

  test('is neither fine nor an alarm in Home while it is being asked about', async () => {
    const bot = await startAt({ transport }, '1001', '1002');
    await bot.ada.openHome();
    await answered(bot, 1);
    bot.clock.nowMs += 24 * HOUR_MS;
    const release = bot.service.hold();
    await bot.ada.openHome();
    const waiting = inOrder(`⏳ *1001 · ${words.home.waiting}*`, WAS_FINE);
    await bot.ada.waitFor(() => waiting.test(homeText(bot.ada)) || undefined);
    expect(homeText(bot.ada)).not.toMatch(ALARM);
    release();
    await answered(bot, 2);
  });
});
