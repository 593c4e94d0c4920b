import { expect, test } from 'vitest';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { ACKNOWLEDGE, ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { STATUS_SHORTCUT } from '../../src/slack/lookup/shortcut.ts';
import { WATCH_FORM, WHERE } from '../../src/slack/watches/watch-form.ts';
import { wordsOf } from '../../src/words/words.ts';
import { found, unavailable } from '../messages/samples.ts';
import { answer, opens, opensHome, reads, sees, share } from '../support/people.ts';
import { startBot } from '../support/start-bot.ts';
import { startEdge } from '../support/start-edge.ts';

/** Ada has Turkish in Slack, Bora a language that the app does not have; the default is English. */
async function startMixed(lookup = async () => found()) {
  const edge = await startEdge({ lookup, settings: { LANGUAGE: 'en' } });
  edge.slack.setLocale('ada', 'tr-TR');
  edge.slack.setLocale('bora', 'de-DE');
  return edge;
}

test('a person with another language reads private answers in the language of their Slack', async () => {
  const { ada, bora } = await startMixed();
  const [first, second] = [
    await ada.command('/backup-status 1001'),
    await bora.command('/backup-status 1001'),
  ];
  expect(first.message?.text).toContain('1001 · Yedekler yolunda\n🟢 Çevrimiçi');
  expect(second.message?.text).toContain('1001 · Backups are fine\n🟢 Online');
  expect(await answer(ada, '')).toContain('Müşterinin yedekleri yolunda mı?');
  expect(await answer(ada, '...')).toContain('Şöyle yazın');
});

test('a person with another language reads in their own language, in direct messages, who is on an account', async () => {
  const { ada, slack, store } = await startBot({ transport: 'socket' });
  slack.setLocale('ada', 'tr-TR');
  await opens(ada, 'watch 1004', undefined, { channel: 'direct' });
  await ada.submit({ [WATCH_FORM.where]: WHERE.me });
  await expect.poll(async () => (await store.watches.seen('1004'))?.level).toBe('critical');
  await ada.closeModal();
  await ada.press({ actionId: ACKNOWLEDGE, in: 'direct' });
  await reads(ada, wordsOf('tr', 'tr').alert.tookOver('1004'), 'direct');
});

test('a person with another language sees the default language in a channel, and their own in the private answer to a press there', async () => {
  let isGone = false;
  const { ada, bora } = await startMixed(async () => (isGone ? unavailable('no-answer', '1001') : found()));
  await share(ada, '1001');
  const shared = await reads(bora, 'Backups are fine');
  expect(JSON.stringify(shared.blocks)).toContain('Shared by');
  await ada.press({ actionId: ACTIONS.refresh, in: 'oncall' });
  const edited = await bora.waitFor(() => bora.messages().find(({ isEdited }) => isEdited));
  expect(edited.text).toContain('Backups are fine');
  isGone = true;
  await ada.press({ actionId: ACTIONS.refresh });
  expect(await reads(ada, 'Sorgulanamadı: yanıt yok')).toMatchObject({ isEphemeral: true });
});

test('a person with another language reads Details, pins, names, Home, the check-up and the shortcut’s window in their own language', async () => {
  const { ada, bora } = await startMixed();
  await ada.command('/backup-status 1001');
  await ada.press({ actionId: ACTIONS.more, value: MORE.details });
  expect(await sees(ada)).toMatchObject({ title: { text: 'Hesap ayrıntıları' } });
  await ada.closeModal();

  await ada.press({ actionId: ACTIONS.more, value: MORE.pin });
  await reads(ada, '1001 sabitlendi');
  expect(await sees(ada)).toMatchObject({ title: { text: 'Kısa ad' } });
  const { errors } = await ada.submit({ [PIN_NAME.name]: '???' });
  expect(JSON.stringify(errors)).toContain('ad olarak yazılamaz');
  await ada.closeModal();

  await opensHome(ada, '1 hesap: yolunda');
  await opensHome(bora, 'Are a customer');

  expect(await answer(ada, 'doctor')).toContain('Veritabanı: Çalışıyor.');
  await ada.shortcut(STATUS_SHORTCUT, { messageTs: bora.say('1001?').ts });
  expect(JSON.stringify(await sees(ada))).toContain('1001 · Yedekler yolunda');
});

test('a person with another language reads the apology for a defect in their own language, as a message and as a modal', async () => {
  const { ada, bora, logLines } = await startMixed(() => Promise.reject(new TypeError('a bug')));
  await ada.command('/backup-status 1001');
  await reads(ada, 'Bir şeyler ters gitti');
  await bora.command('/backup-status 1001');
  await reads(bora, 'Something went wrong');
  await opensHome(ada);
  await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1001');
  const modal = await sees(ada);
  expect(modal).toMatchObject({ title: { text: 'Bir şeyler ters gitti' } });
  const references = logLines.flatMap(({ reference }) => reference ?? []);
  expect(JSON.stringify(modal.blocks)).toContain(String(references.at(-1)));
});
