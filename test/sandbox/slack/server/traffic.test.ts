import { expect, test } from 'vitest';
import { startSlack } from '../../../support/start-slack.ts';
import { callApi, respondTo } from '../support/speak-to-slack.ts';
import { startPlainApp } from '../support/start-plain-app.ts';

test('what went to the app and what came from it is written down, in order', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => ({ body: { text: 'hi' } }));
  await slack.person('ada').command('/backup-status 1001');
  await callApi(slack, 'auth.test', { x: 1 });
  await respondTo(app.requests[0]?.payload.response_url, { text: 'more' });
  expect(slack.traffic).toMatchObject([
    {
      kind: 'delivery',
      transport: 'http',
      type: 'slash_commands',
      payload: { text: '1001' },
      ack: 'ok',
      ackMs: expect.any(Number),
      response: { text: 'hi' },
    },
    { kind: 'api', method: 'auth.test', args: { x: 1 }, status: 200, result: { ok: true } },
    { kind: 'response_url', body: { text: 'more' }, status: 200, result: { ok: true } },
  ]);
});

test('no secret is written down', async () => {
  const slack = await startSlack();
  const app = await startPlainApp(slack, () => ({ body: { text: `my token is ${slack.botToken}` } }));
  await slack.person('ada').command('/backup-status 1001');
  await callApi(slack, 'apps.connections.open', {}, slack.appToken);
  await callApi(slack, 'auth.test', { token: slack.botToken, note: slack.appToken });
  const written = JSON.stringify(slack.traffic);
  const { response_url: responseUrl, token } = app.requests[0]?.payload ?? {};
  for (const secret of [slack.botToken, slack.appToken, slack.signingSecret, token, responseUrl]) {
    expect(written).not.toContain(secret);
  }
  expect(written).toContain('my token is ***');
  expect(written).toContain('ticket=***');
});

test('only the last thousand exchanges are kept', async () => {
  const slack = await startSlack();
  await callApi(slack, 'first.method', {});
  for (let call = 0; call < 1_000; call += 50) {
    await Promise.all(Array.from({ length: 50 }, () => callApi(slack, 'later.method', {})));
  }
  expect(slack.traffic).toHaveLength(1_000);
  expect(slack.traffic[0]).toMatchObject({ method: 'later.method' });
});
