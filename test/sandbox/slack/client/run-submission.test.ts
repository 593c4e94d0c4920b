import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, input, modal, plain, respondTo } from '../support/speak-to-slack.ts';
import { type AppAnswer, type Payload, startPlainApp } from '../support/start-plain-app.ts';

const form = (more: object = {}) =>
  modal({ submit: plain('Save'), blocks: [input('name', 'text')], private_metadata: 'm', ...more });

/** Ada with a modal open, and an app that acknowledges its submission so. */
async function openForm(slack: LocalSlack, answer: AppAnswer, view: object = form()) {
  const app = await startPlainApp(slack, ({ payload }) => (payload.command ? undefined : answer));
  const ada = slack.person('ada');
  await ada.command('/backup-status');
  const { trigger_id } = app.requests[0]?.payload ?? {};
  const opened = await callApi(slack, 'views.open', { trigger_id, view });
  expect(opened).toMatchObject({ ok: true });
  return { ada, interactions: (): Payload[] => app.requests.slice(1).map(({ payload }) => payload) };
}

test('a submission brings what was filled in; an empty acknowledgement closes the view', async () => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined);
  expect((await ada.submit({ text: '1001' })).ack).toBe('ok');
  expect(ada.modal()).toBeUndefined();
  expect(interactions()).toMatchObject([
    {
      type: 'view_submission',
      user: { id: ada.id, team_id: slack.teamId },
      trigger_id: expect.any(String),
      response_urls: [],
      view: {
        private_metadata: 'm',
        state: { values: { name: { text: { type: 'plain_text_input', value: '1001' } } } },
      },
    },
  ]);
});

test.each([
  ['a required field left empty', {}, 'Please complete this required field'],
  ['an input that is not there', { other: 'x', text: 'y' }, 'no input other'],
])('the client does not send %s', async (_, values, message) => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined);
  await expect(ada.submit(values)).rejects.toThrow(message);
  expect(interactions()).toEqual([]);
});

test('the client keeps to the length of an input', async () => {
  const slack = await startSlack();
  const element = { type: 'plain_text_input', action_id: 'text', min_length: 2, max_length: 3 };
  const { ada } = await openForm(slack, undefined, form({ blocks: [input('name', 'text', { element })] }));
  await expect(ada.submit({ name: '1' })).rejects.toThrow('2 characters at least');
  await expect(ada.submit({ name: '1001' })).rejects.toThrow('3 characters at most');
  expect((await ada.submit({ name: '100' })).ack).toBe('ok');
});

test('an optional field may stay empty', async () => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(
    slack,
    undefined,
    form({ blocks: [input('name', 'text', { optional: true })] }),
  );
  await ada.submit();
  expect(interactions()[0].view.state.values).toEqual({
    name: { text: { type: 'plain_text_input', value: null } },
  });
});

test('errors stand under their inputs and the modal stays', async () => {
  const slack = await startSlack();
  const errors = { name: 'no such account' };
  const { ada } = await openForm(slack, { body: { response_action: 'errors', errors } });
  expect(await ada.submit({ text: 'x' })).toMatchObject({ ack: 'ok', errors });
  expect(ada.modal()?.errors).toEqual(errors);
});

test('update replaces the view, keeping what was filled in under the same ids', async () => {
  const slack = await startSlack();
  const view = form({ title: plain('Second') });
  const { ada } = await openForm(slack, { body: { response_action: 'update', view } });
  const before = ada.modal();
  await ada.submit({ text: 'kept' });
  expect(ada.modal()).toMatchObject({
    id: before?.id,
    title: plain('Second'),
    state: { values: { name: { text: { value: 'kept' } } } },
  });
  expect(ada.modal()?.hash).not.toBe(before?.hash);
});

test('push puts a view on top, three at most; clear closes them all', async () => {
  const slack = await startSlack();
  const body = { response_action: 'push', view: form() };
  const { ada } = await openForm(slack, { body });
  const first = ada.modal()?.id;
  await ada.submit({ text: 'x' });
  await ada.submit({ text: 'x' });
  expect(ada.modal()?.id).not.toBe(first);
  expect((await ada.submit({ text: 'x' })).error).toContain('push_limit_reached');
  Object.assign(body, { response_action: 'clear' });
  await ada.submit({ text: 'x' });
  expect(ada.modal()).toBeUndefined();
});

