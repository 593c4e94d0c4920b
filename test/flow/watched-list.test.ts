import { expect, test } from 'vitest';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../account/accounts.ts';
import { answer, card, ownerOf, reads, watches } from '../support/people.ts';
import { inOrder } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { DOWN, startBot } from '../support/start-bot.ts';
import { startWatching } from '../support/start-watching.ts';

const { summary, triage, watches: texts } = words;

/**
 * 1004 and 1011 are critical, 1010 needs attention, 1001 is healthy. Packages end in 5 days, on 1001 in 200; that of 1011
 * has ended. All are watched in #oncall and were read.
 */
async function start() {
  const bot = await startBot({ transport: 'socket' });
  await watches(bot.ada, '1001 1004 1010 1011', { watch_when: 'attention' });
  const areRead = async () => (await bot.store.watchStore.readStates('', 10)).every(({ state }) => state);
  await expect.poll(areRead).toBe(true);
  return bot;
}

test('bad lists the accounts of this channel that need somebody, worst first, with their owners, and what is muted below', async () => {
  const { ada, bora, slack } = await start();
  const list = await answer(bora, 'bad');
  expect(list.split('\n')[0]).toBe(`🚨 ${triage.summary(3, { critical: 2, attention: 1 })}`);
  expect(list).toContain(summary.here(`<#${slack.channels.oncall.id}>`));
  expect(list.indexOf('🚨 1004')).toBeLessThan(list.indexOf('⚠️ 1010'));
  expect(list).toContain(summary.nobodyYet);
  expect(list).not.toContain('1001');
  await card(ada, '1004');
  await ada.press({ actionId: ACTIONS.acknowledge });
  await reads(ada, '👀');
  expect(await answer(bora, 'sorunlu 1g')).toContain(`👀 <@${ada.id}>`);
  // The button opens the first account, which has been bad the longest.
  await bora.press({ actionId: 'account_open_0' });
  await reads(bora, '"block_id":"account::1011"');
  await answer(ada, 'mute 1004 4h');
  const others = await answer(ada, 'bad');
  expect(others.split('\n')[0]).toBe(`🚨 ${triage.summary(2, { critical: 1, attention: 1 })}`);
  expect(others).toContain(`🔕 ${words.quiet.list('1004')}`);
});

test('while the service does not answer, bad calls nothing fine, and both lists say since when that is', async () => {
  const { ada, service, clock, alerts, timePasses } = await startWatching();
  service.addFault(DOWN);
  clock.advance(2 * HOUR_MS);
  await timePasses(() => alerts().length > 0);
  const outage = words.alert.outage.what('|').split('|');
  clock.advance(60 * HOUR_MS);
  const overdue = summary.overdue(1);
  expect(await answer(ada, 'bad')).toMatch(inOrder(`❔ ${texts.nothingOpen}`, '🔌 ', ...outage, overdue));
  expect(await answer(ada, 'ending')).toMatch(inOrder('🔌 ', ...outage, overdue));
});

test('bad calls nothing fine before the first read', async () => {
  const { ada, service, store } = await startBot({ transport: 'socket' });
  await store.pins.add(ownerOf(ada), { accountId: '1001' });
  service.addFault(DOWN);
  await watches(ada, '1001');
  expect(await answer(ada, 'bad')).toMatch(inOrder(`❔ ${texts.nothingOpen}`, summary.read(0, 1, undefined)));
});

test('bad calls nothing fine before every account was read', async () => {
  const { ada, service, store } = await startBot({ transport: 'socket' });
  await store.pins.add(ownerOf(ada), { accountId: '1002' });
  service.addFault(DOWN, { account: '1002' });
  await watches(ada, '1001 1002');
  const stateOf = async () => (await store.watchStore.readStates('', 1))[0]?.state;
  await expect.poll(stateOf).toBeDefined();
  expect(await answer(ada, 'bad')).toMatch(inOrder(`❔ ${texts.nothingOpen}`, summary.read(1, 2, '')));
});

