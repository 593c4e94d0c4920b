import { describe, expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, MORE, STATUS_VIEW } from '../../src/formatters/action-ids.ts';
import { STATUS_SHORTCUT } from '../../src/slack/shortcuts/status-shortcut.ts';
import { found } from '../formatters/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { FINE, NO_BACKUP, usedUp } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';
import { startEdge, startStore } from '../support/start-edge.ts';

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `load-${from + index}`);
const USED_UP = usedUp(30).what;
const answered = ({ logLines }: StartedBot, by: string, count: number) =>
  expect.poll(() => logLines.filter((line) => line.by === by)).toHaveLength(count);

describe.each(TRANSPORTS)('more than thirty look-ups a minute over %s', (transport) => {
  /** A bot whose ada has used up her minute, at a clock that the test moves. */
  async function startUsedUp(pinned: readonly string[] = []) {
    const clock = { nowMs: Date.now() };
    const events: unknown[] = [];
    const store = await startStore();
    const now = () => clock.nowMs;
    const bot = await startBot({ transport, store, now, observe: (event) => events.push(event) });
    for (const accountId of pinned) await store.pins.add(ownerOf(bot.ada), { accountId });
    await bot.ada.command('/backup-status 1001');
    for (const from of [1, 11]) await bot.ada.command(`/backup-status ${ids(10, from).join(' ')}`);
    await bot.ada.command(`/backup-status ${ids(9, 21).join(' ')}`);
    bot.service.resetCounts();
    return { ...bot, clock, events, store };
  }

  test('a command is refused privately, with when to ask again, and nothing is asked', async () => {
    const { ada, bora, service, clock, events } = await startUsedUp();
    clock.nowMs += 40_000;
    const { message } = await ada.command('/backup-status 1004');
    expect(message).toMatchObject({
      isEphemeral: true,
      text: `${usedUp(30).what}\n${usedUp(30, 20_000).next}`,
    });
    expect(service.counts.generalInfos).toBe(0);
    expect(events.filter((event) => (event as { kind: string }).kind === 'rate-limited')).toHaveLength(1);
    expect((await bora.command('/backup-status 1004')).message?.text).toContain(NO_BACKUP);
    clock.nowMs += 20_000;
    expect((await ada.command('/backup-status 1004')).message?.text).toContain(NO_BACKUP);
  });

  test('of several at once that do not fit, says how many would', async () => {
    const clock = { nowMs: Date.now() };
    const { ada } = await startBot({ transport, now: () => clock.nowMs });
    for (const from of [1, 11]) await ada.command(`/backup-status ${ids(10, from).join(' ')}`);
    await ada.command(`/backup-status ${ids(5, 21).join(' ')}`);
    const { message } = await ada.command(`/backup-status ${ids(10, 31).join(' ')}`);
    const partly = words.command.limited({ asked: 10, left: 5, perMinute: 30, retryAfterMs: 60_000 });
    expect(message?.text).toBe(`${partly.what}\n${partly.next}`);
  });

  test('eleven at once are too many, whatever is left', async () => {
    const { ada, service } = await startBot({ transport });
    const { message } = await ada.command(`/backup-status ${ids(11).join(' ')}`);
    expect(message?.text).toContain(words.command.problem({ kind: 'too-many-ids', count: 11, limit: 10 }));
    expect(service.counts.generalInfos).toBe(0);
  });

  test.each([
    ['Refresh', { actionId: ACTIONS.refresh }],
    ['Share', { actionId: ACTIONS.share }],
    ['Details', { actionId: ACTIONS.more, value: MORE.details }],
  ])('%s on a card is refused below it, and the card stays', async (_name, press) => {
    const { ada, service } = await startUsedUp();
    const card = ada.messages()[0];
    await ada.press({ ...press, ...(card && { messageTs: card.ts }) });
    const refusal = await ada.waitFor(() => ada.messages().find(({ text }) => text.includes(USED_UP)));
    expect(refusal.isEphemeral).toBe(true);
    expect(ada.messages()[0]).toEqual(card);
    expect(ada.modal()).toBeUndefined();
    expect(service.counts.generalInfos).toBe(0);
  });

  test('in Home a look-up is refused beside what is known; what was typed stays in the field', async () => {
    const bot = await startUsedUp(['1001']);
    bot.clock.nowMs += 60_000;
    await bot.ada.openHome();
    await answered(bot, 'home', 1);
    for (const from of [1, 11]) await bot.ada.command(`/backup-status ${ids(10, from).join(' ')}`);
    await bot.ada.command(`/backup-status ${ids(9, 21).join(' ')}`);
    bot.service.resetCounts();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1004');
    await answered(bot, 'home', 2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`${USED_UP}.*1001 · `, 's'));
    expect(homeText(bot.ada)).not.toMatch(/\b1004\b/);
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 'home', 3);
    const block = 'pin::1001';
    await bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: block, value: MORE.refresh });
    await answered(bot, 'home', 4);
    const lastAsked = 'last-asked::load-21';
    await bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: lastAsked, value: MORE.details });
    await answered(bot, 'home', 5);
    expect(homeText(bot.ada)).toContain(USED_UP);
    expect(bot.ada.modal()).toBeUndefined();
    expect(bot.service.counts.generalInfos).toBe(0);
    expect(bot.logLines.filter(({ said }) => said === 'rate-limited')).toHaveLength(4);
    bot.clock.nowMs += 60_000;
    await bot.ada.press({ actionId: HOME_ACTIONS.lookUp });
    await answered(bot, 'home', 6);
    expect(homeText(bot.ada)).toMatch(/looked-up::1004/);
    expect(homeText(bot.ada)).not.toContain(USED_UP);
  });
});

