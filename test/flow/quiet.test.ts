import { expect, test } from 'vitest';
import { instantOf } from '../../src/account/time.ts';
import { ALERT_MENU } from '../../src/slack/alerts/alert-blocks.ts';
import { ACTIONS, END_QUIET, MORE } from '../../src/slack/kit/ids.ts';
import { toType } from '../../src/slack/lookup/input.ts';
import { SNOOZE } from '../../src/slack/quiet/quiet.ts';
import { DAY_MS, MINUTE_MS } from '../account/accounts.ts';
import {
  answer,
  card,
  homeText,
  linesOf,
  opens,
  opensHome,
  ownerOf,
  pinAs,
  presses,
  reads,
  refuses,
  sees,
  submits,
  textOf,
  until,
} from '../support/people.ts';
import { fine } from '../support/phrases.ts';
import { putAlert, startAlert } from '../support/put-alert.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';
import { HOUR_MS, startWatching } from '../support/start-watching.ts';

const { notes, quiet } = words;

test('mute shows on the card, in the alert, its thread, the lists and Home, which never call it fine, until somebody ends it', async () => {
  const { ada, bora, clock, store } = await startAlert();
  expect(await answer(ada, 'mute 1004 4h server move')).toContain(quiet.began(true, '1004'));
  expect(textOf(await card(bora, '1004'))).toMatch(/🔕 .*\{user\}: server move/u);
  clock.advance(30_000);
  await reads(bora, quiet.list('1004'), 'oncall');
  await reads(bora, quiet.began(true, '1004'), 'oncall');
  const title = `☀️ ${words.buttons.summary} · ${words.triage.summary(1, { muted: 1 })}`;
  const [first, ...summary] = (await answer(bora, 'summary')).split('\n');
  expect(first).toBe(title);
  expect(summary.join('\n')).toContain(quiet.list('1004'));
  expect(await answer(bora, 'bad')).toMatch(new RegExp(`^🔕 ${quiet.list('1004')}\n`, 'u'));
  expect(await answer(bora, 'bad 1m')).toContain(quiet.list('1004'));
  expect(await answer(bora, 'bad 30d')).toContain(words.triage.noneFor(words.time.duration(30 * DAY_MS)));
  await opensHome(bora, words.triage.summary(1, { muted: 1 }));
  expect(homeText(bora)).not.toMatch(/✅|🚨/u);
  await store.pins.add(ownerOf(bora), { accountId: '1004' });
  await opensHome(bora, `🔕 ${quiet.isMuted}`);
  expect(homeText(bora)).not.toMatch(/✅/u);
  const before = ada.messages('oncall').length;
  expect(await answer(bora, 'unmute 1004')).toContain(quiet.ended(true, '1004'));
  clock.advance(30_000);
  await until(bora, () => bora.messages('oncall')[0]?.text.startsWith('🚨') === true);
  // The line in the thread is the only new message.
  await until(ada, () => ada.messages('oncall').length === before + 1);
});

test('Home counts a muted pin that nobody watches as muted', async () => {
  const { ada, store } = await startBot();
  await store.pins.add(ownerOf(ada), { accountId: '1004' });
  await answer(ada, 'mute 1004 4h');
  await opensHome(ada, words.triage.summary(1, { muted: 1 }));
});

test('mute postpones a change during it to its end, and keeps the time of the change', async () => {
  const { ada, alerts: all, becomeStale, timePasses, clock } = await startWatching();
  const alerts = () => all().filter(({ isEphemeral }) => !isEphemeral);
  await answer(ada, 'mute 1001 3d');
  await becomeStale();
  clock.advance(HOUR_MS);
  expect(alerts()).toEqual([]);
  clock.advance(24 * HOUR_MS);
  await timePasses(() => alerts().length > 0);
  expect(alerts()[0]?.text).toMatch(/^🚨 1001/);
});

test('mute ends without a message when the account recovers meanwhile', async () => {
  const { ada, alerts: all, becomeStale, recover, timePasses } = await startWatching();
  const alerts = () => all().filter(({ isEphemeral }) => !isEphemeral);
  await becomeStale();
  await ada.waitFor(() => alerts()[0]);
  await answer(ada, 'mute 1001 3d');
  await recover();
  await timePasses(() => alerts()[0]?.text.startsWith('✅') === true);
  expect(alerts().filter(({ text }) => text.startsWith('✅'))).toHaveLength(1);
});

