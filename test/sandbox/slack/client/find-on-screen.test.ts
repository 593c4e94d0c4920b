import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, callApi, modal, plain } from '../support/speak-to-slack.ts';
import { type Payload, startPlainApp } from '../support/start-plain-app.ts';

const option = (value: string) => ({ text: plain(value), value });
const menu = { type: 'overflow', action_id: 'more', options: [option('details'), option('pin')] };
/** An app that answers commands with a message of these blocks; resolves with the interactions it gets. */
async function startWithCard(slack: LocalSlack, blocks: object[], more: object = {}) {
  const app = await startPlainApp(slack, ({ payload }) => ({
    body: payload.command ? { text: 'card', blocks, ...more } : undefined,
  }));
  await slack.person('ada').command('/backup-status 1001');
  return (): Payload[] =>
    app.requests.map(({ payload }) => payload).filter(({ type }) => type === 'block_actions');
}

test.each([
  ['another action', { actionId: 'share' }],
  ['another value', { actionId: 'refresh', value: '1002' }],
  ['an option that is not offered', { actionId: 'more', value: 'delete' }],
  ['another block', { actionId: 'refresh', blockId: 'elsewhere' }],
  ['another place', { actionId: 'refresh', in: 'home' }],
  ['another message', { actionId: 'refresh', messageTs: '1.000000' }],
])('what is not on the screen cannot be pressed: %s', async (_, target) => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [actions(button('refresh', '1001'), menu)]);
  await expect(slack.person('ada').press(target)).rejects.toThrow('is not on the screen');
  expect(interactions()).toEqual([]);
});

test('nobody presses a button in a message that only another person sees', async () => {
  const slack = await startSlack();
  await startWithCard(slack, [actions(button('refresh'))]);
  await expect(slack.person('bora').press({ actionId: 'refresh' })).rejects.toThrow(
    'there is nothing to press',
  );
});

test('of two that fit, one must be named', async () => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [
    { ...actions(button('refresh', '1001')), block_id: 'one' },
    { ...actions(button('refresh', '1002')), block_id: 'two' },
  ]);
  const ada = slack.person('ada');
  await expect(ada.press({ actionId: 'refresh' })).rejects.toThrow('several elements fit');
  await expect(ada.press({ actionId: 'refresh', blockId: 'two', value: '1001' })).rejects.toThrow(
    'not on the screen',
  );
  await ada.press({ actionId: 'refresh', blockId: 'two' });
  expect(interactions()[0].actions[0].value).toBe('1002');
});

test('a menu with several options asks for one', async () => {
  const slack = await startSlack();
  await startWithCard(slack, [actions(menu)]);
  await expect(slack.person('ada').press({ actionId: 'more' })).rejects.toThrow('say which option');
});

test('an open modal hides the message below it', async () => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [actions(button('refresh'))]);
  const ada = slack.person('ada');
  await ada.press({ actionId: 'refresh' });
  const { trigger_id } = interactions()[0];
  await callApi(slack, 'views.open', { trigger_id, view: modal() });
  await expect(ada.press({ actionId: 'refresh' })).rejects.toThrow('is not on the screen');
  await ada.closeModal();
  expect((await ada.press({ actionId: 'refresh' })).ack).toBe('ok');
});
