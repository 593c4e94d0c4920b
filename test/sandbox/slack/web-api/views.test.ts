import { expect, test } from 'vitest';
import type { LocalSlack } from '../../../../sandbox/slack/start-local-slack.ts';
import { createClock } from '../../../support/start-bot.ts';
import { callApi, startSlack } from '../../../support/start-slack.ts';
import { actions, button, homeView, input, modal, plain } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

/** The trigger_id of a command from Ada. */
async function trigger(slack: LocalSlack): Promise<string> {
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').command('/backup-status');
  return app.requests[0]?.payload.trigger_id;
}

/** The trigger_id of a press in Ada's open modal. */
async function triggerInModal(slack: LocalSlack): Promise<string> {
  const app = await startPlainApp(slack, () => undefined);
  await slack.person('ada').press({ actionId: 'next' });
  return app.requests[0]?.payload.trigger_id;
}

const withButton = modal({ blocks: [actions(button('next'))] });
const refusal = (error: string) => ({ ok: false, error });

test('a trigger_id is valid for three seconds and one view; a refused view does not use it up', async () => {
  const clock = createClock(Date.now());
  const slack = await startSlack({ now: clock.now, triggersLastMs: 3_000 });
  const open = (trigger_id: string | undefined, view: unknown = modal()) =>
    callApi(slack, 'views.open', { trigger_id, view });
  const late = await trigger(slack);
  clock.advance(3_001);
  expect(await open(late)).toEqual(refusal('expired_trigger_id'));
  const inTime = await trigger(slack);
  clock.advance(3_000);
  for (const view of [
    '{"type":',
    [],
    homeView(),
    modal({ title: plain('x'.repeat(25)) }),
    modal({ blocks: [input('a', 'b')] }),
    modal({ blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }),
  ])
    expect(await open(inTime, view)).toMatchObject(refusal('invalid_arguments'));
  expect(await open(inTime)).toMatchObject({ ok: true });
  expect(await open(inTime)).toEqual(refusal('exchanged_trigger_id'));
  expect(await open('1.2.abc')).toEqual(refusal('invalid_trigger_id'));
  expect(await open(undefined)).toMatchObject(refusal('invalid_arguments'));
  expect(slack.person('bora').modal()).toBeUndefined();
});

test('modals stack three high, and a push needs a trigger from the modal below', async () => {
  const slack = await startSlack();
  expect(await callApi(slack, 'views.push', { trigger_id: await trigger(slack), view: modal() })).toEqual(
    refusal('not_found'),
  );
  const { view: root } = await callApi(slack, 'views.open', {
    trigger_id: await trigger(slack),
    view: withButton,
  });
  const push = async () =>
    callApi(slack, 'views.push', { trigger_id: await triggerInModal(slack), view: withButton });
  const second = await push();
  expect(second.view).toMatchObject({ root_view_id: root.id, previous_view_id: root.id });
  expect((await push()).view).toMatchObject({ root_view_id: root.id, previous_view_id: second.view.id });
  expect(await push()).toEqual(refusal('push_limit_reached'));
  await slack.person('ada').closeModal();
  expect(slack.person('ada').modal()?.id).toBe(second.view.id);
});

test('an update with an older hash conflicts, an external_id is unique, and a closed view is gone', async () => {
  const slack = await startSlack();
  const ada = slack.person('ada');
  const view = modal({ external_id: 'one' });
  const opened = await callApi(slack, 'views.open', { trigger_id: await trigger(slack), view });
  const { id: view_id, hash } = opened.view;
  const second = { ...view, title: plain('Second') };
  expect(await callApi(slack, 'views.update', { external_id: 'one', hash, view: second })).toMatchObject({
    ok: true,
  });
  expect(await callApi(slack, 'views.update', { view_id, hash, view })).toEqual(refusal('hash_conflict'));
  expect(await callApi(slack, 'views.update', { view_id, external_id: 'one', view })).toMatchObject(
    refusal('invalid_arguments'),
  );
  const home = homeView({ external_id: 'one' });
  expect(await callApi(slack, 'views.publish', { user_id: slack.person('bora').id, view: home })).toEqual(
    refusal('duplicate_external_id'),
  );
  expect(ada.modal()).toMatchObject({ id: view_id, title: plain('Second') });
  await ada.closeModal();
  expect(await callApi(slack, 'views.update', { view_id, view: modal() })).toEqual(refusal('not_found'));
});