test('mute and note change nothing and say what to type: without an account, a time or a text, or with an unknown one', async () => {
  const { ada, store } = await startAlert();
  await pinAs(store, ada, { 1001: 'Acme Web', 1002: 'Acme Shop' });
  const { typeThis } = words.command;
  for (const [typed, says] of [
    ['mute 1016', `${typeThis} /backup-status ${toType('mute', words, '1016')}`],
    ['mute "Acme Web"', toType('mute', words, '"Acme Web"')],
    ['mute 1016 60d disk', toType('mute', words, '1016')],
    ['mute 1016 1004', `${typeThis} /backup-status ${toType('mute', words).replace('1004', '1016')}`],
    ['mute acme web', `${typeThis} /backup-status ${toType('mute', words).replace('1004', 'acme web')}`],
    ['mute acme web 16:00 - 18:00', toType('mute', words).replace('1004', 'acme web')],
    ['note acme web 3d', toType('note', words).replace('1004', 'acme web')],
    ['note 1016', toType('note', words, '1016')],
    ['mute acme 4h', `${typeThis} /backup-status ${toType('mute', words, '1001')}`],
    ['unmute acme', toType('unmute', words, '1001')],
    ['mute 1001 9999 4h', quiet.nothing],
    ['mute', quiet.missing.account],
    ['mute for 4h', quiet.missing.account],
    ['mute 1004', quiet.missing.length],
    ['mute 4h', quiet.missing.length],
    ['mute 1004 16:00 - 18:00', quiet.missing.length],
    ['mute 1004 4h from 22:00 server move', quiet.missing.length],
    ['mute 1004 4h tomorrow', quiet.missing.length],
    ['mute 1004 4h until 6pm', quiet.missing.length],
    ['mute all 4h', quiet.noPatterns],
    ['note 10* 3d disk', quiet.noPatterns],
    ['unmute *', quiet.noPatterns],
    ['mute 1004 31d', quiet.tooLong(30)],
    ['mute 1004 2020-01-01', quiet.tooLong(30)],
    ['mute 9999 4h', `9999 · ${words.failure['not-found'].what}.`],
    ['unmute', quiet.missing.account],
    ['unmute 1004', quiet.none('1004')],
    ['note 1004', quiet.missing.length],
    ['note', quiet.missing.account],
    ['note 1004 3d', quiet.missing.text],
    ['note 1004 ticket 4711', quiet.missing.length],
    ['note 1004 60d ticket 4711', quiet.tooLong(30)],
    ['note 9999 3d ticket 4711', `9999 · ${words.failure['not-found'].what}.`],
    ['unnote', quiet.missing.account],
  ] as const)
    expect(await answer(ada, typed), typed).toContain(says);
  expect(await store.watches.quiet([])).toEqual([]);
  expect(textOf(await card(ada, '1004'))).not.toContain('📝');
});

test('mute and note mean only the accounts that were typed, however people join them and a time', async () => {
  const { ada, store } = await startBot();
  await pinAs(store, ada, { 1001: 'Forum Ankara', 1002: 'Acme', 1003: 'Acme Forum', 1005: 'Andaç Gıda' });
  await pinAs(store, ada, { 1006: '3M', 1007: '3M Türkiye', 1008: 'İleri Makina', 1009: 'İçin Dershanesi' });
  for (const [typed, ...accountIds] of [
    ['mute acme for 4h', '1002'],
    ['mute 1004 for 4 hours server move', '1004'],
    ['mute 1004 until 16:00 server move', '1004'],
    ['mute 1002 and 1004 4h', '1002', '1004'],
    ['note acme for 3d new disk', '1002'],
    ['sustur 1002 ile 1004 4 saat', '1002', '1004'],
    ['sustur 1002 ve "acme forum" İÇİN 4 saat taşıma', '1002', '1003'],
    ['not acme icin 3 gün yeni disk', '1002'],
    ['mute 3M 4h', '1006'],
    ['mute 3M Türkiye for 4h', '1007'],
    ['mute acme, "3M" 4h', '1002', '1006'],
    // Quoted, and in a name, such a word is one as any other.
    ['mute "andaç" 4h', '1005'],
    ['mute acme forum for 4h', '1003'],
    ['mute "ile" 4h', '1008'],
  ] as const) {
    const said = await answer(ada, typed);
    expect(said, typed).toMatch(/^(?:🔕|📝) /u);
    expect(said.match(/\b100\d\b/gu), typed).toEqual(accountIds);
  }
});

