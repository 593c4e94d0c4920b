import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import { actions, button, callApi, homeView, input, plain } from '../support/speak-to-slack.ts';
import { type Payload, startPlainApp } from '../support/start-plain-app.ts';

const option = (value: string) => ({ text: plain(value), value });
const menu = { type: 'overflow', action_id: 'more', options: [option('details'), option('pin')] };
const select = {
  type: 'static_select',
  action_id: 'pick',
  placeholder: plain('?'),
  options: [option('a'), option('b')],
};

/** An app that answers commands with a message of these blocks; resolves with the interactions it gets. */
async function startWithCard(slack: LocalSlack, blocks: object[], more: object = {}, channel = 'oncall') {
  const app = await startPlainApp(slack, ({ payload }) => ({
    body: payload.command ? { text: 'card', blocks, ...more } : undefined,
  }));
  await slack.person('ada').command('/backup-status 1001', { channel });
  return (): Payload[] =>
    app.requests.map(({ payload }) => payload).filter(({ type }) => type === 'block_actions');
}

test('a press on a private message brings all but the message itself', async () => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [actions(button('refresh', '1001'))]);
  const ada = slack.person('ada');
  expect(await ada.press({ actionId: 'refresh' })).toEqual({ ack: 'ok', ackMs: expect.any(Number) });
  expect(interactions()).toEqual([
    {
      type: 'block_actions',
      user: { id: ada.id, username: 'ada', name: 'ada', team_id: slack.teamId },
      api_app_id: slack.appId,
      token: expect.any(String),
      trigger_id: expect.any(String),
      team: { id: slack.teamId, domain: 'local-workspace' },
      enterprise: null,
      is_enterprise_install: false,
      container: {
        type: 'message',
        message_ts: ada.messages()[0]?.ts,
        channel_id: slack.channels.oncall.id,
        is_ephemeral: true,
      },
      channel: { id: slack.channels.oncall.id, name: 'oncall' },
      state: { values: {} },
      response_url: expect.stringContaining('/actions/'),
      actions: [
        {
          type: 'button',
          action_id: 'refresh',
          block_id: 'row',
          text: plain('refresh'),
          value: '1001',
          action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
        },
      ],
    },
  ]);
});

test('a press on a shared message brings the message, with ids in every block', async () => {
  const slack = await startSlack();
  const blocks = [{ type: 'section', text: plain('x') }, actions(button('refresh'))];
  const interactions = await startWithCard(slack, blocks, { response_type: 'in_channel' });
  await slack.person('bora').press({ actionId: 'refresh' });
  const [interaction] = interactions();
  expect(interaction.message).toMatchObject({ type: 'message', bot_id: 'B0LOCAL0001', text: 'card' });
  expect(interaction.message.blocks[0].block_id).toMatch(/^\w{5}$/);
  expect(interaction.container.is_ephemeral).toBe(false);
});

test('someone from another organisation can press in a shared channel; only user.team_id gives them away', async () => {
  const slack = await startSlack();
  const blocks = [actions(button('refresh'))];
  const interactions = await startWithCard(slack, blocks, { response_type: 'in_channel' }, 'partners');
  await slack.person('outsider').press({ actionId: 'refresh' });
  expect(interactions()[0]).toMatchObject({ team: { id: slack.teamId }, user: { team_id: 'T0ELSEWHERE' } });
});

test('ids, values and plain text come back with entities', async () => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [actions(button('a<b', 'x&y &amp; z>'))]);
  await slack.person('ada').press({ actionId: 'a<b' });
  expect(interactions()[0].actions[0]).toMatchObject({
    action_id: 'a&lt;b',
    text: { text: 'a&lt;b' },
    value: 'x&amp;y &amp; z&gt;',
  });
});

test('an option of a menu is chosen by its value', async () => {
  const slack = await startSlack();
  const interactions = await startWithCard(slack, [actions(menu, select)]);
  const ada = slack.person('ada');
  await ada.press({ actionId: 'more', value: 'details' });
  await ada.press({ actionId: 'pick', value: 'b' });
  expect(interactions().map((interaction) => interaction.actions[0].selected_option)).toEqual([
    option('details'),
    option('b'),
  ]);
  expect(interactions()[1].state.values).toEqual({
    row: { pick: { type: 'static_select', selected_option: option('b') } },
  });
});

