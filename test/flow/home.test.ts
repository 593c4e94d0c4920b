import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/client/person.ts';
import { ACKNOWLEDGE, ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import {
  answer,
  answered,
  homeText,
  opensHome,
  presses,
  publishedTo,
  seesAtHome,
  textOf,
  warningsIn,
  watchIn,
} from '../support/people.ts';
import { FINE, inOrder, isUnpinned, NO_BACKUP } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

test('Home introduces the app on a first visit, in one publish and without a request to the service', async () => {
  const bot = await startBot();
  expect(await bot.ada.openHome()).toMatchObject({ ack: 'ok' });
  await seesAtHome(bot.ada);
  await answered(bot, 1);
  expect(homeText(bot.ada)).toContain(words.home.welcome.title);
  expect(publishedTo(bot.slack, bot.ada)).toHaveLength(1);
  expect(bot.service.counts.generalInfos).toBe(0);
  expect(bot.bora.home()).toBeUndefined();
});

test('Home shows pinned accounts worst first: known answers at once, then new ones', async () => {
  const bot = await startBot({ standsAtMs: Date.now(), pins: ['1001', '1004', '1007'] });
  await bot.ada.command('/backup-status 1001 1004');
  bot.service.resetCounts();
  bot.clock.advance(60_000);
  const release = bot.service.hold();
  await opensHome(bot.ada);
  release();
  await answered(bot, 1);
  const [first, second, ...more] = publishedTo(bot.slack, bot.ada);
  expect(more).toEqual([]);
  expect(first).toMatch(
    inOrder(words.home.isAsking, '1004 · ', NO_BACKUP, `1007 · ${words.home.waiting}`, '1001 · '),
  );
  expect(second).toMatch(inOrder('1004 · ', NO_BACKUP, '1007 · ', '1001 · '));
  for (const waiting of [words.home.isAsking, words.home.waiting]) expect(second).not.toContain(waiting);
  expect(bot.service.counts.generalInfos).toBe(3);
});

test('Home looks up 50 pins, 8 at once, and publishes twice: before the first answer and after the last', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => String(1001 + index));
  const bot = await startBot({ pins: ids });
  const release = bot.service.hold();
  await opensHome(bot.ada);
  await expect.poll(() => bot.service.counts.inFlight).toBe(8);
  release();
  await answered(bot, 1);
  expect(bot.service.counts.generalInfos).toBe(50);
  expect(bot.service.counts.maxInFlight).toBeLessThanOrEqual(8);
  expect(publishedTo(bot.slack, bot.ada)).toHaveLength(2);
  expect(homeText(bot.ada)).toContain(words.alert.more(30));
});

test('what somebody types is looked up before the other pins of a Home, also after Refresh', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => String(2001 + index));
  const { ada, bora, service, clock, ...bot } = await startBot({
    pins: ids,
    lookup: { inlineWithinMs: 1_000 },
  });
  for (const [at, open] of [
    () => ada.openHome(),
    () => ada.press({ actionId: HOME_ACTIONS.refresh }),
  ].entries()) {
    service.resetCounts();
    const release = service.hold();
    await open();
    await expect.poll(() => service.counts.inFlight).toBe(8);
    expect(await answer(bora, '1004')).toContain(words.command.pending('1004'));
    release();
    await answered(bot, at + 1);
    const order = service.requests.flatMap(({ accountId }) => accountId ?? []);
    // Among the next eight, which arrive together.
    expect(order.indexOf('1004')).toBeLessThan(16);
    expect(order).toHaveLength(51);
    clock.advance(60_000);
  }
});

test('Home asks the service again for Refresh, but not at every repeated press or opening', async () => {
  const bot = await startBot({ standsAtMs: Date.now(), pins: ['1001', '1004'] });
  for (let opened = 1; opened <= 2; opened += 1) {
    await bot.ada.openHome();
    await answered(bot, opened);
  }
  expect(publishedTo(bot.slack, bot.ada)).toHaveLength(3);
  for (let press = 1; press <= 5; press += 1) {
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 2 + press);
  }
  expect(bot.service.counts.generalInfos).toBe(2);
  const published = publishedTo(bot.slack, bot.ada).length;
  bot.clock.advance(15_000);
  await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
  await answered(bot, 8);
  expect(bot.service.counts.generalInfos).toBe(4);
  expect(publishedTo(bot.slack, bot.ada)).toHaveLength(published + 2);
});