test.each([
  'mute 1004 4:30 pm server move',
  'mute 1004 16:00 PM',
  'note 1004 4:30 p.m. call Bora',
  'mute 1004 2h 30m server move',
  'mute 1004 1 day 12 hours',
  'mute 1004 2 hours and 30 minutes',
  'sustur 1004 2 saat 30 dakika taşıma',
  'mute 1004 2026-12-24 16:00',
  'mute 1004 16:00 - 18:00 server move',
  'mute 1004 16:00 to 18:00',
  'sustur 1004 saat 16:00 ile saat 18:00',
  'mute 1004 16:00 tomorrow',
  'sustur 1004 16:00 YARIN',
  'mute 1004 15.12. server move',
  'mute 1004 16:00 15.12. server move',
  'mute acme, 3M 4h',
])('no half of a time is taken for the whole: %s', async (typed) => {
  const { ada, store } = await startBot();
  await pinAs(store, ada, { 1002: 'Acme Forum' });
  expect(await answer(ada, typed)).toContain(quiet.missing.length);
  expect(await store.watches.quiet([])).toEqual([]);
});

test.each([
  ['note 1016 the customer says that the new disk comes on Friday, so do not call', quiet.missing.length],
  ['note 1016 see https://tickets.example.com/4711', quiet.missing.length],
  ['mute 1016 @bora replaces the disk', quiet.missing.length],
  ['mute 1016 server move', toType('mute', words).replace('1004', '1016')],
  ['note 104 3d call Bora before nine', `104 · ${words.failure['not-found'].what}.`],
  [
    'mute acme 4h call Bora & Ada',
    words.command.whichOne('acme', ['Acme Shop (1002)', 'Acme Web (1003)'], 0),
  ],
])('what was typed is not lost when it is refused: %s', async (typed, says) => {
  const { ada, store } = await startBot();
  await pinAs(store, ada, { 1002: 'Acme Shop', 1003: 'Acme Web' });
  const { message } = await ada.command(`/backup-status ${typed}`);
  expect(textOf(message)).toContain(says);
  expect(textOf(message)).toContain(`${words.command.youTyped} /backup-status ${typed}`);
  // The suggested command is about no other account.
  expect(textOf(message)).not.toContain(' 1004');
});

test('the word before a time belongs to the name that ends with it', async () => {
  const { ada, store } = await startBot();
  await pinAs(store, ada, { 1001: 'Konyalı', 1002: 'Konyalı Saat' });
  expect(await answer(ada, 'sustur Konyalı Saat 23:59')).toContain('(1002)');
  expect(await answer(ada, 'sustur Konyalı saat saat 23:59')).toContain('(1002)');
  expect((await store.watches.quiet([])).map(({ accountId }) => accountId)).toEqual(['1002']);
  await answer(ada, 'sustur 1004 saat 23:59');
  expect((await store.watches.quiet([])).map(({ accountId }) => accountId)).toEqual(['1002', '1004']);
});

test('note shows on the card, in the alert, its thread and the summary until it ends or is removed', async () => {
  const { ada, bora, clock } = await startAlert(['1005']);
  expect(await answer(ada, 'note 1004 3d new disk on *Friday* @here')).toContain(notes.began('1004'));
  const note = '📝 new disk on *Friday* @here · {user} · ';
  expect(textOf(await card(bora, '1004'))).toContain(note);
  clock.advance(30_000);
  await reads(bora, notes.began('1004'), 'oncall');
  const alert = () => textOf(bora.messages('oncall').find(({ text }) => text.startsWith('🚨')));
  await until(bora, () => alert().includes(note));
  expect(await answer(bora, 'summary')).toContain('📝 new disk');
  // A note does not mute.
  expect(alert()).not.toContain('🔕');
  expect(await answer(bora, 'not 1004 1g başka disk')).toContain(notes.began('1004'));
  clock.advance(30_000);
  await until(bora, () => alert().includes('📝 başka disk') && !alert().includes('Friday'));
  expect(await answer(ada, 'unnote 1004')).toContain(notes.ended('1004'));
  expect(await answer(ada, 'unnote 1004')).toBe(notes.none('1004'));
  clock.advance(30_000);
  await until(bora, () => !alert().includes('📝'));
  expect(textOf(await card(bora, '1004'))).not.toContain('📝');
});