test('a press in Home brings the view with its hash, and no response_url', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const ada = slack.person('ada');
  const view = homeView({
    blocks: [actions(button('refresh', 'a&b')), input('look', 'id', { dispatch_action: true })],
  });
  const published = await callApi(slack, 'views.publish', { user_id: ada.id, view });
  await ada.press({ actionId: 'refresh' });
  await ada.type({ actionId: 'id' }, '1001');
  const [pressed, typed] = app.requests.map(({ payload }) => payload);
  expect(pressed).toMatchObject({
    container: { type: 'view', view_id: published.view.id },
    view: { type: 'home', hash: published.view.hash, blocks: [{ elements: [{ value: 'a&amp;b' }] }, {}] },
  });
  expect(pressed).not.toHaveProperty('response_url');
  expect(pressed).not.toHaveProperty('channel');
  expect(typed.actions[0]).toMatchObject({ type: 'plain_text_input', block_id: 'look', value: '1001' });
  expect(typed.view.state.values).toEqual({ look: { id: { type: 'plain_text_input', value: '1001' } } });
});

test('a press brings what stands in the inputs around it, and it stays there', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => ({}));
  const ada = slack.person('ada');
  const blocks = [input('look', 'id'), actions(button('find'))];
  await callApi(slack, 'views.publish', { user_id: ada.id, view: homeView({ blocks }) });
  await ada.press({ actionId: 'find' }, { look: '1004' });
  await ada.press({ actionId: 'find' });
  const typed = app.requests.map(({ payload }) => payload.view.state.values.look.id.value);
  expect(typed).toEqual(['1004', '1004']);
  await expect(ada.press({ actionId: 'find' }, { nowhere: 'x' })).rejects.toThrow(
    'there is no input nowhere here',
  );
});

test('an input that does not dispatch sends nothing by itself', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const ada = slack.person('ada');
  const view = homeView({ blocks: [input('look', 'id')] });
  await callApi(slack, 'views.publish', { user_id: ada.id, view });
  await expect(ada.type({ actionId: 'id' }, 'x')).rejects.toThrow('sends nothing by itself');
  await expect(ada.press({ actionId: 'id' })).rejects.toThrow('not for pressing');
  expect(app.requests).toEqual([]);
});

test.each([
  ['never' as const, 'operation_timeout', 'Operation timed out'],
  [{ status: 500 }, 'http_error', 'responded with Status Code 500'],
])('a press that is not acknowledged leaves a warning: %j', async (answer, ack, error) => {
  const slack = await startSlack({ ackTimeoutMs: 500 });
  await startPlainApp(slack, ({ payload }) =>
    payload.command ? { body: { text: 'card', blocks: [actions(button('refresh'))] } } : answer,
  );
  const ada = slack.person('ada');
  await ada.command('/backup-status');
  expect(await ada.press({ actionId: 'refresh' })).toMatchObject({
    ack,
    error: expect.stringContaining(error),
  });
});

test('a press on a reply that the app posted by itself brings its thread and its metadata', async () => {
  const slack = await startSlack({ scopes: ['chat:write'] });
  const app = await startPlainApp(slack, () => undefined);
  const channel = slack.channels.oncall.id;
  const { ts: threadTs } = slack.person('bora').say('what is wrong?');
  const metadata = { event_type: 'alert', event_payload: { key: 'k1' } };
  const { ts } = await callApi(slack, 'chat.postMessage', {
    channel,
    text: 'alert',
    blocks: [actions(button('take'))],
    thread_ts: threadTs,
    metadata,
  });
  await slack.person('ada').press({ actionId: 'take' });
  expect(app.requests[0]?.payload).toMatchObject({
    type: 'block_actions',
    container: {
      type: 'message',
      message_ts: ts,
      channel_id: channel,
      is_ephemeral: false,
      thread_ts: threadTs,
    },
    channel: { id: channel, name: 'oncall' },
    message: { ts, thread_ts: threadTs, metadata, bot_id: 'B0LOCAL0001' },
    response_url: expect.stringContaining('/actions/'),
  });
});
