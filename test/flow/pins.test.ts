import { expect, test } from 'vitest';
import { PIN_NAME } from '../../src/slack/card/pins.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { limit } from '../support/limit.ts';
import { answer, ownerOf, reads, refuses, sees, seesAtHome, share, warningsIn } from '../support/people.ts';
import { actNow, fine, isPinned, isUnpinned, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

async function start() {
  const bot = await startBot();
  const owner = ownerOf(bot.ada);
  return {
    ...bot,
    owner,
    pinned: () => bot.store.pins.list(owner),
    choose: (value: string, person = bot.ada) => person.press({ actionId: ACTIONS.more, value }),
    told: (text: string, person = bot.ada) => reads(person, text),
  };
}

test('Pin on a private card confirms privately, names the account as everybody knows it, and changes the menu to a name and Unpin', async () => {
  const { ada, app, bora, store, choose, told, pinned } = await start();
  const name = 'Acme Ltd (1004)';
  await store.accountList.add([{ id: '1004', name: 'Acme Ltd' }]);
  await app.reload();
  const { message } = await ada.command('/backup-status 1004');
  await choose(MORE.pin);
  expect(await told(isPinned(name))).toMatchObject({ isEphemeral: true });
  const card = await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  expect(card.ts).toBe(message?.ts);
  expect(JSON.stringify(card.blocks)).toMatch(/"unpin".*"name"/);
  expect(await pinned()).toMatchObject([{ accountId: '1004' }]);
  expect(bora.messages()).toEqual([]);
  // Submitting without a name takes one press.
  await sees(ada, words.pins.nameView.label(name));
  expect(await ada.submit({})).toMatchObject({ ack: 'ok' });
  expect(await pinned()).toMatchObject([{ accountId: '1004' }]);
  await choose(MORE.unpin);
  await told(isUnpinned(name));
  expect(await pinned()).toEqual([]);
});

test('Pin and Unpin on an outdated card confirm the present state, and the pin keeps its name', async () => {
  const { ada, store, owner, choose, told, pinned } = await start();
  await ada.command('/backup-status 1004');
  await store.pins.add(owner, { accountId: '1004', name: 'acme' });
  await choose(MORE.pin);
  await told(isPinned('1004'));
  expect(await pinned()).toMatchObject([{ accountId: '1004', name: 'acme' }]);
  await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  await sees(ada);
  await ada.submit({ [PIN_NAME.name]: 'acme' });
  await store.pins.remove(owner, '1004');
  await choose(MORE.unpin);
  await told(isUnpinned('1004'));
  expect(await pinned()).toEqual([]);
});

test('the window for a short name stays open although Slack does not take the message about the pin', async () => {
  limit({ backOff: 20 });
  const { ada, slack, logLines, choose } = await start();
  await ada.command('/backup-status 1004');
  slack.addFault({ kind: 'status', status: 503 }, { method: 'response_url' });
  await choose(MORE.pin);
  await sees(ada, PIN_NAME.name);
  await expect.poll(() => logLines.find(({ msg }) => msg === 'the apology could not be shown')).toBeDefined();
  await sees(ada, PIN_NAME.name);
});

test('Pin on a shared card is private and does not change the card', async () => {
  const { ada, bora, store, choose, told } = await start();
  const message = await share(ada, '1004');
  await choose(MORE.pin, bora);
  expect(await told(isPinned('1004'), bora)).toMatchObject({ isEphemeral: true });
  expect(ada.messages('oncall').filter(({ isEphemeral }) => isEphemeral)).toEqual([]);
  expect(ada.messages().find(({ ts }) => ts === message?.ts)?.isEdited).toBe(false);
  expect(await store.pins.list(ownerOf(bora))).toMatchObject([{ accountId: '1004' }]);
  expect(await store.pins.list(ownerOf(ada))).toEqual([]);
});

test('a name is given in a modal, can be typed instead of the id, and is shown on the card', async () => {
  const { ada, bora, choose, told, pinned } = await start();
  await ada.command('/backup-status 1004');
  await choose(MORE.pin);
  await sees(ada);
  await told(isPinned('1004'));
  expect(await ada.submit({ [PIN_NAME.name]: ' “Şişli Acme” ' })).toMatchObject({ ack: 'ok' });
  expect(ada.modal()).toBeUndefined();
  await told(words.pins.change({ kind: 'named' }, '1004', 'Şişli Acme'));
  await reads(ada, actNow('Şişli Acme (1004)'));
  expect(await pinned()).toMatchObject([{ accountId: '1004', name: 'Şişli Acme' }]);
  const { message } = await ada.command('/backup-status “şİŞLİ ACME” 1001');
  expect(message?.text).toMatch(/Şişli Acme \(1004\) · .*\n✅ 1001 · /s);
  const single = await ada.command('/backup-status "şişli acme"');
  expect(JSON.stringify(single.message?.blocks[0])).toContain('Şişli Acme (1004)');
  // A name is visible only to its owner.
  expect(await answer(bora, '"şişli acme"')).toContain(NOT_FOUND);
  const shared = await share(ada, '"şişli acme"');
  expect(JSON.stringify(shared)).not.toContain('Acme');
  expect(shared.text).toContain('1004 · ');
});

test('a text that is both a name and an id means the id', async () => {
  const { ada, store, owner } = await start();
  await store.pins.add(owner, { accountId: '1004', name: '1001' });
  await store.pins.add(owner, { accountId: '1005', name: '9001' });
  expect(await answer(ada, '1001')).toContain(fine('1001'));
  // 9001 is no account.
  expect(await answer(ada, '9001')).toContain('9001 (1005)');
});

test('the modal refuses a name in use or one that cannot be typed, and removes a name, but not of an account that was unpinned meanwhile', async () => {
  const { ada, app, store, owner, pinned, choose, logLines } = await start();
  await store.accountList.add([{ id: '1010' }]);
  await app.reload();
  await store.pins.add(owner, { accountId: '1001', name: 'acme' });
  await store.pins.add(owner, { accountId: '1004', name: 'liman' });
  await ada.command('/backup-status 1004');
  await choose(MORE.name);
  const modal = await sees(ada);
  expect(JSON.stringify(modal.blocks)).toContain('"initial_value":"liman"');
  const refused = (name: string, change: Parameters<typeof words.pins.change>[0]) => {
    const why = words.pins.change(change, '1004', undefined);
    return refuses(ada, { [PIN_NAME.name]: name }, PIN_NAME.name, why);
  };
  await refused('ACME', { kind: 'name-taken', name: 'acme', accountId: '1001' });
  for (const name of ['help', 'share', '<!channel>', '@ada', '\u200B', 'a\u0007b', '1010'])
    await refused(name, { kind: 'name-unusable' });
  expect(await pinned()).toMatchObject([{ name: 'acme' }, { name: 'liman' }]);
  await store.pins.remove(owner, '1004');
  await refused('depot', { kind: 'not-pinned' });
  await store.pins.add(owner, { accountId: '1004', name: 'liman' });
  expect((await ada.submit({ [PIN_NAME.name]: '' })).errors).toBeUndefined();
  expect(ada.modal()).toBeUndefined();
  expect((await pinned())[1]).toMatchObject({ name: undefined });
  expect(warningsIn(logLines)).toEqual([]);
});

test('a pin stays when the window for its name does not open; who asked for that window is told', async () => {
  const { ada, slack, choose, told, pinned } = await start();
  await ada.command('/backup-status 1004');
  slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  await choose(MORE.pin);
  await told(isPinned('1004'));
  expect(await pinned()).toMatchObject([{ accountId: '1004' }]);
  // The card offers a name once it shows the pin.
  await ada.waitFor(() => ada.messages().find(({ isEdited }) => isEdited));
  await choose(MORE.name);
  await told(words.command.notOpened);
});

test('Home pins, names and unpins what was looked up in it', async () => {
  const { ada, pinned } = await start();
  await ada.openHome();
  await seesAtHome(ada);
  await ada.type({ actionId: HOME_ACTIONS.lookUpField }, '1004');
  const inMenu = (value: string) => ada.press({ actionId: ACTIONS.more, blockId: 'account::1004', value });
  await sees(ada, 'account::1004');
  await seesAtHome(ada, 'account_open_0');
  await inMenu(MORE.pin);
  await seesAtHome(ada, new RegExp(`${isPinned('1004')}.*account::1004`));
  await sees(ada, PIN_NAME.name);
  await ada.submit({ [PIN_NAME.name]: 'acme' });
  await seesAtHome(ada, 'acme (1004)');
  await ada.closeModal();
  await inMenu(MORE.unpin);
  await seesAtHome(ada, isUnpinned('1004'));
  expect(await pinned()).toEqual([]);
});

test('help shows pinned and recent accounts as buttons that open them', async () => {
  const { ada, store, owner } = await start();
  await store.pins.add(owner, { accountId: '1001', name: 'acme' });
  await ada.command('/backup-status 1004 nope');
  await expect.poll(() => store.pins.recents(owner)).toEqual(['1004']);
  const { message } = await ada.command('/backup-status');
  expect(JSON.stringify(message?.blocks)).toMatch(/account_open_0.*acme \(1001\).*account_open_1.*1004/s);
  await ada.press({ actionId: 'account_open_0' });
  const card = await reads(ada, fine('acme (1001)'));
  expect(card.isEphemeral).toBe(true);
  await expect.poll(() => store.pins.recents(owner)).toEqual(['1001', '1004']);
});