test.each(['note', 'mute'] as const)('the answer to %s shows the text that was kept', async (word) => {
  const { ada } = await startBot();
  expect(await answer(ada, `${word} 1004 3d new disk`)).toMatch(/\nnew disk\n/u);
  const { message } = await ada.command(`/backup-status ${word} 1004 3d ${'x'.repeat(400)}`);
  expect(linesOf(message)).toContain(`${'x'.repeat(299)}…`);
});

test('note ends by itself, and independently of a mute', async () => {
  const { ada, clock } = await startAlert();
  await answer(ada, 'note 1004 1h ticket 4711');
  await answer(ada, 'mute 1004 4h');
  await answer(ada, 'unmute 1004');
  expect(textOf(await card(ada, '1004'))).toContain('📝');
  clock.advance(HOUR_MS);
  expect(textOf(await card(ada, '1004'))).not.toContain('📝');
});

test('a mute and a note are still there after the clock was ahead by hours and set right', async () => {
  const { ada, clock, passes } = await startWatching();
  await answer(ada, 'note 1001 1h ticket 4711');
  await answer(ada, 'mute 1001 4h server move');
  clock.advance(5 * HOUR_MS);
  await passes(1);
  expect(textOf(await card(ada, '1001'))).not.toMatch(/ticket 4711|server move/);
  clock.advance(-5 * HOUR_MS);
  const shown = textOf(await card(ada, '1001'));
  expect([shown.includes('ticket 4711'), shown.includes('server move')]).toEqual([true, true]);
});

test.each([
  ['that nobody watches', '1004', []],
  // The incident of 1001 is still open: its watch has not read it again.
  ['that is fine, and in a list of several', '1001', ['1001']],
])('a mute and a note are on the card of an account %s', async (_what, id, others) => {
  const { ada, bora, store, oncall } = await startAlert(others);
  await store.watches.remove(oncall, ['1004'], ada.id);
  expect(await answer(ada, `mute ${id} 4h server move`)).toContain(quiet.began(true, id));
  expect(await answer(ada, `note ${id} 3d new disk on Friday`)).toContain(notes.meaning);
  const shown = textOf(await card(bora, id));
  if (id === '1001') expect(shown).toContain(fine(id));
  expect(shown).toMatch(/🔕 .*\{user\}: server move/u);
  expect(shown).toContain('📝 new disk on Friday · {user} · ');
  expect(shown).not.toContain(words.summary.nobodyYet);
  expect(shown).not.toContain(words.buttons.acknowledge);
  const list = (await bora.command(`/backup-status ${id} 1002`)).message;
  expect(textOf(list).match(/🔕/gu)).toHaveLength(1);
  await answer(ada, `unmute ${id}`);
  await answer(ada, `unnote ${id}`);
  expect(textOf(await card(bora, id))).not.toMatch(/🔕|📝/u);
});

test('Snooze on an alert makes the account quiet only in that channel; End now in the list of watches ends it', async () => {
  const { ada, bora, clock, store, oncall, audits } = await startAlert();
  await ada.press({ actionId: ACTIONS.more, value: MORE.snooze });
  await sees(ada, quiet.form.howLong);
  // Nothing is asked after it.
  expect(ada.modal()?.submit?.text).not.toContain('…');
  await submits(ada, { [SNOOZE.length]: '4h' }, quiet.began(false, '1004'));
  await ada.closeModal();
  clock.advance(30_000);
  await reads(bora, quiet.list('1004'), 'oncall');
  expect(textOf(await card(bora, '1004'))).not.toContain('🔕');
  expect(await store.watches.quiet([])).toEqual([]);
  const [snoozed] = (await store.watches.quiet([oncall])) as readonly { readonly untilMs: number }[];
  expect(snoozed?.untilMs).toBeGreaterThan(clock.now() + 3.9 * HOUR_MS);
  await opens(bora, 'watches', quiet.isQuiet);
  await bora.press({ actionId: END_QUIET });
  await until(bora, () => !textOf(bora.modal()).includes(quiet.isQuiet));
  expect(await store.watches.quiet([oncall])).toEqual([]);
  expect(audits()).toEqual(['snooze: snoozed', 'watches: opened', 'unmute: unmuted']);
});