test.each([
  ['an unknown response_action', { response_action: 'open', view: form() }],
  ['a message', { text: 'saved' }],
  ['errors for a block without input', { response_action: 'errors', errors: { other: 'x' } }],
  ['no errors', { response_action: 'errors', errors: {} }],
  ['an invalid view', { response_action: 'update', view: form({ title: plain('x'.repeat(25)) }) }],
  ['a Home', { response_action: 'push', view: { type: 'home', blocks: form().blocks } }],
])('what Slack cannot use is trouble for the person, and the modal stays: %s', async (_, body) => {
  const slack = await startSlack();
  const { ada } = await openForm(slack, { body });
  const delivery = await ada.submit({ text: 'x' });
  expect(delivery.error).toContain('We had some trouble connecting');
  expect(ada.modal()).toMatchObject({ title: plain('Details'), errors: {} });
});

test('a submission without acknowledgement is trouble too', async () => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  const { ada } = await openForm(slack, undefined);
  await startPlainApp(slack, () => 'never');
  expect(await ada.submit({ text: 'x' })).toMatchObject({
    ack: 'operation_timeout',
    error: expect.stringContaining('We had some trouble connecting'),
  });
  expect(ada.modal()).toBeDefined();
});

test('a modal without submit button cannot be submitted', async () => {
  const slack = await startSlack();
  const { ada } = await openForm(slack, undefined, modal());
  await expect(ada.submit()).rejects.toThrow('no submit button');
});

test('closing is told only with notify_on_close', async () => {
  const slack = await startSlack();
  const quiet = await openForm(slack, undefined);
  await quiet.ada.closeModal();
  expect(quiet.interactions()).toEqual([]);
  const told = await openForm(slack, undefined, form({ notify_on_close: true }));
  const id = told.ada.modal()?.id;
  await told.ada.closeModal();
  expect(told.ada.modal()).toBeUndefined();
  expect(told.interactions()).toMatchObject([{ type: 'view_closed', is_cleared: false, view: { id } }]);
  await expect(told.ada.closeModal()).rejects.toThrow('no modal open');
});

test('clear_on_close takes the whole stack away', async () => {
  const slack = await startSlack();
  const view = form({ clear_on_close: true, notify_on_close: true });
  const { ada, interactions } = await openForm(slack, { body: { response_action: 'push', view } });
  await ada.submit({ text: 'x' });
  await ada.closeModal();
  expect(ada.modal()).toBeUndefined();
  expect(interactions()[1]).toMatchObject({ type: 'view_closed', is_cleared: true });
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

test('a menu of conversations brings a response_url that posts to the one that was chosen', async () => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined, form({ blocks: [menu()] }));
  await ada.submit({ channel: 'general' });
  const [{ response_urls: urls, view }] = interactions() as [Payload];
  expect(view.state.values.where.channel).toEqual({
    type: 'conversations_select',
    selected_conversation: 'C0GENERAL01',
  });
  expect(urls).toEqual([
    {
      block_id: 'where',
      action_id: 'channel',
      channel_id: 'C0GENERAL01',
      response_url: expect.stringMatching(/^http/),
    },
  ]);
  expect(await respondTo(urls[0].response_url, { text: 'hello', response_type: 'in_channel' })).toMatchObject(
    {
      status: 200,
    },
  );
  expect(slack.person('bora').messages('general')).toMatchObject([{ text: 'hello' }]);
});

test('a menu that asks for no response_url brings none', async () => {
  const slack = await startSlack();
  const blocks = [menu({ response_url_enabled: false })];
  const { ada, interactions } = await openForm(slack, undefined, form({ blocks }));
  await ada.submit({ channel: 'general' });
  expect(interactions()).toMatchObject([{ response_urls: [] }]);
});

test.each([
  ['that another organisation shares', 'partners', {}],
  ['of a kind that is not included', 'direct', {}],
])('a menu of conversations offers none %s', async (_, channel, more) => {
  const slack = await startSlack();
  const { ada, interactions } = await openForm(slack, undefined, form({ blocks: [menu(more)] }));
  await expect(ada.submit({ channel })).rejects.toThrow('channel does not offer');
  expect(interactions()).toEqual([]);
});

test('without a filter all conversations of the person are offered, and no others', async () => {
  const slack = await startSlack();
  const { ada } = await openForm(slack, undefined, form({ blocks: [menu({ filter: undefined })] }));
  await expect(ada.submit({ channel: 'elsewhere' })).rejects.toThrow('ada is not in elsewhere');
  expect((await ada.submit({ channel: 'oncall' })).ack).toBe('ok');
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
  ['none with the app itself', { channel: 'direct' }, { filter: { exclude_bot_users: true } }, null],
  ['the one that the app chose', {}, { initial_conversation: 'C0GENERAL01' }, 'C0GENERAL01'],
])('a menu of conversations begins with %s', async (_, typed, more, chosen) => {
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