test('an account in Home that was fine a day ago is neither fine nor critical while it is looked up', async () => {
  const lookup = { lastAnswerMaxAgeMs: 48 * 3_600_000 };
  const bot = await startBot({ lookup, pins: ['1001', '1002'] });
  await bot.ada.openHome();
  await answered(bot, 1);
  bot.clock.advance(24 * 3_600_000);
  const release = bot.service.hold();
  await bot.ada.openHome();
  const waiting = inOrder(`⏳ *1001 · ${words.home.waiting}*`, words.card.was('✅', FINE));
  await bot.ada.waitFor(() => waiting.test(homeText(bot.ada)) || undefined);
  expect(homeText(bot.ada)).not.toMatch(/🚨|⚠️/u);
  release();
  await answered(bot, 2);
});

test('of two processes that draw one Home, one does not overwrite a newer one of the other', async () => {
  const first = await startBot({ pins: ['1003', '1004'] });
  const { ada, slack, store, service } = first;
  const second = await startBot({ slack, store, service });
  const release = service.hold();
  await opensHome(ada, words.home.isAsking);
  await first.acknowledge();
  await ada.press({ actionId: ACTIONS.more, blockId: 'account::1003', value: MORE.unpin });
  await seesAtHome(ada, isUnpinned('1003'));
  release();
  await expect
    .poll(() => [...first.logLines, ...second.logLines].filter(({ by }) => by === 'home'))
    .toHaveLength(2);
  expect(homeText(ada)).not.toMatch(/account::1003/);
  expect(homeText(ada)).not.toContain(words.home.isAsking);
});

describe('Watches and Summary in Home', () => {
  const { summary } = words;
  /** Opens Home, presses a button, and waits until the window has this text. */
  async function looksAt(ada: Person, actionId: string, text: string): Promise<void> {
    await opensHome(ada, actionId);
    await presses(ada, { actionId }, text);
    await ada.closeModal();
  }

  test('say how to begin when the person watches nothing, and show what they watch in channels', async () => {
    const { ada, store, oncall } = await startBot();
    await looksAt(ada, HOME_ACTIONS.watches, words.watches.nothing);
    await looksAt(ada, HOME_ACTIONS.summary, words.watches.nothing);
    await watchIn(store, ada, oncall, ['1001'], { sinceMs: Date.now() });
    await looksAt(ada, HOME_ACTIONS.watches, `<#${oncall}>`);
    await looksAt(ada, HOME_ACTIONS.summary, summary.yours);
  });

  test('"I’m on it" in the window of the summary shows the new owner there', async () => {
    const { ada, store, oncall, clock, logLines } = await startBot();
    await watchIn(store, ada, oncall, ['1004'], { sinceMs: clock.now(), bad: ['1004'] });
    await opensHome(ada, HOME_ACTIONS.summary);
    await presses(ada, { actionId: HOME_ACTIONS.summary }, ACKNOWLEDGE);
    expect(textOf(ada.modal())).toContain(summary.nobodyYet);
    await ada.press({ actionId: ACKNOWLEDGE });
    await ada.waitFor(() => !JSON.stringify(ada.modal()).includes(ACKNOWLEDGE) || undefined);
    expect((await store.watches.seen('1004'))?.owner?.userId).toBe(ada.id);
    expect(textOf(ada.modal())).toMatch(inOrder(summary.yours, '🚨 1004', `<@${ada.id}>`));
    expect(warningsIn(logLines)).toEqual([]);
  });

  test('count what others watch when the person has no pins, and name no channel', async () => {
    const { ada, bora, store, oncall, service } = await startBot();
    const rules = { sinceMs: Date.now(), bad: ['1001', '1004'] };
    await watchIn(store, bora, oncall, ['1001', '1004', '1007'], rules);
    const release = service.hold();
    await opensHome(ada, words.home.needed(2, 0));
    release();
    // The new read shows that 1001 is fine again.
    const { needed, waiting } = words.home;
    await seesAtHome(ada, needed(1, 0));
    expect(homeText(ada)).toMatch(inOrder('1004 · ', NO_BACKUP, words.home.lookUpLabel));
    for (const text of ['<#', oncall, '1001 · ', waiting]) expect(homeText(ada)).not.toContain(text);
  });
});
