import { expect, onTestFinished, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.ts';
import { startPage } from '../../sandbox/page/start-page.ts';
import { input, modal, plain } from '../sandbox/slack/support/speak-to-slack.ts';
import { startPlainApp } from '../sandbox/slack/support/start-plain-app.ts';
import { callApi, startSlack } from '../support/start-slack.ts';
import { createClient } from './support/client.ts';
import { launchChromium } from './support/launch-chromium.ts';

test('a window with conversation and person menus, choices, a time and text is filled in and submitted', async () => {
  const slack = await startSlack();
  const of = (type: string, more: object = {}) => ({
    label: plain(type),
    element: { type, action_id: type, ...more },
  });
  const options = ['now', 'later'].map((value) => ({ text: plain(value), value }));
  const view = modal({
    submit: plain('Watch'),
    blocks: [
      input('text', '', of('plain_text_input', { multiline: true, initial_value: '1004\n1007' })),
      input('where', '', of('conversations_select', { default_to_current_conversation: true })),
      input('when', '', of('radio_buttons', { options })),
      input('days', '', of('multi_static_select', { options, initial_options: options })),
      input('what', '', of('static_select', { options })),
      input('one', '', of('users_select', { initial_user: slack.person('bora').id })),
      input('at', '', of('timepicker', { initial_time: '08:00' })),
    ],
  });
  const app = await startPlainApp(slack, async ({ payload }) => {
    if (payload.command) await callApi(slack, 'views.open', { trigger_id: payload.trigger_id, view });
    return undefined;
  });
  const parts = { service: undefined, runBackups() {}, clock: createMovableClock(), async resetClock() {} };
  const page = await startPage({ slack, ...parts });
  onTestFinished(() => page.close());
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(page.url);
  const { run, modal: window } = createClient(tab);
  await run('/backup-status watch');
  await window.waitFor();
  await window.getByRole('radio', { name: 'later' }).check();
  await window.getByRole('combobox', { name: 'static_select' }).selectOption('now');
  await window.getByRole('button', { name: 'Watch' }).click();
  await window.waitFor({ state: 'detached' });
  const { values } = app.requests.at(-1)?.payload.view.state ?? {};
  expect(values).toMatchObject({
    text: { plain_text_input: { value: '1004\n1007' } },
    where: { conversations_select: { selected_conversation: slack.channels.oncall.id } },
    when: { radio_buttons: { selected_option: { value: 'later' } } },
    days: { multi_static_select: { selected_options: [{ value: 'now' }, { value: 'later' }] } },
    what: { static_select: { selected_option: { value: 'now' } } },
    one: { users_select: { selected_user: slack.person('bora').id } },
    at: { timepicker: { selected_time: '08:00' } },
  });
});
