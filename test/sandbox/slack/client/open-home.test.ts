import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, homeView } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

test('opening Home tells the app who came; the view travels along once there is one', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const ada = slack.person('ada');
  await ada.openHome();
  expect(ada.home()).toBeUndefined();
  const { view } = await callApi(slack, 'views.publish', { user_id: ada.id, view: homeView() });
  await ada.openHome();
  const [first, second] = app.requests.map(({ payload }) => payload);
  expect(first).toMatchObject({
    type: 'event_callback',
    team_id: slack.teamId,
    api_app_id: slack.appId,
    event_id: expect.stringMatching(/^Ev/),
    authorizations: [{ team_id: slack.teamId, user_id: slack.botUserId, is_bot: true }],
    event: { type: 'app_home_opened', user: ada.id, channel: 'D0ADA000001', tab: 'home' },
  });
  expect(first.event).not.toHaveProperty('view');
  expect(second.event.view).toEqual(view);
});

test('the messages tab fires the same event, without a view', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => undefined);
  const ada = slack.person('ada');
  await callApi(slack, 'views.publish', { user_id: ada.id, view: homeView() });
  await ada.openHome({ tab: 'messages' });
  expect(app.requests[0]?.payload.event).toMatchObject({ tab: 'messages' });
  expect(app.requests[0]?.payload.event).not.toHaveProperty('view');
});

test('the app has no Home for people from another organisation', async () => {
  const slack = await startSlack();
  await expect(slack.person('outsider').openHome()).rejects.toThrow('another organisation');
});
