import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, callApi } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

test('people see their own channels', async () => {
  const slack = await startSlack({ scopes: ['chat:write'] });
  const { oncall, partners } = slack.channels;
  for (const { id } of [oncall, partners])
    await callApi(slack, 'chat.postMessage', { channel: id, text: 'x' });
  for (const name of ['ada', 'bora', 'guest'] as const) {
    expect(slack.person(name).messages('oncall')).toHaveLength(1);
  }
  for (const name of ['ada', 'bora', 'outsider'] as const) {
    expect(slack.person(name).messages('partners')).toHaveLength(1);
  }
  expect(() => slack.person('guest').messages('general')).toThrow('only in oncall, direct');
  expect(() => slack.person('outsider').messages('direct')).toThrow('only in partners');
});

test('a wait ends with the change that brings what is looked for', async () => {
  const slack = await startSlack();
  const ada = slack.person('ada');
  const found = ada.waitFor(() => ada.messages().find(({ text }) => text === 'second'));
  for (const text of ['first', 'second']) slack.person('bora').say(text);
  expect((await found).text).toBe('second');
});

test('a wait in vain says what is on the screen', async () => {
  const slack = await startSlack();
  await startPlainApp(slack, () => ({ body: { text: 'card', blocks: [actions(button('refresh'))] } }));
  const ada = slack.person('ada');
  await expect(ada.waitFor(() => undefined, { timeoutMs: 1 })).rejects.toThrow('ada sees nothing');
  await ada.command('/backup-status');
  await expect(ada.waitFor(() => undefined, { timeoutMs: 1 })).rejects.toThrow(
    'ada sees:\n- oncall: (only for them) "card" [refresh]',
  );
});

test('a wait ends when the look fails, and when the local Slack closes', async () => {
  const slack = await startSlack();
  const ada = slack.person('ada');
  const failing = ada.waitFor(() => {
    throw new Error('looked wrong');
  });
  await expect(failing).rejects.toThrow('looked wrong');
  const waiting = expect(ada.waitFor(() => undefined)).rejects.toThrow('the local Slack was closed');
  await slack.close();
  await waiting;
});

test('the newest message that fits is pressed, in the place that was last looked at', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, ({ payload }) =>
    payload.command
      ? { body: { text: payload.text, blocks: [actions(button('refresh', payload.text))] } }
      : undefined,
  );
  const ada = slack.person('ada');
  await ada.command('/backup-status 1', { channel: 'direct' });
  for (const id of [2, 3]) await ada.command(`/backup-status ${id}`);
  await ada.press({ actionId: 'refresh' });
  await ada.press({ actionId: 'refresh', value: '2' });
  await ada.press({ actionId: 'refresh', in: 'direct' });
  expect(app.requests.slice(3).map(({ payload }) => payload.actions[0].value)).toEqual(['3', '2', '1']);
});
