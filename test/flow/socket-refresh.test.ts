import { expect, test } from 'vitest';
import type { Delivery } from '../../sandbox/slack/server/delivery.ts';
import { found } from '../formatters/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { FINE } from '../support/phrases.ts';
import { startBot } from '../support/start-bot.ts';
import { startEdge } from '../support/start-edge.ts';

test('Slack renews both sockets, one after the other, under a steady stream of commands: none is lost', async () => {
  const { ada, slack, logLines } = await startBot({
    transport: 'socket',
    slackOptions: { disconnectNoticeMs: 300 },
  });
  await ada.command('/backup-status 1001');
  const deliveries: Delivery[] = [];
  let isStreaming = true;
  const stream = async () => {
    while (isStreaming || deliveries.length < 80) {
      // Four at a time, so that some are always under way.
      const ids = ['1001', '1002', '1003', '1007'];
      deliveries.push(...(await Promise.all(ids.map((id) => ada.command(`/backup-status ${id}`)))));
    }
  };
  const renew = async () => {
    for (const reason of ['warning', 'refresh_requested'] as const) {
      const opened = () =>
        slack.traffic.filter((one) => one.kind === 'api' && one.method === 'apps.connections.open');
      const before = opened().length;
      slack.refreshSockets({ index: 0, reason });
      await expect.poll(() => opened().length).toBe(before + 1);
      await slack.waitForSockets(2);
    }
    isStreaming = false;
  };
  await Promise.all([stream(), renew()]);
  expect(deliveries.length).toBeGreaterThanOrEqual(60);
  expect(deliveries.filter(({ ack, message }) => ack !== 'ok' || message === undefined)).toEqual([]);
  expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
});

test('a look-up that is under way when both sockets are renewed is answered on the old one', async () => {
  const held = holdLookup();
  const { ada, slack } = await startEdge({ lookup: held.lookup });
  const delivered = ada.command('/backup-status 1001');
  await expect.poll(() => held.asked).toHaveLength(1);
  slack.refreshSockets();
  await slack.waitForSockets(2);
  held.answer(found());
  expect(await delivered).toMatchObject({
    ack: 'ok',
    message: { text: expect.stringContaining(FINE) },
  });
});
