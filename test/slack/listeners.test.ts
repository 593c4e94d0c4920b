import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { BOT_SCOPES } from '../../src/slack/kit/access.ts';
import { ACTIONS, HOME_ACTIONS, MORE, PIN_NAME } from '../../src/slack/kit/ids.ts';
import { listenerFor, REGISTERED } from '../../src/slack/listeners.ts';
import { found } from '../messages/samples.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { startEdge, startStore } from '../support/start-edge.ts';

test('manifest.yml declares what is registered, the scopes that are used, and nothing else', () => {
  const manifest: unknown = parse(readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8'));
  expect(manifest).toEqual({
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: { name: expect.any(String), description: expect.any(String) },
    features: {
      app_home: {
        home_tab_enabled: REGISTERED.events.includes('app_home_opened'),
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: true,
      },
      bot_user: { display_name: expect.any(String), always_online: false },
      slash_commands: REGISTERED.commands.map((command) => ({
        command,
        description: expect.any(String),
        usage_hint: expect.any(String),
        should_escape: false,
      })),
      shortcuts: REGISTERED.shortcuts.map((callback_id) => ({
        name: expect.stringMatching(/^.{1,24}$/),
        type: 'message',
        callback_id,
        description: expect.stringMatching(/^.{1,150}$/),
      })),
    },
    oauth_config: { scopes: { bot: BOT_SCOPES } },
    settings: {
      event_subscriptions: { bot_events: REGISTERED.events },
      // For every button and modal.
      interactivity: { is_enabled: true },
      org_deploy_enabled: false,
      socket_mode_enabled: true,
      token_rotation_enabled: false,
    },
  });
});

test('whatever can be pressed, typed or submitted has its listener, and Slack grants every call that is made', async () => {
  const store = await startStore();
  const { ada, slack, logLines } = await startEdge({
    lookup: async (id) => found({ id }),
    store,
    slackOptions: { scopes: BOT_SCOPES },
  });
  const owner = ownerOf(ada);
  for (let id = 2001; id <= 2021; id += 1) await store.pins.add(owner, { accountId: String(id) });
  for (const command of REGISTERED.commands) await ada.command(`${command} 2001`);
  const onCard = { refresh: {}, share: {}, more: { value: MORE.details } };
  for (const name of ['refresh', 'share', 'more'] as const) {
    await ada.press({ actionId: ACTIONS[name], ...onCard[name] });
    if (name === 'refresh') continue;
    await ada.waitFor(() => ada.modal());
    await ada.closeModal();
  }
  await ada.command(REGISTERED.commands[0]);
  await ada.press({ actionId: 'account_open_0' });

  await ada.openHome();
  await ada.waitFor(() => ada.home());
  const answered = async (count: number) =>
    expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(count);
  await answered(1);
  await ada.type({ actionId: HOME_ACTIONS.lookup }, '2001');
  await answered(2);
  await ada.press({ actionId: HOME_ACTIONS.account, blockId: 'looked-up::2001' });
  await answered(3);
  await ada.press({ actionId: HOME_ACTIONS.lookUp });
  await answered(4);
  const presses = [
    { actionId: HOME_ACTIONS.refresh },
    { actionId: 'home_open_0' },
    { actionId: HOME_ACTIONS.more, blockId: 'pin::2002', value: MORE.unpin },
  ];
  for (const [index, press] of presses.entries()) {
    await ada.press(press);
    await answered(5 + index);
  }
  await ada.press({ actionId: HOME_ACTIONS.more, blockId: 'pin::2003', value: MORE.name });
  await ada.waitFor(() => ada.modal());
  expect(ada.modal()?.callback_id).toBe(PIN_NAME.callbackId);
  expect(await ada.submit({ [PIN_NAME.actionId]: 'acme' })).toMatchObject({ ack: 'ok' });
  await expect.poll(() => homeText(ada)).toContain('acme (2003)');

  expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
  const calls = slack.traffic.flatMap((one) => (one.kind === 'api' ? [one.result] : []));
  expect(calls.length).toBeGreaterThan(10);
  for (const result of calls) expect(result).toMatchObject({ ok: true });
});

test.each([
  ['refresh', 'by name'],
  ['open_1', 'by pattern'],
  ['open_2', 'by pattern'],
  ['refreshed', undefined],
  ['re', undefined],
  ['open_12', undefined],
  ['', undefined],
])('the first listener for the id %j', (id, expected) => {
  const listeners = [
    ['refresh', 'by name'],
    [/^open_\d$/, 'by pattern'],
    ['open_1', 'too late'],
  ] as const;
  expect(listenerFor<string>(id, listeners)).toBe(expected);
});
