import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { startSlack } from '../../../support/start-slack.ts';
import {
  actions,
  button,
  callApi,
  createClock,
  homeView,
  input,
  modal,
  plain,
} from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

/** A trigger_id from a command of Ada's. */
async function trigger(slack: LocalSlack): Promise<string> {
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').command('/backup-status');
  return app.requests[0]?.payload.trigger_id;
}

/** A trigger_id from a press in the modal that Ada has open. */
async function triggerInModal(slack: LocalSlack): Promise<string> {
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').press({ actionId: 'next' });
  return app.requests[0]?.payload.trigger_id;
}

const withButton = modal({ blocks: [actions(button('next'))] });
const refusal = (message: string) => ({
  ok: false,
  error: 'invalid_arguments',
  response_metadata: { messages: expect.arrayContaining([expect.stringContaining(message)]) },
});

test('a modal opens for the owner of the trigger', async () => {
  const slack = await startSlack();
  const { ok, view } = await callApi(slack, 'views.open', {
    trigger_id: await trigger(slack),
    view: modal(),
  });
  expect(ok).toBe(true);
  expect(view).toMatchObject({
    team_id: slack.teamId,
    app_id: slack.appId,
    root_view_id: view.id,
    previous_view_id: null,
  });
  expect(slack.person('ada').modal()?.id).toBe(view.id);
  expect(slack.person('bora').modal()).toBeUndefined();
});

test('a trigger_id lasts three seconds', async () => {
  const clock = createClock();
  const slack = await startSlack({ now: clock.now, triggersLastMs: 3_000 });
  const late = await trigger(slack);
  clock.advance(3_001);
  expect(await callApi(slack, 'views.open', { trigger_id: late, view: modal() })).toEqual({
    ok: false,
    error: 'expired_trigger_id',
  });
  const inTime = await trigger(slack);
  clock.advance(3_000);
  expect(await callApi(slack, 'views.open', { trigger_id: inTime, view: modal() })).toMatchObject({
    ok: true,
  });
});

test('a trigger_id is good once, and none is made up', async () => {
  const slack = await startSlack();
  const trigger_id = await trigger(slack);
  await callApi(slack, 'views.open', { trigger_id, view: modal() });
  expect(await callApi(slack, 'views.open', { trigger_id, view: modal() })).toEqual({
    ok: false,
    error: 'exchanged_trigger_id',
  });
  expect(await callApi(slack, 'views.open', { trigger_id: '1.2.abc', view: modal() })).toEqual({
    ok: false,
    error: 'invalid_trigger_id',
  });
  expect(await callApi(slack, 'views.open', { view: modal() })).toEqual(refusal('trigger_id'));
});

test('a view that Slack refuses does not use up the trigger', async () => {
  const slack = await startSlack();
  const trigger_id = await trigger(slack);
  const long = modal({ title: plain('x'.repeat(25)) });
  expect(await callApi(slack, 'views.open', { trigger_id, view: long })).toEqual(refusal('/view/title'));
  expect(await callApi(slack, 'views.open', { trigger_id, view: modal() })).toMatchObject({ ok: true });
});

test.each([
  ['no JSON', '{"type":'],
  ['a list', []],
  ['a Home', homeView()],
  ['an input without submit', modal({ blocks: [input('a', 'b')] })],
  ['101 blocks', modal({ blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) })],
])('views.open refuses %s', async (_, view) => {
  const slack = await startSlack();
  expect(await callApi(slack, 'views.open', { trigger_id: await trigger(slack), view })).toMatchObject({
    ok: false,
    error: 'invalid_arguments',
  });
});

test('modals stack three high', async () => {
  const slack = await startSlack();
  const trigger_id = await trigger(slack);
  const { view: root } = await callApi(slack, 'views.open', { trigger_id, view: withButton });
  let below = root.id;
  for (const _ of [2, 3]) {
    const pushed = await callApi(slack, 'views.push', {
      trigger_id: await triggerInModal(slack),
      view: withButton,
    });
    expect(pushed.view).toMatchObject({ root_view_id: root.id, previous_view_id: below });
    below = pushed.view.id;
  }
  expect(
    await callApi(slack, 'views.push', { trigger_id: await triggerInModal(slack), view: withButton }),
  ).toEqual({
    ok: false,
    error: 'push_limit_reached',
  });
  const ada = slack.person('ada');
  const top = ada.modal()?.id;
  await ada.closeModal();
  expect(ada.modal()).toBeDefined();
  expect(ada.modal()?.id).not.toBe(top);
});

test('a push needs a trigger from the modal below it', async () => {
  const slack = await startSlack();
  expect(await callApi(slack, 'views.push', { trigger_id: await trigger(slack), view: modal() })).toEqual({
    ok: false,
    error: 'not_found',
  });
});

test('an update changes the hash, and an older hash is a conflict', async () => {
  const slack = await startSlack();
  const { view } = await callApi(slack, 'views.open', { trigger_id: await trigger(slack), view: modal() });
  const next = { view_id: view.id, hash: view.hash, view: modal({ title: plain('Second') }) };
  expect(await callApi(slack, 'views.update', next)).toMatchObject({ ok: true });
  expect(await callApi(slack, 'views.update', next)).toEqual({ ok: false, error: 'hash_conflict' });
  expect(slack.person('ada').modal()).toMatchObject({ id: view.id, title: plain('Second') });
});

test('a closed view cannot be updated', async () => {
  const slack = await startSlack();
  const { view } = await callApi(slack, 'views.open', { trigger_id: await trigger(slack), view: modal() });
  await slack.person('ada').closeModal();
  expect(await callApi(slack, 'views.update', { view_id: view.id, view: modal() })).toEqual({
    ok: false,
    error: 'not_found',
  });
});

test('an external_id finds its view and is unique', async () => {
  const slack = await startSlack();
  const view = modal({ external_id: 'one' });
  await callApi(slack, 'views.open', { trigger_id: await trigger(slack), view });
  const renamed = { ...view, title: plain('Second') };
  expect(await callApi(slack, 'views.update', { external_id: 'one', view: renamed })).toMatchObject({
    ok: true,
  });
  const home = homeView({ external_id: 'one' });
  expect(await callApi(slack, 'views.publish', { user_id: slack.person('bora').id, view: home })).toEqual({
    ok: false,
    error: 'duplicate_external_id',
  });
  expect(slack.person('ada').modal()?.title).toEqual(plain('Second'));
});
