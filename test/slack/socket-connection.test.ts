import type { ReceiverEvent } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalSlackOptions, startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { toBoltLogger } from '../../src/slack/bolt-logger.ts';
import { openSocketConnection } from '../../src/slack/socket-connection.ts';
import { captureLog } from '../support/capture-log.ts';

async function setUp(options?: LocalSlackOptions) {
  const slack = await startLocalSlack(options);
  onTestFinished(() => slack.close());
  const events: ReceiverEvent[] = [];
  const open = (appToken = slack.appToken) =>
    openSocketConnection({
      appToken,
      apiUrl: slack.apiUrl,
      logger: toBoltLogger(captureLog().log),
      onRequest: async (event) => {
        events.push(event);
      },
    });
  return { slack, open, events };
}

test('an app token that is no good is an error', async () => {
  const { open } = await setUp();
  await expect(open('xapp-wrong')).rejects.toThrow('Slack did not accept');
});

test('requests come in, and go out acknowledged on the same socket', async () => {
  const { slack, open, events } = await setUp();
  const connection = await open();
  onTestFinished(() => connection.close());
  const delivered = slack.person('ada').command('/backup-status 1001');
  await expect.poll(() => events).toHaveLength(1);
  await events[0]?.ack({ response_type: 'ephemeral', text: 'here' });
  expect(await delivered).toMatchObject({ ack: 'ok', message: { text: 'here' } });
});

test.each(['warning', 'refresh_requested'] as const)(
  'told to leave (%s), it says so and stays to acknowledge what it owes',
  async (reason) => {
    const { slack, open, events } = await setUp();
    const connection = await open();
    const delivered = slack.person('ada').command('/backup-status 1001');
    await expect.poll(() => events).toHaveLength(1);
    slack.refreshSockets({ reason });
    await connection.leaving;
    const closing = connection.close();
    await events[0]?.ack({ text: 'just in time' });
    expect(await delivered).toMatchObject({ ack: 'ok', message: { text: 'just in time' } });
    await closing;
    await connection.ended;
  },
);

test('it notices that Slack closes it, and does not come back by itself', async () => {
  const { slack, open } = await setUp({ disconnectNoticeMs: 0 });
  const connection = await open();
  slack.refreshSockets();
  await connection.ended;
  await connection.leaving;
  expect(slack.connectedSockets()).toBe(0);
});

test('closing it twice does no harm', async () => {
  const { open } = await setUp();
  const connection = await open();
  await Promise.all([connection.close(), connection.close()]);
  await connection.close();
});