describe.each(TRANSPORTS)('a Home with fifty pins over %s', (transport) => {
  test('counts as one look-up each time, and hammering Refresh asks for all of them once in a while', async () => {
    const clock = { nowMs: Date.now() };
    const store = await startStore();
    const bot = await startBot({ transport, store, now: () => clock.nowMs });
    for (const accountId of ids(50)) await store.pins.add(ownerOf(bot.ada), { accountId });
    await bot.ada.openHome();
    await answered(bot, 'home', 1);
    for (let press = 0; press < 10; press += 1) {
      await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
      await answered(bot, 'home', 2 + press);
    }
    expect(bot.service.counts.generalInfos).toBe(100);
    clock.nowMs += 10_000;
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 'home', 12);
    expect(bot.service.counts.generalInfos).toBe(150);
    expect(bot.logLines.filter(({ said }) => said === 'rate-limited')).toEqual([]);
    for (let press = 0; press < 19; press += 1) {
      await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
      await answered(bot, 'home', 13 + press);
    }
    expect(homeText(bot.ada)).toContain(USED_UP);
    expect(bot.service.counts.generalInfos).toBe(150);
  });
});

describe.each(TRANSPORTS)('more requests than there is room for, over %s', (transport) => {
  test('a command, a field and a button are told at once, and those before them are answered all the same', async () => {
    const held = holdLookup();
    const { app, ada, bora, logLines } = await startEdge({ lookup: held.lookup, transport, maxInFlight: 3 });
    held.answer(found());
    await ada.command('/backup-status 1001');
    await bora.command('/backup-status 1001');
    await bora.shortcut(STATUS_SHORTCUT, { messageTs: bora.say('which one?').ts });
    await bora.waitFor(() => bora.modal());
    // What was answered may still be under way for a moment.
    await expect.poll(app.underWay).toBe(0);
    const waiting = ['1', '2', '3'].map((id) => ada.command(`/backup-status ${id}`));
    await expect.poll(() => held.asked).toHaveLength(5);
    const { message } = await bora.command('/backup-status 1001');
    expect(message).toMatchObject({
      isEphemeral: true,
      text: words.command.overloaded,
    });
    const { errors } = await bora.submit({ [STATUS_VIEW.actionId]: '1001' });
    expect(errors).toEqual({ [STATUS_VIEW.blockId]: words.command.overloaded });
    await bora.closeModal();
    await bora.press({ actionId: ACTIONS.refresh });
    await bora.waitFor(() => bora.messages().filter(({ text }) => text === words.command.overloaded)[1]);
    expect(held.asked).toHaveLength(5);
    expect(logLines.filter(({ msg }) => String(msg).startsWith('too many requests'))).toHaveLength(1);
    for (const id of ['1', '2', '3']) held.answer(found({ id }));
    const texts = (await Promise.all(waiting)).map((delivery) => delivery.message?.text);
    expect(texts).toEqual(['1', '2', '3'].map((id) => expect.stringContaining(`${id} · `)));
    await expect.poll(app.underWay).toBe(0);
    expect((await bora.command('/backup-status 1001')).message?.text).toContain(FINE);
  });
});
