import { describe, expect, test } from 'vitest';
import { found } from '../messages/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { answer, reads } from '../support/people.ts';
import { FINE } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';
import { startEdge } from '../support/start-edge.ts';

describe.each(TRANSPORTS)('stopping over %s', (transport) => {
  test('answers a look-up under way in its ack', async () => {
    const held = holdLookup();
    const { ada, stop } = await startEdge({ transport, lookup: held.lookup });
    const delivered = ada.command('/backup-status 1001');
    await expect.poll(() => held.asked).toHaveLength(1);
    const stopped = stop();
    held.answer(found());
    expect(await delivered).toMatchObject({
      ack: 'ok',
      message: { text: expect.stringContaining(FINE) },
    });
    await stopped;
  });

  test('is alive but not ready meanwhile, and accepts nothing afterwards', async () => {
    const { ada, stop, service, operationsUrl } = await startBot({
      transport,
      operations: true,
      lookup: { inlineWithinMs: 1 },
    });
    const release = service.hold();
    expect(await answer(ada, '1001')).toBe(words.command.pending('1001'));
    const stopped = stop();
    await expect.poll(async () => (await fetch(`${operationsUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${operationsUrl}/healthz`)).status).toBe(200);
    release();
    await stopped;
    await reads(ada, FINE);
    expect(await ada.command('/backup-status 1001')).toMatchObject({ ack: 'dispatch_failed' });
    expect(service.counts.inFlight).toBe(0);
  });
});
