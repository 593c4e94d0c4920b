import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, input, modal, plain } from '../support/speak-to-slack.ts';
import { type AppAnswer, type Payload, startPlainApp } from '../support/start-plain-app.ts';

const form = (more: object = {}) =>
  modal({ submit: plain('Save'), blocks: [input('name', 'text')], private_metadata: 'm', ...more });

/** Ada with an open modal, and an app that acknowledges its submission with this answer. */
async function openForm(slack: LocalSlack, answer: AppAnswer, view: object = form()) {
  const app = await startPlainApp(slack, ({ payload }) => (payload.command ? undefined : answer));
  const ada = slack.person('ada');
  await ada.command('/backup-status');
  const { trigger_id } = app.requests[0]?.payload ?? {};
  const opened = await callApi(slack, 'views.open', { trigger_id, view });
  expect(opened).toMatchObject({ ok: true });
  return { ada, interactions: (): Payload[] => app.requests.slice(1).map(({ payload }) => payload) };
}

test.each([
  ['a required field left empty', {}, 'Please complete this required field'],
  ['an unknown input', { other: 'x', text: 'y' }, 'no input other'],
])('the client does not send %s', async (_, values, message) => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined);
  await expect(ada.submit(values)).rejects.toThrow(message);
  expect(interactions()).toEqual([]);
});

test('the client limits the length of an input', async () => {
  const slack = await startSlack();
  const element = { type: 'plain_text_input', action_id: 'text', max_length: 3 };
  const { ada } = await openForm(slack, undefined, form({ blocks: [input('name', 'text', { element })] }));
  await expect(ada.submit({ name: '1001' })).rejects.toThrow('3 characters at most');
  expect((await ada.submit({ name: '100' })).ack).toBe('ok');
});

test('errors appear under their inputs, and the modal stays', async () => {
  const slack = await startSlack();
  const errors = { name: 'no such account' };
  const { ada } = await openForm(slack, { body: { response_action: 'errors', errors } });
  expect(await ada.submit({ text: 'x' })).toMatchObject({ ack: 'ok', errors });
  expect(ada.modal()?.errors).toEqual(errors);
});

test.each([
  ['an unknown response_action', { response_action: 'open', view: form() }],
  ['a message', { text: 'saved' }],
  ['errors for a block without input', { response_action: 'errors', errors: { other: 'x' } }],
  ['no errors', { response_action: 'errors', errors: {} }],
  ['an invalid view', { response_action: 'update', view: form({ title: plain('x'.repeat(25)) }) }],
  ['a Home', { response_action: 'update', view: { type: 'home', blocks: form().blocks } }],
])('an ack that Slack cannot use shows an error to the person and keeps the modal: %s', async (_, body) => {
  const slack = await startSlack();
  const { ada } = await openForm(slack, { body });
  const delivery = await ada.submit({ text: 'x' });
  expect(delivery.error).toContain('We had some trouble connecting');
  expect(ada.modal()).toMatchObject({ title: plain('Details'), errors: {} });
});

const menu = (more: object = {}) =>
  input('where', 'channel', {
    element: {
      type: 'conversations_select',
      action_id: 'channel',
      response_url_enabled: true,
      filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
      ...more,
    },
  });

test.each([
  ['that is shared with another organisation', 'partners', {}],
  ['of a kind that the filter excludes', 'direct', {}],
])('a conversation menu offers none %s', async (_, channel, more) => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined, form({ blocks: [menu(more)] }));
  await expect(ada.submit({ channel })).rejects.toThrow('channel does not offer');
  expect(interactions()).toEqual([]);
});

test.each([
  ['the conversation that the command was typed in', { channel: 'general' }, {}, 'C0GENERAL01'],
  ['direct messages', { channel: 'direct' }, {}, 'D0ADA000001'],
  [
    'a channel of the workspace alone',
    { channel: 'alerts' },
    { filter: { exclude_external_shared_channels: true } },
    'C0ALERTS001',
  ],
  [
    'none that the filter leaves out',
    { channel: 'partners' },
    { filter: { exclude_external_shared_channels: true } },
    null,
  ],
  ['the one that the app chose', {}, { initial_conversation: 'C0GENERAL01' }, 'C0GENERAL01'],
])('a conversation menu starts with %s', async (_, typed, more, chosen) => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const ada = slack.person('ada');
  await ada.command('/backup-status watch', typed);
  const element = {
    type: 'conversations_select',
    action_id: 'where',
    default_to_current_conversation: true,
    ...more,
  };
  const view = form({ blocks: [input('channel', 'where', { element })] });
  const { trigger_id } = app.requests[0]?.payload ?? {};
  await callApi(slack, 'views.open', { trigger_id, view: form() });
  const standing = () => ada.modal()?.state.values.channel?.where?.selected_conversation;
  await callApi(slack, 'views.update', { view_id: ada.modal()?.id, view });
  expect(standing()).toBe(chosen);
  await callApi(slack, 'views.update', { view_id: ada.modal()?.id, view });
  expect(standing()).toBe(chosen);
  if (chosen === null) await expect(ada.submit()).rejects.toThrow('required field');
  else {
    await ada.submit();
    expect(app.requests.at(-1)?.payload.view.state.values.channel.where).toEqual({
      type: 'conversations_select',
      selected_conversation: chosen,
    });
  }
});