test('bad with a duration leaves out accounts that have been bad for less', async () => {
  const { ada } = await start();
  const list = await answer(ada, 'bad 30d');
  expect(list.split('\n')[0]).toBe(`☀️ ${words.triage.noneFor(words.time.duration(30 * DAY_MS))}`);
  expect(list).toContain(summary.read(4, 4, undefined));
  // Text that begins a name is not a command.
  expect(await answer(ada, 'bad homburg')).not.toContain(texts.nothingOpen);
});

test('bad about fifteen accounts leaves out their notes when Slack would refuse the length', async () => {
  const { ada, clock, store } = await startBot({ transport: 'socket', ages: true });
  const ids = Array.from({ length: 15 }, (_, at) => `load-${at + 1}`);
  const pieces = [ids.slice(0, 10).join(' '), ids.slice(10).join(' ')];
  for (const piece of pieces) await watches(ada, piece);
  clock.advance(60 * HOUR_MS);
  const criticalCount = async () =>
    (await store.watchStore.readStates('', 20)).filter(({ state }) => state?.level === 'critical').length;
  await expect.poll(criticalCount).toBe(15);
  const all = triage.summary(15, { critical: 15 });
  for (const [note, noted, isShown] of [
    ['ticket 4711', pieces.slice(0, 1), true],
    ['Sunucu taşınıyor, müşteriyle görüşüldü. '.repeat(7), pieces, false],
  ] as const) {
    for (const piece of noted) await answer(ada, `note ${piece} 3d ${note}`);
    const { message, error } = await ada.command('/backup-status bad');
    expect(error).toBeUndefined();
    expect(message?.text.split('\n')[0]).toBe(`🚨 ${all}`);
    expect(message?.text.includes(note.trim())).toBe(isShown);
  }
});

test('ending lists packages by the day on which they end', async () => {
  const { ada, bora } = await start();
  const list = await answer(ada, 'ending');
  expect(list.split('\n')[0]).toBe(`☀️ ${words.triage.ending(2, words.time.duration(30 * DAY_MS))}`);
  expect(list).toContain(
    `⚠️ 1010 · ${words.verdict.reason({ rule: 'package-ends-soon', level: 'attention', daysLeft: 5 })}`,
  );
  expect(list).not.toMatch(/1001|1011/);
  const later = await answer(ada, 'ending 300d');
  expect(later.indexOf('1010')).toBeLessThan(later.indexOf('1001'));
  expect((await answer(ada, 'ending 4d')).split('\n')[0]).toBe(
    `☀️ ${words.triage.ending(0, words.time.duration(4 * DAY_MS))}`,
  );
  // Bora watches nothing.
  expect(await answer(bora, 'biten', { channel: 'direct' })).toContain(words.watches.nothing);
});

test('ending leaves out packages whose end cannot be read, and refuses a time without a day', async () => {
  const { ada, store } = await startBot({ transport: 'socket' });
  await watches(ada, '1010 1015 1023');
  const areRead = async () => (await store.watchStore.readStates('', 10)).every(({ state }) => state);
  await expect.poll(areRead).toBe(true);
  const list = await answer(ada, 'ending');
  expect(list.split('\n')[0]).toBe(`☀️ ${words.triage.ending(1, words.time.duration(30 * DAY_MS))}`);
  expect(await answer(ada, 'ending 0d')).toContain(words.command.typeThis);
});

test('full lists accounts by how much of their folders they use', async () => {
  const { ada } = await start();
  const list = await answer(ada, 'full');
  expect(list.split('\n')[0]).toBe(`☀️ ${triage.full(1, words.numbers.percent(90))}`);
  expect(list).toContain(`🚨 1004 · ${words.numbers.percent(96)}\n${words.card.folderUsage(48, 50)}`);
  const more = await answer(ada, 'full 40%');
  expect(more.indexOf('1004')).toBeLessThan(more.indexOf('1001'));
  expect((await answer(ada, 'dolu %97')).split('\n')[0]).toBe(
    `☀️ ${triage.full(0, words.numbers.percent(97))}`,
  );
});
