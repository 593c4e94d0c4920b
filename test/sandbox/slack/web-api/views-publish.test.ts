import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, homeView, modal, plain } from '../support/speak-to-slack.ts';

const refusal = (message: string) => ({
  ok: false,
  error: 'invalid_arguments',
  response_metadata: { messages: expect.arrayContaining([expect.stringContaining(message)]) },
});

test('a view over 250 kB is too large', async () => {
  const slack = await startSlack();
  const section = { type: 'section', text: plain('x'.repeat(3_000)) };
  const view = homeView({ blocks: Array.from({ length: 90 }, () => section) });
  expect(await callApi(slack, 'views.publish', { user_id: slack.person('ada').id, view })).toMatchObject({
    ok: false,
    error: 'view_too_large',
  });
});

test('everybody has a Home of their own; publishing over an older one is a conflict', async () => {
  const slack = await startSlack();
  const ada = slack.person('ada');
  const first = await callApi(slack, 'views.publish', { user_id: ada.id, view: homeView() });
  const again = { user_id: ada.id, hash: first.view.hash, view: homeView({ callback_id: 'second' }) };
  expect(await callApi(slack, 'views.publish', again)).toMatchObject({
    ok: true,
    view: { id: first.view.id },
  });
  expect(await callApi(slack, 'views.publish', again)).toEqual({ ok: false, error: 'hash_conflict' });
  expect(ada.home()?.callback_id).toBe('second');
  expect(slack.person('bora').home()).toBeUndefined();
});

test('publishing for nobody is an invalid argument', async () => {
  const slack = await startSlack();
  expect(await callApi(slack, 'views.publish', { user_id: 'U404', view: homeView() })).toEqual(
    refusal('invalid `user_id` [json-pointer:/user_id]'),
  );
  expect(await callApi(slack, 'views.publish', { user_id: slack.person('ada').id, view: modal() })).toEqual(
    refusal('/view/type'),
  );
});