test('a snooze ends with the last watch of its account in the channel', async () => {
  const { ada, store, oncall } = await startAlert();
  await ada.press({ actionId: ACTIONS.more, value: MORE.snooze });
  await submits(ada, { [SNOOZE.length]: '4h' }, quiet.began(false, '1004'));
  await ada.closeModal();
  expect(await store.watches.quiet([oncall])).toHaveLength(1);
  await answer(ada, 'unwatch 1004');
  expect(await store.watches.quiet([oncall])).toEqual([]);
});

test('Snooze says what to type for an account whose id is too long for a menu', async () => {
  const bot = await startBot();
  const { ada, oncall } = bot;
  const accountId = `customer-${'x'.repeat(70)}`;
  await putAlert(bot, { channelId: oncall, accountId, person: ownerOf(ada) });
  await presses(ada, { actionId: ACTIONS.more, value: MORE.snooze }, quiet.form.longId);
});

test('Snooze on an alert about more than 100 accounts says how many still alert, and has those the next time', async () => {
  const others = Array.from({ length: 129 }, (_, at) => String(3000 + at));
  const { ada, store, oncall } = await startAlert(others);
  const openHere = async () => (await store.watches.openAt(oncall, 0, 1)).count;
  await presses(ada, { actionId: ALERT_MENU, value: MORE.snooze }, quiet.form.rest(30));
  await ada.submit({ [SNOOZE.length]: '4h' });
  await expect.poll(openHere).toBe(30);
  await ada.closeModal();
  await presses(ada, { actionId: ALERT_MENU, value: MORE.snooze }, SNOOZE.accounts);
  expect(textOf(ada.modal())).not.toContain(quiet.form.rest(30));
  await ada.submit({ [SNOOZE.length]: '4h' });
  await expect.poll(openHere).toBe(0);
});

test('unmute ends what is quiet everywhere and in this channel, and names what is not quiet', async () => {
  const { ada, bora, clock, store, oncall } = await startAlert();
  await ada.press({ actionId: ACTIONS.more, value: MORE.snooze });
  await submits(ada, { [SNOOZE.length]: '4h' }, quiet.began(false, '1004'));
  await ada.closeModal();
  expect(await answer(ada, 'unmute 1040')).toBe(quiet.none('1040'));
  await answer(ada, 'mute 1004 4h');
  clock.advance(30_000);
  await reads(bora, quiet.list('1004'), 'oncall');
  const said = [quiet.ended(true, '1004'), quiet.none('1001')];
  expect(await answer(bora, 'unmute 1004 1001')).toContain(said.join('\n'));
  expect(await store.watches.quiet([oncall])).toEqual([]);
  clock.advance(30_000);
  await reads(bora, /^🚨/u, 'oncall');
});

test('Snooze lasts until the morning of a chosen day, but no longer than 30 days', async () => {
  const { ada, clock, store, oncall } = await startAlert();
  const dayIn = (days: number) => new Date(clock.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
  await ada.press({ actionId: ACTIONS.more, value: MORE.snooze });
  for (const days of [-2, 40])
    await refuses(ada, { [SNOOZE.day]: dayIn(days) }, SNOOZE.day, quiet.tooLong(30));
  const chosen = dayIn(3);
  await submits(ada, { [SNOOZE.day]: chosen }, quiet.began(false, '1004'));
  const untilMs = instantOf(Date.parse(chosen) + 8 * HOUR_MS, ada.tz);
  expect(await store.watches.quiet([oncall])).toMatchObject([{ untilMs }]);
});

test('mute and note refuse a word that is no known account while the service is down', async () => {
  const { ada, app, service, store } = await startBot();
  await store.accountList.add([{ id: '1004', name: 'Liman' }]);
  await app.reload();
  service.addFault({ kind: 'status', status: 503, headers: { 'retry-after': '60' } });
  for (const typed of ['mute limam 4h move', 'note limam 4h new disk'])
    expect(await answer(ada, typed)).toContain(words.failure.unavailable['no-answer'](MINUTE_MS).what);
  expect(await answer(ada, 'mute liman 4h move')).toContain(quiet.began(true, 'Liman (1004)'));
});
