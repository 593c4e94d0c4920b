import { describe, expect, test } from 'vitest';
import { ACTIONS, MORE, PIN_NAME } from '../../../src/slack/kit/action-ids.ts';
import { actNow, fine, isPinned } from '../../support/phrases.ts';
import { words } from '../../support/reader.ts';
import { command, saying } from './support/in-channel.ts';
import { servePage } from './support/serve-page.ts';

const page = servePage();
const ok = { ok: true };

describe('what a person does', () => {
  test('buttons, menus, modals, inputs and Home work as in Slack', async () => {
    const ada = await page.follow('ada');
    await page.act('ada', command('/backup-status 1004'));
    const { ts } = await ada.until(saying(actNow('1004')));
    const more = { actionId: ACTIONS.more, messageTs: ts, in: 'oncall' };
    expect(await page.act('ada', { kind: 'press', target: { ...more, value: MORE.pin } })).toEqual(ok);
    await ada.until(saying(isPinned('1004')));
    await ada.until(({ modal }) => modal ?? undefined);
    const submit = (name: string) => ({ kind: 'submit', values: { [PIN_NAME.actionId]: name } });
    expect(await page.act('ada', submit('help'))).toEqual(ok);
    await ada.until(({ modal }) => (modal && Object.keys(modal.errors).length > 0 ? modal : undefined));
    expect(await page.act('ada', submit('Acme'))).toEqual(ok);
    await ada.until(({ modal }) => (modal === null ? 'closed' : undefined));

    expect(await page.act('ada', { kind: 'open-home' })).toEqual(ok);
    const home = await ada.until(({ home }) =>
      home?.callback_id === 'home-asking' ? undefined : (home ?? undefined),
    );
    expect(JSON.stringify(home.blocks)).toContain(words.home.lookUpLabel);

    expect(await page.act('ada', { kind: 'reload' })).toEqual(ok);
    await ada.until((state) => (saying(actNow('1004'))(state) ? undefined : state));
  });

  test('a word said in a channel, and the message shortcut on it', async () => {
    const bora = await page.follow('bora');
    expect(await page.act('bora', { kind: 'say', channel: 'general', text: 'is 1001 all right?' })).toEqual(
      ok,
    );
    const said = await bora.until(({ channels, shortcuts }) => {
      const message = channels
        .flatMap(({ messages }) => messages)
        .find(({ isApp, text }) => !isApp && text === 'is 1001 all right?');
      const [shortcut] = shortcuts;
      return message && shortcut && { message, shortcut };
    });
    expect(said.shortcut).toEqual({ name: 'Backup status', callback_id: 'backup_status' });
    const { ts: messageTs } = said.message;
    expect(await page.act('bora', { kind: 'shortcut', callbackId: 'backup_status', messageTs })).toEqual(ok);
    await bora.until(({ modal }) => (JSON.stringify(modal ?? '').includes(fine('1001')) ? modal : undefined));
    expect(await page.act('bora', { kind: 'close-modal' })).toEqual(ok);
  });

  test.each([
    ['ada', command('/nonsense 1'), '/nonsense is not a valid command; this app has /backup-status'],
    ['guest', command('/backup-status 1001', 'general'), 'guest is not in general'],
    ['outsider', command('/backup-status 1001'), 'outsider is from another organisation'],
    ['bora', { kind: 'press', target: { actionId: 'nothing' } }, 'is not on the screen'],
    ['bora', { kind: 'close-modal' }, 'bora has no modal open'],
  ])('%s %j: what the client would not do is said', async (person, act, error) => {
    expect(await page.act(person, act)).toEqual({ ok: false, error: expect.stringContaining(error) });
  });
});
