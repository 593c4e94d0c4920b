import { expect, test } from 'vitest';
import { callApi, startSlack } from '../../../support/start-slack.ts';
import { input, modal, plain } from '../support/speak-to-slack.ts';
import { type AppAnswer, startPlainApp } from '../support/start-plain-app.ts';

const where = input('where', 'channel', {
  element: {
    type: 'conversations_select',
    action_id: 'channel',
    filter: { include: ['public'], exclude_external_shared_channels: true },
  },
});
const text = input('name', 'text', {
  element: { type: 'plain_text_input', action_id: 'text', max_length: 3 },
});
const form = (more: object = {}) => modal({ submit: plain('Save'), blocks: [text, where], ...more });
const FILLED = { text: 'x', channel: 'oncall' };

/** Ada with an open modal, and an app that acknowledges its submission with this answer. */
async function openForm(answer?: AppAnswer) {
  const slack = await startSlack();
  const app = await startPlainApp(slack, ({ payload }) => (payload.command ? undefined : answer));
  const ada = slack.person('ada');
  await ada.command('/backup-status');
  const { trigger_id } = app.requests[0]?.payload ?? {};
  const opened = await callApi(slack, 'views.open', { trigger_id, view: form() });
  expect(opened).toMatchObject({ ok: true });
  return { ada, app };
}

test.each([
  ['a required field left empty', { channel: 'oncall' }, 'Please complete this required field'],
  ['an unknown input', { ...FILLED, other: 'y' }, 'no input other'],
  ['a text that is too long', { ...FILLED, text: '1001' }, '3 characters at most'],
  [
    'a channel that is shared with another organisation',
    { ...FILLED, channel: 'partners' },
    'does not offer',
  ],
  ['a kind of conversation that is not offered', { ...FILLED, channel: 'direct' }, 'does not offer'],
])('the client does not send %s', async (_, values, message) => {
  const { ada, app } = await openForm();
  await expect(ada.submit(values)).rejects.toThrow(message);
  expect(app.requests).toHaveLength(1);
});

test.each([
  ['an unknown response_action', { response_action: 'open', view: form() }],
  ['a message', { text: 'saved' }],
  ['errors for a block without input', { response_action: 'errors', errors: { other: 'x' } }],
  ['no errors', { response_action: 'errors', errors: {} }],
  ['an invalid view', { response_action: 'update', view: form({ title: plain('x'.repeat(25)) }) }],
  ['a Home', { response_action: 'update', view: { type: 'home', blocks: form().blocks } }],
])('an ack that Slack cannot use shows an error to the person and keeps the modal: %s', async (_, body) => {
  const { ada } = await openForm({ body });
  const delivery = await ada.submit(FILLED);
  expect(delivery.error).toContain('We had some trouble connecting');
  expect(ada.modal()).toMatchObject({ title: plain('Details'), errors: {} });
});
